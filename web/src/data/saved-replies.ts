import type { Conversation, SavedReply, SignedIn } from "@deskhand/sdk/client"
import { queryOptions } from "@tanstack/react-query"
import { desk } from "./client.ts"
import { htmlOf } from "./html.ts"
import { nameOf } from "./people.ts"

export function savedRepliesQuery(inboxId: number) {
  return queryOptions({
    queryKey: ["saved-replies", inboxId],
    queryFn: () => desk.inboxes.savedReplies(inboxId).list({ includeChatReplies: true }),
  })
}

export function savedReplyQuery(inboxId: number, id: number) {
  return queryOptions({
    queryKey: ["saved-replies", inboxId, id],
    queryFn: () => desk.inboxes.savedReplies(inboxId).get(id),
  })
}

const place = /\{%\s*([\w.]+)\s*(?:,\s*fallback=([^%]*))?%\}/g

/** What is known of a conversation when something is put in. One that is new has no number yet. */
export interface Filling extends Pick<Conversation, "mailboxId" | "subject"> {
  primaryCustomer: Pick<Conversation["primaryCustomer"], "first" | "last" | "email">
  number?: number
  type?: Conversation["type"]
}

/** What a reply says in the conversation: in a chat what it has for chats, if anything. */
export function bodyOf({ text = "", chatText = "" }: SavedReply, { type }: Filling): string {
  return (type === "chat" && htmlOf(chatText)) || text
}

interface FillOptions {
  conversation: Filling
  me: SignedIn["user"]
  /** How a place is shown that nothing is known for; as it is without this. */
  showUnfilled?: (place: string) => string
}

/** What the places of a saved reply are filled with: `{%customer.firstName,fallback=there%}`. */
export function fillIn(
  html: string,
  { conversation, me, showUnfilled = (place) => place }: FillOptions,
): {
  html: string
  unfilled: string[]
} {
  const { primaryCustomer: customer, number, subject } = conversation
  const values: Record<string, string | undefined> = {
    "customer.firstName": customer.first,
    "customer.lastName": customer.last,
    "customer.fullName": customer.first || customer.last ? nameOf(customer) : undefined,
    "customer.email": customer.email,
    "user.firstName": me.firstName,
    "user.lastName": me.lastName,
    "user.fullName": `${me.firstName} ${me.lastName}`,
    "user.email": me.email,
    "conversation.number": number === undefined ? undefined : String(number),
    "conversation.subject": subject,
  }
  const unfilled: string[] = []
  const filled = html.replace(place, (whole, name: string, fallback: string | undefined) => {
    const value = values[name] || fallback?.trimEnd()
    if (value) return escaped(value)
    unfilled.push(whole)
    return showUnfilled(whole)
  })
  return { html: filled, unfilled }
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }

function escaped(value: string): string {
  return value.replace(/[&<>"]/g, (letter) => entities[letter] ?? "")
}

/** Whether every letter of what was typed comes in turn; the closer together, the better. Undefined where not. */
export function fuzzy(name: string, typed: string): number | undefined {
  const letters = name.toLowerCase()
  let at = -1
  let gaps = 0
  for (const letter of typed.toLowerCase()) {
    const next = letters.indexOf(letter, at + 1)
    if (next === -1) return undefined
    gaps += next - at - 1
    at = next
  }
  return gaps
}
