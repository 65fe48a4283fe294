import { type Db, sql } from "../../db/db.ts"
import type { StoredFile } from "../../files/files.ts"
import type { Envelope } from "./envelope.ts"

export interface Arrival {
  inboxId: number
  via: "imap" | "smtp" | "lmtp" | "api"
  /** Written to the store already: no row ever names a file that is not there. */
  raw: StoredFile
  envelope: Envelope
  receivedAt: Date
  /** Of mail that is older than its connection: the status of the conversation that it becomes. */
  importedAs?: "closed" | "active" | null
}

/** What those hear who read messages. */
export const mailArrived = "mail_arrived"

/** From the commit on the message is ours: whoever handed it over may forget it. Gives its number. */
export async function keepMessage(db: Db, arrival: Arrival): Promise<number> {
  const { inboxId, via, raw, envelope, receivedAt, importedAs = null } = arrival
  const { id } = await db.one<{ id: number }>(sql`
    insert into mail_messages (inbox_id, via, storage_key, size_bytes, envelope, received_at, imported_as)
    values (${inboxId}, ${via}, ${raw.key}, ${raw.sizeBytes}, ${JSON.stringify(envelope)}, ${receivedAt}, ${importedAs})
    returning id`)
  db.tell(mailArrived)
  return id
}
