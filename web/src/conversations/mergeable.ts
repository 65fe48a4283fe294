import type { Conversation, ConversationFilters } from "@deskhand/sdk/client"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { othersQuery } from "../customers/queries.ts"
import { desk } from "../desk/client.ts"

/** So long after the last key the desk is asked. */
const pauseMs = 150

/** What can be merged with it: without a word the customer's other conversations, else what the desk finds, theirs first. */
export function useMergeable(conversation: Conversation, typed: string): { found: Conversation[]; isLooking: boolean } {
  const { id, primaryCustomer } = conversation
  const wanted = usePause(typed.trim())
  const others = useQuery(othersQuery(primaryCustomer.id))
  const search = useQuery({
    queryKey: ["list", "mergeable", wanted],
    queryFn: () => desk.conversations.list({ ...filtersFor(wanted), status: "all", size: 20 }),
    enabled: wanted !== "",
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  const { data, isFetching } = wanted === "" ? others : search
  const found = data?._embedded.conversations.filter((one) => one.id !== id && one.state === "published") ?? []
  const isTheirs = (one: Conversation) => one.primaryCustomer.id === primaryCustomer.id
  return {
    found: [...found.filter(isTheirs), ...found.filter((one) => !isTheirs(one))],
    isLooking: isFetching || wanted !== typed.trim(),
  }
}

/** `#12` and `12` are numbers; all else is words that all must stand in subject, messages or addresses. */
export function filtersFor(wanted: string): ConversationFilters {
  const number = /^#?(\d{1,15})$/.exec(wanted)?.[1]
  if (number !== undefined) return { number: Number(number) }
  // In quotes, where no word is an operator and no sign has a meaning.
  const words = wanted.split(/\s+/).map((word) => `"${word.replace(/["\\]/g, "\\$&")}"`)
  return { query: `(${words.join(" AND ")})` }
}

function usePause(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
