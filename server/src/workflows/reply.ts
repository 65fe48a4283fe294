import { changeConversation } from "../conversations/change.ts"
import { holdConversation } from "../conversations/held.ts"
import { lineText } from "../conversations/line-items.ts"
import { addReply } from "../conversations/threads/writing/add-reply.ts"
import { type Db, sql } from "../db/db.ts"
import { conflict } from "../errors.ts"
import type { Acting } from "./acting.ts"

/** A program that answers what this desk sends ends here, also where its messages do not say that they are automatic. */
const mostInADay = 5

/** A saved reply goes out, and leaves the status as it is. */
export async function replyWith(db: Db, savedReplyId: number, acting: Acting): Promise<void> {
  const { conversationId, viewer, now, automatic } = acting
  const conversation = await holdConversation(db, viewer, conversationId)
  const saved = await db.maybe<{ text: string; chat_text: string | null }>(sql`
    select text, chat_text from saved_replies where id = ${savedReplyId} and inbox_id = ${conversation.inbox_id}
      and text is not null`)
  if (!saved) throw conflict("workflow_state", "The saved reply is gone, or has no text for e-mail")
  const refusal = automatic ? await refusalOf(db, acting) : undefined
  if (refusal !== undefined) {
    const notes = [lineText("default", `sent no reply: ${refusal}`)]
    await changeConversation(db, conversation, {}, { userId: viewer.userId, now, notes })
    return
  }
  const text = (conversation.type === "chat" && saved.chat_text) || saved.text
  const given = { text, status: conversation.status }
  const { id } = await addReply(db, given, { conversationId, viewer, now, attachments: [], check: async () => {} })
  await db.run(sql`update threads set saved_reply_id = ${savedReplyId} where id = ${id}`)
}

async function refusalOf(db: Db, { conversationId, viewer, now }: Acting): Promise<string | undefined> {
  const found = await db.one<{ automatic: boolean; sent: number }>(sql`
    select coalesce((
        select coalesce(facts -> 'automatic', 'false') not in ('false', 'null')
        from mail_messages where thread_id = (
          select id from threads where conversation_id = ${conversationId} and type = 'customer' order by id desc limit 1)
        order by id limit 1), false) as automatic,
      (select count(*) from threads where conversation_id = ${conversationId} and type = 'message'
        and created_by_id = ${viewer.userId} and created_at > ${new Date(now.getTime() - 86_400_000)}) as sent`)
  if (found.automatic) return "the customer’s message was automatic itself"
  return found.sent >= mostInADay ? `workflows have sent ${mostInADay} within a day here` : undefined
}
