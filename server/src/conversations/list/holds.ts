import { type Sql, sql } from "../../db/db.ts"

/** Tested for one conversation; `offset 0` keeps the planner from looking up all that hold the words. */
export function holds(words: string, id = sql`conversations.id`): Sql {
  return sql`exists (select from search_documents where conversation_id = ${id} and words @@ (select ${words}::tsquery) offset 0)`
}
