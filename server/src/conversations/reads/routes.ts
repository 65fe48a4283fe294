import { ConversationPath } from "@deskhand/contract/conversations/conversation"
import { UnreadConversations, UnreadQuery } from "@deskhand/contract/conversations/read"
import { noContent } from "../../http/hal.ts"
import { route } from "../../http/route.ts"
import { markConversation } from "./actions.ts"
import { listUnread } from "./queries.ts"

export const getUnread = route({
  method: "GET",
  url: "/v2/users/me/unread",
  permission: "conversations:read",
  summary: "Which of these conversations you have not read",
  query: UnreadQuery,
  answers: { 200: UnreadConversations },
  async handle({ db, viewer, query }) {
    return { status: 200, body: { conversationIds: await listUnread(db, viewer, query.conversation ?? []) } }
  },
})

export const putRead = route({
  method: "PUT",
  url: "/v2/conversations/:conversationId/read",
  permission: "own-reads:write",
  summary: "Mark a conversation as read, for yourself",
  path: ConversationPath,
  answers: { 204: "Read, until a customer writes again" },
  async handle({ db, viewer, path, now }) {
    await markConversation(db, { viewer, conversationId: path.conversationId, unread: false, now })
    return noContent
  },
})

export const deleteRead = route({
  method: "DELETE",
  url: "/v2/conversations/:conversationId/read",
  permission: "own-reads:write",
  summary: "Mark a conversation as unread, for yourself",
  path: ConversationPath,
  answers: { 204: "Unread, until you mark it as read" },
  async handle({ db, viewer, path, now }) {
    await markConversation(db, { viewer, conversationId: path.conversationId, unread: true, now })
    return noContent
  },
})
