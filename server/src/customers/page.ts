import { type Db, raw, sql } from "../db/db.ts"
import { estimatedTotal, type PageRange, type PageTotal, walkToPage } from "../db/page-walk.ts"
import type { Position } from "../http/cursor.ts"
import { type CustomerVersions, readVersions } from "./versions.ts"
import { type CustomerList, sortPage, totalOf, walkPage, walkThrough } from "./walk.ts"

/** What decides how a page of a text search is found. All are rows of `customers`; the times were measured at 100,000. */
export interface PageLimits {
  /** The newest customers that are tested to estimate how many match: in 10 ms. */
  sampled: number
  /** Matches in the sample from which testing one customer after the other soon fills a page: one in twenty. */
  common: number
  /** Matches that are read and sorted at most: in 100 ms. */
  sorted: number
}

const usualLimits: PageLimits = { sampled: 500, common: 25, sorted: 20_000 }

export interface VersionPage extends CustomerVersions, PageTotal {}

/**
 * One page of a list and how many it has in all. Three ways lead to it, as for conversations:
 *
 * 1. walk: without text, in the order of an index;
 * 2. match: few match the text, so all are looked up and sorted;
 * 3. walk and test: many match, so testing one after the other soon fills the page.
 */
export async function findCustomers(
  db: Db,
  list: CustomerList & { total?: number },
  limits = usualLimits,
): Promise<VersionPage> {
  const { filter, viewer, skip, size } = list
  const sample = await sampleOf(db, list, limits)
  if (!sample) {
    const total = list.total ?? totalOf(filter, viewer)
    const row = await walkToPage(db, { skip, size, total }, (walk) => walkPage(db, list, walk))
    return { ...readVersions(row), total: row.total }
  }
  const sorted = sample.isCommon ? undefined : await sortPage(db, list, limits.sorted)
  if (sorted) return { ...readVersions(sorted), total: sorted.total }
  const { versions, reference } = readVersions(await walkPage(db, list, uncounted({ skip, size: size + 1 })))
  const total = estimatedTotal(versions.length, { skip, size, estimate: sample.estimate })
  return { ...total, versions: versions.slice(0, size), reference }
}

export interface CursorPage extends CustomerVersions {
  /** The last customer shown, where more follow. */
  last: Position | undefined
  /** What cursors are sealed with. */
  signingKey: Buffer
}

/** The next customers newest first, without a total. */
export async function findCustomersAfter(
  db: Db,
  { size, ...scope }: Pick<CustomerList, "filter" | "viewer" | "after" | "size">,
): Promise<CursorPage> {
  const columns = sql`(select signing_key from account),
    max(c.created_at) filter (where page.position = ${raw(String(size))}) as last_at`
  const list = { ...scope, order: newest, skip: 0, size: size + 1, columns }
  const sample = await sampleOf(db, list, usualLimits)
  const row =
    (sample && !sample.isCommon ? await sortPage<CursorColumns>(db, list, usualLimits.sorted) : undefined) ??
    (await walkPage<CursorColumns>(db, list, uncounted(list)))
  const { versions, reference } = readVersions(row)
  const shown = versions.slice(0, size)
  const last = versions.length > size && row.last_at ? { createdAt: row.last_at, id: shown.at(-1)?.id ?? 0 } : undefined
  return { versions: shown, reference, last, signingKey: row.signing_key }
}

interface CursorColumns {
  signing_key: Buffer
  last_at: Date | null
}

const newest = { field: "createdAt", descending: true } as const

function uncounted({ skip, size }: PageRange) {
  return { skip, size, fromFarEnd: false, total: sql`0::bigint` }
}

interface Sample {
  isCommon: boolean
  /** Of how many match. */
  estimate: number
}

/** Undefined where the filter has no text. */
async function sampleOf(
  db: Db,
  { filter: { search, ...filter }, viewer }: CustomerList,
  { sampled, common }: PageLimits,
): Promise<Sample | undefined> {
  if (!search?.textual) return undefined
  const walk = walkThrough({ filter, order: newest, viewer })
  const { scope, hits } = await db.one<{ scope: number; hits: number }>(sql`
    select (${totalOf(filter, viewer)}) as scope, (
      select count(*) from customers
      where id = any(array(${walk({ direction: sql`desc`, limit: raw(String(sampled)) })})) and ${search.condition}) as hits`)
  return { isCommon: scope > sampled && hits >= common, estimate: Math.round((scope * hits) / sampled) }
}
