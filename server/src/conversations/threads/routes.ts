import { ConversationPath } from "@deskhand/contract/conversation"
import { Thread, ThreadPage, ThreadPath, ThreadQuery } from "@deskhand/contract/thread"
import { notFound } from "../../errors.ts"
import { pageOf, pageRequest, resource } from "../../http/hal.ts"
import { type Route, route } from "../../http/route.ts"
import type { Version } from "../../users/present.ts"
import { loadThreadReferences, presentThread } from "./present.ts"
import { countThreads, findThread, listThreads } from "./queries.ts"

const perPage = 25

export const getThreadsV2 = getThreads(2)
export const getThreadsV3 = getThreads(3)

function getThreads(version: Version): Route {
  return route({
    method: "GET",
    url: `/v${version}/conversations/:conversationId/threads`,
    permission: "conversations:read",
    summary: version === 2 ? "List threads" : "List threads, system users and teams told apart",
    path: ConversationPath,
    query: ThreadQuery,
    answers: { 200: ThreadPage },
    async handle({ db, viewer, path, query, origin, request }) {
      const page = pageRequest(query, perPage)
      const { conversationId } = path
      const total = await countThreads(db, viewer, conversationId)
      if (total === undefined) throw notFound()
      const skip = (page.number - 1) * page.size
      const rows = await listThreads(db, viewer, { conversationIds: [conversationId], skip, size: page.size })
      const references = await loadThreadReferences(db, rows)
      const items = rows.map((row) => presentThread(row, references, { origin, version }))
      return pageOf(origin, request.url, { name: "threads", items, total, request: page })
    },
  })
}

export const getThread = route({
  method: "GET",
  url: "/v2/conversations/:conversationId/threads/:threadId",
  permission: "conversations:read",
  summary: "Get a thread",
  path: ThreadPath,
  answers: { 200: Thread },
  async handle({ db, viewer, path, origin }) {
    const row = await findThread(db, viewer, path)
    if (!row) throw notFound()
    return resource(presentThread(row, await loadThreadReferences(db, [row]), { origin, version: 2 }))
  },
})
