import type { QuickSearchResults } from "@deskhand/contract/conversations/quick-search"
import { spacedWords } from "../conversations/list/resolve/names.ts"
import { resolveQuery } from "../conversations/list/resolve/resolve.ts"
import type { Note } from "../conversations/list/resolve/searcher.ts"
import type { Db } from "../db/db.ts"
import { may, type Viewer } from "../http/viewer.ts"
import { reading } from "../search/problem.ts"
import { endOfValue } from "../search/renaming.ts"
import { type Query, termsOf } from "../search/tree.ts"
import { wordsOf } from "../search/words.ts"
import { listViewNames } from "../views/queries.ts"
import { findConversationIds } from "./conversations.ts"
import { presentConversation, presentCustomer } from "./present.ts"
import { listCustomers, listFoundConversations, listOrganizations } from "./queries.ts"
import { endsInOneLetter, freeTextsOf, highlightedWords, parseTyped } from "./typed.ts"

interface QuickSearch {
  text: string
  size: number
  viewer: Viewer
  now: Date
}

/** Fewer than a list takes: their conversations fill the few rows, and what is typed next is more exact. */
const mostNamed = 25

export async function searchQuickly(db: Db, { text, size, viewer, now }: QuickSearch): Promise<QuickSearchResults> {
  return reading({ path: "query", source: "QUERY", text }, async () => {
    const typed = parseTyped(text)
    const searcher = {
      userId: viewer.userId,
      inboxIds: viewer.inboxIds,
      now,
      explainsAll: true,
      ...(!endsInOneLetter(typed) && { mostNamed }),
    }
    const words = freeTextsOf(typed).flatMap(spacedWords)
    const findConversations = async () => {
      const { query: resolved, notes } = await resolveQuery(db, typed, searcher)
      const ids = await findConversationIds(db, { typed, resolved, viewer, now, size })
      return { rows: await listFoundConversations(db, ids), notes }
    }
    const [customers, organizations, views, { rows, notes }] = await Promise.all([
      may(viewer, "customers:read") ? listCustomers(db, words, size) : [],
      may(viewer, "organizations:read") ? listOrganizations(db, words, size) : [],
      words.length === 0 ? [] : listViewNames(db, viewer),
      findConversations(),
    ])
    return {
      customers: customers.map(presentCustomer),
      organizations,
      conversations: rows.map(presentConversation),
      views: matchingViews(views, words).slice(0, size),
      terms: highlightedWords(typed),
      notes: notes.map((note) => placed(note, text, typed)),
    }
  })
}

/** Each word starts one of the name; names that begin with the first of them come first. */
function matchingViews<View extends { name: string }>(views: View[], words: string[]): View[] {
  const wanted = words.flatMap(wordsOf)
  const named = views.map((view) => ({ view, words: wordsOf(view.name) }))
  const matching = named.filter(({ words }) => wanted.every((start) => words.some((word) => word.startsWith(start))))
  const isFirst = (name: string[]) => name[0]?.startsWith(wanted[0] ?? "") === true
  return matching
    .toSorted((one, other) => Number(isFirst(other.words)) - Number(isFirst(one.words)))
    .map(({ view }) => view)
}

function placed({ at, message }: Note, text: string, query: Query): QuickSearchResults["notes"][number] {
  const value = termsOf(query).find((term) => term.at === at)?.value
  return { from: at, to: value === undefined ? at : endOfValue(text, value.at), message }
}
