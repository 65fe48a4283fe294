import { queryOptions } from "@tanstack/react-query"
import { desk } from "../../../../data/client.ts"

export function inboxQuery(id: number) {
  return queryOptions({ queryKey: ["inboxes", id], queryFn: () => desk.inboxes.get(id) })
}

export function routingQuery(inboxId: number) {
  return queryOptions({ queryKey: ["routing", inboxId], queryFn: () => desk.inboxes.routing(inboxId) })
}

/** With what it asks for. */
export function folderQuery(inboxId: number, id: number) {
  return queryOptions({
    queryKey: ["folders", inboxId, id],
    queryFn: () => desk.inboxes.folders(inboxId).get(id),
  })
}
