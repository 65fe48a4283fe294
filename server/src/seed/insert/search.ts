import type { Db } from "../../db/db.ts"
import { plainText } from "../../search/plain-text.ts"
import { tsvectorLiteral, wordsOf } from "../../search/words.ts"
import { insertDetails } from "./rows.ts"
import type { NewThread } from "./threads.ts"

export interface SearchedConversation {
  conversationId: number
  subject: string
  createdAt: Date
  threads: { id: number; thread: NewThread }[]
}

export async function insertSearchEntries(db: Db, conversation: SearchedConversation): Promise<void> {
  const { conversationId, subject, createdAt, threads } = conversation
  const week = Math.floor(createdAt.getTime() / 1000 / secondsPerWeek)
  const withBody = threads.filter(({ thread }) => thread.body !== undefined)
  await insertDetails(db, "search_entries", [
    { conversationId, threadId: 0, week, words: tsvectorLiteral([{ label: "A", words: wordsOf(subject) }]) },
    ...withBody.map(({ id, thread }) => ({ conversationId, threadId: id, week, words: threadWords(thread) })),
  ])
}

const secondsPerWeek = 604_800

/** Addresses are found whole, so they are not taken apart into words. */
function threadWords({ body = "", to = [], cc = [], bcc = [] }: NewThread): string {
  const addresses = [...to, ...cc, ...bcc].map((address) => address.toLowerCase())
  return tsvectorLiteral([
    { label: "D", words: wordsOf(plainText(body)) },
    { label: "B", words: addresses },
  ])
}
