import { type Db, early, sql } from "../db/db.ts"
import { type RetentionRow, retentionColumns } from "./retention.ts"

/** What cursors are signed with: one for all nodes of a desk, another for every desk. */
export async function findSigningKey(db: Db): Promise<Buffer> {
  return (await db.one<{ signing_key: Buffer }>(sql`select signing_key from account`)).signing_key
}

/** After how many days conversations take no more threads; null when they always do. */
export async function findOldConversationDays(db: Db): Promise<number | null> {
  return (await db.one<{ days: number | null }>(sql`${early} select ${oldConversationDays} as days`)).days
}

export const oldConversationDays = sql`(select old_conversation_days from account)`

export interface AccountRow extends RetentionRow {
  name: string
  old_conversation_days: number | null
  created_at: Date
}

export function findAccount(db: Db): Promise<AccountRow> {
  return db.one(sql`select name, old_conversation_days, created_at, ${retentionColumns} from account`)
}

export function lockAccount(db: Db): Promise<AccountRow> {
  return db.one(sql`select name, old_conversation_days, created_at, ${retentionColumns} from account for no key update`)
}

export async function updateAccount(db: Db, account: Omit<AccountRow, "created_at">): Promise<void> {
  await db.run(sql`
    update account set name = ${account.name}, old_conversation_days = ${account.old_conversation_days},
      deleted_days = ${account.deleted_days}, spam_days = ${account.spam_days},
      raw_mail_days = ${account.raw_mail_days}, event_days = ${account.event_days},
      delivery_days = ${account.delivery_days}`)
}
