import { wordsOfBody } from "../../conversations/threads/summary/words.ts"
import { insertEntries, subjectEntry, threadEntry } from "../../conversations/threads/writing/insert.ts"
import type { Db } from "../../db/db.ts"
import type { NewThread } from "./threads.ts"

export interface SearchedConversation {
  conversationId: number
  subject: string
  threads: { id: number; thread: NewThread }[]
}

/** Nobody finds a conversation by what somebody else has only drafted. */
export async function insertSearchEntries(db: Db, conversation: SearchedConversation): Promise<void> {
  const { conversationId, subject, threads } = conversation
  const written = threads.flatMap(({ id, thread: { body, state, to = [], cc = [], bcc = [] } }) =>
    body === undefined || state === "draft" ? [] : [threadEntry(id, { words: wordsOfBody(body), to, cc, bcc })],
  )
  await insertEntries(db, conversationId, [subjectEntry(subject), ...written])
}
