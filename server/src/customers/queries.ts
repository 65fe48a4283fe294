import type {
  CustomerChat,
  CustomerEmail,
  CustomerPhone,
  CustomerSocialProfile,
  CustomerWebsite,
  Gender,
  PhotoType,
  PropertyType,
} from "@deskhand/contract/customers/customer"
import { type Db, raw, type Sql, sql } from "../db/db.ts"
import { type Viewer, visibleTo } from "../http/viewer.ts"

export interface CustomerRow {
  id: number
  first_name: string | null
  last_name: string | null
  gender: Gender
  job_title: string | null
  location: string | null
  organization: string | null
  organization_id: number | null
  photo_type: PhotoType
  photo_url: string | null
  age: string | null
  background: string | null
  draft: boolean
  created_at: Date
  updated_at: Date
  conversation_count: number
  emails: Stored<CustomerEmail>[]
  phones: Stored<CustomerPhone>[]
  chats: Stored<CustomerChat>[]
  social_profiles: Stored<CustomerSocialProfile>[]
  websites: Stored<CustomerWebsite>[]
  /** Those that are set. */
  properties: { property_id: number; value: string; text: string; source_name: string }[]
}

type Stored<Entry> = Omit<Entry, "_links">

/** What a customer has several of; each has a table of this name. */
export type EntryKind = "emails" | "phones" | "chats" | "social_profiles" | "websites"

function entries(kind: EntryKind): Sql {
  const parts = kind === "websites" ? sql`'id', id, 'value', value` : sql`'id', id, 'value', value, 'type', type`
  return sql`coalesce((select json_agg(json_build_object(${parts}) order by id) from ${tableOf(kind)}
    where customer_id = customers.id), '[]') as ${raw(kind)}`
}

export function tableOf(kind: EntryKind): Sql {
  return raw(`customer_${kind}`)
}

/** In one statement, as is best for one; many are read by `listCustomerRows`. */
export function findCustomer(db: Db, viewer: Viewer, id: number): Promise<CustomerRow | undefined> {
  return db.maybe(sql`
    select ${ownColumns},
      ${entries("emails")}, ${entries("phones")}, ${entries("chats")}, ${entries("social_profiles")}, ${entries("websites")},
      coalesce((
        select json_agg(json_build_object('property_id', v.property_id, 'value', v.value, 'text', coalesce(o.label, v.value),
          'source_name', v.source_name))
        from ${valuesWithLabels} where v.customer_id = customers.id
      ), '[]') as properties,
      (select coalesce(sum(conversation_count), 0) from customer_inboxes
        where customer_id = customers.id and ${visibleTo(viewer, sql`inbox_id`)}) as conversation_count
    from customers where id = ${id}`)
}

/**
 * The name of the organization stands before the customer's own text, which counts only where no organization is
 * named, and is as short as that text must be.
 */
export const ownColumns = sql`customers.id, first_name, last_name, gender, job_title, location,
  coalesce((select left(name, 60) from organizations
    where id = customers.organization_id and removed_at is null), organization) as organization,
  (select id from organizations where id = customers.organization_id and removed_at is null) as organization_id,
  photo_type, photo_url, age, background, draft, created_at, updated_at`

export const valuesWithLabels = sql`customer_property_values v
  left join customer_property_options o on o.property_id = v.property_id and o.id::text = v.value`

export interface PropertyRow {
  id: number
  slug: string
  name: string
  type: PropertyType
}

/** All that the desk has, in the order in which they were made. */
export function listProperties(db: Db): Promise<PropertyRow[]> {
  return db.many(sql`select id, slug, name, type from customer_properties where deleted_at is null order by id`)
}

export interface AddressRow {
  city: string | null
  state: string | null
  postal_code: string | null
  country: string | null
  lines: string[]
}

export function findAddress(db: Db, customerId: number): Promise<AddressRow | undefined> {
  return db.maybe(sql`select city, state, postal_code, country, lines from customer_addresses
    where customer_id = ${customerId}`)
}

/** An empty one where the customer has none; undefined when there is no such customer. */
export function findAddressOf(db: Db, customerId: number): Promise<AddressRow | undefined> {
  return db.maybe(sql`
    select city, state, postal_code, country, coalesce(lines, '{}') as lines
    from customers left join customer_addresses on customer_id = customers.id where customers.id = ${customerId}`)
}

export interface EntryRow {
  id: number
  value: string
  type?: string
}

export function listEntries(
  db: Db,
  kind: EntryKind,
  { customerId, skip, size }: { customerId: number; skip: number; size: number },
): Promise<EntryRow[]> {
  return db.many(sql`
    select id, value ${kind === "websites" ? sql`` : sql`, type`} from ${tableOf(kind)}
    where customer_id = ${customerId} order by id limit ${size} offset ${skip}`)
}

export function findEntry(
  db: Db,
  kind: EntryKind,
  { customerId, id }: { customerId: number; id: number },
): Promise<EntryRow | undefined> {
  return db.maybe(sql`
    select id, value ${kind === "websites" ? sql`` : sql`, type`} from ${tableOf(kind)}
    where customer_id = ${customerId} and id = ${id}`)
}

/** Undefined when there is no such customer. */
export async function countEntries(db: Db, kind: EntryKind, customerId: number): Promise<number | undefined> {
  const row = await db.maybe<{ total: number }>(sql`
    select (select count(*) from ${tableOf(kind)} where customer_id = customers.id) as total
    from customers where id = ${customerId}`)
  return row?.total
}

/** As a customer's read shows it. */
export async function findOrganizationName(db: Db, id: number): Promise<string | undefined> {
  const row = await db.maybe<{ name: string }>(
    sql`select left(name, 60) as name from organizations where id = ${id} and removed_at is null`,
  )
  return row?.name
}

/** The first one, if there is any. */
export async function findCustomerEmail(db: Db, id: number): Promise<string | null> {
  return (await db.one<{ email: string }>(sql`select first_email(${id}) as email`)).email || null
}
