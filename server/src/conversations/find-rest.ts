import type { Db } from "../db/db.ts"
import { countConversations, countOwnDrafts, leftOutOf } from "./count.ts"
import { scopeOf } from "./filter.ts"
import { membersOf } from "./find-indexed.ts"
import { type ConversationList, listConversationIds } from "./list.ts"
import type { Counted, LeftOut } from "./looked.ts"
import { bandOf } from "./order.ts"
import { countMatches } from "./search-index.ts"
import { listRestByAge } from "./search-weeks.ts"

/** How many there are of a query that asks only for what is not there; undefined where they are too many to count. */
export async function countRest(
  db: Db,
  { list: { filter, viewer }, leftOut, everything, limits }: Counted,
): Promise<number | undefined> {
  const left = await leftOutOf(db, filter)
  if (left) return everything - (await countConversations(db, left, viewer))
  if (leftOut === undefined || leftOut.guess.found > limits.counted) return undefined
  const drafts = (await countOwnDrafts(db, scopeOf(filter), viewer)) - (await countOwnDrafts(db, filter, viewer))
  return everything - drafts - (await countMatches(db, leftOut.query, filter))
}

/** A far page of the same: from the weeks that hold it, or else by a walk that passes by what is left out. */
export function listRest(
  db: Db,
  { list, search, everything, limits }: Counted,
  { page, leftOut: { query, guess } }: { page: ConversationList; leftOut: LeftOut },
): Promise<number[]> {
  const share = Number.isFinite(page.total) ? page.total / Math.max(1, everything) : 1 - guess.share
  if (page.order.field === "createdAt") return listRestByAge(db, page, { index: query, share })
  const left = { ...list, filter: { ...list.filter, search: search.leftOut } }
  const isSoonRead = guess.found <= limits.gathered && !bandOf(page.order)
  return listConversationIds(db, isSoonRead ? { ...page, leftOut: membersOf(left, query) } : page)
}
