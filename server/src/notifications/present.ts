import type { Notification } from "@deskhand/contract/people/notification"
import { link, timestamp } from "../http/hal.ts"
import type { NotificationRow } from "./queries.ts"

export function presentNotification(row: NotificationRow, origin: string): Notification {
  // Programs may write down what a customer wrote; it is still the customer's message.
  const isCustomers = row.event_kind === "convo.customer.reply.created"
  const customer = { type: "customer" as const, ...person(row.customer) }
  return {
    id: row.id,
    kind: row.kind,
    event: row.event_kind,
    createdAt: timestamp(row.created_at),
    ...(row.read_at !== null && { readAt: timestamp(row.read_at) }),
    actor: row.actor === null || isCustomers ? customer : { type: row.actor.type, ...person(row.actor) },
    conversation: {
      id: row.conversation_id,
      number: row.number,
      subject: row.subject,
      mailboxId: row.inbox_id,
      customer,
    },
    ...(row.thread_id !== null && { threadId: row.thread_id }),
    _links: { conversation: link(origin, `/v2/conversations/${row.conversation_id}`) },
  }
}

function person({ id, first_name: first, last_name: last, photo_url: photoUrl }: NotificationRow["customer"]) {
  return {
    id,
    ...(first !== null && { first }),
    ...(last !== null && { last }),
    ...(photoUrl !== null && { photoUrl }),
  }
}
