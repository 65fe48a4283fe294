import type { Conversation, ConversationFilters } from "@deskhand/sdk/client"
import { useQuery } from "@tanstack/react-query"
import { desk } from "../../data/client.ts"
import { othersQuery } from "../../data/customers.ts"
import { hasWords, usePause } from "../../data/typing.ts"

/**
 * What can be merged with it: without a word the customer's other conversations, else what the desk finds, theirs first.
 * Until it has answered only what fits is offered, so that a quick Enter chooses nothing else.
 */
export function useMergeable(conversation: Conversation, typed: string): { found: Conversation[]; isLooking: boolean } {
  const { id, primaryCustomer } = conversation
  const wanted = typed.trim()
  const asked = usePause(wanted)
  const others = useQuery(othersQuery(primaryCustomer.id))
  const search = useQuery({
    queryKey: ["list", "mergeable", asked],
    queryFn: () => desk.conversations.list({ ...filtersFor(asked), status: "all", size: 20 }),
    enabled: asked !== "",
    gcTime: 0,
  })
  const answered = wanted === asked && wanted !== "" ? search.data : undefined
  const found = answered
    ? answered._embedded.conversations
    : (others.data?._embedded.conversations ?? []).filter((one) => hasWords(`#${one.number} ${one.subject}`, wanted))
  const isTheirs = (one: Conversation) => one.primaryCustomer.id === primaryCustomer.id
  return {
    found: found
      .filter((one) => one.id !== id && one.state === "published")
      .sort((one, other) => Number(isTheirs(other)) - Number(isTheirs(one))),
    isLooking: wanted === "" ? others.isPending : !answered && !search.isError,
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
