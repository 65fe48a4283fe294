import type { NewAddress } from "@deskhand/contract/customers/new-customer"
import { type Db, sql } from "../db/db.ts"
import type { AddressRow } from "./queries.ts"

export function addressRowOf(given: NewAddress): AddressRow {
  return {
    city: given.city ?? null,
    state: given.state ?? null,
    postal_code: given.postalCode ?? null,
    country: given.country?.toUpperCase() ?? null,
    lines: given.lines ?? [],
  }
}

/** Whole: what is left out is empty. */
export async function writeAddress(db: Db, customerId: number, row: AddressRow): Promise<void> {
  await db.run(sql`
    insert into customer_addresses (customer_id, city, state, postal_code, country, lines)
    values (${customerId}, ${row.city}, ${row.state}, ${row.postal_code}, ${row.country}, ${row.lines})
    on conflict (customer_id) do update set city = excluded.city, state = excluded.state,
      postal_code = excluded.postal_code, country = excluded.country, lines = excluded.lines`)
}

export async function deleteAddress(db: Db, customerId: number): Promise<void> {
  await db.run(sql`delete from customer_addresses where customer_id = ${customerId}`)
}
