import { namesStatus, searchOf } from "../conversations/list/search.ts"
import { type Db, join, type Sql, sql, unnamed } from "../db/db.ts"
import { parseQuery } from "../search/grammar.ts"
import type { WorkflowRow } from "./queries.ts"

/** What a workflow is asked about. */
export interface Asked {
  workflow: Pick<WorkflowRow, "id" | "inbox_id" | "query">
  conversationId: number
}

export type Matches = (asked: Asked) => boolean

/** Which conversations are as which workflows want them now: one statement, however many there are of both. */
export async function findMatches(db: Db, asked: Asked[], now: Date): Promise<Matches> {
  if (asked.length === 0) return () => false
  const workflows = new Map(asked.map(({ workflow }) => [workflow.id, workflow]))
  const cases = [...workflows.values()].map((workflow) => {
    const ids = asked.filter((one) => one.workflow.id === workflow.id).map(({ conversationId }) => conversationId)
    return sql`case when id = any(${[...new Set(ids)]}::bigint[]) and inbox_id = ${workflow.inbox_id}
      and ${conditionOf(workflow.query, now)} then ${workflow.id}::bigint end`
  })
  const ids = [...new Set(asked.map(({ conversationId }) => conversationId))]
  const rows = await db.many<{ id: number; workflow_ids: number[] }>(sql`${unnamed}
    select id, array_remove(array[${join(cases)}], null) as workflow_ids from conversations
    where id = any(${ids}::bigint[]) and state = 'published'`)
  const matched = new Map(rows.map((row) => [row.id, new Set(row.workflow_ids)]))
  return ({ conversationId, workflow }) => matched.get(conversationId)?.has(workflow.id) ?? false
}

/** On rows of `conversations`. What nobody wants to hear of is left alone, unless the query speaks of it. */
export function conditionOf(query: string, now: Date): Sql {
  if (query === "") return notSpam
  const search = searchOf(parseQuery(query), now)
  return namesStatus(search.query) ? sql`(${search.condition})` : sql`(${notSpam} and ${search.condition})`
}

const notSpam = sql`conversations.status <> 'spam'`
