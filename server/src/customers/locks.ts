import { type Db, overtaken, sql } from "../db/db.ts"

/**
 * Those that have a copy of the customer's name or address, which changes with it. Comes before the locks on addresses,
 * as with everybody who writes in a conversation.
 */
export async function lockConversationsOf(db: Db, customerId: number): Promise<void> {
  await db.run(sql`
    select from conversations where id in (
      select id from conversations where customer_id = ${customerId}
      union select id from conversations where created_by_customer_id = ${customerId}
    ) order by id for no key update`)
}

/** So that nobody is made twice, and no address goes elsewhere meanwhile. Comes before the locks on customers. */
export async function lockAddresses(db: Db, addresses: string[]): Promise<void> {
  if (addresses.length === 0) return
  await db.run(sql`
    select pg_advisory_xact_lock(key) from (
      select distinct hashtextextended('customer ' || lower(address), 0) as key from unnest(${addresses}::text[]) as address
      order by key offset 0
    ) as sorted`)
}

/** They stay while this transaction lasts, though they may change. Who finds one of them gone looks again. */
export async function holdCustomers(db: Db, ids: number[]): Promise<void> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return
  const held = await db.many(sql`select from customers where id = any(${wanted}::bigint[]) order by id for key share`)
  if (held.length < wanted.length) throw overtaken()
}
