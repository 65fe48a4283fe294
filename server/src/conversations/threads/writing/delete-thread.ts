import { type Db, sql } from "../../../db/db.ts"
import { changeConversation } from "../../change.ts"
import { lineText } from "../../line-items.ts"
import { removeConversations } from "../../remove.ts"
import { fixed, type HeldThread, holdThread, isUnsent, nameOf, type ThreadEdit } from "./held-thread.ts"

/** With its attachments and its words. A draft conversation goes with the last of its threads. */
export function removeThread(db: Db, edit: ThreadEdit): Promise<void> {
  const { viewer, now } = edit
  return db.transaction(async (db) => {
    const { conversation, thread } = await holdThread(db, edit)
    if (thread.type !== "note" && !isUnsent(thread))
      throw fixed("Only notes, drafts and replies in review can be deleted")
    if (conversation.state === "draft" && conversation.held_thread_count === 1)
      return removeConversations(db, [conversation.id], { userId: viewer.userId })
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
