import { Conversation, ConversationPage, ConversationPath, ConversationQuery } from "@deskhand/contract/conversation"
import { notFound } from "../errors.ts"
import { pageOf, pageRequest, resource } from "../http/hal.ts"
import { readOptionalMoment } from "../http/moments.ts"
import { type Route, route } from "../http/route.ts"
import type { Version } from "../users/present.ts"
import { countConversations } from "./count.ts"
import { filterOf } from "./filter.ts"
import { listConversationIds } from "./list.ts"
import { loadReferences, presentConversation } from "./present.ts"
import { findConversation, findMerged, listConversationRows } from "./queries.ts"
import { stillRedirects } from "./rules.ts"

const perPage = 25

export const getConversations = route({
  method: "GET",
  url: "/v2/conversations",
  permission: "conversations:read",
  summary: "Conversations of the inboxes you may see, filtered, sorted and paged",
  query: ConversationQuery,
  answers: { 200: ConversationPage },
  async handle({ db, viewer, query, origin, now, request }) {
    const page = pageRequest(query, perPage)
    const modifiedSince = readOptionalMoment("modifiedSince", query.modifiedSince)
    const filter = await filterOf(db, query, { viewer, modifiedSince })
    const order = { field: query.sortField ?? "createdAt", descending: query.sortOrder !== "asc" } as const
    const total = await countConversations(db, filter, viewer)
    const skip = (page.number - 1) * page.size
    const ids = await listConversationIds(db, { filter, order, viewer, total, skip, size: page.size })
    const rows = await listConversationRows(db, ids)
    const references = await loadReferences(db, rows)
    const items = rows.map((row) => presentConversation(row, references, { origin, version: 2, now }))
    return pageOf(origin, request.url, { name: "conversations", items, total, request: page, emptyNumber: 0 })
  },
})

export const getConversationV2 = getConversation(2)
export const getConversationV3 = getConversation(3)

function getConversation(version: Version): Route {
  return route({
    method: "GET",
    url: `/v${version}/conversations/:conversationId`,
    permission: "conversations:read",
    summary: version === 2 ? "One conversation" : "One conversation, with system users told apart",
    path: ConversationPath,
    answers: { 200: Conversation, 301: "Merged into the conversation that `Location` names" },
    async handle({ db, viewer, path, origin, now }) {
      const row = await findConversation(db, viewer, path.conversationId)
      if (row) {
        const body = presentConversation(row, await loadReferences(db, [row]), { origin, version, now })
        return resource(body, { ...body, customerWaitingSince: body.customerWaitingSince?.time })
      }
      const merged = await findMerged(db, viewer, path.conversationId)
      if (!merged || !stillRedirects(merged.merged_at, now)) throw notFound()
      return { status: 301, headers: { Location: `${origin}/v${version}/conversations/${merged.into_id}` } }
    },
  })
}
