import type { NewAttachment, NewConversation } from "@deskhand/sdk/client"
import type { Person } from "../../data/people.ts"
import { text } from "../../messages/text.ts"
import type { KnownCustomer, NewConversationRequest } from "./request.ts"

export const kinds = ["email", "call", "note"] as const
export type Kind = (typeof kinds)[number]

export const statuses = ["active", "pending", "closed"] as const

/** A conversation that is not on the desk yet. */
export interface NewDraft {
  kind: Kind
  inboxId?: number | undefined
  /** The first is the customer; calls and notes are with that one alone. */
  to: readonly string[]
  cc: readonly string[]
  bcc: readonly string[]
  /** Instead of an address, for a call or a note. */
  customer?: KnownCustomer | undefined
  subject: string
  html: string
  tags: readonly string[]
  /** Without one the inbox decides. */
  assignee?: Person | undefined
  /** Of a call or a note; emails have theirs from how they are sent. */
  status: (typeof statuses)[number]
  /** Changes with the contents: sent again after an answer that was lost, they are created once. */
  key: string
}

export function emptyDraft(): NewDraft {
  const key = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16)).join("")
  return { kind: "email", to: [], cc: [], bcc: [], subject: "", html: "", tags: [], status: "active", key }
}

/** Whom it is for does not make a draft: the dialog may have been opened with it. */
export function isBlank({ subject, html }: NewDraft, files: number): boolean {
  return subject.trim() === "" && html === "" && files === 0
}

export function withRequest(draft: NewDraft, { to, customer }: NewConversationRequest): NewDraft {
  const kind = isBlank(draft, 0) ? "email" : draft.kind
  if (to !== undefined) return { ...draft, kind, to: [to, ...draft.to.filter((address) => address !== to)] }
  return customer ? { ...draft, kind: kind === "email" ? "call" : kind, customer } : draft
}

/** Whether the desk would take it. */
export function hasCustomer({ kind, to, customer }: NewDraft): boolean {
  return to.length > 0 || (kind !== "email" && customer !== undefined)
}

/** An email is created as a draft, which is then sent like any other reply. */
export function creationOf(draft: NewDraft, inboxId: number, attachments: NewAttachment[]): NewConversation {
  const { kind, to, cc, bcc, customer, subject, html, tags, assignee, status } = draft
  const isEmail = kind === "email"
  const contents = { text: html || "<p></p>", ...(attachments.length > 0 && { attachments }) }
  return {
    subject: subject.trim() || text("new.untitled"),
    type: kind === "call" ? "phone" : "email",
    mailboxId: inboxId,
    status: isEmail ? "active" : status,
    customer: customer && !isEmail ? { id: customer.id } : { email: to[0] ?? "" },
    threads: [
      isEmail
        ? { ...contents, type: "reply", draft: true, to: [...to], cc: [...cc], bcc: [...bcc] }
        : { ...contents, type: kind === "call" ? "phone" : "note" },
    ],
    ...(tags.length > 0 && { tags: [...tags] }),
    ...(assignee && { assignTo: assignee.id }),
  }
}

/** Kept in this browser from the first letter on. */
export function readNewDraft(userId: number): NewDraft {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? "null")
    return isNewDraft(found) ? found : emptyDraft()
  } catch {
    return emptyDraft()
  }
}

export function keepNewDraft(userId: number, draft: NewDraft): void {
  if (isBlank(draft, 0)) localStorage.removeItem(keyOf(userId))
  else localStorage.setItem(keyOf(userId), JSON.stringify(draft))
}

function isNewDraft(found: unknown): found is NewDraft {
  if (typeof found !== "object" || found === null) return false
  const { kind, to, cc, bcc, subject, html, tags, status, key } = found as Partial<NewDraft>
  const isText = [subject, html, key].every((value) => typeof value === "string")
  const isList = [to, cc, bcc, tags].every((value) => Array.isArray(value))
  return isText && isList && kinds.some((one) => one === kind) && statuses.some((one) => one === status)
}

function keyOf(userId: number): string {
  return `deskhand.new-conversation.${userId}`
}
