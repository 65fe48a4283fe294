import { createHash } from "node:crypto"
import type { CustomerReference } from "@deskhand/contract/conversations/new-conversation"
import { isAddress } from "../../http/input/texts.ts"
import { nameInAddress, type ReadName, readName } from "../identity/names.ts"
import type { MailAddress, ParsedMessage } from "../parse/message.ts"
import type { Envelope } from "./envelope.ts"

/** No message that goes to a person passes so many servers. */
const mostHops = 50

export function isLoop({ headers }: ParsedMessage): boolean {
  return headers.filter(([name]) => name === "received").length > mostHops
}

/** What a filter before us has said of it. */
export function isSpam({ headers }: ParsedMessage): boolean {
  return headers.some(([name, value]) => /^x-spam-(flag|status)$/.test(name) && /^\s*yes\b/i.test(value))
}

/** Of what people see, so that the same message is the same whichever way it came. `files` are hashes of attachments. */
export function contentHash(message: ParsedMessage, files: string[]): Buffer {
  const { from, subject, date, text, body } = message
  const facts = [from?.address ?? null, subject, date ?? null, text, body, files]
  return createHash("sha256").update(JSON.stringify(facts)).digest()
}

/** Whether it is one of our inboxes, which are given in lower case, also with something behind a plus. */
export function isOurs(address: string, inboxes: ReadonlySet<string>): boolean {
  const lower = address.toLowerCase()
  return inboxes.has(lower) || inboxes.has(lower.replace(/\+[^@]*(?=@)/, ""))
}

/** More than this nobody writes to. */
const mostAddresses = 100

/** Without our own, each once. */
export function othersIn(addresses: MailAddress[], inboxes: ReadonlySet<string>): string[] {
  const others = addresses.map(({ address }) => address).filter((one) => isAddress(one) && !isOurs(one, inboxes))
  return [...new Map(others.map((address) => [address.toLowerCase(), address])).values()].slice(0, mostAddresses)
}

/** To whom transports brought it, as far as that is known: inboxes of ours, and aliases that lead to them. */
export function deliveredTo({ headers }: ParsedMessage, envelope: Envelope): string[] {
  const noted = headers.flatMap(([name, value]) =>
    /^(delivered-to|x-original-to|envelope-to|x-envelope-to)$/.test(name) ? value.trim().replace(/^<|>$/g, "") : [],
  )
  return [...(envelope.to ?? []), ...noted]
}

/** To whom it was brought, and whom it names. */
export function addressedTo(message: ParsedMessage, envelope: Envelope): string[] {
  return [...deliveredTo(message, envelope), ...[...message.to, ...message.cc].map(({ address }) => address)]
}

/** Names of ours that stand in addresses: alone, or behind the plus of an inbox. */
export function namesIn(addresses: string[]): ReadName[] {
  return addresses.flatMap((address) => nameInAddress(address) ?? [])
}

export interface Answered {
  id: string
  why: "message-id" | "references"
}

/** What it answers, each once: the nearest first. */
export function answeredBy({ inReplyTo, references }: ParsedMessage): Answered[] {
  const all = [
    ...inReplyTo.slice(0, mostAnswered).map((id) => ({ id, why: "message-id" as const })),
    ...references
      .slice(-mostAnswered)
      .reverse()
      .map((id) => ({ id, why: "references" as const })),
  ]
  return all.filter(({ id }, place) => all.findIndex((one) => one.id === id) === place)
}

const mostAnswered = 50

const longestId = 998

/** As long as the column is. */
export function idOf({ messageId }: ParsedMessage): string | undefined {
  return (messageId?.length ?? 0) > longestId ? undefined : messageId
}

/** Of a Message-ID of ours. */
export function nameOfId(id: string): ReadName | undefined {
  return readName(id.slice(0, id.lastIndexOf("@")))
}

/** No mail goes there: names under this end exist nowhere (RFC 2606). */
export const unknownSender: CustomerReference = {
  email: "unknown@sender.invalid",
  firstName: "Unknown",
  lastName: "sender",
}

/** Somebody who is known already stays as they are; who is new is called as they call themselves. */
export function customerOf(sender: MailAddress | undefined): CustomerReference {
  if (!sender) return unknownSender
  const words = visible(sender.name).split(/\s+/)
  const [first = "", ...rest] = words.includes(sender.address) || sender.name.includes("@") ? [] : words
  const [firstName, lastName] = [cut(first, longestName), cut(rest.join(" "), longestName)]
  return { email: sender.address, ...(firstName && { firstName }), ...(lastName && { lastName }) }
}

const longestName = 40

/** Characters that are not seen can turn the direction of reading. */
function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, " ").trim()
}

export function subjectOf({ subject }: ParsedMessage): string {
  return cut(visible(subject).replace(/\s+/g, " "), longestSubject) || "(no subject)"
}

const longestSubject = 998

/** By whole characters, as the database counts them. */
function cut(text: string, most: number): string {
  return text.length <= most ? text : [...text].slice(0, most).join("").trim()
}

/** Without what PostgreSQL does not take: characters that are none, and the one that ends texts elsewhere. */
export function storable<Value>(value: Value): Value {
  if (typeof value === "string") return value.replaceAll("\0", "").toWellFormed() as Value
  if (Array.isArray(value)) return value.map(storable) as Value
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, storable(inner)])) as Value
}
