import { type Db, type Sql, sql, unnamed } from "../db/db.ts"
import { ownDrafts, scopeOf } from "./filter.ts"
import { type ConversationList, listConversationIds, mergeByAge } from "./list.ts"
import { type IndexQuery, matches } from "./search-index.ts"

/**
 * A page by age of what the index finds: in a few weeks from that end on, and in ever more until it is full. The index
 * has the weeks too, so that a word that is everywhere costs no more than the weeks that are looked at.
 */
export async function listMatchesByAge(db: Db, list: ConversationList, index: IndexQuery): Promise<number[]> {
  const { filter, viewer } = list
  const { first, last } = await findWeeks(db, list)
  const wanted = Math.min(list.size, list.total - list.skip)
  for (let weeks = firstGuess(list, last - first); ; weeks *= 3) {
    const ids = await mergeByAge(db, list, (direction) => {
      const near = (week: Sql) =>
        direction.sql === "desc" ? sql`${week} > ${last - weeks}` : sql`${week} < ${first + weeks}`
      return [
        sql`(select ${unnamed} conversation_id as id, created_at from ${matches(index, filter)} and ${near(sql`week`)}) as matched`,
        sql`conversations where ${ownDrafts(filter, viewer)} and ${near(sql`week_of(created_at)`)}`,
      ]
    })
    if (ids.length === wanted || last - weeks < first) return ids
  }
}

/** A page in the middle of so many is found sooner among all of them than by guessing twice. */
const soonSorted = 60_000

/** So many weeks as would hold the page if every week had as many. */
function firstGuess({ skip, size, total }: ConversationList, weeks: number): number {
  const reach = Math.min(skip + size, total - skip)
  if (total <= soonSorted && reach > total / 4) return weeks + 1
  return Math.max(1, Math.ceil((1.2 * weeks * reach) / total))
}

/** Of the oldest and the newest conversation that the viewer may see. */
async function findWeeks(db: Db, list: ConversationList): Promise<{ first: number; last: number }> {
  const end = (descending: boolean) =>
    listConversationIds(db, {
      filter: scopeOf(list.filter),
      viewer: list.viewer,
      order: { field: "createdAt", descending },
      total: Number.POSITIVE_INFINITY,
      skip: 0,
      size: 1,
    })
  const ids = [...(await end(false)), ...(await end(true))]
  const { first, last } = await db.one<{ first: number | null; last: number | null }>(sql`
    select min(week_of(created_at)) as first, max(week_of(created_at)) as last from conversations
    where id = any(${ids}::bigint[])`)
  return { first: first ?? 0, last: last ?? 0 }
}
