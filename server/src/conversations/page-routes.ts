import { ConversationPagePath } from "@deskhand/contract/conversation"
import { route } from "../http/route.ts"

/** Where `web` links lead. Until the web application has a page there, a browser that is signed in sees the resource. */
export const getConversationPage = route({
  method: "GET",
  url: "/conversation/:conversationId/:number",
  permission: "conversations:read",
  summary: "Open a conversation in the web application",
  path: ConversationPagePath,
  answers: { 302: "To where it can be read" },
  async handle({ path, origin }) {
    const location = `${origin}/v2/conversations/${path.conversationId}?embed=threads`
    return { status: 302, headers: { Location: location } }
  },
})
