import { ConversationPagePath } from "@deskhand/contract/conversation"
import Type from "typebox"
import { notFound } from "../errors.ts"
import { route } from "../http/route.ts"
import { applicationPage } from "./pages.ts"

/** Where `web` links and `Web-Location` lead. Public, because the page itself asks people to sign in first. */
export const getConversationPage = route({
  method: "GET",
  url: "/conversation/:conversationId/:number",
  permission: "public",
  summary: "Open a conversation in the web application",
  path: ConversationPagePath,
  answers: { 200: Type.String({ contentMediaType: "text/html", description: "A page for people" }) },
  async handle({ request }) {
    const page = applicationPage(request)
    if (!page) throw notFound()
    return page
  },
})
