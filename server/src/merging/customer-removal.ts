import { removeConversations } from "../conversations/remove.ts"
import { withdrawCustomer } from "../conversations/threads/writing/withdraw.ts"
import { deleteCustomers, refuseUnrelatedTo } from "../customers/write.ts"
import { type Db, sql } from "../db/db.ts"
import { DeskError, forbidden, notFound } from "../errors.ts"
import { recordEvent } from "../events/record.ts"
import type { CheckedChange } from "../http/input/if-match.ts"
import type { Desk } from "../http/route.ts"
import { type Viewer, visibleTo } from "../http/viewer.ts"
import { enqueueJob } from "../jobs/enqueue.ts"
import { holdWholeCustomers } from "./customer-locks.ts"

/** More than these take longer than somebody should wait for an answer. */
const mostConversations = 100

/** With their conversations, their ratings and what they wrote in those of others. */
export function removeCustomer(db: Db, id: number, { viewer, now, check }: CheckedChange): Promise<void> {
  return db.transaction(async (db) => {
    await refuseMany(db, id)
    const { customers, conversationIds } = await holdWholeCustomers(db, [id], viewer)
    if (customers.length === 0) throw notFound()
    await check(db)
    await refuseMany(db, id)
    await refuseHidden(db, viewer, conversationIds)
    await remove(db, { id, conversationIds, userId: viewer.userId, now })
  })
}

/** The same by a job, however many conversations there are. */
export function removeCustomerSoon(db: Db, id: number, { viewer, check }: CheckedChange): Promise<void> {
  return db.transaction(async (db) => {
    if (!(await db.maybe(sql`select from customers where id = ${id} for key share`))) throw notFound()
    await refuseUnrelatedTo(db, viewer, id)
    await check(db)
    const rows = await db.many<{ inbox_id: number }>(sql`
      select distinct inbox_id from conversations where customer_id = ${id} and not ${visibleTo(viewer, sql`inbox_id`)}
      union select inbox_id from conversations join threads on conversation_id = conversations.id
        where threads.customer_id = ${id} and not ${visibleTo(viewer, sql`inbox_id`)} limit 1`)
    if (rows.length > 0) throw hidden()
    const payload = { customerId: id, userId: viewer.userId }
    await enqueueJob(db, "customers.remove", { key: String(id), payload })
  })
}

/** What is done stays done when the job ends early; done again, it goes on with what is left. */
export async function finishRemoval({ db, now }: Desk, payload: unknown, signal: AbortSignal): Promise<void> {
  const { customerId, userId } = payload as { customerId: number; userId: number }
  for (;;) {
    signal.throwIfAborted()
    const removed = await db.transaction(async (db) => {
      const rows = await db.many<{ id: number }>(sql`select id from conversations where customer_id = ${customerId}
        order by id limit ${mostConversations} for update`)
      const ids = rows.map(({ id }) => id)
      await removeConversations(db, ids, { userId })
      return ids.length
    })
    if (removed === 0) break
  }
  await db.transaction(async (db) => {
    const { customers, conversationIds } = await holdWholeCustomers(db, [customerId])
    if (customers.length === 0) return
    await remove(db, { id: customerId, conversationIds, userId, now: now() })
  })
}

interface Removal {
  id: number
  conversationIds: number[]
  userId: number
  now: Date
}

async function remove(db: Db, { id, conversationIds, userId, now }: Removal): Promise<void> {
  const own = await db.many<{ id: number }>(sql`select id from conversations where customer_id = ${id} order by id`)
  const ids = own.map((conversation) => conversation.id)
  await removeConversations(db, ids, { userId })
  for (const conversationId of conversationIds.filter((other) => !ids.includes(other)).sort((a, b) => a - b))
    await withdrawCustomer(db, { conversationId, customerId: id, userId, now })
  await deleteCustomers(db, [id])
  await recordEvent(db, { kind: "customer.deleted", subjectId: id, userId })
}

async function refuseMany(db: Db, id: number): Promise<void> {
  const { total } = await db.one<{ total: number }>(sql`select count(*) as total from (
    select from conversations where customer_id = ${id} limit ${mostConversations + 1}) as found`)
  if (total > mostConversations)
    throw new DeskError(
      403,
      "too_many_conversations",
      `The customer has more than ${mostConversations} conversations; delete them with ?async=true`,
    )
}

async function refuseHidden(db: Db, viewer: Viewer, conversationIds: number[]): Promise<void> {
  const row = await db.maybe(sql`select from conversations where id = any(${conversationIds}::bigint[])
    and not ${visibleTo(viewer, sql`inbox_id`)} limit 1`)
  if (row) throw hidden()
}

function hidden(): DeskError {
  return forbidden("The customer has conversations in inboxes that you may not see; ask an administrator")
}
