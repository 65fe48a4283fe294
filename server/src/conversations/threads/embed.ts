import type { Thread } from "@deskhand/contract/thread"
import type { Db } from "../../db/db.ts"
import type { Viewer } from "../../http/viewer.ts"
import { loadThreadReferences, presentThread, type ThreadOccasion } from "./present.ts"
import { listThreads } from "./queries.ts"
import { excerptLength, excerptOf, isChat } from "./rules.ts"

/** As many as a conversation may hold; line items and merges can bring more, which the list of threads pages through. */
const mostInList = 100

/** No conversation that people write has so many; one that a program filled must not fill the memory. */
const mostInOne = 1_000

export interface Embedding extends ThreadOccasion {
  /** Those that the viewer may read. */
  conversationIds: number[]
  /** In a list a chat shows its beginning alone; of one the list of threads need not be asked; events are many. */
  occasion: "list" | "one" | "event"
}

/** The newest threads of each conversation, for all of them at once. */
export async function embedThreads(
  db: Db,
  viewer: Viewer,
  { conversationIds, occasion, ...shown }: Embedding,
): Promise<(conversationId: number) => { _embedded: { threads: Thread[] } }> {
  const inList = occasion === "list"
  const rows = await listThreads(db, viewer, {
    conversationIds,
    skip: 0,
    size: occasion === "one" ? mostInOne : mostInList,
    // One more than is shown tells that there is more.
    ...(inList && { chatLength: excerptLength + 1 }),
  })
  const references = await loadThreadReferences(db, rows)
  const threads = Map.groupBy(rows, (row) => row.conversation_id)
  return (conversationId) => ({
    _embedded: {
      threads: (threads.get(conversationId) ?? []).map((row) => {
        const isExcerpt = inList && isChat(row.type) && row.body !== null
        return presentThread(isExcerpt ? { ...row, body: excerptOf(row.body ?? "") } : row, references, shown)
      }),
    },
  })
}
