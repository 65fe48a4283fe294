import { type Db, sql } from "../../../db/db.ts"
import { insertConversation, insertConversations, insertMerged } from "../../insert/conversations.ts"
import { fromCustomer, lineItem, reply } from "../../insert/threads.ts"
import type { Desk } from "../desk.ts"

/** The two halves name one another, so the first learns of the second afterwards. */
export async function insertForward(db: Db, { clock, users, inboxes, customers }: Desk) {
  const forwardParent = await insertConversation(db, {
    inboxId: inboxes.support,
    customerId: customers.female,
    subject: "Forwarded to a supplier",
    threads: {
      question: fromCustomer(clock.ago({ days: 18 }), "<p>The cogs are too small.</p>"),
      forward: {
        type: "forwardparent",
        createdById: users.ada,
        createdAt: clock.ago({ days: 17 }),
        body: "<p>Can you make larger cogs?</p>",
        to: ["colleague@engines.scenario.example"],
      },
    },
  })
  const forwardChild = await insertConversation(db, {
    inboxId: inboxes.support,
    customerId: customers.colleague,
    subject: "Fwd: Forwarded to a supplier",
    source: { type: "emailfwd", via: "user" },
    threads: {
      forwarded: {
        type: "forwardchild",
        createdById: users.ada,
        createdAt: clock.ago({ days: 17 }),
        body: "<p>Can you make larger cogs?</p>",
        to: ["colleague@engines.scenario.example"],
        linkedConversationId: forwardParent.id,
      },
      answer: fromCustomer(clock.ago({ days: 16 }), "<p>We can.</p>"),
    },
  })
  await db.run(sql`update threads set linked_conversation_id = ${forwardChild.id}
    where id = ${forwardParent.threads.forward}`)
  return { forwardParent, forwardChild }
}

/** Merged conversations are gone but for their ids; their threads are in the conversations named here. */
export async function insertMerges(db: Db, { clock, users, inboxes, customers }: Desk) {
  const target = (inboxId: number, subject: string, days: number) => ({
    inboxId,
    customerId: customers.male,
    subject,
    threads: {
      question: fromCustomer(clock.ago({ days: days + 10 }), "<p>I write twice.</p>"),
      again: fromCustomer(clock.ago({ days: days + 9 }), "<p>As I said, I write twice.</p>"),
      merging: lineItem(users.ada, clock.ago({ days }), { type: "merged", text: "Merged with another conversation" }),
      answer: reply(users.ada, clock.ago({ days: days - 1 }), "<p>Once is enough.</p>"),
    },
  })
  const { support: inboxId, hidden } = inboxes
  const targets = await insertConversations(db, {
    mergedInto: target(inboxId, "Merged into", 2),
    mergedLongAgoInto: target(inboxId, "Merged into, long ago", 61),
    mergedAlmostLongAgoInto: target(inboxId, "Merged into, almost long ago", 59),
    chainEnd: target(inboxId, "The end of a chain of merges", 10),
    mergedHiddenInto: target(hidden, "Merged into, in the hidden inbox", 3),
  })
  const merged = {
    merged: { inboxId, intoId: targets.mergedInto.id, days: 2 },
    mergedLongAgo: { inboxId, intoId: targets.mergedLongAgoInto.id, days: 61 },
    mergedAlmostLongAgo: { inboxId, intoId: targets.mergedAlmostLongAgoInto.id, days: 59 },
    /** Was merged into the middle, which was merged into the end: both lead there at once. */
    chainStart: { inboxId, intoId: targets.chainEnd.id, days: 20 },
    chainMiddle: { inboxId, intoId: targets.chainEnd.id, days: 10 },
    /** Stood where many may look, and went where few may. */
    mergedOutOfSight: { inboxId, intoId: targets.mergedHiddenInto.id, days: 3 },
    mergedHidden: { inboxId: hidden, intoId: targets.mergedHiddenInto.id, days: 3 },
  }
  const ids: Partial<Record<keyof typeof merged, number>> = {}
  for (const [name, { days, ...merge }] of Object.entries(merged))
    ids[name as keyof typeof merged] = await insertMerged(db, { ...merge, mergedAt: clock.ago({ days }) })
  return { targets, merged: ids as Record<keyof typeof merged, number> }
}
