import type { Change } from "../../change.ts"
import type { HeldConversation } from "../../held.ts"

type Facts = Pick<HeldConversation, "status" | "unsnooze_on_customer_reply" | "snoozed_until">

/** A customer's reply makes it active again, unless it is spam; nothing it says may stay in a bin or a drawer. */
export function changeOfCustomerReply(conversation: Facts): Change {
  const wakes = conversation.snoozed_until !== null && conversation.unsnooze_on_customer_reply === true
  return { status: reopened(conversation.status), state: "published", ...(wakes && { snooze: null }) }
}

/** A reply that is sent without a word on the status makes it active, unless it is spam. A snooze goes on. */
export function reopened(status: HeldConversation["status"]): HeldConversation["status"] {
  return status === "spam" ? "spam" : "active"
}
