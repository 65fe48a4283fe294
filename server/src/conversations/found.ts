import type { ConversationQuery } from "@deskhand/contract/conversation"
import { momentOf } from "../db/moment.ts"
import type { PageRequest } from "../http/hal.ts"
import { memoryOfDesk } from "../http/memory.ts"
import { readOptionalMoment } from "../http/moments.ts"
import { isTimely } from "../search/times.ts"
import { filterOf } from "./filter.ts"
import { findConversationIds } from "./find.ts"
import type { FoundConversations } from "./looked.ts"
import { listVersions, type VersionRow } from "./queries.ts"
import type { Showing } from "./shown.ts"

interface Found extends FoundConversations {
  versions: VersionRow[]
}

/** A page, under the moment at which it was found. */
interface Kept {
  version: string
  found: Found
}

const memoryOf = memoryOfDesk<Kept>(2_000_000, ({ found }) => 500 + 150 * found.ids.length)

/**
 * What a request for a list finds. Whoever follows the same list hears of the same events and asks anew at the same moment:
 * as long as nothing is committed, all of them are told what the first one found.
 */
export async function findConversations(
  { desk, db, viewer, now }: Showing,
  query: ConversationQuery,
  page: PageRequest,
): Promise<Found> {
  const memory = db === desk.replica ? undefined : memoryOf(desk)
  const key = `${viewer.userId} ${viewer.inboxIds} ${JSON.stringify(query)}`
  // What nobody has asked for before is not worth a question.
  const moment = memory?.knows(key) ? await momentOf(db) : undefined
  const kept = moment === undefined ? undefined : memory?.find(key, moment)
  if (kept) return kept.found
  const modifiedSince = readOptionalMoment("modifiedSince", query.modifiedSince)
  const filter = await filterOf(db, query, { viewer, modifiedSince, now })
  const order = { field: query.sortField ?? "createdAt", descending: query.sortOrder !== "asc" } as const
  const skip = (page.number - 1) * page.size
  const list = await findConversationIds(db, { filter, order, viewer, skip, size: page.size })
  const found = { ...list, versions: list.versions ?? (await listVersions(db, list.ids)) }
  // Read after that moment: what has changed since then is never asked for under its name.
  if (!filter.search || !isTimely(filter.search.query)) memory?.keep(key, { version: moment ?? "", found })
  return found
}
