import { type Db, sql } from "../db/db.ts"
import { estimatedPage, type FoundPage } from "../db/page-walk.ts"
import { memoryOfDesk } from "../http/memory.ts"
import type { Desk } from "../http/route.ts"
import { isTimely } from "../search/times.ts"
import { type Term, termsOf } from "../search/tree.ts"
import { type ConversationFilter, type ConversationOrder, listedAmong, ownDrafts } from "./filter.ts"
import { countFound, findConversationIds } from "./find.ts"
import type { FindLimits, FoundConversations, Wanted } from "./looked.ts"
import { listChangedSince, type ReadAt, readAt } from "./noted-changes.ts"
import { orderedBy } from "./order.ts"

/** The first of a list, or all of it, as they were. */
interface Beginning extends FoundPage {
  at: ReadAt
}

interface Kept {
  version: ""
  /** How many there were, as it was told last. */
  told: Told
  /** Until somebody asks again, only that it took long is known. */
  beginning?: Beginning
  /** So many pages came from it. */
  uses: number
}

type Told = Pick<FoundPage, "total" | "estimated">

const memoryOf = memoryOfDesk<Kept>(4_000_000, ({ beginning }) => 2_000 + 8 * (beginning?.ids.length ?? 0))

interface Remembering {
  /** What takes so many milliseconds is worth it. */
  longMs: number
  /** So much of a list at most: with 8 bytes each. */
  most: number
  limits?: FindLimits
}

const usually: Remembering = { longMs: 90, most: 80_000 }

/** What served for fewer pages is not found again: it may take longer than they do. */
const worthwhile = 2

/**
 * What a list finds. One that took long, and is asked for again, is found together with all that comes before the page, and
 * some behind it. From then on only what was written to since is looked at, and put into its place.
 */
export async function findOften(desk: Desk, list: Wanted, remembering = usually): Promise<FoundConversations> {
  const { db } = desk
  const { longMs, most, limits } = remembering
  if (!isNoted(list.filter)) return findConversationIds(db, list, limits)
  const memory = memoryOf(desk)
  const key = JSON.stringify([list.viewer.userId, list.order, list.filter])
  const kept = memory.find(key, "")
  const page = kept?.beginning && (await findIn(db, list, { beginning: kept.beginning, limits }))
  if (kept && page) {
    kept.uses++
    return page
  }
  const isInVain = kept?.beginning !== undefined && kept.uses < worthwhile
  const size = kept && !isInVain ? sizeOf(list, kept.told, most) : undefined
  if (size === undefined) {
    const start = performance.now()
    const found = await findConversationIds(db, list, limits)
    const { total, estimated } = found
    memory.forget(key)
    if (performance.now() - start >= longMs)
      memory.keep(key, { version: "", told: { total, ...(estimated && { estimated }) }, uses: 0 })
    return found
  }
  const beginning = await findBeginning(db, { ...list, skip: 0, size }, limits)
  memory.keep(key, { version: "", told: beginning, beginning, uses: 0 })
  return pageOf(list, beginning.ids.slice(list.skip, list.skip + list.size + 1), beginning)
}

/** Whatever changes it is noted, and it is no plain list, which is found as soon. */
function isNoted({ search, tagIds, fields }: ConversationFilter): boolean {
  if (search === undefined) return tagIds !== undefined || fields.length > 0
  return search.deep && !isTimely(search.query) && !termsOf(search.query).some(isOutside)
}

/** Found by what stands outside of conversations, and changes without touching them. */
function isOutside({ field, value }: Term): boolean {
  return "text" in value && (outside.has(field?.toLowerCase() ?? "") || value.text.includes("@"))
}

const outside = new Set(["email", "mailbox"])

/** So few may be in the order of how well they fit, which no row tells. */
const fewScored = 20_000

/** How much of a list is remembered, if any. All, where they would be counted one by one otherwise, and are not too many. */
function sizeOf({ skip, size, filter, order }: Wanted, { total, estimated }: Told, most: number): number | undefined {
  if (order.field === "score" && total <= fewScored) return undefined
  const isCounted = !estimated && (filter.search !== undefined || filter.fields.length > 0)
  const wanted = isCounted && total <= most ? total : skip + size
  return wanted > most ? undefined : Math.ceil(1.2 * wanted) + 100
}

function findBeginning(db: Db, list: Wanted, limits: FindLimits | undefined): Promise<Beginning> {
  return db.transaction(async (db) => {
    await db.run(sql`set transaction isolation level repeatable read, read only`)
    const at = await readAt(db)
    const { ids, total, estimated } = await findConversationIds(db, list, limits)
    return { at, ids, total, ...(estimated && { estimated }) }
  })
}

/** Undefined where the page is farther, or too much was written to since. */
async function findIn(
  db: Db,
  list: Wanted,
  { beginning, limits }: { beginning: Beginning; limits: FindLimits | undefined },
): Promise<FoundPage | undefined> {
  const { filter, viewer, skip, size } = list
  const noted = await listChangedSince(
    db,
    beginning.at,
    (changed) => sql`select id from ${listedAmong(changed, filter)}
      union all select id from conversations where id = any(${changed}) and ${ownDrafts(filter, viewer)}`,
  )
  if (noted === undefined) return undefined
  const { matching } = noted
  const changed = new Set(noted.changed)
  const same = beginning.ids.filter((id) => !changed.has(id))
  const isWhole = !beginning.estimated && beginning.ids.length === beginning.total
  if (!isWhole && same.length <= skip + size) return undefined
  // So many of those that were not there, or elsewhere, may come before the page.
  const from = Math.max(0, skip - matching.length)
  const near = same.slice(from, skip + size + 1)
  const sorted = matching.length === 0 ? near : await sortIds(db, [...near, ...matching], list.order)
  const page = sorted.slice(skip - from, skip - from + size + 1)
  if (isWhole) return pageOf(list, page, { total: same.length + matching.length })
  if (beginning.estimated) return pageOf(list, page, beginning)
  const total = await countFound(db, list, limits)
  return total === undefined ? undefined : pageOf(list, page, { total })
}

async function sortIds(db: Db, ids: number[], order: ConversationOrder): Promise<number[]> {
  const rows = await db.many<{ id: number }>(sql`
    select id from conversations where id = any(${ids}::bigint[]) order by ${orderedBy(order)}`)
  return rows.map(({ id }) => id)
}

/** One more than the page, if there is one, says that an estimate is no end. */
function pageOf({ skip, size }: Wanted, ids: number[], { total, estimated }: Told): FoundPage {
  return estimated ? estimatedPage(ids, { skip, size, estimate: total }) : { ids: ids.slice(0, size), total }
}
