import { type Db, empty, join, type Sql, sql } from "../db/db.ts"
import { countPublished } from "./count.ts"
import { isScopeAlone, ownDrafts, withinUnseen } from "./filter.ts"
import { findFirstPage, type PlainList, type PlainPage, pageOf } from "./first-page.ts"
import { bandOf, keyOf, nullsOf } from "./order.ts"
import { type VersionTexts, versionTexts } from "./queries.ts"
import { sourcesOf } from "./walks.ts"
import { type WeekCount, weeksOfPage, withinWeeks } from "./weeks.ts"

export interface PlainLimits {
  /** So many are walked by; where a page is that is farther, the counters of weeks are asked first. */
  walked: number
  /** How many weeks are asked for, from now back. With more, most lists would be asked for more than they need. */
  weeks: number
}

const usualLimits: PlainLimits = { walked: 1_000, weeks: 16 }

/** A page of a plain list, with the versions of what is on it; undefined where it takes more to find it. */
export async function findPlainPage(db: Db, list: PlainList, limits = usualLimits): Promise<PlainPage | undefined> {
  if (!isPlain(list)) return undefined
  if (list.skip === 0) return findFirstPage(db, list)
  if (bandOf(list.order)) return undefined
  return list.skip <= limits.walked ? findNearPage(db, list) : findFarPage(db, list, limits.weeks)
}

function isPlain({ filter, order, candidates }: PlainList): boolean {
  const isTagged = filter.tagIds !== undefined || filter.assigneeId !== undefined
  const rest = { ...filter, tagIds: undefined, assigneeId: undefined }
  if (candidates || filter.search || !isScopeAlone(rest)) return false
  return !isTagged || (order.field === "createdAt" && (filter.tagIds === undefined || filter.tagIds.length === 1))
}

async function findNearPage(db: Db, list: PlainList): Promise<PlainPage> {
  const { filter, viewer } = list
  const total = sql`coalesce((${countPublished(filter)}), 0)
    + (select count(*) from conversations where ${ownDrafts(filter, viewer)}) as total`
  const found = await walkTo<{ total: number }>(db, list, { more: sql`, ${total}` })
  return pageOf(found, found.total)
}

/** The newest weeks are asked for, which hold most of the pages that anybody reads. */
async function findFarPage(db: Db, list: PlainList, weeksAsked: number): Promise<PlainPage | undefined> {
  const { filter, order, skip, size } = list
  if (order.field !== "createdAt" || !order.descending || !isScopeAlone(filter)) return undefined
  const { total, weeks: counts } = await countNewestWeeks(db, list, weeksAsked)
  const rest = Math.min(size, total - skip)
  const { weeks, total: held, before } = weeksOfPage({ order, skip, size: rest }, counts)
  if (rest <= 0 || before + held < skip + rest) return undefined
  const behind = before + held - skip - rest
  const fromFarEnd = behind < skip - before
  const found = await walkTo(
    db,
    { ...list, skip: fromFarEnd ? behind : skip - before, size: rest },
    { part: sql`and ${withinWeeks(weeks)}`, fromFarEnd },
  )
  return pageOf(found, total)
}

/** Of a list of inboxes and statuses alone, with the number of all. */
async function countNewestWeeks(
  db: Db,
  { filter, viewer }: PlainList,
  asked: number,
): Promise<{ total: number; weeks: WeekCount[] }> {
  const { total, weeks } = await db.one<{ total: number; weeks: string | null }>(sql`
    with drafts as materialized (
      select week_of(created_at) as week from conversations where ${ownDrafts(filter, viewer)}
    ), newest as materialized (select week_of(now()) - ${asked}::integer as week)
    select coalesce((${countPublished(filter)}), 0) + (select count(*) from drafts) as total,
      (select string_agg(week || ' ' || amount, ',') from (
        select week, sum(amount) as amount from (
          select week, amount from week_totals where ${withinUnseen(filter)} and week > (select week from newest)
          union all select week, 1 from drafts where week > (select week from newest)) as counted group by week
      ) as summed) as weeks`)
  return { total, weeks: (weeks?.split(",") ?? []).map(readWeek) }
}

function readWeek(text: string): WeekCount {
  const [week = 0, amount = 0] = text.split(" ").map(Number)
  return { week, amount }
}

interface WalkedPart {
  /** Nothing else is walked. */
  part?: Sql
  fromFarEnd?: boolean
  /** What else the statement tells. */
  more?: Sql
}

/** Each walk is ordered by its index; the database merges them and stops when the page is full. */
async function walkTo<More>(
  db: Db,
  list: PlainList,
  { part = empty, fromFarEnd = false, more = empty }: WalkedPart,
): Promise<VersionTexts & More> {
  const { order, skip, size } = list
  const directionOf = (descending: boolean) => (descending ? sql`desc` : sql`asc`)
  const ordered = (direction: Sql, id = sql`id`) =>
    sql`key ${direction} ${nullsOf(order, direction)}, ${id} ${direction}`
  const by = ordered(directionOf(order.descending !== fromFarEnd))
  const sources = await sourcesOf(db, { ...list, total: Number.POSITIVE_INFINITY })
  const walks = sources.map(
    (from) => sql`(select id, ${keyOf(order)} as key from ${from} ${part} order by ${by} limit ${hidden(skip + size)})`,
  )
  return db.one(sql`
    with page as materialized (
      select id, key from (${join(walks, " union all ")}) as merged order by ${by} limit ${hidden(size)} offset ${hidden(skip)})
    select ${versionTexts(ordered(directionOf(order.descending), sql`page.id`))} ${more}
    from page join conversations c on c.id = page.id`)
}

/** From the planner, which would else plan anew for every number. */
function hidden(count: number): Sql {
  return sql`(select ${count}::bigint)`
}
