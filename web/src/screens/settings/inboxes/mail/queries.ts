import { queryOptions } from "@tanstack/react-query"
import { desk } from "../../../../data/client.ts"

export function mailConnectionsQuery(inboxId: number) {
  return queryOptions({
    queryKey: ["mail-connections", inboxId],
    queryFn: async () => (await desk.inboxes.mailConnections(inboxId).list())._embedded.connections,
  })
}

/** While a test mail is on its way. */
const againMs = 3_000

export function mailStatusQuery(inboxId: number) {
  return queryOptions({
    queryKey: ["mail-status", inboxId],
    queryFn: () => desk.inboxes.mailStatus(inboxId),
    refetchInterval: ({ state: { data } }) => (data?.plusAddressTest?.state === "sent" ? againMs : false),
  })
}
