import type { Pool } from "pg"
import type { Found } from "./checker.ts"
import { type Kind, nothing } from "./operations.ts"

/** The last ids there are: what comes later is looked for behind them. */
export interface Mark {
  conversations: number
  threads: number
  attachments: number
  customers: number
  tags: number
}

export const beginning: Mark = { conversations: 0, threads: 0, attachments: 0, customers: 0, tags: 0 }

export async function readMark(db: Pool): Promise<Mark> {
  const columns = Object.keys(beginning).map((table) => `(select coalesce(max(id), 0) from ${table}) as ${table}`)
  const { rows } = await db.query(`select ${columns.join(", ")}`)
  return Object.fromEntries(Object.entries(rows[0]).map(([table, id]) => [table, Number(id)])) as unknown as Mark
}

/** Tokens are written into every text that a request may carry, and found there. */
const tokenIn = (column: string) => `substring(${column} from 'f[0-9a-f]{8}-[0-9]+-[0-9]+')`

/**
 * Everything that carries a token. An event, numbered or not, is known by its thread, or else by its conversation or by the tag it
 * tells of; an entry of the search likewise. A key without its answer is no answer.
 */
const statement = `
  with conversation as (
    select id, ${tokenIn("subject")} as token from conversations where id > $1
  ), thread as (
    select id, conversation_id, ${tokenIn("body")} as token from threads where id > $2 and body is not null
  ), told as (
    -- What becomes of its mail is told later, and is no part of a write.
    select * from (select kind, conversation_id, data from events
      union all select kind, conversation_id, data from feed) as event where kind not in ('convo.thread.delivery', 'convo.thread.sender')
  ), piece as (
    select token, 'conversations' as kind, id from conversation
    union all select token, 'threads', id from thread
    union all select ${tokenIn("filename")}, 'attachments', id from attachments where id > $3
    union all select thread.token, 'events', 0 from told join thread on thread.id = (data ->> 'threadId')::bigint
    union all select conversation.token, 'events', 0 from told
      join conversation on conversation.id = told.conversation_id
      where told.kind = 'convo.created' and not data ? 'threadId'
    union all select ${tokenIn("name")}, 'events', 0 from told
      cross join lateral jsonb_array_elements_text(data -> 'added') as added (id)
      join tags on tags.id = added.id::bigint where told.kind = 'convo.tags' and tags.id > $5
    union all select ${tokenIn("action_text")}, 'lineItems', id from threads where id > $2 and type = 'lineitem'
    union all select ${tokenIn("value")}, 'customers', customer_id from customer_emails where customer_id > $4
    union all select ${tokenIn("name")}, 'tags', conversation_id from conversation_tags
      join tags on tags.id = tag_id where tags.id > $5
    union all select conversation.token, 'searchEntries', 0 from search_entries
      join conversation on conversation.id = conversation_id where thread_id = 0
    union all select thread.token, 'searchEntries', 0 from search_entries join thread on thread.id = thread_id
    union all select key, 'keptAnswers', 0 from idempotency_keys
      where key like $6 || '%' and status is not null
  )
  select token, kind, count(*)::integer as amount, array_agg(id::integer order by id) as ids
  from piece where token like $6 || '%' group by token, kind`

/** The last of these is what its request made; the others came with it. */
const made: Kind[] = ["tags", "threads", "conversations"]

/** What is stored behind the mark of requests whose tokens begin so. */
export async function readStored(db: Pool, since: Mark, prefix: string): Promise<Map<string, Found>> {
  const { conversations, threads, attachments, customers, tags } = since
  const { rows } = await db.query<{ token: string; kind: Kind; amount: number; ids: number[] }>(statement, [
    conversations,
    threads,
    attachments,
    customers,
    tags,
    prefix,
  ])
  const stored = new Map<string, Found>()
  rows.sort((one, other) => made.indexOf(one.kind) - made.indexOf(other.kind))
  for (const { token, kind, amount, ids } of rows) {
    const found = stored.get(token) ?? { pieces: { ...nothing }, ids: [] }
    found.pieces[kind] = amount
    if (made.includes(kind)) found.ids = ids
    stored.set(token, found)
  }
  return stored
}
