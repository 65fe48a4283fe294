import type { Conversation } from "@deskhand/sdk/client"
import { queryOptions, useQuery } from "@tanstack/react-query"
import { Mail, MessageCircle, Phone, Search } from "lucide-react"
import { desk } from "../../data/client.ts"
import { type ListKey, searchKey } from "../../data/lists/list-key.ts"
import { nameOf } from "../../data/people.ts"
import { usePause } from "../../data/typing.ts"
import { text } from "../../messages/text.ts"
import { written } from "../search/token.ts"
import type { Entry } from "./entry.ts"

/** As many as are looked through at a glance. */
const mostFound = 8

function conversationsQuery(wanted: string) {
  const number = /^\d{1,15}$/.test(wanted) ? Number(wanted) : undefined
  const query = wanted.split(/\s+/).map(written).join(" ")
  const asked = { status: "all", size: mostFound } as const
  return queryOptions({
    queryKey: ["palette", wanted],
    queryFn: async () => {
      const lists = await Promise.all([
        ...(number === undefined ? [] : [desk.conversations.list({ ...asked, number })]),
        desk.conversations.list({ ...asked, query, sortField: "score" }),
      ])
      const found = lists.flatMap(({ _embedded }) => _embedded.conversations)
      return [...new Map(found.map((one) => [one.id, one])).values()].slice(0, mostFound)
    },
    // What was found the last time may have changed since.
    staleTime: 0,
    retry: false,
  })
}

/** Conversations by words or number. Nothing until there is something to look for. */
export function useConversationEntries(typed: string, open: (conversation: Conversation) => void): Entry[] {
  const wanted = usePause(typed)
  const { data = [] } = useQuery({ ...conversationsQuery(wanted), enabled: wanted.length > 1 || /^\d$/.test(wanted) })
  if (wanted !== typed) return []
  return data.map((conversation): Entry => {
    const Icon = channels[conversation.type]
    return {
      id: `conversation-${conversation.id}`,
      label: conversation.subject || text("list.noSubject"),
      icon: <Icon size={15} />,
      hint: `#${conversation.number} · ${nameOf(conversation.primaryCustomer)}`,
      does: { run: () => open(conversation) },
    }
  })
}

/** Everything that fits, as a list. */
export function searchEntries(typed: string, go: (list: ListKey) => void): Entry[] {
  if (typed === "") return []
  const label = text("palette.search", { query: typed })
  return [{ id: "search", label, icon: <Search size={15} />, does: { run: () => go(searchKey(typed)) } }]
}

const channels = { email: Mail, chat: MessageCircle, phone: Phone }
