import type { NewCustomer } from "@deskhand/contract/customers/new-customer"
import { type Db, sql } from "../db/db.ts"
import type { Viewer } from "../http/viewer.ts"
import { refuseUnrelated } from "../organizations/change-rights.ts"
import type { CustomerRow } from "./queries.ts"

/** What can be written of a customer beside their lists. */
export type CustomerColumns = Pick<
  CustomerRow,
  | "first_name"
  | "last_name"
  | "gender"
  | "job_title"
  | "location"
  | "organization"
  | "organization_id"
  | "photo_type"
  | "photo_url"
  | "age"
  | "background"
>

const columns = sql`first_name, last_name, gender, job_title, location, organization, organization_id, photo_type,
  photo_url, age, background`

/** What is left out is empty. */
export function columnsOf(given: NewCustomer, organizationId: number | null): CustomerColumns {
  return {
    first_name: given.firstName ?? null,
    last_name: given.lastName ?? null,
    gender: given.gender ?? "unknown",
    job_title: given.jobTitle ?? null,
    location: given.location ?? null,
    // The text counts only where no organization is named.
    organization: given.organizationId === undefined ? (given.organization ?? null) : null,
    organization_id: organizationId,
    photo_type: given.photoType ?? "unknown",
    photo_url: given.photoUrl ?? null,
    age: given.age ?? null,
    background: given.background ?? null,
  }
}

export async function insertCustomer(db: Db, row: CustomerColumns, now: Date): Promise<number> {
  const { id } = await db.one<{ id: number }>(sql`
    insert into customers (first_name, last_name, gender, job_title, location, organization, organization_id,
      photo_type, photo_url, age, background, created_at, updated_at)
    values (${row.first_name}, ${row.last_name}, ${row.gender}, ${row.job_title}, ${row.location}, ${row.organization},
      ${row.organization_id}, ${row.photo_type}, ${row.photo_url}, ${row.age}, ${row.background}, ${now}, ${now})
    returning id`)
  return id
}

/** Names and organization only where they change, because each conversation of the customer has a copy of them. */
export async function updateCustomer(db: Db, id: number, row: CustomerColumns, now: Date): Promise<void> {
  await db.run(sql`
    update customers set gender = ${row.gender}, job_title = ${row.job_title}, location = ${row.location},
      organization = ${row.organization}, photo_type = ${row.photo_type}, photo_url = ${row.photo_url},
      age = ${row.age}, background = ${row.background}, updated_at = ${now}
    where id = ${id}`)
  await db.run(sql`
    update customers set first_name = ${row.first_name}, last_name = ${row.last_name},
      organization_id = ${row.organization_id}
    where id = ${id} and (first_name, last_name, organization_id)
      is distinct from (${row.first_name}::text, ${row.last_name}::text, ${row.organization_id}::bigint)`)
}

/** Whoever changes them next waits. Undefined where there is no such customer. Refuses who may not change them. */
export async function lockCustomer(db: Db, id: number, viewer: Viewer): Promise<CustomerColumns | undefined> {
  const locked = await db.maybe<CustomerColumns>(
    sql`select ${columns} from customers where id = ${id} for no key update`,
  )
  if (locked) await refuseUnrelatedTo(db, viewer, id)
  return locked
}

export function refuseUnrelatedTo(db: Db, viewer: Viewer, id: number): Promise<void> {
  return refuseUnrelated(db, viewer, {
    threads: sql`threads.customer_id = ${id}`,
    conversations: sql`conversations.customer_id = ${id}`,
  })
}

export async function touchCustomer(db: Db, id: number, now: Date): Promise<void> {
  await db.run(sql`update customers set updated_at = ${now} where id = ${id}`)
}

export async function updateOrganizationOf(db: Db, id: number, organizationId: number): Promise<void> {
  await db.run(sql`update customers set organization_id = ${organizationId} where id = ${id}`)
}

/**
 * Nobody can name them in a new row until the transaction ends. In id order; those that are not there are left out. Refuses
 * who may not change one of them; a job goes on with what was allowed before, and has no viewer.
 */
export async function lockCustomersWhole(
  db: Db,
  ids: number[],
  viewer: Viewer | undefined,
): Promise<(CustomerColumns & { id: number })[]> {
  const locked = await db.many<CustomerColumns & { id: number }>(
    sql`select id, ${columns} from customers where id = any(${ids}::bigint[]) order by id for update`,
  )
  if (viewer) for (const { id } of locked) await refuseUnrelatedTo(db, viewer, id)
  return locked
}

export async function deleteCustomers(db: Db, ids: number[]): Promise<void> {
  await db.run(sql`delete from customers where id = any(${ids}::bigint[])`)
}
