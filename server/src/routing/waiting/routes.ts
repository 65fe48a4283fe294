import { ConversationPath } from "@deskhand/contract/conversations/conversation"
import { ConversationRouting } from "@deskhand/contract/inboxes/routing"
import { resource } from "../../http/hal.ts"
import { route } from "../../http/route.ts"
import { explainRouting } from "./why.ts"

export const getConversationRouting = route({
  method: "GET",
  url: "/v2/conversations/:conversationId/routing",
  permission: "conversations:read",
  summary: "Tell why routing has given a conversation to nobody",
  path: ConversationPath,
  answers: { 200: ConversationRouting },
  handle: async ({ db, viewer, path, origin }) =>
    resource(await explainRouting(db, viewer, { id: path.conversationId, origin })),
})
