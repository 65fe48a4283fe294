import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { type ListKey, searchIn } from "../../data/lists/list-key.ts"
import { foundQuery } from "../../data/search/found.ts"
import { SearchTerms } from "../../ui/marked/Marked.tsx"

const noTerms: readonly string[] = []

/** Highlights in a list what was searched for, where the list is a search. */
export function SearchHighlight({ list, children }: { list: ListKey; children: ReactNode }) {
  const query = searchIn(list)
  const { data } = useQuery({
    ...foundQuery(query ?? ""),
    enabled: query !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return <SearchTerms value={data?.terms ?? noTerms}>{children}</SearchTerms>
}
