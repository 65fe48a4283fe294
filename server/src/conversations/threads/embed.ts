import type { Thread } from "@deskhand/contract/thread"
import type { Db } from "../../db/db.ts"
import { etagOf } from "../../http/hal.ts"
import type { Viewer } from "../../http/viewer.ts"
import type { ShownText } from "../shown.ts"
import { loadThreadReferences, presentThread, type ThreadOccasion } from "./present.ts"
import { listThreads } from "./queries.ts"
import { showVersions, type ThreadShowing, textsOf } from "./shown.ts"
import { listThreadVersions, versionsIn } from "./versions.ts"

/** As many as a conversation may hold; line items and merges can bring more, which the list of threads pages through. */
const mostInList = 100

/** No conversation that people write has so many; one that a program filled must not fill the memory. */
const mostInOne = 1_000

/** Conversations of a list with their newest threads in them, of which a chat shows its beginning alone. */
export async function embedInList(showing: ThreadShowing, conversations: ShownText[]): Promise<string[]> {
  const conversationIds = conversations.map(({ id }) => id)
  const embedded = await embedThreads(showing, { conversationIds, size: mostInList, asExcerpts: true })
  return conversations.map(({ id, text }) => withPart(text, embedded(id)))
}

/** One conversation with its threads in it, so that the list of threads need not be asked. */
export async function embedInOne(showing: ThreadShowing, { id, text, etag }: ShownText): Promise<ShownText> {
  const embedded = await embedThreads(showing, { conversationIds: [id], size: mostInOne, asExcerpts: false })
  return { id, text: withPart(text, embedded(id)), etag: etagOf([etag, embedded(id)]) }
}

interface Embedding {
  /** Those that the viewer may read. */
  conversationIds: number[]
  /** Of each conversation. */
  size: number
  asExcerpts: boolean
}

/** For all of them at once, as a part of each one's text. */
async function embedThreads(
  showing: ThreadShowing,
  { conversationIds, size, asExcerpts }: Embedding,
): Promise<(conversationId: number) => string> {
  const rows = await listThreadVersions(showing.db, showing.viewer, { conversationIds, skip: 0, size })
  const versions = new Map(rows.map((row) => [row.conversation_id, versionsIn(row)]))
  const shown = await showVersions(showing, [...versions.values()].flat(), asExcerpts)
  return (id) => `"_embedded":{"threads":[${textsOf(versions.get(id) ?? [], shown).join(",")}]}`
}

function withPart(text: string, part: string): string {
  return `${text.slice(0, -1)},${part}}`
}

/** The newest of each conversation for events, which are of conversations that have just changed. */
export async function mapNewestThreads(
  db: Db,
  viewer: Viewer,
  { conversationIds, ...occasion }: ThreadOccasion & { conversationIds: number[] },
): Promise<Map<number, Thread[]>> {
  const rows = await listThreads(db, viewer, { conversationIds, skip: 0, size: mostInList })
  const references = await loadThreadReferences(db, rows)
  const threads = Map.groupBy(rows, (row) => row.conversation_id)
  return new Map([...threads].map(([id, rows]) => [id, rows.map((row) => presentThread(row, references, occasion))]))
}
