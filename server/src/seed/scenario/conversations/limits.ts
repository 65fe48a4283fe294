import type { NewConversation } from "../../insert/conversations.ts"
import { fromCustomer, lineItem, type NewThread, note, reply } from "../../insert/threads.ts"
import type { Desk } from "../desk.ts"

/** Scenario policy: threads are refused on conversations older than two years. */
export const oldConversationDays = 730

/** Around the limit of 100 threads and around the old-conversation policy. */
export function limitConversations({ clock, users, inboxes, customers }: Desk) {
  const inSupport = { inboxId: inboxes.support, customerId: customers.plusAddress }
  const oldFrom = (days: number, subject: string) => ({
    ...inSupport,
    subject,
    threads: {
      question: fromCustomer(clock.ago({ days }), "<p>From another time.</p>"),
      answer: reply(users.ada, clock.ago({ days: days - 1 }), "<p>Answered in another time.</p>"),
    },
  })
  const holding = (count: number) => ({
    ...inSupport,
    subject: `Holds ${count} threads`,
    threads: manyThreads({ count, userId: users.ada, startedAt: clock.ago({ days: 30 }) }),
  })
  return {
    with98Threads: holding(98),
    with99Threads: holding(99),
    with100Threads: holding(100),
    old: oldFrom(3 * 365, "Older than the policy allows"),
    almostOld: oldFrom(oldConversationDays - 30, "Almost older than the policy allows"),
  } satisfies Record<string, NewConversation<string>>
}

/** Notes count towards the limit, line items do not. */
function manyThreads({ count, userId, startedAt }: { count: number; userId: number; startedAt: Date }) {
  const at = (minute: number) => new Date(startedAt.getTime() + minute * 60_000)
  const threads: Record<string, NewThread> = {
    thread1: fromCustomer(at(0), "<p>Number 1</p>"),
    remark: note(userId, at(1), "<p>This goes on and on.</p>"),
  }
  for (let index = 2; index < count; index++) {
    const body = `<p>Number ${index}</p>`
    threads[`thread${index}`] = index % 2 ? fromCustomer(at(index), body) : reply(userId, at(index), body)
  }
  threads["assignment"] = lineItem(userId, at(count), { type: "unassigned", text: "Unassigned" })
  return threads
}
