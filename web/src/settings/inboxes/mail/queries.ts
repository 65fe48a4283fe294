import { queryOptions } from "@tanstack/react-query"
import { desk } from "../../../desk/client.ts"

export function mailConnectionsQuery(inboxId: number) {
  return queryOptions({
    queryKey: ["mail-connections", inboxId],
    queryFn: async () => (await desk.inboxes.mailConnections(inboxId).list())._embedded.connections,
  })
}

export function mailStatusQuery(inboxId: number) {
  return queryOptions({ queryKey: ["mail-status", inboxId], queryFn: () => desk.inboxes.mailStatus(inboxId) })
}
