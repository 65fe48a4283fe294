import type { ConversationColumns } from "../conversations/columns.ts"
import { type HeldConversation, holdConversation } from "../conversations/held.ts"
import { insertConversation } from "../conversations/insert.ts"
import { deriveColumns } from "../conversations/threads/summary/derive.ts"
import type { Db } from "../db/db.ts"
import type { Viewer } from "../http/viewer.ts"

export type Start = Omit<ConversationColumns, keyof ReturnType<typeof deriveColumns> | "state" | "preview">

/** A conversation that gets its threads, and with them what it tells of them, in the same transaction. */
export async function startConversation(db: Db, viewer: Viewer, start: Start): Promise<HeldConversation> {
  const derived = deriveColumns([], start.createdAt)
  const columns = { ...start, ...derived, state: "published", preview: "" } as const
  const { id } = await insertConversation(db, columns, { threads: [], events: [] })
  return holdConversation(db, viewer, id)
}
