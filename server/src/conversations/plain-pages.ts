import { type Db, empty, join, raw, type Sql, sql } from "../db/db.ts"
import type { FoundPage } from "../db/page-walk.ts"
import { countPublished } from "./count.ts"
import { type ConversationFilter, isScopeAlone, ownDrafts, withinUnseen } from "./filter.ts"
import { bandOf, isBanded, keyOf, nullsOf } from "./order.ts"
import { readVersions, type VersionRow, type VersionTexts, versionRead, versionTexts } from "./queries.ts"
import { nobody } from "./rules.ts"
import { sourcesOf, tagWalks, type Walked } from "./walks.ts"
import { type WeekCount, weeksOfPage, withinWeeks } from "./weeks.ts"

/** A list that counters and indexes know, so that nothing need be asked before it is walked. */
type PlainList = Omit<Walked, "total">

export interface PlainPage extends FoundPage {
  /** Of the same moment. */
  versions: VersionRow[]
}

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
  if (isBanded(list.order)) return undefined
  return list.skip <= limits.walked ? findNearPage(db, list) : findFarPage(db, list, limits.weeks)
}

function isPlain({ filter, order, candidates }: PlainList): boolean {
  const isTagged = filter.tagIds !== undefined || filter.assigneeId !== undefined
  const rest = { ...filter, tagIds: undefined, assigneeId: undefined }
  if (candidates || filter.search || !isScopeAlone(rest)) return false
  return !isTagged || (order.field === "createdAt" && (filter.tagIds === undefined || filter.tagIds.length === 1))
}

async function findFirstPage(db: Db, { filter, viewer, order, size }: PlainList): Promise<PlainPage> {
  const direction = order.descending ? sql`desc` : sql`asc`
  const columns = sql`id, ${bandOf(order)} as band, ${keyOf(order)} as key`
  const byKey = sql`key ${direction} ${nullsOf(order, direction)}, id ${direction}`
  // Where all have the same, walks would not be merged for it.
  const byBand = isBanded(order) ? sql`band ${direction},` : empty
  const by = sql`${byBand} ${byKey}`
  // In the text: with a parameter there, the planner would guess a tenth of all rows.
  const most = raw(String(size))
  const published = filter.tagIds
    ? sql`(select ${columns}, version from ${join(tagWalks(filter))} order by ${by} limit ${most})`
    : walksOf(filter, { columns: sql`${columns}, ${versionOf(filter)}`, rest: sql`order by ${byKey} limit ${most}` })
  const found = await db.one<VersionTexts & { total: number }>(sql`
    with drafts as materialized (select ${columns}, xmin as version from conversations where ${ownDrafts(filter, viewer)}),
      page as materialized (
        select merged.* from ${asked(filter)} cross join lateral (
          select * from (${published} union all (select * from drafts order by ${byKey} limit ${most})) as walked
          order by ${by} limit ${most}) as merged)
    select ${versionTexts(by, versionRead)}, coalesce((${countPublished(filter)}), 0) + (select count(*) from drafts) as total
    from page`)
  return pageOf(found, found.total)
}

/** Who has nobody is passed by all that have somebody, which an index does alone as long as it need not give the version. */
function versionOf({ assigneeId }: ConversationFilter): Sql {
  return assigneeId === nobody
    ? sql`(select xmin from conversations as itself where itself.id = conversations.id) as version`
    : sql`xmin as version`
}

/** What walks look for, where the planner does not see it. */
function asked({ inboxIds, statuses, assigneeId }: ConversationFilter): Sql {
  return sql`(select ${inboxIds}::bigint[] as inboxes, ${statuses}::text[] as statuses,
    ${assigneeId ?? null}::bigint as assignee offset 0) as asked`
}

function assignedTo({ assigneeId }: ConversationFilter): Sql {
  if (assigneeId === undefined) return empty
  return assigneeId === nobody ? sql`and assignee_id is null` : sql`and assignee_id = asked.assignee`
}

/** So many walks are sooner merged one by one, which takes a statement for each number of them, than all read to their ends. */
const mostMerged = 40

function walksOf(filter: ConversationFilter, { columns, rest }: { columns: Sql; rest: Sql }): Sql {
  const { inboxIds, statuses } = filter
  const walk = (inbox: Sql, status: Sql) => sql`(select ${columns} from conversations
    where inbox_id = ${inbox} and status = ${status} and state = 'published' ${assignedTo(filter)} ${rest})`
  const cells = inboxIds.length * statuses.length
  if (cells === 0 || cells > mostMerged)
    return sql`select walked.* from ${cellsOf(filter)} cross join lateral ${walk(sql`cell.inbox`, sql`cell.status`)} as walked`
  const walks = inboxIds.flatMap((_, inbox) =>
    statuses.map((_, status) => walk(raw(`asked.inboxes[${inbox + 1}]`), raw(`asked.statuses[${status + 1}]`))),
  )
  return join(walks, " union all ")
}

/**
 * Every inbox with every status. The planner is not told how many there are, so that it has one plan for all and makes
 * it once.
 */
export function cellsOf({ inboxIds, statuses }: ConversationFilter): Sql {
  return sql`(select inbox, status from unnest((select ${inboxIds}::bigint[])) as inbox,
    unnest((select ${statuses}::text[])) as status) as cell`
}

function pageOf(texts: VersionTexts, total: number): PlainPage {
  const versions = readVersions(texts)
  return { ids: versions.map(({ id }) => id), versions, total }
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
