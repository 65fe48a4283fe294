import type { Db } from "../../db/db.ts"
import { type NewMail, unmailableBecause } from "./owe.ts"
import { tellThread } from "./settle.ts"

/** Of new mails, the threads of those that can reach nobody say so, and their conversations need attention. */
export async function tellUnmailable(db: Db, mails: NewMail[], now: Date): Promise<void> {
  for (const mail of mails)
    if (unmailableBecause(mail) !== null) {
      const { kind, threadId = null } = mail
      await tellThread(db, { kind, thread_id: threadId }, { state: "failed", recipients: [], now })
    }
}
