import { moveParts } from "../customers/merge.ts"
import { filledIn } from "../customers/rules.ts"
import { deleteCustomers, updateCustomer } from "../customers/write.ts"
import { type Db, sql } from "../db/db.ts"
import { invalid, notFound } from "../errors.ts"
import { recordEvent } from "../events/record.ts"
import type { CheckedChange } from "../http/input/if-match.ts"
import { holdWholeCustomers } from "./customer-locks.ts"

/** So many conversations in one statement that none takes long. */
const batchSize = 500

/**
 * Everything of the others becomes this one's, and they are gone. What the one has stays; where it has nothing, it takes
 * what the others have, in the order in which they are named.
 */
export function mergeCustomers(
  db: Db,
  { id, customerIds }: { id: number; customerIds: number[] },
  { viewer, now, check }: CheckedChange,
): Promise<void> {
  const otherIds = [...new Set(customerIds)]
  if (otherIds.includes(id)) throw refused(customerIds, id, "cannot be merged into itself")
  return db.transaction(async (db) => {
    const { customers, conversationIds } = await holdWholeCustomers(db, [id, ...otherIds], viewer)
    const byId = new Map(customers.map((customer) => [customer.id, customer]))
    const survivor = byId.get(id)
    if (!survivor) throw notFound()
    await check(db)
    const others = otherIds.map((otherId) => {
      const other = byId.get(otherId)
      if (!other) throw refused(customerIds, otherId, "is no customer of this desk")
      return other
    })
    const moved = await moveConversations(db, { id, otherIds, conversationIds })
    await moveParts(db, { id, otherIds })
    await updateCustomer(db, id, filledIn(survivor, others), now)
    await deleteCustomers(db, otherIds)
    const { userId } = viewer
    for (const conversation of moved)
      await recordEvent(db, {
        kind: "convo.updated",
        subjectId: conversation.id,
        userId,
        inboxId: conversation.inbox_id,
        conversationId: conversation.id,
        data: { changed: ["primaryCustomer"] },
      })
    for (const otherId of otherIds)
      await recordEvent(db, { kind: "customer.deleted", subjectId: otherId, userId, data: { mergedInto: id } })
    await recordEvent(db, { kind: "customer.updated", subjectId: id, userId, data: { merged: otherIds } })
  })
}

interface Move {
  id: number
  otherIds: number[]
  conversationIds: number[]
}

/** Gives those that are with this customer now. */
async function moveConversations(db: Db, { id, otherIds, conversationIds }: Move) {
  const theirs = sql`any(${otherIds}::bigint[])`
  const moved: { id: number; inbox_id: number }[] = []
  for (let from = 0; from < conversationIds.length; from += batchSize) {
    const batch = sql`any(${conversationIds.slice(from, from + batchSize)}::bigint[])`
    moved.push(
      ...(await db.many<{ id: number; inbox_id: number }>(sql`update conversations set customer_id = ${id}
        where id = ${batch} and customer_id = ${theirs} returning id, inbox_id`)),
    )
    await db.run(sql`update conversations set created_by_customer_id = ${id}
      where id = ${batch} and created_by_customer_id = ${theirs}`)
    for (const table of [sql`threads`, sql`ratings`])
      await db.run(sql`update ${table} set customer_id = ${id}
        where conversation_id = ${batch} and customer_id = ${theirs}`)
  }
  return moved
}

function refused(customerIds: number[], id: number, message: string) {
  const path = `customerIds[${customerIds.indexOf(id)}]`
  return invalid({ path, message, rejectedValue: id, source: "JSON" })
}
