import { type Db, empty, join, raw, type Sql, sql } from "../db/db.ts"
import { type ConversationFilter, narrower, ownDrafts, tagged, within } from "./filter.ts"
import { listedState } from "./folder-filter.ts"
import type { IndexQuery } from "./index-query.ts"
import type { ConversationList } from "./list.ts"
import { readVersions, type VersionRow, type VersionTexts, versionTexts } from "./queries.ts"
import type { Search } from "./search.ts"
import { matches, rowsOf } from "./search-index.ts"
import { cellsOf, tagWalks } from "./walks.ts"

/** One page by age, with the versions of what is on it. */
interface PageRows {
  ids: number[]
  versions: VersionRow[]
}

type Wanted = Omit<ConversationList, "total">

/**
 * All that the index finds, in one statement that counts them and gives a page by age. Where that may be more than was
 * asked for, each is tested; undefined where there are more than `most` of them.
 */
export async function findMatches(
  db: Db,
  list: Wanted,
  { index, isAll, most }: { index: IndexQuery; isAll: boolean; most: number },
): Promise<(PageRows & { total: number }) | undefined> {
  const { filter, viewer } = list
  const untested = index.exact ? { ...filter, search: undefined } : filter
  const found = sql`found as materialized (select id, created_at as key from conversations
    where id = any(array(select id from matched where (select count(*) from matched) <= ${most}))
      and ${listedState(filter.folder)} and ${within(filter)} ${narrower(untested)} ${tagged(filter)}),`
  const from = isAll ? sql`matched` : sql`found`
  const { rows, told } = await readPage<{ matched: number; total: number }>(db, list, {
    parts: sql`
      matched as materialized (
        ${rowsOf(sql`conversation_id as id, created_at as key`, matches(index, filter))}),
      ${isAll ? empty : found}
      drafts as materialized (select id, created_at as key from conversations where ${ownDrafts(filter, viewer)})`,
    from: sql`(select id, key from ${from} union all select id, key from drafts) as merged`,
    told: sql`${isAll ? sql`0` : sql`(select count(*) from matched)`} as matched,
      (select count(*) from ${from}) + (select count(*) from drafts) as total`,
  })
  return isAll || told.matched <= most ? { ...rows, total: told.total } : undefined
}

export interface Testing {
  /** The list without what is tested: a plain one. */
  scope: ConversationFilter
  test: Search
  /** Many have the scope's tag. */
  isTagCommon: boolean
  /** So many are tested at most. */
  most: number
  /** Tests them all to see how many match, also when the page is full. */
  samples: boolean
  /** A number that is asked for in the same statement. */
  amount: Sql
}

/** Tests one after the other from the beginning of the list until the page is full. */
export async function findTested(
  db: Db,
  list: Wanted,
  { scope, test, isTagCommon, most, samples, amount }: Testing,
): Promise<PageRows & { hits: number; amount: number }> {
  const by = byAge(list)
  const rest = sql`order by ${by} limit ${raw(String(most))}`
  const published = scope.tagIds ? tagWalk(scope, { isTagCommon, rest }) : walksOf(scope, rest)
  const drafts = sql`select id, created_at from conversations where ${ownDrafts(scope, list.viewer)}`
  const { rows, told } = await readPage<{ hits: number; amount: number }>(db, list, {
    parts: sql`
      walked as materialized (select id, key from (${published} union all ${drafts}) as merged ${rest}),
      hits as ${samples ? sql`materialized` : sql`not materialized`} (
        select id, key from ${passing(test)})`,
    from: sql`hits`,
    told: sql`${samples ? sql`(select count(*) from hits)` : sql`0`} as hits, (${amount}) as amount`,
  })
  return { ...rows, hits: told.hits, amount: told.amount }
}

/** A single one is merged with the drafts as far as it is needed; several are read to their ends and sorted. */
function walksOf(scope: ConversationFilter, rest: Sql): Sql {
  const walk = (inbox: Sql, status: Sql) => sql`(select id, created_at as key from conversations
    where inbox_id = ${inbox} and status = ${status} and state = 'published' ${narrower(scope)} ${rest})`
  const cell = onlyCell(scope)
  if (cell) return walk(sql`(select ${cell.inboxId}::bigint)`, sql`(select ${cell.status}::text)`)
  return sql`select each.* from ${cellsOf(scope)} cross join lateral ${walk(sql`cell.inbox`, sql`cell.status`)} as each`
}

function onlyCell({ inboxIds, statuses }: ConversationFilter) {
  const [inboxId, status] = [inboxIds[0], statuses[0]]
  if (inboxIds.length > 1 || statuses.length > 1 || inboxId === undefined || status === undefined) return undefined
  return { inboxId, status }
}

/**
 * A walk through a tag visits each conversation to see its inbox and status. Those of one inbox and status stand in an
 * index in the same order, and where the tag is common it is sooner to walk through both side by side.
 */
function tagWalk(scope: ConversationFilter, { isTagCommon, rest }: { isTagCommon: boolean; rest: Sql }): Sql {
  const cell = isTagCommon ? onlyCell(scope) : undefined
  if (cell === undefined) return sql`(select id, created_at as key from ${join(tagWalks(scope))} ${rest})`
  return sql`(select id, conversations.created_at as key from conversations
    join conversation_tags t on t.created_at = conversations.created_at and t.conversation_id = id
    where inbox_id = (select ${cell.inboxId}::bigint) and status = (select ${cell.status}::text) and state = 'published'
      and t.tag_id = (select ${scope.tagIds?.[0]}::bigint) ${narrower(scope)} ${rest})`
}

/** Words are looked up by the id alone, without a visit to the conversation's row. */
function passing({ condition, needsRow }: Search): Sql {
  return needsRow
    ? sql`walked where exists (select from conversations where conversations.id = walked.id and ${condition} offset 0)`
    : sql`walked as conversations where ${condition}`
}

async function readPage<Told>(
  db: Db,
  list: Wanted,
  { parts, from, told }: { parts: Sql; from: Sql; told: Sql },
): Promise<{ rows: PageRows; told: Told }> {
  const { skip, size } = list
  // Hidden from the planner, which would plan anew for every page.
  const offset = skip === 0 ? empty : sql`offset (select ${skip}::bigint)`
  const direction = directionOf(list)
  const read = await db.one<VersionTexts & Told>(sql`
    with ${parts},
      page as materialized (select id, key from ${from} order by ${byAge(list)} limit ${raw(String(size))} ${offset})
    select ${versionTexts(sql`page.key ${direction}, page.id ${direction}`)}, ${told}
    from page join conversations c on c.id = page.id`)
  const versions = readVersions(read)
  return { rows: { ids: versions.map(({ id }) => id), versions }, told: read }
}

function byAge(list: Wanted): Sql {
  return sql`key ${directionOf(list)}, id ${directionOf(list)}`
}

function directionOf({ order }: Wanted): Sql {
  return order.descending ? sql`desc` : sql`asc`
}
