import { useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { searchKey } from "../../data/lists/list-key.ts"
import { fetchFirstPage } from "../../data/lists/pages.ts"
import { useSort } from "../../data/lists/sorts.ts"
import { withPrefix } from "../../data/search/filters.ts"
import { useMe } from "../../data/session.ts"
import { problemOf, type QueryProblem } from "./problem.ts"
import { recentSearches } from "./recent.ts"

/** The list is shown, somebody has changed the query in the meantime, or the desk cannot read it. */
type Outcome = "shown" | "changed" | QueryProblem

interface Submit {
  submit(query: string, isUnchanged: () => boolean): Promise<Outcome>
  isBusy: boolean
}

/** Reads the list before it is shown, so that what the desk cannot read stays in the box. The list shows other failures. */
export function useSubmit(): Submit {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { id: myId } = useMe()
  const [sort] = useSort(searchKey(""))
  const [running, setRunning] = useState(0)
  const countOf = (query: string) => fetchFirstPage(queryClient, { list: searchKey(query), sort, myId })

  /** Results while typing are found by the start of the last word. The list is too, where no such word exists. */
  async function widened(query: string): Promise<string> {
    const prefix = withPrefix(query)
    if ((await countOf(query)) > 0 || prefix === undefined) return query
    return (await countOf(prefix)) > 0 ? prefix : query
  }

  return {
    isBusy: running > 0,
    async submit(query, isUnchanged) {
      setRunning((before) => before + 1)
      const { problem, found = query } = await widened(query).then(
        (found) => ({ problem: undefined, found }),
        (error: unknown) => ({ problem: problemOf(error), found: query }),
      )
      setRunning((before) => before - 1)
      if (!isUnchanged()) return "changed"
      if (problem) return problem
      recentSearches.add(myId, found)
      await navigate({ to: "/list/$list", params: { list: searchKey(found) } })
      return "shown"
    },
  }
}
