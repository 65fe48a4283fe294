import type { ListedDelivery, Webhook } from "@deskhand/sdk/client"
import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import { desk } from "../../../data/client.ts"

export type DeliveryState = ListedDelivery["state"]

export const webhooksQuery = queryOptions({
  queryKey: ["webhooks"],
  queryFn: () => Array.fromAsync(desk.webhooks.all({ size: 100 })),
})

export function webhookQuery(id: number) {
  return queryOptions({ queryKey: ["webhooks", id], queryFn: () => desk.webhooks.get(id) })
}

export interface DeliveryPageAsked {
  webhookId: number
  state: DeliveryState | undefined
  page: number
}

/** While something on the page is still to be sent. */
const againMs = 3_000

/** No event tells what becomes of a delivery: the page is read when it is opened, and again while something is under way. */
export function deliveriesQuery({ webhookId, state, page }: DeliveryPageAsked) {
  return queryOptions({
    queryKey: ["webhooks", webhookId, "deliveries", state, page],
    queryFn: () => desk.webhooks.deliveries(webhookId).list({ state, page, size: 25 }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?._embedded.deliveries.some((one) => one.state === "pending") ? againMs : false,
  })
}

export function deliveryQuery(webhookId: number, id: number) {
  return queryOptions({
    queryKey: ["webhooks", webhookId, "deliveries", "one", id],
    queryFn: () => desk.webhooks.deliveries(webhookId).get(id),
    staleTime: 0,
  })
}

export function nameOf({ label, url }: Pick<Webhook, "label" | "url">): string {
  return label || url.replace(/^https?:\/\//, "")
}
