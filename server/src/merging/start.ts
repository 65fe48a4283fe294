import type { NewConversationRecord } from "../conversations/columns.ts"
import { type HeldConversation, holdConversation } from "../conversations/held.ts"
import { insertConversations } from "../conversations/insert.ts"
import { deriveColumns } from "../conversations/threads/summary/derive.ts"
import type { Db } from "../db/db.ts"
import { reserveIds } from "../db/write-rows.ts"
import type { Viewer } from "../http/viewer.ts"

export type Start = Omit<
  NewConversationRecord,
  keyof ReturnType<typeof deriveColumns> | "source_type" | "source_via"
> & {
  created_at: Date
}

/** A conversation that gets its threads, and with them what it tells of them, in the same transaction. */
export async function startConversation(db: Db, viewer: Viewer, start: Start): Promise<HeldConversation> {
  const row = {
    ...deriveColumns([], start.created_at),
    ...start,
    state: "published",
    source_type: "api",
    source_via: start.created_by_user_id === null ? "customer" : "user",
  } as const
  const reserved = await reserveIds(db, { conversations: 1, threads: 0 })
  const { ids, numbers } = insertConversations(db, [{ row, threads: [], items: [], events: [] }], reserved)
  await numbers
  return holdConversation(db, viewer, ids[0]?.id ?? 0)
}
