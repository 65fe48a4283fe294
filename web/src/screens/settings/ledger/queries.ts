import type { ReceivedPage, SentPage } from "@deskhand/sdk/client"
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query"
import { desk } from "../../../data/client.ts"
import type { LedgerSearch } from "./search.ts"

/** While something on the page is about to happen. */
const againMs = 3_000
const pageSize = 50

/** No event tells what becomes of mail that is nobody's conversation yet: it is read whenever the page is opened. */
export function receivedQuery({ inbox, outcome, address }: LedgerSearch) {
  return infiniteQueryOptions({
    queryKey: ["ledger", "received", inbox, outcome, address],
    queryFn: ({ pageParam }) =>
      desk.messages.list({ mailbox: inbox, outcome, from: address, cursor: pageParam, size: pageSize }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: cursorOf,
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.pages[0]?._embedded.messages.some((one) => one.outcome === "waiting")
        ? againMs
        : lookMs(data?.pages.length),
  })
}

export function sentQuery({ inbox, state, address }: LedgerSearch) {
  return infiniteQueryOptions({
    queryKey: ["ledger", "sent", inbox, state, address],
    queryFn: ({ pageParam }) =>
      desk.sentMails.list({ mailbox: inbox, state, to: address, cursor: pageParam, size: pageSize }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: cursorOf,
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.pages[0]?._embedded.outgoing.some((one) => one.state === "waiting") ? againMs : lookMs(data?.pages.length),
  })
}

/** Whoever waits for a message sees it come; whoever has gone back in time is left alone. */
function lookMs(pages = 1): number | false {
  return pages === 1 ? 10_000 : false
}

function cursorOf({ _links: { next } }: ReceivedPage | SentPage): string | undefined {
  return next ? (new URL(next.href).searchParams.get("cursor") ?? undefined) : undefined
}

export function messageQuery(id: number) {
  return queryOptions({
    queryKey: ["ledger", "message", id],
    queryFn: () => desk.messages.details(id),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.message.outcome === "waiting" ? againMs : false),
  })
}
