import type { Db } from "../../../db/db.ts"
import { changeConversation, type Happening } from "../../change.ts"
import type { HeldConversation } from "../../held.ts"
import { indexBody } from "../summary/words.ts"
import { changeOfReply } from "../writing/change-of-reply.ts"
import { putEntries, threadEntries } from "../writing/insert.ts"
import { type UnsentThread, updatePublished } from "./unsent.ts"

/** A draft or a reply in review goes out, and what its writer wanted of the conversation comes true. */
export async function publishThread(
  db: Db,
  { conversation, thread }: { conversation: HeldConversation; thread: UnsentThread },
  happening: Pick<Happening, "userId" | "performedById" | "because" | "now"> & { assignsWriter?: boolean | undefined },
): Promise<void> {
  const { assignsWriter = thread.then_assigns_writer, ...common } = happening
  const { userId, performedById = userId, now } = common
  const words = await indexBody(thread.body)
  const { then_status: status, then_assigns: assigns, then_assignee_id: assigneeId } = thread
  const outcome = { ...(status !== null && { status }), ...(assigns && { assigneeId }), assignsWriter }
  const writerId = thread.send_as_id ?? thread.created_by_id
  await changeConversation(db, conversation, await changeOfReply(db, outcome, { conversation, writerId }), {
    ...common,
    async write(place) {
      await updatePublished(db, place, { id: thread.id, byId: performedById ?? null, now })
      await putEntries(db, threadEntries(conversation.id, [{ ...thread, words }]))
      return { thread, event: { kind: "convo.agent.reply.created", data: { threadId: thread.id } } }
    },
  })
}
