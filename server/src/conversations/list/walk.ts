import { type Db, empty, join, raw, type Sql, sql, unnamed } from "../../db/db.ts"
import type { PageTotal } from "../../db/page-walk.ts"
import type { Viewer } from "../../http/viewer.ts"
import { readVersions, type VersionRow, type VersionTexts, versionTexts } from "../queries.ts"
import {
  type ConversationFilter,
  type ConversationOrder,
  conditionsOf,
  hasKeptPlan,
  matching,
  ownDrafts,
  withinUnseen,
} from "./filter.ts"
import { listedState } from "./folders.ts"
import { holds } from "./holds.ts"
import { bandOf, keyOf, nullsOf } from "./order.ts"
import { scoreOf } from "./search.ts"
import { listed } from "./total.ts"

export interface Wanted {
  filter: ConversationFilter
  order: ConversationOrder
  viewer: Viewer
  skip: number
  size: number
  /** Nobody asks for its total. */
  isPartOfBands?: boolean
}

export interface VersionPage extends PageTotal {
  ids: number[]
  /** Of the same moment as the ids. */
  versions: VersionRow[]
  /** How many were tested for it, where any were. */
  tested?: number
}

interface Walk {
  fromFarEnd?: boolean
  /** Words and conditions that look into threads are tested one by one: so many at most. */
  most?: number
  /** Gives `total`, in the same statement. */
  total?: Sql
}

/**
 * Conversations come one by one in the order of an index of each inbox and status; PostgreSQL merges these walks, tests what no
 * index tells, and stops when the page is full.
 */
export async function walkPage(
  db: Db,
  { filter, order, viewer, skip, size }: Wanted,
  { fromFarEnd = false, most, total = sql`0` }: Walk = {},
): Promise<VersionPage> {
  const { documents, rest } = filter
  const reach = most ?? skip + size
  const by = keyOrder(order, order.descending !== fromFarEnd)
  const isTested = most !== undefined
  const walked = isTested ? { ...filter, documents: undefined, rest: undefined } : filter
  const sources = [...(await publishedOf(db, walked, order)), ownDrafts(walked, viewer)]
  const walks = sources.map(
    (from) => sql`(select id, ${keyOf(order)} as key from ${from} order by ${by} limit ${count(reach)})`,
  )
  const merged = sql`(${join(walks, " union all ")}) as merged`
  const tests = [
    ...(documents ? [holds(documents.words, sql`walked.id`)] : []),
    ...(rest ? [sql`exists (select from conversations where id = walked.id and ${rest.condition} offset 0)`] : []),
  ]
  const from = isTested
    ? sql`(select id, key, row_number() over () as place from ${merged} order by ${by} limit ${count(reach)}) as walked
        where ${join(tests, " and ")}`
    : sql`(select id, key, 0 as place from ${merged}) as walked`
  const found = await db.one<VersionTexts & { total: number; tested: number | null }>(sql`
    with page as materialized (
      select ${hasKeptPlan(filter) ? empty : unnamed} id, key, place from ${from}
      order by ${by} limit ${count(size)} offset ${count(skip)})
    select ${versionTexts(keyOrder(order, order.descending, sql`page.id`))}, ${total} as total, max(place) as tested
    from page join conversations c on c.id = page.id`)
  return isTested ? { ...pageOf(found), tested: found.tested ?? reach } : pageOf(found)
}

/** All that match are looked up and sorted, and so counted too. */
export async function sortPage(
  db: Db,
  { filter, order, viewer, skip, size }: Wanted,
  byScore: boolean,
): Promise<VersionPage> {
  const direction = order.descending ? sql`desc` : sql`asc`
  const score = byScore && filter.search ? scoreOf(filter.search) : undefined
  const isOfDocuments = score === undefined && (order.field === "createdAt" || bandOf(order) !== undefined)
  const columns = sql`id, ${bandOf(order) ?? sql`0`} as band, ${score ?? keyOf(order)} as key`
  const by = (id: Sql) => sql`band ${direction}, ${keyOrder(order, order.descending, id)}`
  const found = await db.one<VersionTexts & { total: number }>(sql`
    with found as materialized (
      select ${hasKeptPlan(filter) ? empty : unnamed} ${columns} from ${matching(filter, { isOfDocuments })}
      union all select ${columns} from ${ownDrafts(filter, viewer)}),
    page as materialized (select * from found order by ${by(sql`id`)} limit ${count(size)} offset ${count(skip)})
    select ${versionTexts(by(sql`page.id`))}, (select count(*) from found) as total
    from page join conversations c on c.id = page.id`)
  return pageOf(found)
}

function pageOf(found: VersionTexts & { total: number }): VersionPage {
  const versions = readVersions(found)
  return { ids: versions.map(({ id }) => id), versions, total: found.total }
}

function keyOrder(order: ConversationOrder, descending: boolean, id = sql`id`): Sql {
  const direction = descending ? sql`desc` : sql`asc`
  return sql`key ${direction} ${nullsOf(order, direction)}, ${id} ${direction}`
}

/** In the text where it is small: the planner takes a tenth of all rows for a number that it does not see. */
function count(amount: number): Sql {
  return amount <= 100 ? raw(String(amount)) : sql`(select ${amount}::bigint)`
}

async function publishedOf(db: Db, filter: ConversationFilter, order: ConversationOrder): Promise<Sql[]> {
  if (filter.tagIds && order.field === "createdAt") return tagWalks(filter, filter.tagIds)
  const isKept = hasKeptPlan(filter)
  return (await listCells(db, filter)).map(({ inbox_id, status }) => {
    const cell = isKept
      ? sql`inbox_id = (select ${inbox_id}::bigint) and status = (select ${status}::text)`
      : sql`inbox_id = ${inbox_id} and status = ${status}`
    return sql`conversations where ${cell} and ${listedState(filter.folder)} ${conditionsOf(filter)}`
  })
}

interface Cell {
  inbox_id: number
  status: string
}

/** Of more walks than these, those that would find nothing are left out. */
const manyCells = 40

/** What is in a folder is seldom in each: a walk would pass by all of a cell to find nothing there. */
async function listCells(db: Db, filter: ConversationFilter): Promise<Cell[]> {
  const { inboxIds, statuses, folder } = filter
  if (inboxIds.length * statuses.length > manyCells || (folder !== undefined && folder !== "needsattention"))
    return db.many(sql`
      select inbox_id, status from cell_totals where ${listed(filter)}
      group by 1, 2 having sum(amount) > 0 order by 1, 2`)
  return inboxIds.flatMap((inbox_id) => statuses.map((status) => ({ inbox_id, status })))
}

/** A tag's own index has the conversations' moments. What has an earlier tag of the list too comes with that one. */
function tagWalks(filter: ConversationFilter, tagIds: number[]): Sql[] {
  return tagIds.map((tagId, index) => {
    const alone =
      index === 0
        ? sql`true`
        : sql`not exists (select from conversation_tags where conversation_id = t.conversation_id
            and tag_id = any(${tagIds.slice(0, index)}::bigint[]) offset 0)`
    return sql`(select t.conversation_id as id, t.created_at from conversation_tags t
      join conversations on conversations.id = t.conversation_id
      where t.tag_id = (select ${tagId}::bigint) and ${alone} and ${listedState(filter.folder)} and ${withinUnseen(filter)}
        ${conditionsOf({ ...filter, tagIds: undefined })}) as tagged`
  })
}
