import { type Db, sql } from "../../db/db.ts"
import { recordEvent } from "../../events/record.ts"
import { changeConversation } from "../change.ts"
import type { HeldConversation } from "../held.ts"
import { lineText } from "../line-items.ts"
import { fixed, type HeldThread, holdThread, isUnsent, nameOf, type ThreadEdit } from "./held-thread.ts"

/** With its attachments and its words. A draft conversation goes with the last of its threads. */
export function removeThread(db: Db, edit: ThreadEdit): Promise<void> {
  const { viewer, now } = edit
  return db.transaction(async (db) => {
    const { conversation, thread } = await holdThread(db, edit)
    if (thread.type !== "note" && !isUnsent(thread))
      throw fixed("Only notes, drafts and replies in review can be deleted")
    if (conversation.state === "draft" && conversation.held_thread_count === 1)
      return deleteDraftConversation(db, conversation, edit)
    await changeConversation(
      db,
      conversation,
      {},
      {
        userId: viewer.userId,
        now,
        notes: thread.state === "draft" ? [] : [lineText("default", `deleted ${namedOf(thread)}`)],
        async write() {
          await db.run(sql`delete from threads where id = ${thread.id}`)
          // Afterwards, because the words of the conversation are gathered anew when one of its entries goes.
          await db.run(sql`delete from search_entries
            where conversation_id = ${conversation.id} and thread_id = ${thread.id}`)
          const kind = thread.state === "draft" ? "convo.draft.changed" : "convo.thread.deleted"
          return { event: { kind, data: { threadId: thread.id } } }
        },
      },
    )
  })
}

function namedOf(thread: HeldThread): string {
  return thread.state === "review" ? "a reply that was in review" : nameOf(thread)
}

/** Nobody but its author has ever seen it, so there is nothing to restore and nothing to tell others. */
async function deleteDraftConversation(db: Db, { id, inbox_id }: HeldConversation, edit: ThreadEdit): Promise<void> {
  await db.run(sql`delete from conversation_tags where conversation_id = ${id}`)
  await db.run(sql`delete from conversations where id = ${id}`)
  await recordEvent(db, {
    kind: "convo.draft.changed",
    subjectId: id,
    userId: edit.viewer.userId,
    inboxId: inbox_id,
    conversationId: id,
    data: { threadId: edit.threadId },
  })
}
