import type { EventName } from "@deskhand/contract/events/event-kinds"
import type { Webhook } from "@deskhand/contract/events/webhook"
import { type Db, sql } from "../db/db.ts"
import type { PageRequest } from "../http/hal.ts"
import { rowsOf } from "../http/page-rows.ts"
import type { EncryptedSecrets } from "./secrets.ts"

export interface WebhookRow {
  id: number
  url: string
  state: Webhook["state"]
  events: EventName[]
  notification: boolean
  label: string | null
  payload_version: "V2"
  /** Null has the prefixes of the desk. */
  header_prefix: string | null
  /** Null hears of all inboxes. */
  inbox_ids: number[] | null
  /** Why the service itself has disabled it. */
  disabled_reason: NonNullable<Webhook["disabledReason"]> | null
}

/** Without the secret, which nobody is ever told. */
const columns = sql`id, url, state, events, notification, label, payload_version, header_prefix,
  inbox_ids, disabled_reason`

export function listWebhooks(db: Db, page: PageRequest): Promise<WebhookRow[]> {
  return db.many(sql`select ${columns} from webhooks order by id ${rowsOf(page)}`)
}

export async function countWebhooks(db: Db): Promise<number> {
  return (await db.one<{ total: number }>(sql`select count(*) as total from webhooks`)).total
}

export function findWebhook(db: Db, id: number): Promise<WebhookRow | undefined> {
  return db.maybe(sql`select ${columns} from webhooks where id = ${id}`)
}

/** What its own changes depend on, beside what everybody is shown. */
export interface LockedWebhookRow extends EncryptedSecrets {
  id: number
  header_prefix: string | null
}

/** Waits for whoever puts deliveries into its lanes or takes them out. */
export function lockWebhook(db: Db, id: number): Promise<LockedWebhookRow | undefined> {
  return db.maybe(sql`
    select id, header_prefix, secret, previous_secret, previous_secret_until
    from webhooks where id = ${id} for update`)
}

/** What a request says of one, checked. */
export interface NewWebhookRow {
  userId: number
  url: string
  state: Webhook["state"]
  events: EventName[]
  notification: boolean
  label: string | null
  payloadVersion: "V2"
  headerPrefix: string | null
  inboxIds: number[] | null
  now: Date
}

/** Known before the row is there, because its secret is encrypted for it. */
export async function nextWebhookId(db: Db): Promise<number> {
  return (await db.one<{ id: number }>(sql`select nextval(pg_get_serial_sequence('webhooks', 'id')) as id`)).id
}

export async function insertWebhook(db: Db, row: NewWebhookRow & { id: number; secret: Buffer }): Promise<void> {
  await db.run(sql`
    insert into webhooks (id, user_id, url, state, events, notification, label, payload_version, header_prefix,
      inbox_ids, secret, created_at, updated_at)
    values (${row.id}, ${row.userId}, ${row.url}, ${row.state}, ${row.events}, ${row.notification}, ${row.label},
      ${row.payloadVersion}, ${row.headerPrefix}, ${row.inboxIds}, ${row.secret}, ${row.now}, ${row.now})`)
}

export async function updateWebhook(db: Db, row: NewWebhookRow & EncryptedSecrets & { id: number }): Promise<void> {
  await db.run(sql`
    update webhooks set user_id = ${row.userId}, url = ${row.url}, state = ${row.state}, events = ${row.events},
      notification = ${row.notification}, label = ${row.label}, payload_version = ${row.payloadVersion},
      header_prefix = ${row.headerPrefix}, inbox_ids = ${row.inboxIds}, secret = ${row.secret}, previous_secret = ${row.previous_secret},
      previous_secret_until = ${row.previous_secret_until},
      plain_secret = case when ${row.secret}::bytea is null then plain_secret end,
      plain_previous_secret = case when ${row.secret}::bytea is null then plain_previous_secret end, updated_at = ${row.now}
    where id = ${row.id}`)
}

/** Whatever kept it from sending is over. */
export async function clearTrouble(db: Db, id: number): Promise<void> {
  await db.run(sql`
    update webhooks set disabled_reason = null, failing = 0, given_up = 0, paused_until = null where id = ${id}`)
}

export async function deleteWebhook(db: Db, id: number): Promise<void> {
  await db.run(sql`delete from webhooks where id = ${id}`)
}

/** Those of them that are there stay until the transaction ends. */
export async function holdInboxes(db: Db, ids: number[]): Promise<Set<number>> {
  const rows = await db.many<{ id: number }>(
    sql`select id from inboxes where id = any(${ids}::bigint[]) order by id for key share`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** As far as it matters for what becomes of its deliveries. */
export interface Recipient {
  id: number
  state: Webhook["state"]
  /** Nothing is sent to it before. */
  paused_until: Date | null
}

export function findRecipient(db: Db, id: number): Promise<Recipient | undefined> {
  return db.maybe(sql`select id, state, paused_until from webhooks where id = ${id}`)
}

/** With what it takes to send something to it. */
export function findSigner(
  db: Db,
  id: number,
): Promise<(Recipient & Omit<LockedWebhookRow, "id"> & { url: string }) | undefined> {
  return db.maybe(sql`
    select id, state, paused_until, url, header_prefix, secret, previous_secret, previous_secret_until
    from webhooks where id = ${id}`)
}
