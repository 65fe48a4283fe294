import { queryOptions, useQuery } from "@tanstack/react-query"
import { desk, statusOf } from "../client.ts"
import { usePause } from "../typing.ts"

/** As many of each kind as people read at a glance. */
const groupSize = 5

/** Short enough to feel immediate, long enough that a fast typist sends one request for several keys. */
const pauseMs = 80

export type Found = Awaited<ReturnType<typeof desk.search.find>>
export type FoundConversation = Found["conversations"][number]
export type FoundCustomer = Found["customers"][number]

/** The best customers, organizations, conversations and views, the words to highlight, and why a field matches nothing. */
export function foundQuery(query: string) {
  return queryOptions({
    queryKey: ["search", query],
    queryFn: () => desk.search.find({ query, size: groupSize }),
    gcTime: 60_000,
    retry: false,
  })
}

export interface FoundWhileTyping {
  /** The answer to what is typed; until it comes, that to what was typed just before. */
  found: Found | undefined
  isSearching: boolean
  /** The desk could not be reached. What it cannot read is no failure: somebody is still writing. */
  error: unknown
}

/** Searches for what is typed, as soon as it says something. */
export function useFound(typed: string): FoundWhileTyping {
  const now = withoutUnfinished(typed)
  const wanted = usePause(now, pauseMs)
  const { data, error, isFetching } = useQuery({
    ...foundQuery(wanted),
    enabled: isSearchable(wanted),
    // What was found the last time may have changed since.
    staleTime: 0,
    placeholderData: (before, query) => (isSameText(query?.queryKey[1], wanted) ? before : undefined),
  })
  if (!isSearchable(now)) return { found: undefined, isSearching: false, error: undefined }
  const isUnreadable = statusOf(error) === 400
  // What was typed before the pause may have been something else.
  return {
    found: isSameText(wanted, now) ? data : undefined,
    isSearching: isFetching || wanted !== now,
    error: isUnreadable ? undefined : error,
  }
}

/** A field whose value is still to come says nothing yet. A space at the end stays: it ends the last word. */
function withoutUnfinished(typed: string): string {
  return typed.trimStart().replace(/(^|\s)\S+:\s*$/, "")
}

/** One letter says too little; one digit, or one character of another script, is enough. */
function isSearchable(typed: string): boolean {
  const said = typed.trim()
  return said.length > 1 || /[^a-z#]/i.test(said)
}

/** Whether somebody has typed on or gone back. */
function isSameText(before: string | undefined, now: string): boolean {
  return before !== undefined && before !== "" && now !== "" && (now.startsWith(before) || before.startsWith(now))
}

export function countFound({ customers, organizations, conversations, views }: Found): number {
  return customers.length + organizations.length + conversations.length + views.length
}
