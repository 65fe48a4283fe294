import type { Thread } from "@deskhand/contract/conversations/thread"
import type { Db } from "../../../db/db.ts"
import { etagOfText } from "../../../http/hal.ts"
import { assemble, type Json, listed } from "../../../http/json.ts"
import type { Viewer } from "../../../http/viewer.ts"
import type { ConversationJson } from "../../json-cache.ts"
import { showThreads, showVersions, type ThreadShowing, textsOf } from "./json-cache.ts"
import { loadThreadReferences, presentThread, type ThreadOccasion } from "./present.ts"
import { listThreads } from "./queries.ts"
import { mapThreadVersions } from "./versions.ts"

/** As many as a conversation may hold; line items and merges can bring more, which the list of threads pages through. */
const mostInList = 100

/** No conversation that people write has so many; one that a program filled must not fill the memory. */
const mostInOne = 1_000

/** Conversations of a list with their newest threads in them, of which a chat shows its beginning alone. */
export async function embedInList(showing: ThreadShowing, conversations: ConversationJson[]): Promise<Json[]> {
  const conversationIds = conversations.map(({ id }) => id)
  const all = await mapThreadVersions(showing.db, showing.viewer, conversationIds)
  const newest = new Map([...all].map(([id, versions]) => [id, versions.slice(0, mostInList)]))
  const shown = await showVersions(showing, [...newest.values()].flat(), true)
  return conversations.map(({ id, json }) => withThreads(json, textsOf(newest.get(id) ?? [], shown)))
}

/** One conversation with its threads in it, so that the list of threads need not be asked. */
export async function embedInOne(
  showing: ThreadShowing,
  { id, json, etag }: ConversationJson,
): Promise<ConversationJson> {
  const shown = await showThreads(showing, { conversationId: id, skip: 0, size: mostInOne })
  const texts = shown?.texts ?? []
  return { id, json: withThreads(json, texts), etag: etagOfText(assemble(listed(etag, texts, ""))) }
}

/** In place of the bracket at its end. */
function withThreads(conversation: Json, threads: Json[]): Json {
  const end = conversation.at(-1) as Buffer
  return [...conversation.slice(0, -1), end.subarray(0, -1), ...listed(',"_embedded":{"threads":[', threads, "]}}")]
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
