import { type Db, sql } from "../db/db.ts"
import { countConversations } from "./count.ts"
import { type ConversationList, listConversationIds } from "./list.ts"
import { findFew, type Search } from "./search.ts"

export interface FoundPage {
  ids: number[]
  total: number
}

export interface FindLimits {
  /** How many of the newest conversations tell how common a match is. */
  sample: number
  /** With so many of them in the sample, walking finds a page soon. */
  common: number
  /** So many conversations are fetched and sorted rather than walked to. */
  few: number
}

const usualLimits: FindLimits = { sample: 500, common: 25, few: 5_000 }

/** The ids of one page and how many there are in all. */
export async function findConversationIds(
  db: Db,
  list: Omit<ConversationList, "total">,
  limits = usualLimits,
): Promise<FoundPage> {
  const { search } = list.filter
  if (!search?.deep) return findCounted(db, list)
  const scope = { ...list.filter, search: search.shallow }
  const everything = await countConversations(db, scope, list.viewer)
  if (everything <= limits.sample) return findCounted(db, { ...list, bounded: true })
  const hits = await countInSample(db, { ...list, filter: scope }, { search, limits })
  const few = hits < limits.common ? await findFew(db, search.query, limits.few) : undefined
  if (few) {
    const filter = { ...scope, search: { ...search, candidateIds: few } }
    return findCounted(db, { ...list, filter, bounded: true })
  }
  if (!search.uncountable) return findCounted(db, list)
  return findEstimated(db, list, Math.round((everything * hits) / limits.sample))
}

async function findCounted(db: Db, list: Omit<ConversationList, "total">): Promise<FoundPage> {
  const total = await countConversations(db, list.filter, list.viewer)
  return { ids: await listConversationIds(db, { ...list, total }), total }
}

async function countInSample(
  db: Db,
  list: Omit<ConversationList, "total">,
  { search, limits }: { search: Search; limits: FindLimits },
): Promise<number> {
  const order = { field: "createdAt", descending: true } as const
  const newest = await listConversationIds(db, { ...list, order, skip: 0, size: limits.sample, total: Infinity })
  const { hits } = await db.one<{ hits: number }>(sql`
    select count(*) as hits from conversations where id = any(${newest}::bigint[]) and ${search.condition}`)
  return hits
}

/**
 * What is found too often to be counted. The total is the sample's share of all, until a page shows where the end is;
 * one row more than the page says whether it is there.
 */
async function findEstimated(db: Db, list: Omit<ConversationList, "total">, estimate: number): Promise<FoundPage> {
  const { skip, size } = list
  const ids = await listConversationIds(db, { ...list, size: size + 1, total: Infinity })
  if (ids.length > size) return { ids: ids.slice(0, size), total: Math.max(estimate, skip + size + 1) }
  const total = ids.length === 0 ? Math.min(estimate, skip) : skip + ids.length
  return { ids, total }
}
