import { AttachmentPath, NewAttachment, ThreadPath } from "@deskhand/contract/conversations/thread"
import { created, noContent } from "../../http/hal.ts"
import { refuseStale } from "../../http/input/if-match.ts"
import { route } from "../../http/route.ts"
import { threadEditOf } from "../threads/writing/changing-routes.ts"
import { addAttachment, removeAttachment } from "./actions.ts"
import { spendUploads } from "./quota.ts"
import { answerAttachment } from "./routes.ts"
import { prepareAttachment } from "./store.ts"

export const postAttachment = route({
  method: "POST",
  url: "/v2/conversations/:conversationId/threads/:threadId/attachments",
  // Light users add to their own notes.
  permission: "notes:write",
  summary: "Add an attachment to a thread",
  message: true,
  path: ThreadPath,
  body: NewAttachment,
  answers: { 201: "`Resource-ID` and `Location` name the new attachment" },
  async handle(call) {
    const { desk, db, body, path, origin } = call
    await spendUploads(call, [body])
    const prepared = await prepareAttachment(desk.files, desk.config, body)
    const id = await addAttachment(db, prepared, threadEditOf(call))
    return created(id, { Location: `${origin}/v2/conversations/${path.conversationId}/attachments/${id}` })
  },
})

export const deleteAttachment = route({
  method: "DELETE",
  url: "/v2/conversations/:conversationId/attachments/:attachmentId",
  permission: "conversations:write",
  summary: "Delete an attachment of a draft",
  path: AttachmentPath,
  answers: { 204: "Deleted" },
  async handle(call) {
    const { viewer, now, path } = call
    const { conversationId, attachmentId } = path
    await removeAttachment(call.db, attachmentId, {
      conversationId,
      viewer,
      now,
      check: (db) => refuseStale(call, () => answerAttachment({ ...call, db }, path)),
    })
    return noContent
  },
})
