import type { ConversationStatus } from "@deskhand/contract/conversations/conversation"
import { filterOfQuery } from "../conversations/list/filter.ts"
import { findPage, type PageLimits } from "../conversations/list/page.ts"
import { numberIn } from "../conversations/list/resolve/free-text.ts"
import { namesStatus } from "../conversations/list/search.ts"
import type { Db } from "../db/db.ts"
import type { Viewer } from "../http/viewer.ts"
import { joined, type Query } from "../search/tree.ts"
import { listNumbered } from "./queries.ts"
import { endsInOneLetter, freeTextsOf } from "./typed.ts"

interface Wanted {
  /** As it was typed, and with its names resolved. */
  typed: Query
  resolved: Query
  viewer: Viewer
  now: Date
  size: number
}

/**
 * The best first: what has the number, then what has all words in its subject or in the names of its customer, then what has
 * them anywhere. Each in the order of age, the newest first.
 */
export async function findConversationIds(db: Db, { typed, resolved, viewer, now, size }: Wanted): Promise<number[]> {
  const texts = freeTextsOf(typed)
  const found = new Set(
    await listNumbered(
      db,
      viewer,
      texts.flatMap((text) => numberIn(text) ?? []),
    ),
  )
  if (endsInOneLetter(typed)) return [...found].slice(0, size)
  const statuses = statusesOf(resolved)
  for (const query of texts.length === 0 ? [resolved] : [inSubjects(resolved), resolved]) {
    if (found.size >= size) break
    const filter = await filterOfQuery(db, query, { inboxIds: viewer.inboxIds, statuses, now })
    const order = { field: "createdAt", descending: true } as const
    // One more for each that is found already.
    const list = { filter, order, viewer, skip: 0, size: size + found.size, isPartOfBands: true }
    for (const id of (await findPage(db, list, limits)).ids) found.add(id)
  }
  return [...found].slice(0, size)
}

/** A walk gives up much earlier than that of a list: somebody is typing. */
const limits: PageLimits = { near: 1_000, passedPerFetch: 10, fetchedPerTest: 4, tested: 2_000 }

function statusesOf(query: Query): ConversationStatus[] {
  return namesStatus(query) ? ["active", "pending", "closed", "spam"] : ["active", "pending", "closed"]
}

/** The same query with its free text restricted to subjects. */
function inSubjects(query: Query): Query {
  switch (query.kind) {
    case "term":
      return query.field === undefined && "text" in query.value ? { ...query, field: "subject" } : query
    case "and":
    case "or":
      return joined(query.kind, query.parts.map(inSubjects))
    default:
      return query
  }
}
