import { QuickSearchQuery, QuickSearchResults } from "@deskhand/contract/conversations/quick-search"
import { route } from "../http/route.ts"
import { searchQuickly } from "./quick-search.ts"

const empty: QuickSearchResults = {
  customers: [],
  organizations: [],
  conversations: [],
  views: [],
  terms: [],
  notes: [],
}

export const getQuickSearch = route({
  method: "GET",
  url: "/v2/search",
  permission: "conversations:read",
  summary: "Find customers, organizations, conversations and saved views while somebody types",
  query: QuickSearchQuery,
  answers: { 200: QuickSearchResults },
  async handle({ db, viewer, query, now, request }) {
    if (query.query === undefined) return { status: 200, body: empty }
    const text = typedIn(request.url) ?? query.query
    const size = Math.min(20, Math.max(1, query.size ?? 5))
    return { status: 200, body: await searchQuickly(db, { text, size, viewer, now }) }
  },
})

/** Parameters come trimmed, but a space at the end says that the last word is complete, and places count from the start. */
function typedIn(url: string): string | undefined {
  return new URLSearchParams(url.slice(url.indexOf("?"))).getAll("query").at(-1)
}
