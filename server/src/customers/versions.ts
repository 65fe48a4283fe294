import { type Sql, sql } from "../db/db.ts"
import { referenceVersion } from "../db/reference-version.ts"
import type { Viewer } from "../http/viewer.ts"

/** What a text that was made of a customer is compared with, to see whether it is still right. */
export interface CustomerVersion {
  id: number
  version: string
  /** In the viewer's inboxes. It changes often and differs from viewer to viewer, and so is no part of the version. */
  conversationCount: string
}

/** Of many customers in one row, which the driver reads sooner than a row for each. */
export interface CustomerVersionsRow {
  versions: string | null
  /** Of the properties that customers can have. */
  reference: string
}

export interface CustomerVersions {
  versions: CustomerVersion[]
  reference: string
}

/**
 * The database's own version of the customer, with whose row addresses, lists and values of properties are written, and
 * the name of the organization, whose row changes with every conversation of it.
 */
export function versionColumns(viewer: Viewer): Sql {
  return sql`string_agg(concat(
      (select coalesce(sum(conversation_count), 0) from customer_inboxes
        where customer_id = c.id and inbox_id = any((select ${viewer.inboxIds}::bigint[])::bigint[])),
      ' ', c.id, ' ', c.xmin, ' ', to_json(left(o.name, 60))), e'\\n' order by page.position) as versions,
    ${referenceVersion} as reference`
}

/** Customers by an array of their ids, in its order. */
export function versionTables(ids: Sql): Sql {
  return sql`unnest(${ids}) with ordinality as page (id, position) join customers c on c.id = page.id
    left join organizations o on o.id = c.organization_id and o.removed_at is null`
}

export function readVersions({ versions, reference }: CustomerVersionsRow): CustomerVersions {
  const texts = versions?.split("\n") ?? []
  return {
    reference,
    versions: texts.map((text) => {
      const end = text.indexOf(" ")
      const version = `${text.slice(end + 1)} ${reference}`
      return { id: Number.parseInt(version, 10), version, conversationCount: text.slice(0, end) }
    }),
  }
}
