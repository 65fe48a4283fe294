import { type Db, sql } from "../../../db/db.ts"
import { recordEvent } from "../../../events/record.ts"
import { holdIdleConversation } from "../../held.ts"
import { updatingConversation } from "../../update.ts"
import { retold } from "../summary/retell.ts"

interface Withdrawal {
  conversationId: number
  customerId: number
  userId: number
  now: Date
}

/**
 * Takes a customer out of a conversation that is with somebody else: what they wrote and rated goes, what was written to
 * them is to the one it is with. The caller holds the conversation.
 */
export async function withdrawCustomer(db: Db, { conversationId, customerId, userId, now }: Withdrawal): Promise<void> {
  const here = sql`conversation_id = ${conversationId} and customer_id = ${customerId}`
  await db.run(sql`update conversations set created_by_customer_id = customer_id
    where id = ${conversationId} and created_by_customer_id = ${customerId}`)
  await db.run(sql`delete from ratings where ${here}`)
  const gone = await db.many<{ id: number; type: string }>(
    sql`delete from threads where ${here} and created_by_id is null returning id, type`,
  )
  const ids = gone.map(({ id }) => id)
  await db.run(
    sql`delete from search_entries where conversation_id = ${conversationId} and thread_id = any(${ids}::bigint[])`,
  )
  await db.run(sql`update threads
    set customer_id = (select customer_id from conversations where id = ${conversationId}) where ${here}`)
  const conversation = await holdIdleConversation(db, conversationId)
  if (!conversation || ids.length === 0) return
  const told = await retold(db, conversation, { written: undefined, now })
  await db.run(updatingConversation({ before: conversation, after: conversation, told }))
  for (const { id: threadId, type } of gone)
    if (type !== "lineitem")
      await recordEvent(db, {
        kind: "convo.thread.deleted",
        subjectId: conversationId,
        userId,
        inboxId: conversation.inbox_id,
        conversationId,
        data: { threadId },
      })
}
