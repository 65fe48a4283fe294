import type {
  Delivery,
  DeliveryAttempt,
  DeliveryState,
  ListedDelivery,
} from "@deskhand/contract/events/webhook-delivery"
import { link, timestamp } from "../../http/hal.ts"
import type { Recipient } from "../queries.ts"
import type { DeliveryRow, StoredState } from "./queries.ts"
import type { Attempt } from "./queue.ts"

export function presentDelivery(row: DeliveryRow, recipient: Recipient, origin: string): ListedDelivery {
  const path = `/v2/webhooks/${row.webhook_id}`
  const state = stateOf(row.state, recipient)
  return {
    id: row.id,
    event: row.kind as ListedDelivery["event"],
    messageId: row.token,
    ...(row.event_number !== null && { eventId: row.event_number }),
    state,
    createdAt: timestamp(row.created_at),
    ...(state === "pending" && row.due_at && { nextAttemptAt: timestamp(later(row.due_at, recipient.paused_until)) }),
    ...(row.settled_at && { settledAt: timestamp(row.settled_at) }),
    attempts: row.attempts.map(presentAttempt),
    _links: { self: link(origin, `${path}/deliveries/${row.id}`), webhook: link(origin, path) },
  }
}

export function presentWholeDelivery(
  row: DeliveryRow & { body: string | null },
  recipient: Recipient,
  origin: string,
): Delivery {
  return { ...presentDelivery(row, recipient, origin), ...(row.body !== null && { payload: row.body }) }
}

function stateOf(state: StoredState, { state: of }: Recipient): DeliveryState {
  return state === "pending" && of === "disabled" ? "held" : state
}

/** Undefined where none of this webhook can be in that state. */
export function storedState(asked: DeliveryState, { state: of }: Recipient): StoredState | undefined {
  if (asked === "held") return of === "disabled" ? "pending" : undefined
  return asked === "pending" && of === "disabled" ? undefined : asked
}

function later(one: Date, other: Date | null): Date {
  return other !== null && other > one ? other : one
}

function presentAttempt({ at, status, error, durationMs, response }: Attempt): DeliveryAttempt {
  return {
    at: timestamp(new Date(at)),
    ...(status !== null && { status }),
    ...(error !== null && { error }),
    durationMs,
    ...(response !== "" && { response }),
  }
}
