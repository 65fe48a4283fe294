import type { Db } from "../../db/db.ts"
import { notFound } from "../../errors.ts"
import { recordEvent } from "../../events/record.ts"
import type { Viewer } from "../../http/viewer.ts"
import { findReadable, putRead, putUnread } from "./queries.ts"

interface Marking {
  viewer: Viewer
  conversationId: number
  unread: boolean
  now: Date
}

/** Marks a conversation as read or unread for the viewer. Writes nothing where it is so already. */
export function markConversation(db: Db, { viewer, conversationId, unread, now }: Marking): Promise<void> {
  const { userId } = viewer
  return db.transaction(async (db) => {
    const found = await findReadable(db, viewer, conversationId)
    if (!found) throw notFound()
    if (found.unread === unread) return
    const put = unread
      ? await putUnread(db, { userId, conversationId })
      : await putRead(db, { userId, conversationId, now })
    if (!put) throw notFound()
    // For the other windows of the same user; nobody else may read it.
    await recordEvent(db, {
      kind: "read.changed",
      subjectId: conversationId,
      userId,
      inboxId: found.inbox_id,
      conversationId,
      data: { unread },
    })
  })
}
