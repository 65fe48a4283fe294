import { type Db, sql } from "../../db/db.ts"
import { enqueueScan } from "./store.ts"

/**
 * The thread gets rows of its own for the same contents, each once. What is malicious stays where it is; what is not
 * scanned yet is scanned for the copy too.
 */
export async function copyAttachments(db: Db, { from, to }: { from: number[]; to: number }): Promise<void> {
  const copies = await db.many<{ id: number; state: string }>(sql`
    insert into attachments (thread_id, filename, mime_type, width, height, size_bytes, state, storage_key, sha256, content_id)
    select ${to}, filename, mime_type, width, height, size_bytes, state, storage_key, sha256, content_id from (
      select distinct on (storage_key, filename) * from attachments
      where thread_id = any(${from}::bigint[]) and state <> 'virus' order by storage_key, filename, id
    ) each order by id
    returning id, state`)
  for (const { id, state } of copies) if (state === "pending") await enqueueScan(db, id)
}
