import { type Db, sql } from "../db/db.ts"
import type { FoundPage } from "../db/page-walk.ts"
import { countOwnDrafts } from "./count.ts"
import { ownDrafts } from "./filter.ts"
import type { IndexQuery } from "./index-query.ts"
import type { ConversationList } from "./list.ts"
import { orderedBy } from "./order.ts"
import { countMatches, matches, rowsOf } from "./search-index.ts"

type Wanted = Omit<ConversationList, "total">

export interface SortedPage extends FoundPage {
  /** Beside the viewer's own drafts. */
  matched: number
}

/**
 * A page of all that the index finds, and how many that is: their keys are read from the table, which takes longer than anything
 * else, and sorted. By score this is the order of those that are too many to be told apart.
 */
export async function findSorted(db: Db, list: Wanted, index: IndexQuery): Promise<SortedPage> {
  const { filter, viewer, order, skip, size } = list
  const rows = await db.many<{ id: number; matched: number; drafts: number }>(sql`
    with found as materialized (
      select array(${rowsOf(sql`conversation_id`, matches(index, filter))}) as ids,
        array(select id from conversations where ${ownDrafts(filter, viewer)}) as drafts)
    select id, (select cardinality(ids) from found) as matched, (select cardinality(drafts) from found) as drafts
    from (
      select id, row_number() over (order by ${orderedBy(order)}) as place from conversations
      where id = any((select ids || drafts from found)::bigint[])) as sorted
    where place > ${skip} and place <= ${skip + size} order by place`)
  // Behind the last page there is nothing that could tell.
  const matched = rows[0]?.matched ?? (await countMatches(db, index, filter))
  const drafts = rows[0]?.drafts ?? (await countOwnDrafts(db, filter, viewer))
  return { ids: rows.map(({ id }) => id), matched, total: matched + drafts }
}
