import { ConversationPath } from "@deskhand/contract/conversations/conversation"
import { Merge, Split } from "@deskhand/contract/conversations/conversation-change"
import { NewForward } from "@deskhand/contract/conversations/new-thread"
import { spendUploads } from "../conversations/attachments/quota.ts"
import { prepareAttachments } from "../conversations/attachments/store.ts"
import type { CreatedConversation } from "../conversations/create.ts"
import { editOf } from "../conversations/editing/change-routes.ts"
import { refuseLongText } from "../conversations/threads/writing/given.ts"
import { created, noContent } from "../http/hal.ts"
import { route } from "../http/route.ts"
import { startContinuation } from "./continuation.ts"
import { forwardConversation } from "./forward.ts"
import { mergeConversations } from "./merge.ts"
import { splitConversation } from "./split.ts"

const common = { method: "POST", permission: "conversations:write", path: ConversationPath } as const

export const postMerge = route({
  ...common,
  url: "/v2/conversations/:conversationId/merge",
  summary: "Merge other conversations into this one",
  body: Merge,
  answers: { 204: "Merged; the old ids lead here" },
  async handle(call) {
    await mergeConversations(call.db, call.body, editOf(call))
    return noContent
  },
})

export const postForward = route({
  ...common,
  url: "/v2/conversations/:conversationId/forward",
  summary: "Forward a conversation to somebody else",
  message: true,
  body: NewForward,
  answers: {
    201: "`Resource-ID` and `Location` name the new thread, `Conversation-ID` the conversation with whom it was forwarded to",
  },
  async handle(call) {
    const { desk, db, body, path, origin } = call
    refuseLongText({ text: body.text, path: "text" }, desk.config)
    await spendUploads(call, body.attachments ?? [])
    const attachments = await prepareAttachments(desk.files, desk.config, body.attachments ?? [], "attachments")
    const { threadId, conversationId } = await forwardConversation(db, body, { ...editOf(call), attachments })
    return created(threadId, {
      Location: `${origin}/v2/conversations/${path.conversationId}/threads/${threadId}`,
      "Conversation-ID": String(conversationId),
    })
  },
})

export const postContinue = route({
  ...common,
  url: "/v2/conversations/:conversationId/continue",
  summary: "Continue a conversation that takes no more threads in a new one",
  answers: {
    201:
      "`Resource-ID`, `Location` and `Web-Location` name the new conversation. It has the same customer, inbox, subject, " +
      "assignee, copied addresses, tags and custom fields, is active, and begins with a note that links to this one. A line " +
      "item in this one links to it. Both have the other's id as `linkedConversationId`",
  },
  async handle(call) {
    return createdConversation(call, await startContinuation(call.db, editOf(call), call.origin))
  },
})

export const postSplit = route({
  ...common,
  url: "/v2/conversations/:conversationId/split",
  summary: "Make a thread and those after it a conversation of their own",
  body: Split,
  answers: { 201: "`Resource-ID`, `Location` and `Web-Location` name the new conversation" },
  async handle(call) {
    return createdConversation(call, await splitConversation(call.db, call.body, editOf(call)))
  },
})

function createdConversation({ origin }: { origin: string }, { id, number }: CreatedConversation) {
  return created(id, {
    Location: `${origin}/v2/conversations/${id}`,
    "Web-Location": `${origin}/conversation/${id}/${number}`,
  })
}
