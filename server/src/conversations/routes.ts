import {
  Conversation,
  ConversationPage,
  ConversationPath,
  ConversationQuery,
  OneConversationQuery,
} from "@deskhand/contract/conversations/conversation"
import { NewConversation } from "@deskhand/contract/conversations/new-conversation"
import { notFound } from "../errors.ts"
import { created, pageOfTexts, pageRequest } from "../http/hal.ts"
import { assemble } from "../http/json.ts"
import { type Route, route } from "../http/route.ts"
import type { Version } from "../users/present.ts"
import { spendUploads } from "./attachments/quota.ts"
import { type PreparedAttachment, prepareAttachments } from "./attachments/store.ts"
import { createConversation } from "./create.ts"
import { showConversation, showConversations } from "./json-cache.ts"
import { findConversations } from "./list/find.ts"
import { findMerged } from "./queries.ts"
import { stillRedirects } from "./rules.ts"
import { embedInList, embedInOne } from "./threads/reading/embed.ts"
import { refuseLongText } from "./threads/writing/given.ts"

const perPage = 25

export const getConversations = route({
  method: "GET",
  url: "/v2/conversations",
  permission: "conversations:read",
  summary: "List conversations",
  query: ConversationQuery,
  answers: { 200: ConversationPage },
  async handle({ desk, db, viewer, query, origin, now, request }) {
    const page = pageRequest(query, perPage)
    const showing = { desk, db, viewer, origin, version: 2, now } as const
    const { versions, total, estimated } = await findConversations(showing, query, page)
    const shown = await showConversations(showing, versions)
    const texts = query.embed ? await embedInList(showing, shown) : shown.map(({ json }) => json)
    const content = { name: "conversations", texts, total, request: page, emptyNumber: 0, estimated }
    return pageOfTexts(origin, request.url, content)
  },
})

export const postConversation = route({
  method: "POST",
  url: "/v2/conversations",
  permission: "conversations:write",
  summary: "Create a conversation",
  message: true,
  body: NewConversation,
  answers: { 201: "`Resource-ID`, `Location` and `Web-Location` name the new conversation" },
  async handle({ desk, db, viewer, body, now, origin }) {
    for (const [index, { text }] of body.threads.entries())
      refuseLongText({ text, path: `threads[${index}].text` }, desk.config)
    const attachments: PreparedAttachment[][] = []
    await spendUploads(
      { desk, viewer, now },
      body.threads.flatMap((thread) => thread.attachments ?? []),
    )
    for (const [index, thread] of body.threads.entries())
      attachments.push(
        await prepareAttachments(desk.files, desk.config, thread.attachments ?? [], `threads[${index}].attachments`),
      )
    const { id, number } = await createConversation(db, body, { viewer, now, attachments })
    return created(id, {
      Location: `${origin}/v2/conversations/${id}`,
      "Web-Location": `${origin}/conversation/${id}/${number}`,
    })
  },
})

export const getConversationV2 = getConversation(2)
export const getConversationV3 = getConversation(3)

function getConversation(version: Version): Route {
  return route({
    method: "GET",
    url: `/v${version}/conversations/:conversationId`,
    permission: "conversations:read",
    summary: version === 2 ? "Get a conversation" : "Get a conversation, system users told apart",
    path: ConversationPath,
    query: OneConversationQuery,
    answers: { 200: Conversation, 301: "Merged into the conversation that `Location` names" },
    async handle({ desk, db, viewer, path, query, origin, now }) {
      const id = path.conversationId
      const showing = { desk, db, viewer, origin, version, now }
      const found = await showConversation(showing, id)
      const shown = found && query.embed ? await embedInOne(showing, found) : found
      if (shown) return { status: 200, json: assemble(shown.json), etag: shown.etag }
      const merged = await findMerged(db, viewer, path.conversationId)
      if (!merged || !stillRedirects(merged.merged_at, now)) throw notFound()
      return { status: 301, headers: { Location: `${origin}/v${version}/conversations/${merged.into_id}` } }
    },
  })
}
