import { type Db, sql } from "../../db/db.ts"
import { insertAttachments } from "../attachments/store.ts"
import { changeConversation } from "../change.ts"
import { holdAnyConversation } from "../held.ts"
import { putEntry, threadEntry } from "../threads/writing/insert.ts"
import type { Received, Written } from "./write.ts"

export interface Replacement {
  threadId: number
  received: Received
  /** Of the conversation, where the thread is the first of it. */
  subject: string
  /** The address of who stands for a sender whom nobody can name. */
  standIn: string
  now: Date
}

/** Puts what could be read at last where it was said that it could not. Undefined where the thread is gone. */
export async function replaceReceived(db: Db, replacement: Replacement): Promise<Written | undefined> {
  const { threadId, received, subject, standIn, now } = replacement
  const place = await db.maybe<{ conversation_id: number }>(
    sql`select conversation_id from threads where id = ${threadId}`,
  )
  const conversation = place && (await holdAnyConversation(db, place.conversation_id))
  if (!conversation) return undefined
  const { customerId, body, words, to, cc, attachments } = received
  const began = await db.maybe(sql`
    select from threads where conversation_id = ${conversation.id} and type <> 'lineitem'
    group by conversation_id having min(id) = ${threadId}`)
  const known = await db.maybe<{ id: number }>(
    sql`select customer_id as id from customer_emails where lower(value) = ${standIn}`,
  )
  const standInId = known?.id ?? null
  const change = {
    ...(began !== undefined && { subject }),
    ...(conversation.customer_id === standInId && { customerId }),
  }
  await changeConversation(db, conversation, change, {
    userId: undefined,
    customerId,
    because: "by reading the message again",
    now,
    async write() {
      await db.run(sql`update threads set body = ${body}, customer_id = ${customerId}, to_addresses = ${to}, cc = ${cc}
        where id = ${threadId}`)
      await db.run(sql`update conversations set created_by_customer_id = ${customerId}
        where id = ${conversation.id} and created_by_customer_id = ${standInId}`)
      await db.run(sql`delete from attachments where thread_id = ${threadId}`)
      await insertAttachments(db, threadId, attachments)
      await putEntry(db, conversation.id, threadEntry(threadId, { words, to, cc, bcc: [] }))
      return {
        thread: { id: threadId, body, cc, bcc: [] },
        event: { kind: "convo.thread.updated", data: { threadId } },
      }
    },
  })
  return { conversationId: conversation.id, threadId }
}
