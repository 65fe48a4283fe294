import { lockAddresses } from "../customers/locks.ts"
import { type CustomerColumns, lockCustomersWhole } from "../customers/write.ts"
import { type Db, overtaken, sql } from "../db/db.ts"
import type { Viewer } from "../http/viewer.ts"

export interface HeldCustomers {
  customers: (CustomerColumns & { id: number })[]
  /** All in which any of them has a part, as the one it is with or as a writer. */
  conversationIds: number[]
}

/**
 * Customers with everything that names them, so that they can go: nobody writes in their conversations, begins one with
 * them or gives them an address until the transaction ends. In the order of all: conversations, addresses, customers. Refuses
 * a viewer who may not change one of them.
 */
export async function holdWholeCustomers(db: Db, ids: number[], viewer?: Viewer): Promise<HeldCustomers> {
  const conversationIds = await listParts(db, ids)
  await db.run(sql`select from conversations where id = any(${conversationIds}::bigint[]) order by id for update`)
  const addresses = await listAddresses(db, ids)
  await lockAddresses(db, addresses)
  const customers = await lockCustomersWhole(db, ids, viewer)
  const known = new Set(conversationIds)
  const late = (await listParts(db, ids)).filter((id) => !known.has(id))
  // Waiting for one of these, against the order, could be for ever.
  const held = await db.many(sql`
    select from conversations where id = any(${late}::bigint[]) order by id for update skip locked`)
  const isNew = (address: string) => !addresses.includes(address)
  if (held.length < late.length || (await listAddresses(db, ids)).some(isNew)) throw overtaken()
  return { customers, conversationIds: [...conversationIds, ...late] }
}

async function listParts(db: Db, customerIds: number[]): Promise<number[]> {
  const theirs = sql`any(${customerIds}::bigint[])`
  const rows = await db.many<{ id: number }>(sql`
    select id from conversations where customer_id = ${theirs}
    union select id from conversations where created_by_customer_id = ${theirs}
    union select conversation_id from threads where customer_id = ${theirs}
    union select conversation_id from ratings where customer_id = ${theirs}`)
  return rows.map(({ id }) => id)
}

async function listAddresses(db: Db, customerIds: number[]): Promise<string[]> {
  const rows = await db.many<{ value: string }>(
    sql`select value from customer_emails where customer_id = any(${customerIds}::bigint[]) order by id`,
  )
  return rows.map(({ value }) => value)
}
