import { type Db, sql } from "../../db/db.ts"

/** How far a folder has been read. */
export interface FolderRow {
  uid_validity: number
  /** Everything up to it is kept, or is not wanted. */
  last_uid: number
  backfill_to: number
  backfill_since: Date | null
  backfill_ended_at: Date | null
  /** At which it broke off last, and how often in a row. */
  troubled_uid: number | null
  troubles: number
}

export interface FolderPlace {
  connectionId: number
  folder: string
}

export function findFolder(db: Db, { connectionId, folder }: FolderPlace): Promise<FolderRow | undefined> {
  return db.maybe(sql`
    select uid_validity, last_uid, backfill_to, backfill_since, backfill_ended_at, troubled_uid, troubles from imap_folders
    where connection_id = ${connectionId} and folder = ${folder}`)
}

export interface FolderBeginning {
  uidValidity: number
  lastUid: number
  backfillTo: number
  backfillSince: Date | null
  backfillTotal: number
  now: Date
}

/** From here on; also where the server has numbered it anew, after which no number before means anything. */
export async function beginFolder(
  db: Db,
  { connectionId, folder }: FolderPlace,
  begin: FolderBeginning,
): Promise<void> {
  const endedAt = begin.backfillTotal === 0 ? begin.now : null
  await db.run(sql`
    insert into imap_folders (connection_id, folder, uid_validity, last_uid, backfill_to, backfill_since, backfill_total,
      backfill_done, backfill_ended_at, updated_at)
    values (${connectionId}, ${folder}, ${begin.uidValidity}, ${begin.lastUid}, ${begin.backfillTo}, ${begin.backfillSince},
      ${begin.backfillTotal}, 0, ${endedAt}, ${begin.now})
    on conflict (connection_id, folder) do update set uid_validity = excluded.uid_validity, last_uid = excluded.last_uid,
      backfill_to = excluded.backfill_to, backfill_since = excluded.backfill_since,
      backfill_total = excluded.backfill_total, backfill_done = 0, backfill_ended_at = excluded.backfill_ended_at,
      updated_at = excluded.updated_at, troubled_uid = null, troubles = 0`)
}

/** Says that everything up to the number is done with. False where somebody else has come as far. */
export async function advanceFolder(
  db: Db,
  { connectionId, folder }: FolderPlace,
  { uidValidity, uid, now }: { uidValidity: number; uid: number; now: Date },
): Promise<boolean> {
  const moved = await db.run(sql`
    update imap_folders set last_uid = ${uid}, updated_at = ${now}, troubled_uid = null, troubles = 0,
      backfill_done = backfill_done + (${uid} <= backfill_to)::integer
    where connection_id = ${connectionId} and folder = ${folder} and uid_validity = ${uidValidity} and last_uid < ${uid}`)
  return moved === 1
}

/** Fetching broke off there. */
export async function noteTrouble(db: Db, { connectionId, folder }: FolderPlace, uid: number): Promise<void> {
  await db.run(sql`
    update imap_folders set troubled_uid = ${uid}, troubles = case when troubled_uid = ${uid} then troubles + 1 else 1 end
    where connection_id = ${connectionId} and folder = ${folder}`)
}

/** Whatever was there at first has been fetched, as far as it is wanted. */
export async function endBackfill(db: Db, { connectionId, folder }: FolderPlace, now: Date): Promise<void> {
  await db.run(sql`
    update imap_folders set last_uid = greatest(last_uid, backfill_to), backfill_done = backfill_total,
      backfill_ended_at = ${now}, updated_at = ${now}
    where connection_id = ${connectionId} and folder = ${folder} and backfill_ended_at is null`)
}

/** Whether the inbox has these contents from the time before the server numbered its folder anew. */
export async function isKnown(
  db: Db,
  { inboxId, key, uidValidity }: { inboxId: number; key: string; uidValidity: number },
): Promise<boolean> {
  const found = await db.maybe(sql`
    select from mail_messages where inbox_id = ${inboxId} and storage_key = ${key} and via = 'imap'
      and (envelope -> 'imap' ->> 'uidValidity')::bigint <> ${uidValidity} limit 1`)
  return found !== undefined
}
