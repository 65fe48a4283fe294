import { InboxPath } from "@deskhand/contract/inboxes/inbox"
import {
  NewSavedReply,
  SavedReply,
  SavedReplyList,
  SavedReplyPath,
  SavedReplyQuery,
} from "@deskhand/contract/inboxes/saved-reply"
import { notFound } from "../../errors.ts"
import { created, noContent, resource } from "../../http/hal.ts"
import { refuseStale } from "../../http/input/if-match.ts"
import { type Answer, type Call, route } from "../../http/route.ts"
import { refuseInvisible } from "../access.ts"
import { createSavedReply, overwriteSavedReply, removeSavedReply } from "./actions.ts"
import { presentListedSavedReply, presentSavedReply } from "./present.ts"
import { findSavedReply, listSavedReplies } from "./queries.ts"

export const getSavedReplies = route({
  method: "GET",
  url: "/v2/mailboxes/:mailboxId/saved-replies",
  permission: "inboxes:read",
  summary: "List an inbox's saved replies",
  path: InboxPath,
  query: SavedReplyQuery,
  answers: { 200: SavedReplyList },
  async handle({ db, viewer, path: { mailboxId }, query: { includeChatReplies = false } }) {
    refuseInvisible(viewer, mailboxId)
    const rows = await listSavedReplies(db, viewer, { inboxId: mailboxId, includeChatReplies })
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
  handle: answerSavedReply,
})

export const postSavedReply = route({
  method: "POST",
  url: "/v2/mailboxes/:mailboxId/saved-replies",
  permission: "saved-replies:write",
  summary: "Create a saved reply",
  path: InboxPath,
  body: NewSavedReply,
  answers: { 201: "`Resource-ID` and `Location` name the new saved reply" },
  async handle({ db, viewer, path: { mailboxId }, body, now, origin }) {
    refuseInvisible(viewer, mailboxId)
    const id = await createSavedReply(db, { ...body, inboxId: mailboxId }, { viewer, now })
    return created(id, { Location: `${origin}/v2/mailboxes/${mailboxId}/saved-replies/${id}` })
  },
})

export const putSavedReply = route({
  method: "PUT",
  url: "/v2/mailboxes/:mailboxId/saved-replies/:replyId",
  permission: "saved-replies:write",
  summary: "Change a saved reply",
  path: SavedReplyPath,
  body: NewSavedReply,
  answers: { 204: "Changed" },
  async handle(call) {
    const { db, viewer, path, body, now } = call
    refuseInvisible(viewer, path.mailboxId)
    const reply = { ...body, inboxId: path.mailboxId, id: path.replyId }
    await overwriteSavedReply(db, reply, { viewer, now, check: (db) => checkUnchanged({ ...call, db }) })
    return noContent
  },
})

export const deleteSavedReply = route({
  method: "DELETE",
  url: "/v2/mailboxes/:mailboxId/saved-replies/:replyId",
  permission: "saved-replies:write",
  summary: "Delete a saved reply",
  path: SavedReplyPath,
  answers: { 204: "Deleted" },
  async handle(call) {
    const { db, viewer, path, now } = call
    refuseInvisible(viewer, path.mailboxId)
    const reply = { inboxId: path.mailboxId, id: path.replyId }
    await removeSavedReply(db, reply, { viewer, now, check: (db) => checkUnchanged({ ...call, db }) })
    return noContent
  },
})

type ReplyCall = Call<unknown, { mailboxId: number; replyId: number }>

function checkUnchanged(call: ReplyCall): Promise<void> {
  return refuseStale(call, () => answerSavedReply(call))
}

async function answerSavedReply({ db, viewer, path, origin }: ReplyCall): Promise<Answer> {
  const row = await findSavedReply(db, viewer, { inboxId: path.mailboxId, id: path.replyId })
  if (!row) throw notFound()
  return resource(presentSavedReply(row, origin))
}
