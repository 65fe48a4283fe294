import type { Config } from "../config.ts"
import { type Db, sql } from "../db/db.ts"

/** After how many days things go; undefined where they stay. */
export interface Retention {
  deletedDays: number | undefined
  spamDays: number | undefined
  rawMailDays: number | undefined
  eventDays: number
  deliveryDays: number
}

export interface RetentionRow {
  deleted_days: number | null
  spam_days: number | null
  raw_mail_days: number | null
  event_days: number | null
  delivery_days: number | null
}

export const retentionColumns = sql`deleted_days, spam_days, raw_mail_days, event_days, delivery_days`

type Defaults = Pick<Config, "deletedRetentionDays" | "eventRetentionDays" | "webhookRetentionDays">

/** What the desk says, and otherwise what the operator has set. */
export function retentionOf(row: RetentionRow, config: Defaults): Retention {
  return {
    deletedDays: row.deleted_days ?? (config.deletedRetentionDays || undefined),
    spamDays: row.spam_days ?? undefined,
    rawMailDays: row.raw_mail_days ?? undefined,
    eventDays: row.event_days ?? config.eventRetentionDays,
    deliveryDays: row.delivery_days ?? config.webhookRetentionDays,
  }
}

export async function findRetention(db: Db, config: Defaults): Promise<Retention> {
  return retentionOf(await db.one<RetentionRow>(sql`select ${retentionColumns} from account`), config)
}

export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * 86_400_000)
}

/** What customers wrote and is gone for good stands in the log of changes, once for every time that some of it goes. */
export async function noteRemoved(
  db: Db,
  what: string,
  { count, days }: { count: number; days: number },
): Promise<void> {
  if (count === 0) return
  await db.run(sql`
    insert into audit_entries (noun, subject_name, act, changes)
    values ('retention', ${what}, 'deleted',
      jsonb_build_object('removed', jsonb_build_array(${count}::bigint, 0), 'olderThanDays', jsonb_build_array(null, ${days}::bigint)))`)
}
