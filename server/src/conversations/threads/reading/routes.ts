import { ConversationPath } from "@deskhand/contract/conversations/conversation"
import { Thread, ThreadPage, ThreadPath, ThreadQuery } from "@deskhand/contract/conversations/thread"
import { notFound } from "../../../errors.ts"
import { pageOfTexts, pageRequest } from "../../../http/hal.ts"
import { type Route, route } from "../../../http/route.ts"
import type { Version } from "../../../users/present.ts"
import { answerThread } from "./answer.ts"
import { showThreads } from "./json-cache.ts"

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
    async handle({ desk, db, viewer, path, query, origin, request }) {
      const page = pageRequest(query, perPage)
      const skip = (page.number - 1) * page.size
      const wanted = { conversationId: path.conversationId, skip, size: page.size }
      const shown = await showThreads({ desk, db, viewer, origin, version }, wanted)
      if (!shown) throw notFound()
      return pageOfTexts(origin, request.url, { name: "threads", ...shown, request: page })
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
  handle: (call) => answerThread(call, call.path),
})
