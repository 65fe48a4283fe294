import type { MailConnection } from "@deskhand/contract/mail/mail-connection"
import { type Db, sql } from "../../db/db.ts"
import type { PageRequest } from "../../http/hal.ts"
import { rowsOf } from "../../http/page-rows.ts"

export interface ConnectionRow {
  id: number
  inbox_id: number
  kind: MailConnection["kind"]
  host: string
  port: number
  security: MailConnection["security"]
  auth: MailConnection["auth"]
  username: string
  /** Encrypted: `openSecret` reads it. */
  secret: Buffer | null
  oauth: NonNullable<MailConnection["oauth"]> | null
  folder: string
  mark_seen: boolean
  backfill_days: number
  backfill_status: "closed" | "active"
  /** What the folder held before is old mail. */
  fetches_since: Date
  trusted_server: string | null
  enabled: boolean
  state: MailConnection["state"]
  problem: string | null
  problem_since: Date | null
  last_success_at: Date | null
  retry_at: Date | null
  failures: number
  created_at: Date
  updated_at: Date
}

export const connectionColumns = sql`mail_connections.id, inbox_id, kind, host, port, security, auth, username, secret,
  oauth, mail_connections.folder, mark_seen, backfill_days, backfill_status, fetches_since, trusted_server, enabled,
  state, problem, problem_since, last_success_at,
  retry_at, failures, created_at, mail_connections.updated_at`

/** With how far its folder has been read. */
export interface ShownConnectionRow extends ConnectionRow {
  backfill_total: number | null
  backfill_done: number | null
  backfill_ended_at: Date | null
}

const shown = sql`select ${connectionColumns}, backfill_total, backfill_done, backfill_ended_at
  from mail_connections
  left join imap_folders on connection_id = mail_connections.id and imap_folders.folder = mail_connections.folder`

export interface ConnectionPlace {
  inboxId: number
  id: number
}

export function listConnections(db: Db, inboxId: number, page: PageRequest): Promise<ShownConnectionRow[]> {
  return db.many(sql`${shown} where inbox_id = ${inboxId} order by mail_connections.id ${rowsOf(page)}`)
}

export async function countConnections(db: Db, inboxId: number): Promise<number> {
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from mail_connections where inbox_id = ${inboxId}`,
  )
  return total
}

export function findShownConnection(db: Db, { inboxId, id }: ConnectionPlace): Promise<ShownConnectionRow | undefined> {
  return db.maybe(sql`${shown} where inbox_id = ${inboxId} and mail_connections.id = ${id}`)
}

/** The one that an inbox fetches or sends with, if there is one; also where it is not enabled. */
export function findConnection(
  db: Db,
  inboxId: number,
  kind: ConnectionRow["kind"],
): Promise<ConnectionRow | undefined> {
  return db.maybe(sql`select ${connectionColumns} from mail_connections where inbox_id = ${inboxId} and kind = ${kind}`)
}

export function lockConnection(db: Db, { inboxId, id }: ConnectionPlace): Promise<ConnectionRow | undefined> {
  return db.maybe(sql`
    select ${connectionColumns} from mail_connections where inbox_id = ${inboxId} and id = ${id} for no key update`)
}

/** What a request says of one, checked. */
export interface ConnectionSettings {
  host: string
  port: number
  security: ConnectionRow["security"]
  auth: ConnectionRow["auth"]
  username: string
  secret: Buffer | null
  oauth: ConnectionRow["oauth"]
  folder: string
  markSeen: boolean
  backfillDays: number
  backfillStatus: ConnectionRow["backfill_status"]
  trustedServer: string | null
  enabled: boolean
  now: Date
}

export async function insertConnection(
  db: Db,
  row: ConnectionSettings & { inboxId: number; kind: ConnectionRow["kind"] },
): Promise<number> {
  const { id } = await db.one<{ id: number }>(sql`
    insert into mail_connections (inbox_id, kind, host, port, security, auth, username, secret, oauth, folder, mark_seen,
      backfill_days, backfill_status, fetches_since, trusted_server, enabled, created_at, updated_at)
    values (${row.inboxId}, ${row.kind}, ${row.host}, ${row.port}, ${row.security}, ${row.auth}, ${row.username},
      ${row.secret}, ${jsonOf(row.oauth)}::jsonb, ${row.folder}, ${row.markSeen}, ${row.backfillDays},
      ${row.backfillStatus}, ${row.now}, ${row.trustedServer}, ${row.enabled}, ${row.now}, ${row.now}) returning id`)
  return id
}

/**
 * It begins anew: what was wrong with it before may be mended by this, and whoever fetched for it stops. In another account
 * or folder, mail is old that came before the last time something was fetched.
 */
export async function updateConnection(db: Db, row: ConnectionSettings & { id: number }): Promise<void> {
  await db.run(sql`
    update mail_connections set host = ${row.host}, port = ${row.port}, security = ${row.security}, auth = ${row.auth},
      username = ${row.username}, secret = ${row.secret}, oauth = ${jsonOf(row.oauth)}::jsonb, folder = ${row.folder},
      mark_seen = ${row.markSeen}, backfill_days = ${row.backfillDays}, backfill_status = ${row.backfillStatus},
      fetches_since = case when (host, username, folder) is distinct from (${row.host}, ${row.username}, ${row.folder})
        then greatest(last_success_at, fetches_since) else fetches_since end, trusted_server = ${row.trustedServer},
      enabled = ${row.enabled}, state = 'new', problem = null, access_token = null, access_token_until = null,
      problem_since = null, retry_at = null, failures = 0, alarmed_at = null, fetcher = null, fetched_until = null,
      updated_at = ${row.now}
    where id = ${row.id}`)
}

/** Another account numbers its messages by itself: nothing that was read of the one before says anything of it. */
export async function forgetFolders(db: Db, id: number): Promise<void> {
  await db.run(sql`delete from imap_folders where connection_id = ${id}`)
}

export async function deleteConnection(db: Db, id: number): Promise<void> {
  await db.run(sql`delete from mail_connections where id = ${id}`)
}

function jsonOf(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value)
}
