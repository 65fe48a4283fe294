import type { Searcher } from "../conversations/list/resolve/searcher.ts"
import { namesStatus, resolveSearch } from "../conversations/list/search.ts"
import { type Db, join, type Sql, sql, unnamed } from "../db/db.ts"
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
  const cases: Sql[] = []
  for (const { id, inbox_id: inboxId, query } of workflows.values()) {
    const ids = asked.filter((one) => one.workflow.id === id).map(({ conversationId }) => conversationId)
    const condition = await conditionOf(db, query, nobody(inboxId, now))
    cases.push(sql`case when id = any(${[...new Set(ids)]}::bigint[]) and inbox_id = ${inboxId}
      and ${condition} then ${id}::bigint end`)
  }
  const ids = [...new Set(asked.map(({ conversationId }) => conversationId))]
  const rows = await db.many<{ id: number; workflow_ids: number[] }>(sql`${unnamed}
    select id, array_remove(array[${join(cases)}], null) as workflow_ids from conversations
    where id = any(${ids}::bigint[]) and state = 'published'`)
  const matched = new Map(rows.map((row) => [row.id, new Set(row.workflow_ids)]))
  return ({ conversationId, workflow }) => matched.get(conversationId)?.has(workflow.id) ?? false
}

/** On rows of `conversations`. What nobody wants to hear of is left alone, unless the query speaks of it. */
export async function conditionOf(db: Db, query: string, searcher: Searcher): Promise<Sql> {
  if (query === "") return notSpam
  const search = await resolveSearch(db, query, { ...searcher, isLenient: true })
  return namesStatus(search.query) ? sql`(${search.condition})` : sql`(${notSpam} and ${search.condition})`
}

/** A workflow runs for nobody; its words are those of subjects and messages, and no names. */
export function nobody(inboxId: number, now: Date): Searcher {
  return { userId: undefined, inboxIds: [inboxId], now }
}

const notSpam = sql`conversations.status <> 'spam'`
