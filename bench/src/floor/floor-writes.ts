import type { PoolClient } from "pg"
import { pool } from "./floor-pool.ts"

/** What a new conversation's rows are made of, or those of a new thread, or a status; all by the one who asks. */
export interface BareWrite {
  inboxId?: string
  subject?: string
  preview?: string
  customerId?: string
  nameKey?: string
  emailKey?: string
  organizationId?: string | null
  text?: string
  conversationId?: number
  status?: string
  userId?: string
}

/** Gives the id of what was written. */
export async function writeBare(url: string, given: BareWrite): Promise<number> {
  const client = await pool.connect()
  try {
    await client.query("begin")
    const id = await inTransaction(client, url, given)
    await client.query("commit")
    return id
  } finally {
    client.release()
  }
}

async function inTransaction(client: PoolClient, url: string, given: BareWrite): Promise<number> {
  switch (url) {
    case "/create": {
      const conversationId = await insertConversation(client, given)
      await insertThread(client, { ...given, conversationId })
      return conversationId
    }
    case "/thread":
      return insertThread(client, given)
    case "/thread-and-conversation": {
      const id = await insertThread(client, given)
      await touchConversation(client, given)
      return id
    }
    case "/status":
      await changeStatus(client, given)
      return insertLineItem(client, given)
    default:
      throw new Error(`Nothing is written by ${url}`)
  }
}

async function insertConversation(client: PoolClient, given: BareWrite): Promise<number> {
  const { rows } = await client.query<[number]>({
    name: "conversation",
    text: `insert into bench.bare_conversations (inbox_id, type, status, state, subject, preview, customer_id,
        created_by_customer_id, source_type, source_via, cc, bcc, thread_count, held_thread_count, has_attachments,
        needs_attention, user_updated_at, waiting_since, created_at, modified_at, customer_name_key, customer_email_key,
        organization_id)
      values ($1, 'email', 'active', 'published', $2, $3, $4, $4, 'api', 'customer', '{}', '{}', 1, 1, false, false,
        now(), now(), now(), now(), $5, $6, $7) returning id`,
    values: [
      given.inboxId,
      given.subject,
      given.preview,
      given.customerId,
      given.nameKey,
      given.emailKey,
      given.organizationId,
    ],
    rowMode: "array",
  })
  return rows[0]![0]
}

async function insertThread(client: PoolClient, given: BareWrite): Promise<number> {
  const { rows } = await client.query<[number]>({
    name: "thread",
    text: `insert into bench.bare_threads (conversation_id, type, status, state, body, source_type, source_via,
        customer_id, to_addresses, cc, bcc, created_at)
      values ($1, 'customer', 'active', 'published', $2, 'api', 'customer', $3, '{}', '{}', '{}', now()) returning id`,
    values: [given.conversationId, given.text, given.customerId],
    rowMode: "array",
  })
  return rows[0]![0]
}

async function touchConversation(client: PoolClient, given: BareWrite): Promise<void> {
  await client.query({
    name: "touch",
    text: `update bench.bare_conversations set status = 'active', closed_at = null, closed_by_id = null, preview = $2,
        thread_count = thread_count + 1, held_thread_count = held_thread_count + 1,
        waiting_since = coalesce(waiting_since, now()), user_updated_at = now(), modified_at = now()
      where id = $1`,
    values: [given.conversationId, given.preview],
  })
}

async function changeStatus(client: PoolClient, given: BareWrite): Promise<void> {
  const isClosed = given.status === "closed"
  await client.query({
    name: "status",
    text: `update bench.bare_conversations set status = $2, closed_at = case when $3 then now() end,
        closed_by_id = case when $3 then $4::bigint end, user_updated_at = now(), modified_at = now()
      where id = $1`,
    values: [given.conversationId, given.status, isClosed, given.userId],
  })
}

async function insertLineItem(client: PoolClient, given: BareWrite): Promise<number> {
  const { rows } = await client.query<[number]>({
    name: "line item",
    text: `insert into bench.bare_threads (conversation_id, type, status, action_type, action_text, source_type,
        source_via, created_by_id, created_at)
      values ($1, 'lineitem', $2, 'status-changed', 'Desk Owner changed the status', 'api', 'user', $3, now())
      returning id`,
    values: [given.conversationId, given.status, given.userId],
    rowMode: "array",
  })
  return rows[0]![0]
}
