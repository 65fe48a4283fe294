import { MessageSquare, Search } from "lucide-react"
import { type ListKey, searchKey } from "../../data/lists/list-key.ts"
import { nameOf } from "../../data/people.ts"
import type { Found, FoundConversation } from "../../data/search/found.ts"
import { text } from "../../messages/text.ts"
import type { Entry } from "./entry.ts"

export function conversationEntries(
  found: Found | undefined,
  open: (conversation: FoundConversation) => void,
): Entry[] {
  return (found?.conversations ?? []).map(
    (conversation): Entry => ({
      id: `conversation-${conversation.id}`,
      label: conversation.subject || text("list.noSubject"),
      icon: <MessageSquare size={15} />,
      hint: `#${conversation.number} · ${nameOf(conversation.primaryCustomer)}`,
      does: { run: () => open(conversation) },
    }),
  )
}

/** Everything that fits, as a list. */
export function searchEntries(typed: string, go: (list: ListKey) => void): Entry[] {
  if (typed === "") return []
  const label = text("palette.search", { query: typed })
  return [{ id: "search", label, icon: <Search size={15} />, does: { run: () => go(searchKey(typed)) } }]
}
