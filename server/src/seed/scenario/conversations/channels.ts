import { sourceTypes } from "@deskhand/contract/conversations/source"
import type { NewConversation } from "../../insert/conversations.ts"
import { fromCustomer, reply } from "../../insert/threads.ts"
import type { Desk } from "../desk.ts"

/** One conversation for each source, half of them opened by a user. */
export function channelConversations({ clock, users, inboxes, customers }: Desk) {
  const conversations = sourceTypes.map((type, index): [string, NewConversation<"opening">] => {
    const byUser = index % 2 === 0
    const source = { type, via: byUser ? "user" : "customer" } as const
    const createdAt = clock.ago({ days: 60, hours: index })
    const body = `<p>This came through ${type}.</p>`
    const opening = byUser
      ? reply(users.ada, createdAt, body, { source })
      : fromCustomer(createdAt, body, { source, type: "customer" })
    const subject = `Source ${type}`
    return [
      type,
      {
        inboxId: inboxes.support,
        customerId: customers.arabic,
        subject,
        status: "pending",
        source,
        threads: { opening },
      },
    ]
  })
  return Object.fromEntries(conversations) as Record<(typeof sourceTypes)[number], NewConversation<"opening">>
}
