import { type Db, type Sql, sql } from "../db/db.ts"
import { entryKinds, listAllEntries, sameEntry } from "./entries.ts"
import { type EntryKind, tableOf } from "./queries.ts"

interface Merge {
  id: number
  otherIds: number[]
}

/** Lists, address and properties of the others become this customer's; what they have too is dropped. */
export async function moveParts(db: Db, { id, otherIds }: Merge): Promise<void> {
  for (const kind of entryKinds) for (const otherId of otherIds) await moveEntries(db, kind, { id, otherId })
  const order = sql`array_position(${otherIds}::bigint[], customer_id)`
  const theirs = sql`any(${otherIds}::bigint[])`
  await db.run(sql`
    insert into customer_addresses (customer_id, city, state, postal_code, country, lines)
    select ${id}, city, state, postal_code, country, lines from customer_addresses where customer_id = ${theirs}
    order by ${order} limit 1
    on conflict (customer_id) do nothing`)
  await db.run(sql`
    insert into customer_property_values (customer_id, property_id, value, source_name)
    select distinct on (property_id) ${id}::bigint, property_id, value, source_name from customer_property_values
    where customer_id = ${theirs} order by property_id, ${order}
    on conflict (customer_id, property_id) do nothing`)
}

/** Behind the customer's own: the first address is the one that is written to. */
async function moveEntries(db: Db, kind: EntryKind, { id, otherId }: { id: number; otherId: number }): Promise<void> {
  const own = await listAllEntries(db, kind, id)
  const fresh = (await listAllEntries(db, kind, otherId)).filter((entry) => !own.some(sameEntry(kind, entry)))
  await db.run(sql`delete from ${tableOf(kind)} where customer_id = ${otherId}`)
  const typed: Sql = kind === "websites" ? sql`` : sql`, type`
  const types: Sql = kind === "websites" ? sql`` : sql`, ${fresh.map(({ type }) => type ?? "other")}::text[]`
  await db.run(sql`
    insert into ${tableOf(kind)} (customer_id, value ${typed})
    select ${id}, value ${typed} from unnest(${fresh.map(({ value }) => value)}::text[] ${types})
      with ordinality as given (value ${typed}, place) order by place`)
}
