import type { NewConversation } from "../../insert/conversations.ts"
import { fromCustomer } from "../../insert/threads.ts"
import type { Desk } from "../desk.ts"

/** Three pages of 25, newest last; the last two were created at the same moment. */
export function pagingConversations({ clock, inboxes, crowd }: Desk): NewConversation<"question">[] {
  return Array.from({ length: 62 }, (_, index) => {
    const number = String(index + 1).padStart(2, "0")
    const createdAt = clock.ago({ days: 40, hours: -Math.min(index, 60) })
    return {
      inboxId: inboxes.paging,
      customerId: crowd[index % crowd.length]!,
      subject: `Page filler ${number}`,
      threads: { question: fromCustomer(createdAt, `<p>I am number ${number}.</p>`) },
    }
  })
}
