import type { Db } from "../../db/db.ts"
import { recordEvent } from "../../events/record.ts"
import { previewOf } from "../../search/plain-text.ts"
import { type Effects, type HeldConversation, listTellingThreads, updateConversation } from "./change.ts"
import { deriveColumns, previewedThread } from "./derive.ts"

export interface Retelling {
  effects: Effects
  /** What was written or sent, if anything. */
  written?: { id: number; body: string; cc: string[]; bcc: string[] }
  /** Left out when it is history that is being written down. */
  now?: Date
}

/** After its threads have changed: what the conversation tells of them, and what became of itself. */
export async function retell(db: Db, conversation: HeldConversation, { effects, written, now }: Retelling) {
  const threads = await listTellingThreads(db, conversation.id)
  const { modifiedAt, ...derived } = deriveColumns(threads, conversation.created_at)
  const { cc = [], bcc = [] } = written ?? {}
  await updateConversation(db, conversation.id, {
    ...derived,
    ...effects,
    preview: written && previewedThread(threads)?.id === written.id ? previewOf(written.body) : conversation.preview,
    modifiedAt: now ?? new Date(Math.max(conversation.modified_at.getTime(), modifiedAt.getTime())),
    cc: cc.length > 0 ? cc : conversation.cc,
    bcc: bcc.length > 0 ? bcc : conversation.bcc,
  })
}

export interface RecordedThread {
  kind: "convo.customer.reply.created" | "convo.agent.reply.created"
  effects: Effects
  threadId: number
  userId: number
}

/** The event of a new thread, and that of the status where it changed. */
export async function recordThread(db: Db, conversation: HeldConversation, recorded: RecordedThread): Promise<void> {
  const { effects, threadId, userId } = recorded
  const about = { subjectId: conversation.id, userId, inboxId: conversation.inbox_id, conversationId: conversation.id }
  // A draft becomes a conversation for everybody by this very thread.
  const kind = conversation.state === "draft" ? "convo.created" : recorded.kind
  await recordEvent(db, { ...about, kind, data: { threadId } })
  if (effects.status !== conversation.status)
    await recordEvent(db, { ...about, kind: "convo.status", data: { from: conversation.status, to: effects.status } })
}
