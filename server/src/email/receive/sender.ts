import type { UseReplyTo } from "@deskhand/contract/inboxes/inbox"
import { isAddress } from "../../http/input/texts.ts"
import type { MailAddress, ParsedMessage } from "../parse/message.ts"
import type { Envelope } from "./envelope.ts"
import { isOurs } from "./rules.ts"

/** Who wrote a message: the customer of its conversation, to whom replies go. */
export interface Sender extends MailAddress {
  /** The field that names them. What is proven of a message is proven of its From alone. */
  field: "from" | "envelope" | "reply-to" | "original"
}

export interface SenderOptions {
  /** Addresses of our inboxes, in lower case. */
  inboxes: ReadonlySet<string>
  useReplyTo: UseReplyTo
}

/**
 * The From address, unless that stands for somebody else: a website form or a group writes in our own name, a list in its
 * own, a program in the name of nobody. Then it is the original sender, or who the answers are to go to.
 */
export function resolveSender(
  message: ParsedMessage,
  envelope: Envelope,
  { inboxes, useReplyTo }: SenderOptions,
): Sender | undefined {
  const from = message.from && isAddress(message.from.address) ? message.from : undefined
  const { original } = message
  const replyTo = message.replyTo.find(({ address }) => isAddress(address) && !isOurs(address, inboxes))
  if (!from) {
    const address = envelope.from ?? ""
    if (isAddress(address)) return { name: message.from?.name ?? "", address, field: "envelope" }
    return replyTo && { ...replyTo, field: "reply-to" }
  }
  const isOurOwn = isOurs(from.address, inboxes)
  const isRewritten = isRewrittenByList(message, from, original)
  const standsForOther = isOurOwn || isRewritten || isNoReply(from.address)
  const personalName = isRewritten ? withoutList(from.name) : ""
  const isOther = (given: MailAddress | undefined): given is MailAddress =>
    given !== undefined && !isSame(given, from) && !isOurs(given.address, inboxes)
  if ((isOurOwn || isRewritten) && isOther(original))
    return { address: original.address, name: original.name || personalName, field: "original" }
  const wanted = useReplyTo === "always" || isOurOwn || (useReplyTo === "automatic" && standsForOther)
  if (wanted && isOther(replyTo) && !isListAddress(message, replyTo.address))
    return { address: replyTo.address, name: replyTo.name || personalName, field: "reply-to" }
  return { ...from, field: "from" }
}

/** Whom a message may be from, whatever the inbox does with Reply-To. */
export function listCandidates({ from, original, replyTo }: ParsedMessage, envelope: Envelope): string[] {
  const named = [from, original, ...replyTo].flatMap((one) => one?.address ?? [])
  return [...named, envelope.from ?? ""].filter(isAddress)
}

/** Groups and lists that may not use the sender's domain write in their own name. */
function isRewrittenByList(message: ParsedMessage, from: MailAddress, original: MailAddress | undefined): boolean {
  const isList = message.headers.some(([name]) => name === "list-id" || name === "list-post" || name === "mailing-list")
  if (original && !isSame(original, from)) return isList || via.test(from.name)
  return isList && (via.test(from.name) || isListAddress(message, from.address))
}

/** Such as `'Dora' via Support`. */
const via = /\s(via|über|par|através de)\s\S/iu

function withoutList(name: string): string {
  const at = via.exec(name)?.index
  return at === undefined ? "" : name.slice(0, at).replace(/^['"\s]+|['"\s]+$/g, "")
}

function isListAddress({ headers }: ParsedMessage, address: string): boolean {
  return headers.some(([name, value]) => name === "list-post" && value.toLowerCase().includes(address.toLowerCase()))
}

function isNoReply(address: string): boolean {
  return noReply.test(address.slice(0, address.lastIndexOf("@")).slice(0, 64))
}

const noReply =
  /^(.*[-_.+])?(no[-_.]?reply|(do|please)[-_.]?not[-_.]?reply|keine[-_.]?antwort|ne[-_.]?pas[-_.]?repondre)([-_.+].*)?$/i

function isSame(one: MailAddress, other: MailAddress): boolean {
  return one.address.toLowerCase() === other.address.toLowerCase()
}
