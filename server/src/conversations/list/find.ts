import type { ConversationQuery } from "@deskhand/contract/conversations/conversation"
import type { Db } from "../../db/db.ts"
import { lookupsIn } from "../../db/lookups.ts"
import { DeskError, invalid } from "../../errors.ts"
import type { PageRequest } from "../../http/hal.ts"
import { type Asking, type ConversationFilter, filterOf } from "./filter.ts"
import { findPage, type PageLimits } from "./page.ts"
import { looksForText } from "./search.ts"
import type { VersionPage } from "./walk.ts"

/** The last match that a text search shows. */
const deepestMatch = 10_000

/** The page of a list that a request asks for. Only tests give limits. */
export function findConversations(
  { db, viewer, now }: Asking & { db: Db },
  query: ConversationQuery,
  page: PageRequest,
  { limits, deepest = deepestMatch }: { limits?: PageLimits; deepest?: number } = {},
): Promise<VersionPage> {
  const lookUp = async () => {
    const filter = await filterOf(db, query, { viewer, now })
    const order = { field: query.sortField ?? "createdAt", descending: query.sortOrder !== "asc" } as const
    const skip = (page.number - 1) * page.size
    const found = await findPage(db, { filter, order, viewer, skip, size: page.size }, limits)
    if (skip >= deepest && found.total > deepest && isTextSearch(filter)) throw tooDeep(page, deepest)
    return found
  }
  return lookupsIn(db).find(JSON.stringify([viewer.userId, viewer.inboxIds, query, page]), lookUp)
}

function isTextSearch({ search }: ConversationFilter): boolean {
  return search !== undefined && looksForText(search)
}

function tooDeep({ number }: PageRequest, deepest: number): DeskError {
  const message = `is beyond the first ${deepest.toLocaleString("en")} conversations that a text search shows; add a status, an inbox, a time or another word to the search`
  return invalid({ path: "page", message, rejectedValue: number, source: "QUERY" })
}

export interface ListCounts {
  total_count: number
  active_count: number
}

/** How many each of the two lists has. Undefined where one of them cannot be read. */
export async function countLists(
  db: Db,
  { all, active }: { all: ConversationQuery; active: ConversationQuery | undefined },
  { viewer, now }: Asking,
): Promise<ListCounts | undefined> {
  const count = async (query: ConversationQuery | undefined) => {
    if (!query) return 0
    const filter = await filterOf(db, query, { viewer, now })
    const order = { field: "createdAt", descending: true } as const
    return (await findPage(db, { filter, order, viewer, skip: 0, size: 1 })).total
  }
  try {
    const [total_count, active_count] = await Promise.all([count(all), count(active)])
    return { total_count, active_count }
  } catch (error) {
    if (error instanceof DeskError && error.status === 400) return undefined
    throw error
  }
}
