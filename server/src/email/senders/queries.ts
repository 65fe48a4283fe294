import type { SenderVerdict } from "@deskhand/contract/mail/mail-sender"
import { type Db, early, sql } from "../../db/db.ts"
import type { PageRequest } from "../../http/hal.ts"
import { rowsOf } from "../../http/page-rows.ts"
import { namesOfSender } from "./rules.ts"

export interface SenderRow {
  id: number
  /** An address or a domain. */
  name: string
  verdict: SenderVerdict
  created_at: Date
  created_by_id: number | null
}

const columns = sql`id, name, verdict, created_at, created_by_id`

export function listSenders(db: Db, page: PageRequest): Promise<SenderRow[]> {
  return db.many(sql`select ${columns} from mail_senders order by name ${rowsOf(page)}`)
}

export async function countSenders(db: Db): Promise<number> {
  const { total } = await db.one<{ total: number }>(sql`select count(*) as total from mail_senders`)
  return total
}

export function findSender(db: Db, id: number): Promise<SenderRow | undefined> {
  return db.maybe(sql`select ${columns} from mail_senders where id = ${id}`)
}

/** What is known of these addresses, by name; `verdictOn` reads it. */
export async function mapVerdicts(db: Db, addresses: string[]): Promise<Map<string, SenderVerdict>> {
  const names = [...new Set(addresses.flatMap(namesOfSender))]
  const rows = await db.many<Pick<SenderRow, "name" | "verdict">>(
    sql`${early} select name, verdict from mail_senders where name = any(${names}::text[])`,
  )
  return new Map(rows.map(({ name, verdict }) => [name, verdict]))
}

/** The latest decision about a sender replaces the one before. */
export async function upsertSender(
  db: Db,
  { name, verdict, userId, now }: Pick<SenderRow, "name" | "verdict"> & { userId: number; now: Date },
): Promise<void> {
  await db.run(sql`
    insert into mail_senders (name, verdict, created_at, created_by_id) values (${name}, ${verdict}, ${now}, ${userId})
    on conflict (name) do update set verdict = excluded.verdict, created_at = excluded.created_at,
      created_by_id = excluded.created_by_id`)
}

/** Whether there was one. */
export async function deleteSender(db: Db, id: number): Promise<boolean> {
  return (await db.run(sql`delete from mail_senders where id = ${id}`)) > 0
}
