import type { Effects, HeldConversation } from "./change.ts"

type Facts = Pick<
  HeldConversation,
  "status" | "state" | "unsnooze_on_customer_reply" | "has_yielding_schedule" | "snoozed_until"
>

/** A customer's reply makes it active again, unless it is spam; nothing it says may stay in a bin or a drawer. */
export function effectsOfReply(conversation: Facts): Effects {
  const { status, state } = conversation
  const reopened = status === "pending" || status === "closed"
  const wakes = conversation.snoozed_until !== null && conversation.unsnooze_on_customer_reply === true
  const unschedules = conversation.has_yielding_schedule
  return {
    status: reopened ? "active" : status,
    state: "published",
    reopened,
    wakes,
    unschedules,
    lineItems: [
      ...(state === "deleted" ? [{ action: "restored", text: "Restored by a customer's reply" }] : []),
      ...(reopened ? [{ action: "status-changed", text: "Marked as Active by a customer's reply" }] : []),
      ...(wakes ? [{ action: "unsnoozed", text: "Woken by a customer's reply" }] : []),
      ...(unschedules ? [{ action: "unscheduled", text: "Unscheduled by a customer's reply" }] : []),
    ],
  }
}

/** A reply that is sent without a word on the status makes it active, unless it is spam. A snooze goes on. */
export function effectsOfSending({ status }: Pick<Facts, "status">): Effects {
  const reopened = status === "pending" || status === "closed"
  return {
    status: reopened ? "active" : status,
    state: "published",
    reopened,
    wakes: false,
    unschedules: false,
    lineItems: reopened ? [{ action: "status-changed", text: "Marked as Active by a scheduled reply" }] : [],
  }
}

export function unchanged({ status, state }: Pick<Facts, "status" | "state">): Effects {
  return { status, state, reopened: false, wakes: false, unschedules: false, lineItems: [] }
}
