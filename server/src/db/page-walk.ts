import { type Db, raw, type Sql, sql } from "./db.ts"

export interface PageRange {
  skip: number
  size: number
}

export interface Walk extends PageRange {
  /** Skips and reads rows from the end of the list. The page still has the order of the list. */
  fromFarEnd: boolean
  /** How many rows the list has, as part of the statement. */
  total: Sql
}

/** Rows. Walking this far takes 2 ms, less than a count that tells which end is nearer. */
const usualNear = 2_000

/**
 * Finds a page of a list that an index has in its order. A page near the beginning takes one statement, which also gives
 * the total. Any other page is read from the nearer end, so the total is read first unless it is known.
 */
export async function walkToPage<Page>(
  db: Db,
  { skip, size, total, near = usualNear }: PageRange & { total: Sql | number; near?: number },
  walk: (walk: Walk) => Promise<Page>,
): Promise<Page> {
  const isKnown = typeof total === "number"
  if (!isKnown && skip + size <= near) return walk({ skip, size, fromFarEnd: false, total })
  const all = isKnown ? total : (await db.one<{ total: number }>(sql`select (${total}) as total`)).total
  const left = Math.max(0, all - skip)
  const shown = Math.min(size, left)
  const behind = left - shown
  const fromFarEnd = behind < skip
  return walk({ skip: fromFarEnd ? behind : skip, size: shown, fromFarEnd, total: sql`${all}::bigint` })
}

export interface WalkParts {
  direction: Sql
  limit: Sql
}

/** A statement for the ids of a page, in the order of the list. `walk` reads ids from the end where the walk begins. */
export function pageIds(
  { skip, size, fromFarEnd }: Omit<Walk, "total">,
  descending: boolean,
  walk: (parts: WalkParts) => Sql,
): Sql {
  const direction = descending !== fromFarEnd ? sql`desc` : sql`asc`
  // For a parameter the planner guesses a tenth of all rows and never keeps a plan. Powers of two keep the texts few.
  const limit = raw(String(2 ** Math.ceil(Math.log2(skip + size))))
  const walked = sql`(${walk({ direction, limit })}) as walked limit ${size} offset ${skip}`
  return fromFarEnd
    ? sql`select id from (select id, row_number() over () as place from ${walked}) as page order by place desc`
    : sql`select id from ${walked}`
}

export interface PageTotal {
  total: number
  /** The total is an estimate until the last page, which knows it. */
  estimated?: true
}

/**
 * The total of a list with too many rows to count. A page asks for one row more than it shows: `read` rows came, which
 * tells whether the list goes on.
 */
export function estimatedTotal(read: number, { skip, size, estimate }: PageRange & { estimate: number }): PageTotal {
  if (read > size) return { total: Math.max(estimate, skip + size + 1), estimated: true }
  if (read > 0 || skip === 0) return { total: skip + read }
  return { total: Math.min(estimate, skip), estimated: true }
}
