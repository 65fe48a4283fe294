import type { Db } from "../../db/db.ts"
import { recordEvent } from "../../events/record.ts"
import type { Viewer } from "../../http/viewer.ts"
import { holdConversation } from "../held.ts"
import { deleteFollower, insertFollower } from "./queries.ts"

interface Following {
  conversationId: number
  viewer: Viewer
  now: Date
}

export function followConversation(db: Db, { conversationId, viewer, now }: Following): Promise<void> {
  return db.transaction(async (db) => {
    const { id, inbox_id: inboxId } = await holdConversation(db, viewer, conversationId)
    const { userId } = viewer
    if (await insertFollower(db, { conversationId: id, userId, now }))
      await recordChange(db, { conversationId: id, inboxId, userId, follows: true })
  })
}

export function unfollowConversation(db: Db, { conversationId, viewer }: Following): Promise<void> {
  return db.transaction(async (db) => {
    const { id, inbox_id: inboxId } = await holdConversation(db, viewer, conversationId)
    const { userId } = viewer
    if (await deleteFollower(db, { conversationId: id, userId }))
      await recordChange(db, { conversationId: id, inboxId, userId, follows: false })
  })
}

interface FollowerChange {
  conversationId: number
  inboxId: number
  userId: number
  follows: boolean
}

async function recordChange(db: Db, { conversationId, inboxId, userId, follows }: FollowerChange): Promise<void> {
  await recordEvent(db, {
    kind: "convo.followers.changed",
    subjectId: conversationId,
    conversationId,
    inboxId,
    userId,
    data: { follows },
  })
}
