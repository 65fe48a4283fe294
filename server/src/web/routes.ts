import { ConversationPagePath } from "@deskhand/contract/conversations/conversation"
import { PictureQuery } from "@deskhand/contract/customers/picture"
import Type from "typebox"
import { forbidden, notFound } from "../errors.ts"
import { route } from "../http/route.ts"
import { applicationPage, conversationPage } from "./pages.ts"
import { fetchPicture } from "./pictures.ts"

/** Where `web` links and `Web-Location` lead. Public, because the page itself asks people to sign in first. */
export const getConversationPage = route({
  method: "GET",
  url: conversationPage,
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

/** Once a person has said that they want to see it. Their browser keeps it; the desk does not. */
export const getPicture = route({
  method: "GET",
  url: "/session/picture",
  permission: "signed-in",
  summary: "Fetch a picture that a message names, so that its sender does not learn who reads it",
  query: PictureQuery,
  answers: {
    200: Type.String({ contentMediaType: "image/*", description: "PNG, JPEG, GIF, WebP or AVIF, up to 5 MB" }),
    502: "It could not be fetched, or is no such picture",
  },
  async handle({ desk, query, request }) {
    const site = request.headers["sec-fetch-site"]
    if (site !== undefined && site !== "same-origin")
      throw forbidden("Pictures are fetched for pages of this desk alone")
    const { type, bytes } = await fetchPicture(desk.outgoing, query.url)
    return {
      status: 200,
      headers: {
        "Content-Type": type,
        "Content-Disposition": "attachment",
        "Content-Security-Policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Cache-Control": "private, max-age=86400",
      },
      body: bytes,
    }
  },
})
