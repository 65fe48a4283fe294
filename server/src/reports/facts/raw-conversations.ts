import { type Db, sql } from "../../db/db.ts"
import { millisecondsOf } from "./fact-rows.ts"
import type { RawConversation, RawThread } from "./facts.ts"

/** Those that reports tell of: no drafts, nothing deleted, no spam. */
export async function mapRawConversations(db: Db, ids: number[]): Promise<Map<number, RawConversation>> {
  const these = sql`any(${ids}::bigint[])`
  const [conversations, threads, ratings, tags, options, workflows] = await Promise.all([
    db.many<Omit<RawConversation, "threads" | "ratings" | "tagIds" | "optionIds" | "workflowIds">>(sql`
      select id, inbox_id as "inboxId", type, customer_id as "customerId", created_at as "createdAt",
        created_by_user_id as "createdByUserId", closed_at as "closedAt", closed_by_id as "closedById"
      from conversations where id = ${these} and state = 'published' and status <> 'spam'`),
    listThreads(db, ids),
    db.many<RawConversation["ratings"][number] & { conversationId: number }>(sql`
      select conversation_id as "conversationId", id, rating, user_id as "userId", created_at as "createdAt"
      from ratings where conversation_id = ${these} order by id`),
    db.many<{ conversationId: number; tagId: number }>(sql`
      select conversation_id as "conversationId", tag_id as "tagId" from conversation_tags
      where conversation_id = ${these} order by tag_id`),
    db.many<{ conversationId: number; optionId: number }>(sql`
      with these as materialized (
        select conversation_id, field_id, value from conversation_fields where conversation_id = ${these}
      )
      select conversation_id as "conversationId", custom_field_options.id as "optionId"
      from these
      join custom_fields on custom_fields.id = these.field_id and type = 'dropdown' and deleted_at is null
      join custom_field_options on custom_field_options.field_id = custom_fields.id
        and custom_field_options.id::text = value
      order by 2`),
    db.many<{ conversationId: number; workflowId: number }>(sql`
      select distinct conversation_id as "conversationId", workflow_id as "workflowId" from workflow_runs
      where conversation_id = ${these} and outcome = 'done' order by 2`),
  ])
  const raws = new Map<number, RawConversation>(
    conversations.map((row) => [
      row.id,
      { ...row, threads: [], ratings: [], tagIds: [], optionIds: [], workflowIds: [] },
    ]),
  )
  for (const [conversationId, thread] of threads) raws.get(conversationId)?.threads.push(thread)
  for (const { conversationId, ...rating } of ratings) raws.get(conversationId)?.ratings.push(rating)
  for (const { conversationId, tagId } of tags) raws.get(conversationId)?.tagIds.push(tagId)
  for (const { conversationId, optionId } of options) raws.get(conversationId)?.optionIds.push(optionId)
  for (const { conversationId, workflowId } of workflows) raws.get(conversationId)?.workflowIds.push(workflowId)
  return raws
}

/** In one text, as many as they are: rows with a name for each value take longer to read. */
async function listThreads(db: Db, ids: number[]): Promise<[conversationId: number, RawThread][]> {
  const { threads } = await db.one<{ threads: string | null }>(sql`
    select string_agg(concat(conversation_id, ' ', id, ' ',
      case when type = 'lineitem' then 'closes' when created_by_id is null then 'asks' else 'answers' end, ' ',
      ${millisecondsOf("created_at")}, ' ', created_by_id, ' ', saved_reply_id), ';'
      order by conversation_id, created_at, id) as threads
    from threads
    where conversation_id = any(${ids}::bigint[]) and state = 'published' and (
      (type = 'lineitem' and action_type = 'status-changed' and status = 'closed')
      or (type <> 'lineitem' and created_by_id is null)
      or (type in ('message', 'chat', 'widgetchat', 'phone') and created_by_id is not null))`)
  return (threads?.split(";") ?? []).map(readThread)
}

function readThread(text: string): [number, RawThread] {
  const [conversationId, id, kind, at, userId, savedReplyId] = text.split(" ")
  const thread: RawThread = {
    id: Number(id),
    kind: kind as RawThread["kind"],
    at: new Date(Number(at)),
    userId: userId ? Number(userId) : null,
    savedReplyId: savedReplyId ? Number(savedReplyId) : null,
  }
  return [Number(conversationId), thread]
}
