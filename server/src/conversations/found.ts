import type { ConversationQuery } from "@deskhand/contract/conversation"
import { momentOf } from "../db/moment.ts"
import type { PageRequest } from "../http/hal.ts"
import { memoryOfDesk } from "../http/memory.ts"
import { readOptionalMoment } from "../http/moments.ts"
import type { Desk } from "../http/route.ts"
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

/** What is being looked for, by the question and the moment. */
const underWayIn = new WeakMap<Desk, Map<string, Promise<Found>>>()

/**
 * What a request for a list finds. Whoever follows the same list hears of the same events and asks anew at the same moment:
 * as long as nothing is committed, all of them are told what the first one found, or is about to.
 */
export async function findConversations(showing: Showing, query: ConversationQuery, page: PageRequest): Promise<Found> {
  const { desk, db, viewer } = showing
  const memory = db === desk.replica ? undefined : memoryOf(desk)
  const key = `${viewer.userId} ${viewer.inboxIds} ${JSON.stringify(query)}`
  // What nobody has asked for before is not worth a question.
  const moment = memory?.knows(key) ? await momentOf(db) : undefined
  const look = async () => {
    const { found, isTimely } = await lookFor(showing, query, page)
    // Read after that moment: what has changed since then is never asked for under its name.
    if (!isTimely) memory?.keep(key, { version: moment ?? "", found })
    return found
  }
  if (moment === undefined) return look()
  const kept = memory?.find(key, moment)
  if (kept) return kept.found
  const underWay = underWayIn.get(desk) ?? new Map<string, Promise<Found>>()
  underWayIn.set(desk, underWay)
  const name = `${moment} ${key}`
  const looking = underWay.get(name) ?? look().finally(() => underWay.delete(name))
  underWay.set(name, looking)
  return looking
}

async function lookFor(
  { db, viewer, now }: Showing,
  query: ConversationQuery,
  page: PageRequest,
): Promise<{ found: Found; isTimely: boolean }> {
  const modifiedSince = readOptionalMoment("modifiedSince", query.modifiedSince)
  const filter = await filterOf(db, query, { viewer, modifiedSince, now })
  const order = { field: query.sortField ?? "createdAt", descending: query.sortOrder !== "asc" } as const
  const skip = (page.number - 1) * page.size
  const list = await findConversationIds(db, { filter, order, viewer, skip, size: page.size })
  const found = { ...list, versions: list.versions ?? (await listVersions(db, list.ids)) }
  return { found, isTimely: filter.search !== undefined && isTimely(filter.search.query) }
}
