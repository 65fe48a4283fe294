import type { Db } from "../db/db.ts"
import { countConversations, countOwnDrafts, leftOutOf } from "./count.ts"
import { type ConversationFilter, scopeOf } from "./filter.ts"
import { membersOf } from "./find-indexed.ts"
import type { IndexQuery } from "./index-query.ts"
import { type ConversationList, listConversationIds, listUncountedBands } from "./list.ts"
import type { Counted, LeftOut, Tested, Wanted } from "./looked.ts"
import { bandOf } from "./order.ts"
import { countMatches } from "./search-index.ts"
import { listRestByAge } from "./search-weeks.ts"

/** How many there are of a query that asks only for what is not there; undefined where they are too many to count. */
export async function countRest(db: Db, { list, leftOut, everything, limits }: Counted): Promise<number | undefined> {
  const { filter, viewer } = list
  const left = await leftOutOf(db, filter)
  if (left) return everything - (await countConversations(db, left, viewer))
  if (leftOut === undefined || leftOut.guess.found > limits.counted) return undefined
  return everything - (await countLeftOut(db, list, leftOut.query))
}

async function countLeftOut(
  db: Db,
  { filter, viewer }: Pick<Wanted, "filter" | "viewer">,
  query: IndexQuery,
): Promise<number> {
  const drafts = (await countOwnDrafts(db, scopeOf(filter), viewer)) - (await countOwnDrafts(db, filter, viewer))
  return drafts + (await countMatches(db, query, filter))
}

/** A far page of the same: from the weeks that hold it, or else by a walk that passes by what is left out, or tests each. */
export function listRest(
  db: Db,
  { list, search, everything, limits }: Counted,
  { page, leftOut: { query, guess }, soon }: { page: ConversationList; leftOut: LeftOut; soon: Tested | undefined },
): Promise<number[]> {
  const share = Number.isFinite(page.total) ? page.total / Math.max(1, everything) : 1 - guess.share
  const byAge = (part: ConversationList) => listRestByAge(db, part, { index: query, share })
  if (page.order.field === "createdAt") return byAge(page)
  if (bandOf(page.order)) {
    const { viewer } = list
    const count = async (filter: ConversationFilter) =>
      (await countConversations(db, scopeOf(filter), viewer)) - (await countLeftOut(db, { filter, viewer }, query))
    return listUncountedBands(page, { count, list: byAge })
  }
  const left = { ...list, filter: { ...list.filter, search: search.leftOut } }
  // Those at the beginning of this order may be fewer than of the whole.
  const near = soon ? soon.found.length / soon.tested : share
  const tests = (page.skip + page.size) / Math.min(share, near)
  const isSoonRead = guess.found <= Math.max(limits.gathered, tests * limits.readPerTest)
  return listConversationIds(db, isSoonRead ? { ...page, leftOut: membersOf(left, query) } : page)
}
