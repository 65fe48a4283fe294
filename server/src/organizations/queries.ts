import type { OrganizationProperty } from "@deskhand/contract/customers/organization"
import { type Db, empty, type Sql, sql } from "../db/db.ts"
import { pageIds, walkToPage } from "../db/page-walk.ts"
import { referenceVersion } from "../db/reference-version.ts"
import { type Viewer, visibleTo } from "../http/viewer.ts"
import type { OrganizationOrder } from "./rules.ts"

export interface OrganizationRow {
  id: number
  name: string
  website: string | null
  description: string | null
  location: string | null
  logo_url: string | null
  note: string | null
  phones: string[]
  brand_color: string | null
  domains: string[]
}

export interface CountedOrganizationRow extends OrganizationRow {
  /** Customers belong to no inbox, so everybody is told of all of them. */
  customer_count: number
  /** Of the inboxes that the viewer may see. */
  conversation_count: number
}

const columns = sql`organizations.id, name, website, description, location, logo_url, note, phones, brand_color,
  array(select domain from organization_domains where organization_id = organizations.id
    order by organization_domains.position, domain) as domains`

export function findOrganization(db: Db, viewer: Viewer, id: number): Promise<CountedOrganizationRow | undefined> {
  return db.maybe(sql`
    select ${columns},
      (select sum(customers) from organization_totals where organization_id = organizations.id) as customer_count,
      (select coalesce(sum(amount), 0) from organization_inbox_totals
        where organization_id = organizations.id and ${visibleTo(viewer, sql`inbox_id`)}) as conversation_count
    from organizations where id = ${id} and removed_at is null`)
}

/** Undefined where there is none, or not any more. */
export function findOrganizationId(db: Db, id: number): Promise<{ id: number } | undefined> {
  return db.maybe(sql`select id from organizations where id = ${id} and removed_at is null`)
}

/** The organization that claims the first of these domains that any does. */
export function findOrganizationOf(db: Db, domains: string[]): Promise<{ id: number } | undefined> {
  return db.maybe(sql`
    select organization_id as id from unnest(${domains}::text[]) with ordinality as given (domain, place)
    join organization_domains using (domain) order by place limit 1`)
}

export interface OrganizationList {
  /** Part of the name or of a domain; undefined does not ask. */
  containing: string | undefined
  order: OrganizationOrder
  skip: number
  size: number
}

/** What a text that was made of an organization is compared with, to see whether it is still right. */
export interface OrganizationVersion {
  id: number
  version: string
}

export interface FoundOrganizations {
  versions: OrganizationVersion[]
  total: number
}

/** The versions of one page, and how many there are in all. */
export function findOrganizations(db: Db, list: OrganizationList): Promise<FoundOrganizations> {
  const { order, containing, skip, size } = list
  const matches = containing === undefined ? empty : sql`and id in (${matching(containing)})`
  return walkToPage(db, { skip, size, total: totalOf(containing) }, async (walk) => {
    const ids = pageIds(
      walk,
      order.descending,
      ({ direction, limit }) => sql`
        select id from organizations where removed_at is null ${matches}
        order by ${sortKeys[order.field]} ${direction}, id ${direction} limit ${limit}`,
    )
    // The database's own version of the organization, with whose row its domains are written.
    const row = await db.one<{ versions: string | null; reference: string; total: number }>(sql`
      select string_agg(concat(o.id, ' ', o.xmin), ',' order by page.position) as versions,
        ${referenceVersion} as reference, (${walk.total}) as total
      from unnest(array(${ids})) with ordinality as page (id, position) join organizations o on o.id = page.id`)
    const texts = row.versions?.split(",") ?? []
    const versions = texts.map((text) => ({ id: Number.parseInt(text, 10), version: `${text} ${row.reference}` }))
    return { versions, total: row.total }
  })
}

/** In no order. */
export function listOrganizations(db: Db, ids: number[]): Promise<OrganizationRow[]> {
  return db.many(sql`select ${columns} from organizations where id = any(${ids}::bigint[])`)
}

/**
 * As in the indexes of db/schema/06-organizations.sql: over everybody's conversations, whoever looks. An order of each viewer's own
 * would need counts per viewer; what an order tells of other inboxes is who writes more, and never how much. Numbers
 * are shown only of the viewer's inboxes. The columns follow within a second or so (ADR 25); the numbers are right at once.
 */
const sortKeys = {
  name: sql`lower(name) collate "C"`,
  customerCount: sql`customer_count`,
  conversationCount: sql`conversation_count`,
  lastInteractionAt: sql`coalesce(last_interaction_at, '-infinity')`,
}

function totalOf(containing: string | undefined): Sql {
  return containing === undefined
    ? sql`select coalesce(sum(amount), 0) - (select count(*) from organizations where removed_at is not null) as total
        from table_totals where table_name = 'organizations'`
    : sql`select count(*) as total from (${matching(containing)}) as found`
}

/** Their ids, once each. */
function matching(part: string): Sql {
  const pattern = `%${part.replace(/[\\%_]/g, "\\$&")}%`
  return sql`select id from organizations where name ilike ${pattern} and removed_at is null
    union select organization_id from organization_domains where domain like lower(${pattern})`
}

export interface OrganizationPropertyRow {
  id: number
  slug: string
  name: string
  type: OrganizationProperty["type"]
  options: string[]
  value: string
}

/** Those that are set, in the order in which they were made. */
export function listOrganizationProperties(db: Db, organizationId: number): Promise<OrganizationPropertyRow[]> {
  return db.many(sql`
    select id, slug, name, type, options, value from organization_property_values
    join organization_properties on id = property_id
    where organization_id = ${organizationId} and deleted_at is null order by id`)
}
