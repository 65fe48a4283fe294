import type { ConversationQuery } from "@deskhand/contract/conversation"
import { momentOf } from "../db/moment.ts"
import type { PageRequest } from "../http/hal.ts"
import { memoryOfDesk } from "../http/memory.ts"
import { readOptionalMoment } from "../http/moments.ts"
import type { Desk } from "../http/route.ts"
import { isTimely } from "../search/times.ts"
import { findOften } from "./beginnings.ts"
import { filterOf } from "./filter.ts"
import { findConversationIds } from "./find.ts"
import type { FoundConversations } from "./looked.ts"
import { listVersions, type VersionRow } from "./queries.ts"
import type { Showing } from "./shown.ts"

interface Found extends FoundConversations {
  versions: VersionRow[]
}

/** A page, under the moment at which it was found, if somebody asked for that. */
interface Kept {
  version: string
  found: Found
  /** How often one has asked to no avail since it last was still right. */
  misses: number
  missedAt?: Date | undefined
}

/**
 * Where lists change all the time, to ask each time whether this one has would only be one more trip. After two such answers nobody asks
 * for a moment, and after each further one for twice as long: what changes now and then is soon remembered again.
 */
const changing = { misses: 2, firstMs: 50, mostMs: 1_000 }

const memoryOf = memoryOfDesk<Kept>(2_000_000, ({ found }) => 500 + 150 * found.ids.length)

/** What is being looked for, by the question and, where it was asked for, the moment. */
const underWayIn = new WeakMap<Desk, Map<string, Promise<Found>>>()

/**
 * What a request for a list finds. Whoever follows the same list hears of the same events and asks anew at the same moment:
 * as long as nothing is committed, all of them are told what the first one found, or is about to.
 */
export async function findConversations(showing: Showing, query: ConversationQuery, page: PageRequest): Promise<Found> {
  const { desk, db, viewer, now } = showing
  const memory = db === desk.replica ? undefined : memoryOf(desk)
  const underWay = underWayIn.get(desk) ?? new Map<string, Promise<Found>>()
  underWayIn.set(desk, underWay)
  const key = `${viewer.userId} ${viewer.inboxIds} ${JSON.stringify(query)}`
  // What nobody has asked for before is not worth a question.
  const before = memory?.peek(key)
  const isHasty = before === undefined || (isChanging(before, now) && !underWay.has(key))
  const moment = isHasty ? undefined : await momentOf(db)
  const kept = moment === undefined ? undefined : memory?.find(key, moment)
  if (kept) {
    kept.misses = 0
    return kept.found
  }
  const name = moment === undefined ? key : `${moment} ${key}`
  const others = moment === undefined ? undefined : underWay.get(name)
  if (others) return others
  const isMissed = moment !== undefined && before !== undefined && before.version !== ""
  const misses = (before?.misses ?? 0) + Number(isMissed)
  const look = async () => {
    const { found, isTimely } = await lookFor(showing, query, page)
    // Read after that moment: what has changed since then is never asked for under its name.
    const missedAt = isMissed ? now : before?.missedAt
    if (!isTimely) memory?.keep(key, { version: moment ?? "", found, misses, missedAt })
    return found
  }
  const looking = look().finally(() => underWay.delete(name))
  underWay.set(name, looking)
  return looking
}

function isChanging({ misses, missedAt }: Kept, now: Date): boolean {
  if (misses < changing.misses || missedAt === undefined) return false
  const ms = Math.min(changing.mostMs, changing.firstMs * 2 ** (misses - changing.misses))
  return now.getTime() - missedAt.getTime() < ms
}

async function lookFor(
  { desk, db, viewer, now }: Showing,
  query: ConversationQuery,
  page: PageRequest,
): Promise<{ found: Found; isTimely: boolean }> {
  const modifiedSince = readOptionalMoment("modifiedSince", query.modifiedSince)
  const filter = await filterOf(db, query, { viewer, modifiedSince, now })
  const order = { field: query.sortField ?? "createdAt", descending: query.sortOrder !== "asc" } as const
  const skip = (page.number - 1) * page.size
  const wanted = { filter, order, viewer, skip, size: page.size }
  const list = await (db === desk.replica ? findConversationIds(db, wanted) : findOften(desk, wanted))
  const found = { ...list, versions: list.versions ?? (await listVersions(db, list.ids)) }
  return { found, isTimely: filter.search !== undefined && isTimely(filter.search.query) }
}
