import { findSigningKey } from "../account/queries.ts"
import { type Db, sql } from "../db/db.ts"
import { estimatedPage, type FoundPage } from "../db/page-walk.ts"
import type { Position } from "../http/cursor.ts"
import type { Viewer } from "../http/viewer.ts"
import type { CustomerFilter } from "./filter.ts"
import {
  type CustomerList,
  type CustomerStretch,
  countCustomers,
  findNearCustomers,
  findSealedCustomers,
  listCustomerIds,
  listCustomerPositions,
  listFewCustomers,
  type SealedStretch,
} from "./list.ts"
import { type CustomerVersions, listCustomerVersions } from "./versions.ts"

export interface FindLimits {
  /** How many of the newest customers tell how common a match is. */
  sample: number
  /** With so many of them in the sample, walking finds a page soon. */
  common: number
  /** So many customers are fetched and sorted rather than walked to. */
  few: number
}

const usualLimits: FindLimits = { sample: 500, common: 25, few: 20_000 }

export interface FoundCustomers extends CustomerVersions, Omit<FoundPage, "ids"> {}

/** One page, and how many there are in all. */
export async function findCustomers(db: Db, list: Omit<CustomerList, "total">): Promise<FoundCustomers> {
  const near = list.filter.search?.textual ? undefined : await findNearCustomers(db, list)
  if (near) return near
  const { ids, ...found } = await findCustomerIds(db, list)
  return { ...found, ...(await listCustomerVersions(db, list.viewer, ids)) }
}

/** The ids of one page and how many there are in all. */
export async function findCustomerIds(
  db: Db,
  list: Omit<CustomerList, "total">,
  limits = usualLimits,
): Promise<FoundPage> {
  const sampled = await sampleOf(db, list.filter, { viewer: list.viewer, limits })
  if (!sampled) return findCounted(db, list)
  const few = sampled.rare ? await listFewCustomers(db, list, limits.few) : undefined
  if (few) return { ids: few.positions.map(({ id }) => id), total: few.total }
  return findEstimated(db, list, sampled.estimate)
}

/** The next ones newest first, without a total. */
export async function findCustomerStretch(db: Db, stretch: CustomerStretch): Promise<SealedStretch> {
  const { filter, viewer, size } = stretch
  if (!filter.search?.textual) return findSealedCustomers(db, stretch)
  const positions = await findCustomerPositions(db, { ...stretch, size: size + 1 })
  const shown = positions.slice(0, size)
  const found = await listCustomerVersions(
    db,
    viewer,
    shown.map(({ id }) => id),
  )
  const last = positions.length > size ? shown.at(-1) : undefined
  return { ...found, last, signingKey: await findSigningKey(db) }
}

async function findCustomerPositions(db: Db, stretch: CustomerStretch): Promise<Position[]> {
  const sampled = await sampleOf(db, stretch.filter, { viewer: stretch.viewer, limits: usualLimits })
  const order = { field: "createdAt", descending: true } as const
  const few = sampled?.rare ? await listFewCustomers(db, { ...stretch, order, skip: 0 }, usualLimits.few) : undefined
  return few?.positions ?? listCustomerPositions(db, stretch)
}

interface Sampled {
  /** Looked up in the index of texts sooner than walked for. */
  rare: boolean
  /** About how many there are. */
  estimate: number
}

/** As lists of conversations decide (ADR 17). Undefined where nothing is looked for in texts, or there are so few. */
async function sampleOf(
  db: Db,
  filter: CustomerFilter,
  { viewer, limits }: { viewer: Viewer; limits: FindLimits },
): Promise<Sampled | undefined> {
  const { search, ...scope } = filter
  if (!search?.textual) return undefined
  const everything = await countCustomers(db, scope, viewer)
  if (everything <= limits.sample) return undefined
  const newest = { order: { field: "createdAt", descending: true }, skip: 0, size: limits.sample } as const
  const ids = await listCustomerIds(db, { ...newest, filter: scope, viewer, total: everything })
  const { hits } = await db.one<{ hits: number }>(sql`
    select count(*) as hits from customers where id = any(${ids}::bigint[]) and ${search.condition}`)
  return { rare: hits < limits.common, estimate: Math.round((everything * hits) / limits.sample) }
}

async function findCounted(db: Db, list: Omit<CustomerList, "total">): Promise<FoundPage> {
  const total = await countCustomers(db, list.filter, list.viewer)
  return { ids: await listCustomerIds(db, { ...list, total }), total }
}

/** One row more than the page says whether the end is there, and then how many there are. */
async function findEstimated(db: Db, list: Omit<CustomerList, "total">, estimate: number): Promise<FoundPage> {
  const { skip, size } = list
  // Too many to score each of them.
  const order = list.order.field === "score" ? { ...list.order, field: "modifiedAt" as const } : list.order
  const ids = await listCustomerIds(db, { ...list, order, size: size + 1, total: Infinity })
  return estimatedPage(ids, { skip, size, estimate })
}
