import type { ReceivedQuery, SentQuery } from "@deskhand/contract/mail/mail-ledger"
import { type Db, join, type Sql, sql } from "../../db/db.ts"
import type { Position } from "../../http/cursor.ts"
import { type MessageRow, messageColumns, messageTables } from "../messages/queries.ts"
import { chosenState } from "../send/list.ts"
import { type OutgoingRow, outgoingColumns } from "../send/shown.ts"

interface Stretch {
  after: Position | undefined
  /** One more is read, which tells whether there is another page. */
  size: number
}

interface Between {
  since: Date | undefined
  until: Date | undefined
}

export type ReceivedFilter = Pick<ReceivedQuery, "mailbox" | "outcome" | "from"> & Between

/** The newest first. */
export function listReceived(db: Db, filter: ReceivedFilter, { after, size }: Stretch): Promise<MessageRow[]> {
  const { mailbox, outcome, from } = filter
  const conditions = [...timesOf(sql`m.received_at`, filter), ...beyond(sql`m.received_at, m.id`, after)]
  if (mailbox !== undefined) conditions.push(sql`m.inbox_id = ${mailbox}`)
  if (outcome !== undefined) conditions.push(sql`m.outcome = ${outcome}`)
  if (from !== undefined) conditions.push(sql`lower(m.facts ->> 'sender') = ${from.trim().toLowerCase()}`)
  return db.many(sql`
    select ${messageColumns} from ${messageTables} where ${all(conditions)}
    order by m.received_at desc, m.id desc limit ${size + 1}`)
}

export type SentFilter = Pick<SentQuery, "mailbox" | "state" | "to"> & Between

export interface SentRow extends Omit<OutgoingRow, "kind"> {
  kind: OutgoingRow["kind"] | "account"
  subject: string | null
  last_attempt_at: Date | null
}

/** The newest first. */
export function listSent(
  db: Db,
  filter: SentFilter,
  { after, size, now }: Stretch & { now: Date },
): Promise<SentRow[]> {
  const { mailbox, state, to } = filter
  const conditions = [...timesOf(sql`mail.created_at`, filter), ...beyond(sql`mail.created_at, mail.id`, after)]
  if (mailbox !== undefined) conditions.push(sql`mail.inbox_id = ${mailbox}`)
  if (state !== undefined) conditions.push(chosenState(state, now))
  if (to !== undefined)
    conditions.push(
      sql`mail.id in (select mail_id from outgoing_recipients where lower(address) = ${to.trim().toLowerCase()})`,
    )
  return db.many(sql`
    select ${outgoingColumns}, c.subject, mail.last_attempt_at
    from outgoing_mail mail left join threads thread on thread.id = mail.thread_id
    left join conversations c on c.id = coalesce(thread.conversation_id, mail.conversation_id)
    where ${all(conditions)} order by mail.created_at desc, mail.id desc limit ${size + 1}`)
}

function timesOf(column: Sql, { since, until }: Between): Sql[] {
  return [...(since ? [sql`${column} >= ${since}`] : []), ...(until ? [sql`${column} < ${until}`] : [])]
}

function beyond(columns: Sql, after: Position | undefined): Sql[] {
  return after ? [sql`(${columns}) < (${after.createdAt}, ${after.id})`] : []
}

function all(conditions: Sql[]): Sql {
  return conditions.length === 0 ? sql`true` : join(conditions, " and ")
}
