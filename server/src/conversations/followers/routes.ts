import { PageQuery } from "@deskhand/contract/common"
import { ConversationPath } from "@deskhand/contract/conversations/conversation"
import { FollowerPage } from "@deskhand/contract/conversations/follower"
import { notFound } from "../../errors.ts"
import { noContent, pageOf, pageRequest, timestamp } from "../../http/hal.ts"
import { route } from "../../http/route.ts"
import { findConversation } from "../queries.ts"
import { followConversation, unfollowConversation } from "./actions.ts"
import { countFollowers, listFollowers } from "./queries.ts"

const url = "/v2/conversations/:conversationId/followers"

export const getFollowers = route({
  method: "GET",
  url,
  permission: "conversations:read",
  summary: "Who follows a conversation",
  path: ConversationPath,
  query: PageQuery,
  answers: { 200: FollowerPage },
  async handle({ db, viewer, path, query, origin, request }) {
    const { conversationId } = path
    if (!(await findConversation(db, viewer, conversationId))) throw notFound()
    const page = pageRequest(query, 50)
    const [rows, total] = await Promise.all([
      listFollowers(db, conversationId, page),
      countFollowers(db, conversationId),
    ])
    const items = rows.map(({ user_id: id, first_name: first, last_name: last, photo_url: photoUrl, created_at }) => ({
      user: { id, type: "user", first, last, ...(photoUrl !== null && { photoUrl }) },
      followedAt: timestamp(created_at),
    }))
    return pageOf(origin, request.url, { name: "followers", items, total, request: page })
  },
})

export const putFollower = route({
  method: "PUT",
  url: `${url}/me`,
  permission: "own-preferences:write",
  summary: "Follow a conversation: you are notified of messages and notes in it, and when it is closed",
  path: ConversationPath,
  answers: { 204: "You follow it" },
  async handle({ db, viewer, path, now }) {
    await followConversation(db, { ...path, viewer, now })
    return noContent
  },
})

export const deleteFollower = route({
  method: "DELETE",
  url: `${url}/me`,
  permission: "own-preferences:write",
  summary: "Stop following a conversation",
  path: ConversationPath,
  answers: { 204: "You do not follow it" },
  async handle({ db, viewer, path, now }) {
    await unfollowConversation(db, { ...path, viewer, now })
    return noContent
  },
})
