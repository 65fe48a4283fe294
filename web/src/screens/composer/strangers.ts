import type { Conversation } from "@deskhand/sdk/client"
import { useInfiniteQuery } from "@tanstack/react-query"
import { threadsOf, threadsQuery } from "../../data/conversations/threads.ts"
import { strangersAmong } from "./objections.ts"

interface Addresses {
  to: readonly string[]
  cc: readonly string[]
  bcc: readonly string[]
}

/** How many of those that a reply goes to have had no part in the conversation, as far as it has been read. */
export function useStrangers(conversation: Conversation, addresses: Addresses | undefined): number {
  const { data } = useInfiniteQuery(threadsQuery(conversation.id))
  if (!addresses) return 0
  const { primaryCustomer, cc, bcc } = conversation
  const written = threadsOf(data?.pages ?? []).filter(({ state }) => state !== "draft")
  const known = [
    primaryCustomer.email,
    ...cc,
    ...bcc,
    ...written.flatMap((thread) => [
      thread.createdBy.email,
      thread.customer?.email,
      ...(thread.to ?? []),
      ...(thread.cc ?? []),
      ...(thread.bcc ?? []),
    ]),
  ]
  return strangersAmong([...addresses.to, ...addresses.cc, ...addresses.bcc], known).length
}
