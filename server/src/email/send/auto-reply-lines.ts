import { changeConversation } from "../../conversations/change.ts"
import { holdAnyConversation } from "../../conversations/held.ts"
import { lineText } from "../../conversations/line-items.ts"
import { type Db, sql } from "../../db/db.ts"
import { recordEvent } from "../../events/record.ts"

interface AutoReply {
  state: "waiting" | "held" | "sent" | "partly" | "failed" | "bounced" | "dropped"
  problem: string | null
  conversation_id: number
  inbox_id: number
  /** The line item of one that was requested. */
  item_id: number | null
}

/** Says in the conversation how far the mail is, where it is an auto reply; "sent" only once a relay has taken it. */
export async function tellAutoReply(db: Db, mailId: number, now: Date): Promise<void> {
  const reply = await db.maybe<AutoReply>(sql`
    select mail.state, problem, t.conversation_id, c.inbox_id, item.id as item_id
    from outgoing_mail mail join threads t on t.id = mail.thread_id join conversations c on c.id = t.conversation_id
    left join threads item on item.id = (mail.contents ->> 'itemId')::bigint
    where mail.id = ${mailId} and mail.kind = 'auto-reply'`)
  if (!reply) return
  const text = textOf(reply)
  const { conversation_id: conversationId, inbox_id: inboxId, item_id: itemId } = reply
  if (itemId !== null) return writeLine(db, { conversationId, inboxId, itemId, text })
  if (reply.state === "waiting" || reply.state === "held") return
  const held = await holdAnyConversation(db, conversationId)
  if (!held) return
  const notes = [lineText("auto-reply-sent", text)]
  await changeConversation(db, held, {}, { userId: undefined, customerId: held.customer_id, now, notes })
}

function textOf({ state, problem }: AutoReply): string {
  const because = problem === null ? "" : `: ${problem}`
  switch (state) {
    case "waiting":
      return "Auto reply will be sent"
    case "held":
      return "Auto reply not sent yet: outgoing mail isn't set up"
    case "sent":
    case "partly":
    case "bounced":
      return "Auto reply sent"
    case "failed":
      return `Auto reply could not be sent${because}`
    case "dropped":
      return `Auto reply was not sent${because}`
  }
}

interface Line {
  conversationId: number
  inboxId: number
  itemId: number
  text: string
}

/** The line that a request for an auto reply left. */
export async function writeLine(db: Db, { conversationId, inboxId, itemId, text }: Line): Promise<void> {
  const changed = await db.run(sql`
    update threads set action_text = ${text} where id = ${itemId} and action_text is distinct from ${text}`)
  if (changed === 0) return
  await recordEvent(db, {
    kind: "convo.thread.updated",
    subjectId: conversationId,
    conversationId,
    inboxId,
    userId: null,
    data: { threadId: itemId, changed: ["text"] },
  })
}
