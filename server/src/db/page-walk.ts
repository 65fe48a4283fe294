import { type Db, raw, type Sql, sql } from "./db.ts"

export interface PageWalk {
  /** How many rows there are in all. */
  total: number
  skip: number
  size: number
  descending: boolean
  /** Walked to from there even if the other end is nearer. */
  fromFarEnd?: true
}

/** The parts of a statement that gives one page. */
export interface WalkParts {
  direction: Sql
  limit: Sql
  offset: Sql
  /** How many rows a walk that is merged with others must give. */
  reach: Sql
}

/** The rows of one page in their order. A page in the second half is walked to from the far end. */
export async function walkPage<Row>(db: Db, page: PageWalk, statement: (parts: WalkParts) => Sql): Promise<Row[]> {
  const { total, skip, descending } = page
  const size = Math.min(page.size, total - skip)
  if (size <= 0) return []
  const fromFarEnd = page.fromFarEnd ?? skip > total - skip - size
  const offset = fromFarEnd ? total - skip - size : skip
  const rows = await db.many<Row>(
    statement({
      direction: descending !== fromFarEnd ? sql`desc` : sql`asc`,
      limit: count(size, offset),
      offset: count(offset, offset),
      reach: count(size + offset, offset),
    }),
  )
  return fromFarEnd ? rows.reverse() : rows
}

/**
 * The numbers of a first page stand in the text: with parameters there, the planner would guess a tenth of all rows
 * and never keep a plan. Later pages have too many texts to keep.
 */
function count(amount: number, offset: number): Sql {
  return offset === 0 ? raw(String(Math.trunc(amount))) : sql`${amount}`
}

/** So many rows are walked by sooner than asked how many there are, which decides from which end a page is walked to. */
const nearRows = 2_000

/**
 * The ids of a page near the beginning, for a statement that reads more of them; undefined where the page is farther.
 * `walk` gives ids in their order and takes a limit, which stands in the text: see above.
 */
export function nearPage(
  { skip, size, descending }: Pick<PageWalk, "skip" | "size" | "descending">,
  walk: (parts: Pick<WalkParts, "direction" | "limit">) => Sql,
): Sql | undefined {
  if (skip + size > nearRows) return undefined
  const direction = descending ? sql`desc` : sql`asc`
  const most = raw(String(size))
  if (skip === 0) return walk({ direction, limit: most })
  return sql`select id from (${walk({ direction, limit: raw(String(nearRows)) })}) as near limit ${most} offset ${skip}`
}

export interface FoundPage {
  ids: number[]
  total: number
  /** The total is a guess until the last page, which knows it. */
  estimated?: true
}

/** Of rows too many to count, where one more than the page was asked for: that says whether the end is there. */
export function estimatedPage(
  ids: number[],
  { skip, size, estimate }: { skip: number; size: number; estimate: number },
): FoundPage {
  if (ids.length > size) return { ids: ids.slice(0, size), total: Math.max(estimate, skip + size + 1), estimated: true }
  if (ids.length > 0 || skip === 0) return { ids, total: skip + ids.length }
  return { ids, total: Math.min(estimate, skip), estimated: true }
}
