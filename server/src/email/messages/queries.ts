import type { MailOutcome } from "@deskhand/contract/mail/mail-message"
import { readableBy } from "../../conversations/queries.ts"
import { type SourceRow, sourceColumns } from "../../conversations/received/source.ts"
import { type Db, empty, type Sql, sql } from "../../db/db.ts"
import { estimatedTotal } from "../../db/page-walk.ts"
import { planRows } from "../../db/plan-rows.ts"
import type { PageRequest } from "../../http/hal.ts"
import { type Viewer, visibleTo } from "../../http/viewer.ts"
import type { Envelope } from "../receive/envelope.ts"
import type { Facts } from "../receive/facts.ts"

export interface MessageRow {
  id: number
  inbox_id: number
  via: "imap" | "smtp" | "lmtp" | "api"
  outcome: MailOutcome
  reason: string | null
  message_id: string | null
  size_bytes: number
  received_at: Date
  settled_at: Date | null
  attempts: number
  /** Where its thread stands today. */
  conversation_id: number | null
  thread_id: number | null
  facts: Facts
  raw_removed_at: Date | null
  /** Set while its sender is still to be checked. */
  judge_at: Date | null
}

export interface MessageWithEnvelope extends MessageRow {
  envelope: Envelope
  storage_key: string
  decision: "accept" | "reject" | null
  decided_at: Date | null
  decided_by_id: number | null
}

export const messageColumns = sql`m.id, m.inbox_id, m.via, m.outcome, m.reason, m.message_id, m.size_bytes, m.received_at,
  m.settled_at, m.attempts, c.id as conversation_id, m.thread_id, m.facts,
  m.raw_removed_at, m.judge_at`

export const messageTables = sql`mail_messages m left join threads t on t.id = m.thread_id
  left join conversations c on c.id = coalesce(t.conversation_id, m.conversation_id)`

/** As its conversation is, and where it has none, as its inbox. */
function messageReadableBy(viewer: Viewer): Sql {
  return sql`case when c.id is null then ${visibleTo(viewer, sql`m.inbox_id`)} else ${readableBy(viewer)} end`
}

export interface MessageFilter {
  inboxId: number
  outcome: MailOutcome | undefined
}

export interface FoundMessages {
  rows: MessageRow[]
  total: number
  /** The total is a guess until the last page, which knows it. */
  estimated?: true | undefined
}

/** More are not worth counting for every page. */
const mostCounted = 10_000

/** The newest first. */
export async function findMessages(
  db: Db,
  viewer: Viewer,
  { inboxId, outcome, size, number }: MessageFilter & PageRequest,
): Promise<FoundMessages> {
  const filter = sql`m.inbox_id = ${inboxId} ${outcome === undefined ? empty : sql`and m.outcome = ${outcome}`}`
  const where = sql`${filter} and ${messageReadableBy(viewer)}`
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from (select from ${messageTables} where ${where} limit ${mostCounted + 1}) as found`,
  )
  if (total === 0) return { rows: [], total }
  const skip = (number - 1) * size
  const rows = await db.many<MessageRow>(sql`
    select ${messageColumns} from ${messageTables} where ${where} order by m.id desc limit ${size + 1} offset ${skip}`)
  if (total <= mostCounted) return { rows: rows.slice(0, size), total }
  const expected = await planRows(db, sql`select from mail_messages m where ${filter}`)
  const estimate = Math.max(total, expected)
  return { ...estimatedTotal(rows.length, { skip, size, estimate }), rows: rows.slice(0, size) }
}

export function findMessage(db: Db, viewer: Viewer, id: number): Promise<MessageRow | undefined> {
  return db.maybe(
    sql`select ${messageColumns} from ${messageTables} where m.id = ${id} and ${messageReadableBy(viewer)}`,
  )
}

export function findMessageWithEnvelope(db: Db, viewer: Viewer, id: number): Promise<MessageWithEnvelope | undefined> {
  return db.maybe(sql`select ${messageColumns}, m.envelope, m.storage_key, m.decision, m.decided_at, m.decided_by_id
    from ${messageTables}
    where m.id = ${id} and ${messageReadableBy(viewer)}`)
}

export function findSource(db: Db, viewer: Viewer, id: number): Promise<SourceRow | undefined> {
  return db.maybe(
    sql`select ${sourceColumns} from ${messageTables} where m.id = ${id} and ${messageReadableBy(viewer)}`,
  )
}

/** For who works on the machine itself. */
export function listAnyMessages(
  db: Db,
  { inboxId, outcome, size }: { inboxId?: number; outcome?: string; size: number },
): Promise<MessageRow[]> {
  return db.many(sql`
    select ${messageColumns} from ${messageTables}
    where true ${inboxId === undefined ? empty : sql`and m.inbox_id = ${inboxId}`}
      ${outcome === undefined ? empty : sql`and m.outcome = ${outcome}`}
    order by m.id desc limit ${size}`)
}

export function findAnyMessage(db: Db, id: number): Promise<MessageRow | undefined> {
  return db.maybe(sql`select ${messageColumns} from ${messageTables} where m.id = ${id}`)
}

/** What came by mail of what stands in a conversation, in the order in which it came. */
export function listIncoming(db: Db, conversationId: number): Promise<(MessageRow & { thread_id: number })[]> {
  return db.many(sql`
    select ${messageColumns} from threads t join mail_messages m on m.thread_id = t.id
    join conversations c on c.id = t.conversation_id
    where t.conversation_id = ${conversationId} and m.outcome not in ('duplicate', 'bounce') order by m.id`)
}

/** Whose conversation it is; undefined where the viewer may not read it. */
export async function findReadableCustomer(
  db: Db,
  viewer: Viewer,
  conversationId: number,
): Promise<number | undefined> {
  const row = await db.maybe<{ customer_id: number }>(
    sql`select customer_id from conversations c where c.id = ${conversationId} and ${readableBy(viewer)}`,
  )
  return row?.customer_id
}

/** Those of them that the viewer may read. */
export async function listReadable(db: Db, viewer: Viewer, ids: number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await db.many<{ id: number }>(
    sql`select c.id from conversations c where c.id = any(${ids}::bigint[]) and ${readableBy(viewer)}`,
  )
  return new Set(rows.map(({ id }) => id))
}
