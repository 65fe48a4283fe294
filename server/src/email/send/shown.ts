import type { OutgoingMail } from "@deskhand/contract/mail"
import type { Db } from "../../db/db.ts"

/** What became of the mails of a conversation's threads. */
export async function listOutgoing(_db: Db, _conversationId: number): Promise<OutgoingMail[]> {
  return []
}
