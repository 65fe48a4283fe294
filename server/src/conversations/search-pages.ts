import { type Db, join, raw, type Sql, sql } from "../db/db.ts"
import { type ConversationFilter, narrower, ownDrafts, tagged, within } from "./filter.ts"
import { listedState } from "./folder-filter.ts"
import type { IndexQuery } from "./index-query.ts"
import type { ConversationList } from "./list.ts"
import { type VersionRow, versionColumns, versionTables } from "./queries.ts"
import { matches } from "./search-index.ts"
import { sourcesOf } from "./walks.ts"

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
      matched as materialized (select conversation_id as id, created_at as key from ${matches(index, filter)}),
      ${isAll ? sql`` : found}
      drafts as materialized (select id, created_at as key from conversations where ${ownDrafts(filter, viewer)})`,
    from: sql`(select id, key from ${from} union all select id, key from drafts) as merged`,
    told: sql`(select count(*) from matched) as matched,
      (select count(*) from ${from}) + (select count(*) from drafts) as total`,
  })
  return isAll || told.matched <= most ? { ...rows, total: told.total } : undefined
}

export interface Testing {
  /** The list without what is tested. */
  scope: ConversationFilter
  condition: Sql
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
  { scope, condition, most, samples, amount }: Testing,
): Promise<PageRows & { hits: number; amount: number }> {
  const sources = await sourcesOf(db, { ...list, filter: scope, total: Number.POSITIVE_INFINITY })
  const limit = raw(String(most))
  const by = byAge(list)
  const walks = sources.map((from) => sql`(select id, created_at as key from ${from} order by ${by} limit ${limit})`)
  const hits = sql`select id, key from (
      select id, key from (${join(walks, " union all ")}) as merged order by ${by} limit ${limit}) as walked
    where exists (select from conversations where conversations.id = walked.id and ${condition} offset 0)`
  const { rows, told } = await readPage<{ hits: number; amount: number }>(db, list, {
    parts: sql`hits as ${samples ? sql`materialized` : sql`not materialized`} (${hits})`,
    from: sql`hits`,
    told: sql`${samples ? sql`(select count(*) from hits)` : sql`0`} as hits, (${amount}) as amount`,
  })
  return { ...rows, ...told }
}

/** The page, its versions, and what else is told, which comes also where the page is empty. */
async function readPage<Told>(
  db: Db,
  list: Wanted,
  { parts, from, told }: { parts: Sql; from: Sql; told: Sql },
): Promise<{ rows: PageRows; told: Told }> {
  const { skip, size } = list
  // In the text, as those of other first pages are.
  const offset = skip === 0 ? sql`` : sql`offset ${skip}`
  const read = await db.many<Told & { id: number | null; version: string }>(sql`
    with ${parts},
      page as materialized (select id, key from ${from} order by ${byAge(list)} limit ${raw(String(size))} ${offset})
    select ${versionColumns}, told.* from (select ${told}) as told
    left join (page join ${versionTables} on c.id = page.id) on true
    order by page.key ${directionOf(list)}, page.id ${directionOf(list)}`)
  const versions = read.flatMap(({ id, version }) => (id === null ? [] : [{ id, version }]))
  return { rows: { ids: versions.map(({ id }) => id), versions }, told: read[0]! }
}

function byAge(list: Wanted): Sql {
  return sql`key ${directionOf(list)}, id ${directionOf(list)}`
}

function directionOf({ order }: Wanted): Sql {
  return order.descending ? sql`desc` : sql`asc`
}
