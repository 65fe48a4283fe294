import { queryOptions } from "@tanstack/react-query"
import { desk } from "./client.ts"

/** Every one, by inboxes and in their order. */
export const workflowsQuery = queryOptions({
  queryKey: ["workflows"],
  queryFn: () => Array.fromAsync(desk.workflows.all({ size: 100 })),
})

/** Those that people run, of every inbox they may enter. */
export const manualQuery = queryOptions({
  queryKey: ["workflows", "manual"],
  queryFn: () => Array.fromAsync(desk.workflows.all({ type: "manual", status: "active", size: 100 })),
})

/** With its last runs, of which no event tells: it is read whenever it is opened. */
export function workflowQuery(id: number) {
  return queryOptions({
    queryKey: ["workflows", "one", id],
    queryFn: () => desk.workflows.get(id),
    refetchOnMount: "always",
  })
}
