import type { NewCustomerThread } from "@deskhand/contract/new-conversation"
import { resolveCustomers } from "../../customers/actions.ts"
import type { Db } from "../../db/db.ts"
import type { Viewer } from "../../http/viewer.ts"
import { insertAttachments, type PreparedAttachment } from "../attachments/store.ts"
import { changeConversation } from "../change.ts"
import { holdConversation } from "../held.ts"
import { lineText } from "../line-items.ts"
import { readAddresses, readHistory } from "./given.ts"
import { insertEntries, insertThread, type Thread, threadEntry } from "./insert.ts"
import { refuseFinished } from "./refuse-finished.ts"
import { changeOfCustomerReply } from "./reopen.ts"
import { unscheduleYielding } from "./schedule.ts"

export interface Addition {
  conversationId: number
  viewer: Viewer
  now: Date
  attachments: PreparedAttachment[]
  /** Sees the conversation as it is under the lock, before anything changes. */
  check: () => Promise<void>
}

/** What a customer wrote, by mail or in a chat. Gives the id of the new thread. */
export function addCustomerThread(
  db: Db,
  given: NewCustomerThread,
  addition: Addition & { type: "customer" | "chat" },
): Promise<number> {
  const { viewer, now, attachments, type } = addition
  const imported = given.imported === true
  const createdAt = readHistory("createdAt", given.createdAt, { imported, now }) ?? now
  const { cc, bcc } = readAddresses(given, "")

  return db.transaction(async (db) => {
    const conversation = await holdConversation(db, viewer, addition.conversationId)
    await addition.check()
    await refuseFinished(db, conversation, now)
    const { userId } = viewer
    const [customer] = await resolveCustomers(db, [{ reference: given.customer, path: "customer" }], {
      userId,
      now,
      quietly: imported,
    })
    const thread: Thread = {
      type,
      state: "published",
      body: given.text,
      createdById: undefined,
      customerId: customer.id,
      to: [],
      cc,
      bcc,
      createdAt,
    }
    const unschedules = !imported && conversation.has_yielding_schedule
    let threadId = 0
    await changeConversation(db, conversation, imported ? {} : changeOfCustomerReply(conversation), {
      userId: undefined,
      customerId: customer.id,
      recordedById: userId,
      because: "by a customer's reply",
      now,
      imported,
      ...(unschedules && { notes: [lineText("unscheduled", "unscheduled a reply")] }),
      async write(place) {
        if (unschedules) await unscheduleYielding(db, conversation.id)
        threadId = await insertThread(db, place, thread)
        await insertEntries(db, conversation.id, [threadEntry(threadId, thread)])
        await insertAttachments(db, threadId, attachments)
        const kind = imported ? "convo.imported" : "convo.customer.reply.created"
        return { thread: { id: threadId, body: given.text, cc, bcc }, event: { kind, data: { threadId } } }
      },
    })
    return threadId
  })
}
