import type { Db } from "../db/db.ts"
import type { Viewer } from "../http/viewer.ts"
import type { ConversationColumns } from "./columns.ts"
import { type HeldConversation, holdConversation } from "./held.ts"
import { insertConversation } from "./insert.ts"
import { deriveColumns } from "./threads/derive.ts"

export type Start = Omit<ConversationColumns, keyof ReturnType<typeof deriveColumns> | "state" | "preview">

/** A conversation that gets its threads, and with them what it tells of them, in the same transaction. */
export async function startConversation(db: Db, viewer: Viewer, start: Start): Promise<HeldConversation> {
  const derived = deriveColumns([], start.createdAt)
  const columns = { ...start, ...derived, state: "published", preview: "" } as const
  const { id } = await insertConversation(db, columns, { threads: [], events: [] })
  return holdConversation(db, viewer, id)
}
