import { counters } from "../../src/counters/counters.ts"
import { type Db, join, raw, type Sql, sql } from "../../src/db/db.ts"
import { plainText } from "../../src/search/plain-text.ts"

/** Recomputes in SQL, from the threads alone, what every conversation says of itself; gives those that say otherwise. */
export async function listWrongConversations(db: Db): Promise<unknown[]> {
  return db.many(sql`
    with messages as (
      select *, (created_at, id) as place,
        created_by_id is null and type <> 'lineitem' and state = 'published' as asks,
        created_by_id is not null and type in ('message', 'chat', 'widgetchat', 'phone') and state = 'published' as answers
      from threads
    ), waits as (
      select conversation_id, min(created_at) as since from messages question
      where asks and not exists (select from messages answer where answer.conversation_id = question.conversation_id
        and answer.answers and answer.place > question.place)
      group by 1
    ), told as (
      select conversation_id, count(*) filter (where type not in ('note', 'lineitem') and state = 'published') as threads,
        count(*) filter (where type <> 'lineitem') as held, max(created_at) as modified_at,
        bool_or(state in ('review', 'bounced')) as needs_attention,
        bool_or(exists (select from attachments where thread_id = messages.id)) as has_attachments,
        max(created_at) filter (where asks) as wrote_at, max(place) filter (where asks) as last_question, max(place) filter (where created_by_id is not null) as last_touch,
        max(created_at) filter (where created_by_id is not null) as touched_at,
        min(scheduled_for) as scheduled_for
      from messages group by 1
    ), expected as (
      select conversations.*, told.threads, told.held, told.modified_at as expected_modified_at,
        told.needs_attention as expected_attention, told.has_attachments as expected_attachments,
        told.scheduled_for as expected_scheduled_for, told.wrote_at, waits.since,
        case when last_touch > last_question or last_question is null then touched_at
          else coalesce(waits.since, conversations.created_at) end as expected_user_updated_at
      from conversations join told on told.conversation_id = conversations.id
      left join waits on waits.conversation_id = conversations.id
    )
    select * from expected
    where (thread_count, held_thread_count, modified_at, needs_attention, has_attachments, scheduled_for, waiting_since,
        customer_wrote_at, user_updated_at)
      is distinct from (threads, held, expected_modified_at, expected_attention, expected_attachments,
        expected_scheduled_for, since, wrote_at, expected_user_updated_at)
      or (status = 'closed') <> (closed_at is not null)
      or (scheduled_for is not null and not exists (select from threads where conversation_id = expected.id
        and threads.scheduled_for = expected.scheduled_for and threads.scheduled_by_id = expected.scheduled_by_id
        and threads.unschedule_on_customer_reply = expected.unschedule_on_customer_reply))`)
}

export async function listWrongPreviews(db: Db): Promise<unknown[]> {
  const conversations = await db.many<{ id: number; preview: string; body: string }>(sql`
    select id, preview, (select body from threads where conversation_id = conversations.id and body is not null
      order by state = 'draft', created_at desc, id desc limit 1) as body
    from conversations`)
  return conversations.filter(({ preview, body }) => {
    const text = plainText(body)
    return !text.startsWith(preview) || [...preview].length !== Math.min(150, [...text].length)
  })
}

/** Marks of a removed tag stay behind. */
function withoutRemovedTags(words: Sql): Sql {
  return sql`ts_delete(${words}, array(
    select lexeme from unnest(${words}) where lexeme ~ '^[+]' and substr(lexeme, 2)::bigint not in (select id from tags)))`
}

/** One entry for each subject and each body that is no draft, and one document for each conversation, with all its words. */
export async function listWrongSearchEntries(db: Db): Promise<unknown[]> {
  return db.many(sql`
    with expected as (
      select id as conversation_id, 0 as thread_id from conversations
      union all select conversation_id, id from threads where body is not null and state <> 'draft'
    )
    select * from expected full join search_entries entry using (conversation_id, thread_id)
    left join conversations on conversations.id = conversation_id
    left join search_documents document using (conversation_id)
    where expected is null or entry is null or (thread_id = 0 and length(entry.words) = 0)
      or (document.inbox_id, document.status, document.state, document.created_at)
        <> (conversations.inbox_id, conversations.status, conversations.state, conversations.created_at)
      or ${withoutRemovedTags(sql`document.words`)} is distinct from document_words(conversation_id)`)
}

/** Compares every kept total with counting. */
export async function listWrongCounts(db: Db): Promise<unknown[]> {
  const wrong: unknown[] = []
  for (const { name, differences } of counters)
    wrong.push(...(await db.many<object>(differences)).map((difference) => ({ counter: name, ...difference })))
  return wrong
}

/** Of every table but those that only grow: the journals of counters, and the audit log. */
export async function countRows(db: Db): Promise<Record<string, number>> {
  const tables = await db.many<{ name: string }>(sql`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relname not in ('audit_entries') and relname not like '%\\_counts' and relname not like '%\\_count\\_changes'`)
  const counts = tables.map(({ name }) => sql`select ${name} as name, count(*) as amount from ${raw(name)}`)
  const rows = await db.many<{ name: string; amount: number }>(sql`${join(counts, " union all ")} order by name`)
  return Object.fromEntries(rows.map(({ name, amount }) => [name, amount]))
}
