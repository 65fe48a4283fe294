import { type Db, empty, join, raw, type Sql, sql } from "../db/db.ts"
import type { FoundPage } from "../db/page-walk.ts"
import { countPublished, listed } from "./count.ts"
import { type ConversationFilter, type ConversationOrder, ownDrafts } from "./filter.ts"
import { bandOf, keyOf, nullsOf } from "./order.ts"
import { readVersions, type VersionRow, type VersionTexts, versionRead, versionTexts } from "./queries.ts"
import { nobody } from "./rules.ts"
import { cellsOf, tagWalks, type Walked } from "./walks.ts"

/** A list that counters and indexes know, so that nothing need be asked before it is walked. */
export type PlainList = Omit<Walked, "total">

export interface PlainPage extends FoundPage {
  /** Of the same moment. */
  versions: VersionRow[]
}

export function pageOf(texts: VersionTexts, total: number): PlainPage {
  const versions = readVersions(texts)
  return { ids: versions.map(({ id }) => id), versions, total }
}

/** With its versions and the number of all, in one statement that is planned once for all lists with as many walks. */
export async function findFirstPage(db: Db, { filter, viewer, order, size }: PlainList): Promise<PlainPage> {
  const direction = order.descending ? sql`desc` : sql`asc`
  const byKey = sql`key ${direction} ${nullsOf(order, direction)}, id ${direction}`
  const band = bandOf(order)
  // In the text: with a parameter there, the planner would guess a tenth of all rows.
  const first: First = {
    columns: sql`id, ${band ?? sql`0`} as band, ${keyOf(order)} as key`,
    byKey,
    // Where all have the same band, walks would not be merged for it.
    by: band ? sql`band ${direction}, ${byKey}` : byKey,
    most: raw(String(size)),
  }
  const { columns, by, most } = first
  const found = await db.one<VersionTexts & { total: number }>(sql`
    with held as materialized (${countBands(filter, order)}),
      drafts as materialized (select ${columns} from conversations where ${ownDrafts(filter, viewer)}),
      page as materialized (
        select merged.* from ${asked(filter)} cross join lateral (
          select * from (${publishedOf(filter, order, first)} union all ${newestDrafts(first)}) as walked
          order by ${by} limit ${most}) as merged)
    select ${versionTexts(by, versionRead)},
      (select coalesce(sum(amount), 0) from held) + (select count(*) from drafts) as total
    from page`)
  return pageOf(found, found.total)
}

/** How the first of a list are read. */
interface First {
  columns: Sql
  byKey: Sql
  by: Sql
  most: Sql
}

/** What walks look for, where the planner does not see it. */
function asked({ inboxIds, statuses, assigneeId }: ConversationFilter): Sql {
  return sql`(select ${inboxIds}::bigint[] as inboxes, ${statuses}::text[] as statuses,
    ${assigneeId ?? null}::bigint as assignee offset 0) as asked`
}

/** How many there are in each band. */
function countBands(filter: ConversationFilter, order: ConversationOrder): Sql {
  const band = bandOf(order)
  if (band === undefined) return sql`select (${countPublished(filter)}) as amount`
  return sql`select ${band} as band, sum(amount) as amount from cell_totals where ${listed(filter)} group by 1`
}

/** All drafts are counted, by an index alone; only of those on the page the version is read. */
function newestDrafts({ by, most }: First): Sql {
  return sql`(select newest.*, (select xmin from conversations where conversations.id = newest.id) as version
    from (select * from drafts order by ${by} limit ${most}) as newest)`
}

function publishedOf(filter: ConversationFilter, order: ConversationOrder, first: First): Sql {
  const { columns, by, byKey, most } = first
  if (filter.tagIds)
    return sql`(select ${columns}, version from ${join(tagWalks(filter))} order by ${by} limit ${most})`
  const walk = (inbox: Sql, status: Sql) => sql`(select ${columns}, ${versionOf(filter)} from conversations
    where inbox_id = ${inbox} and status = ${status} and state = 'published' ${assignedTo(filter)}
    order by ${byKey} limit ${most})`
  const cells = filter.inboxIds.length * filter.statuses.length
  if (cells === 0 || cells > mostMerged)
    return sql`select walked.* from ${cellsOf(filter)} cross join lateral ${walk(sql`cell.inbox`, sql`cell.status`)} as walked`
  const inboxes = filter.inboxIds.map((_, index) => raw(`asked.inboxes[${index + 1}]`))
  const statuses = filter.statuses.map((_, index) => raw(`asked.statuses[${index + 1}]`))
  const inBand = (band: Sql, walks: Sql[]) => sql`(select * from (${merged(walks, first)}) as banded
    limit greatest(0, ${most} - (select coalesce(sum(amount), 0) from held where band ${order.descending ? sql`>` : sql`<`} ${band})))`
  switch (order.field) {
    case "mailboxid":
      return all(
        inboxes.map((inbox) =>
          inBand(
            inbox,
            statuses.map((status) => walk(inbox, status)),
          ),
        ),
      )
    case "status":
      return all(
        statuses.map((status) =>
          inBand(
            status,
            inboxes.map((inbox) => walk(inbox, status)),
          ),
        ),
      )
    default:
      return all(inboxes.flatMap((inbox) => statuses.map((status) => walk(inbox, status))))
  }
}

/** So many walks are sooner merged one by one, which takes a statement for each number of them, than all read to their ends. */
const mostMerged = 40

/** Who has nobody is passed by all that have somebody, which an index does alone as long as it need not give the version. */
function versionOf({ assigneeId }: ConversationFilter): Sql {
  return assigneeId === nobody
    ? sql`(select xmin from conversations as itself where itself.id = conversations.id) as version`
    : sql`xmin as version`
}

function assignedTo({ assigneeId }: ConversationFilter): Sql {
  if (assigneeId === undefined) return empty
  return assigneeId === nobody ? sql`and assignee_id is null` : sql`and assignee_id = asked.assignee`
}

function merged(walks: Sql[], { byKey, most }: First): Sql {
  return sql`select * from (${all(walks)}) as walked order by ${byKey} limit ${most}`
}

function all(parts: Sql[]): Sql {
  return join(parts, " union all ")
}
