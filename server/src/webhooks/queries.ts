import type { EventKind, Webhook } from "@deskhand/contract/webhook"
import { type Db, sql } from "../db/db.ts"
import type { PageRequest } from "../http/hal.ts"
import { rowsOf } from "../http/page-rows.ts"

export interface WebhookRow {
  id: number
  url: string
  state: Webhook["state"]
  events: EventKind[]
  notification: boolean
  label: string | null
  payload_version: "V2"
  /** Null hears of all inboxes. */
  inbox_ids: number[] | null
}

/** Without the secret, which nobody is ever told. */
const columns = sql`id, url, state, events, notification, label, payload_version, inbox_ids`

export function listWebhooks(db: Db, page: PageRequest): Promise<WebhookRow[]> {
  return db.many(sql`select ${columns} from webhooks order by id ${rowsOf(page)}`)
}

export async function countWebhooks(db: Db): Promise<number> {
  return (await db.one<{ total: number }>(sql`select count(*) as total from webhooks`)).total
}

export function findWebhook(db: Db, id: number): Promise<WebhookRow | undefined> {
  return db.maybe(sql`select ${columns} from webhooks where id = ${id}`)
}
