import { type Db, sql } from "../db/db.ts"
import type { Viewer } from "../http/viewer.ts"
import { findFew } from "../search/few.ts"
import type { CustomerFilter } from "./filter.ts"
import { type CustomerList, countCustomers, listCustomerIds, listCustomerPositions } from "./list.ts"
import type { CustomerSearch } from "./search.ts"

export interface FoundPage {
  ids: number[]
  total: number
}

export interface FindLimits {
  /** How many of the newest customers tell how common a match is. */
  sample: number
  /** With so many of them in the sample, walking finds a page soon. */
  common: number
  /** So many customers are fetched and sorted rather than walked to. */
  few: number
}

const usualLimits: FindLimits = { sample: 500, common: 25, few: 20_000 }

/** The ids of one page and how many there are in all. */
export async function findCustomerIds(
  db: Db,
  list: Omit<CustomerList, "total">,
  limits = usualLimits,
): Promise<FoundPage> {
  const { filter, estimate } = await narrowSearch(db, list.filter, { viewer: list.viewer, limits })
  if (estimate !== undefined) return findEstimated(db, list, estimate)
  const total = await countCustomers(db, filter, list.viewer)
  return { ids: await listCustomerIds(db, { ...list, filter, total }), total }
}

export interface NarrowedSearch {
  filter: CustomerFilter
  /** About how many there are, where they are too many to be counted. */
  estimate: number | undefined
}

/** Decides as lists of conversations do (ADR 17) whether texts are looked up in their index or walked for. */
export async function narrowSearch(
  db: Db,
  filter: CustomerFilter,
  { viewer, limits = usualLimits }: { viewer: Viewer; limits?: FindLimits },
): Promise<NarrowedSearch> {
  const { search, ...scope } = filter
  if (!search?.textual) return { filter, estimate: undefined }
  const everything = await countCustomers(db, scope, viewer)
  if (everything <= limits.sample) return { filter, estimate: undefined }
  const hits = await countInSample(db, scope, { search, viewer, size: limits.sample })
  const candidateIds =
    hits < limits.common ? await findFew(db, search.query, { most: limits.few, idsOf: search.idsOf }) : undefined
  if (candidateIds) return { filter: { ...scope, search: { ...search, candidateIds } }, estimate: undefined }
  return { filter, estimate: Math.round((everything * hits) / limits.sample) }
}

async function countInSample(
  db: Db,
  filter: CustomerFilter,
  { search, viewer, size }: { search: CustomerSearch; viewer: Viewer; size: number },
): Promise<number> {
  const newest = await listCustomerPositions(db, { filter, viewer, after: undefined, size })
  const ids = newest.map(({ id }) => id)
  const { hits } = await db.one<{ hits: number }>(sql`
    select count(*) as hits from customers where id = any(${ids}::bigint[]) and ${search.condition}`)
  return hits
}

/** One row more than the page says whether the end is there, and then how many there are. */
async function findEstimated(db: Db, list: Omit<CustomerList, "total">, estimate: number): Promise<FoundPage> {
  const { skip, size } = list
  const ids = await listCustomerIds(db, { ...list, size: size + 1, total: Infinity })
  if (ids.length > size) return { ids: ids.slice(0, size), total: Math.max(estimate, skip + size + 1) }
  return { ids, total: ids.length === 0 ? Math.min(estimate, skip) : skip + ids.length }
}
