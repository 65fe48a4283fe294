import { type Db, type Sql, sql, unnamed } from "../db/db.ts"
import type { FoundPage } from "../db/page-walk.ts"
import { countConversations } from "./count.ts"
import { ownDrafts, scopeOf } from "./filter.ts"
import type { IndexQuery } from "./index-query.ts"
import { findMembers } from "./list.ts"
import type { Asked, FindLimits, Wanted } from "./looked.ts"
import { bandOf } from "./order.ts"
import { matches, rowsOf } from "./search-index.ts"
import { findSorted } from "./search-sorted.ts"
import { findMatchesByAge, findMatchesByBand } from "./search-weeks.ts"

type Indexed = Pick<Asked, "query" | "guess">

/**
 * A page of what the index of words knows exactly, and how many that is, with one look at all of them: few enough for that.
 * Undefined where another way is sooner.
 */
export async function findIndexed(
  db: Db,
  list: Wanted,
  { index, limits }: { index: Indexed; limits: FindLimits },
): Promise<FoundPage | undefined> {
  const { order, filter } = list
  const { query, guess } = index
  if (order.field === "createdAt") return findMatchesByAge(db, list, query)
  const band = bandOf(order)
  // All of it is sooner sorted than listed band by band.
  if (band)
    return list.size < guess.found ? findMatchesByBand(db, list, { index: query, band }) : findSorted(db, list, query)
  const isScored = order.field === "score" && filter.search !== undefined
  if (await isSoonSorted(db, list, { index, limits })) {
    const sorted = await findSorted(db, list, query)
    if (!isScored || sorted.matched > limits.tested) return sorted
  }
  if (guess.found > limits.gathered || (isScored && guess.found <= limits.few)) return undefined
  const page = await findMembers(db, { ...list, members: membersOf(list, query) })
  return isScored && page && page.total <= limits.few ? undefined : page
}

/** To read and sort all takes no longer than to pass by what does not match on the way to the page. */
export async function isSoonSorted(
  db: Db,
  { filter, order, viewer, skip, size }: Wanted,
  { index: { guess }, limits }: { index: Indexed; limits: FindLimits },
): Promise<boolean> {
  const { found } = guess
  if (found <= limits.few) return order.field !== "score"
  const passed = ((skip + size) * (await countConversations(db, scopeOf(filter), viewer))) / found
  return passed > limits.passedPerSorted * found
}

/** The ids of all that match. */
export function membersOf({ filter, viewer }: Wanted, query: IndexQuery): Sql {
  return sql`${rowsOf(sql`${unnamed} conversation_id as id`, matches(query, filter))}
    union all select id from conversations where ${ownDrafts(filter, viewer)}`
}
