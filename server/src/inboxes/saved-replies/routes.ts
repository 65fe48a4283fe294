import { InboxPath } from "@deskhand/contract/inbox"
import { SavedReply, SavedReplyList, SavedReplyPath } from "@deskhand/contract/saved-reply"
import { notFound } from "../../errors.ts"
import { resource } from "../../http/hal.ts"
import { route } from "../../http/route.ts"
import { refuseInvisible } from "../access.ts"
import { presentListedSavedReply, presentSavedReply } from "./present.ts"
import { findSavedReply, listSavedReplies } from "./queries.ts"

export const getSavedReplies = route({
  method: "GET",
  url: "/v2/mailboxes/:mailboxId/saved-replies",
  permission: "inboxes:read",
  summary: "List an inbox's saved replies",
  path: InboxPath,
  answers: { 200: SavedReplyList },
  async handle({ db, viewer, path: { mailboxId } }) {
    refuseInvisible(viewer, mailboxId)
    const rows = await listSavedReplies(db, viewer, mailboxId)
    return { status: 200, body: rows.map(presentListedSavedReply) }
  },
})

export const getSavedReply = route({
  method: "GET",
  url: "/v2/mailboxes/:mailboxId/saved-replies/:replyId",
  permission: "inboxes:read",
  summary: "Get a saved reply",
  path: SavedReplyPath,
  answers: { 200: SavedReply },
  async handle({ db, viewer, path, origin }) {
    const row = await findSavedReply(db, viewer, { inboxId: path.mailboxId, id: path.replyId })
    if (!row) throw notFound()
    return resource(presentSavedReply(row, origin))
  },
})
