import type { Db } from "../../db/db.ts"
import { plainText } from "../../search/plain-text.ts"
import { tsvectorLiteral, wordsOf } from "../../search/words.ts"
import { insertDetails } from "./rows.ts"
import type { NewThread } from "./threads.ts"

export interface SearchedConversation {
  conversationId: number
  subject: string
  threads: { id: number; thread: NewThread }[]
}

/** Nobody finds a conversation by what somebody else has only drafted. */
export async function insertSearchEntries(db: Db, conversation: SearchedConversation): Promise<void> {
  const { conversationId, subject, threads } = conversation
  const searched = threads.filter(({ thread }) => thread.body !== undefined && thread.state !== "draft")
  await insertDetails(db, "search_entries", [
    { conversationId, threadId: 0, words: tsvectorLiteral([{ label: "A", words: wordsOf(subject) }]) },
    ...searched.map(({ id, thread }) => ({ conversationId, threadId: id, words: threadWords(thread) })),
  ])
}

/** Addresses are found whole, so they are not taken apart into words. */
function threadWords({ body = "", to = [], cc = [], bcc = [] }: NewThread): string {
  const addresses = [...to, ...cc, ...bcc].map((address) => address.toLowerCase())
  return tsvectorLiteral([
    { label: "D", words: wordsOf(plainText(body)) },
    { label: "B", words: addresses },
  ])
}
