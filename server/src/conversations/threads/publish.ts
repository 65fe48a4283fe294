import type { Db } from "../../db/db.ts"
import { type Change, changeConversation, type Happening } from "../change.ts"
import type { HeldConversation } from "../held.ts"
import { insertEntries, threadEntry } from "./insert.ts"
import { reopened } from "./reopen.ts"
import { type UnsentThread, updatePublished } from "./unsent.ts"

/** A draft or a reply in review goes out, and what its writer wanted of the conversation comes true. */
export async function publishThread(
  db: Db,
  { conversation, thread }: { conversation: HeldConversation; thread: UnsentThread },
  happening: Pick<Happening, "userId" | "because" | "now">,
): Promise<void> {
  const { now } = happening
  const change: Change = {
    status: thread.then_status ?? reopened(conversation.status),
    state: "published",
    ...(thread.then_assigns && { assigneeId: thread.then_assignee_id }),
  }
  await changeConversation(db, conversation, change, {
    ...happening,
    async write(place) {
      await updatePublished(db, place, { id: thread.id, now })
      await insertEntries(db, conversation.id, [threadEntry(thread.id, thread)])
      return { thread, event: { kind: "convo.agent.reply.created", data: { threadId: thread.id } } }
    },
  })
}
