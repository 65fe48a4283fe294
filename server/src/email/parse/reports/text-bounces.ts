import { shorten } from "../charsets/words.ts"
import { canonicalAddress } from "../headers/addresses.ts"
import { type Field, firstOf, readFields } from "../headers/fields.ts"
import { namesOf } from "../headers/ids.ts"
import { limits } from "../limits.ts"
import type { DeliveryReport } from "../message.ts"

/** Where the mail begins that came back. */
const copy =
  /^(?:[ \t]{0,8}-{3,} ?(?:below this line is a copy of the message|this is a copy of (?:the|your) message|the header of the original message|(?:the )?(?:original|unsent|returned) message|message header follows|undelivered message headers)[^\n]*|original message headers:)$/im

interface BounceText {
  text: string
  /** The mail that came back is attached. */
  hasReturned: boolean
}

/** Programs such as qmail and Exim tell it in words alone. Only what a mail system sends can be one. */
export function readTextBounce(fields: Field[], { text, hasReturned }: BounceText): DeliveryReport | undefined {
  if (!isOfMailSystem(fields)) return undefined
  const start = copy.exec(text.slice(0, 200_000))
  const said = text.slice(0, start?.index ?? 20_000)
  const known = [...qmailRecipients(said), ...eximRecipients(fields, said)]
  const isCertain = hasNullSender(fields) || (isProgram(fields) && (start !== null || hasReturned))
  const found = known.length === 0 && isCertain ? listedRecipients(firstOf(fields, "subject") ?? "", said) : known
  const recipients = found.slice(0, limits.reportRecipients)
  if (recipients.length === 0) return undefined
  const returned = start
    ? text
        .slice(start.index + start[0].length)
        .trimStart()
        .slice(0, 100_000)
    : ""
  const header = returned.split(/\n[ \t]*\n/)[0] ?? ""
  return { recipients, names: [...new Set(namesOf(readFields(Buffer.from(header))))] }
}

/** People write as postmaster too: what answers or passes something on is theirs. */
export function isOfMailSystem(fields: Field[]): boolean {
  if (isProgram(fields)) return true
  const isPersonal = /^\s*(re|aw|sv|fwd?|wg|tr)\s*:/i.test(firstOf(fields, "subject") ?? "")
  return !isPersonal && /\bpostmaster\b/i.test(senderIn(fields))
}

function isProgram(fields: Field[]): boolean {
  return /\b(mailer[- ]?daemon|mail delivery (sub)?system|maildaemon)\b/i.test(senderIn(fields))
}

function senderIn(fields: Field[]): string {
  return (firstOf(fields, "from") ?? "").slice(0, 1_000)
}

export function hasNullSender(fields: Field[]): boolean {
  return fields.some(({ name, value }) => name === "return-path" && /^<\s*>$/.test(value))
}

type Recipient = DeliveryReport["recipients"][number]

/** `<ann@example.com>:` on a line, and the reason on the next ones, until an empty one. */
function qmailRecipients(text: string): Recipient[] {
  if (!/\bqmail-send program\b|\bThis is the mail (system|delivery)/i.test(text.slice(0, 3_000))) return []
  return [...text.matchAll(/^<([^<>\s]{3,254})>:?[ \t]*(.*(?:\n(?![ \t]*(?:\n|<)).+){0,20})/gm)].flatMap(
    ([, address, reason]) => recipient(address, reason),
  )
}

/** The addresses are in a field of its own; each stands indented in the text, with the reason below it. */
function eximRecipients(fields: Field[], text: string): Recipient[] {
  const failed = firstOf(fields, "x-failed-recipients")
  if (failed === undefined) return []
  return failed
    .slice(0, limits.fieldCharacters)
    .split(",")
    .slice(0, limits.reportRecipients)
    .flatMap((given) => {
      const address = given.trim()
      const at = text.indexOf(`  ${address}`)
      const reason = at < 0 ? "" : (text.slice(at + address.length + 2).split(/\n[ \t]*\n/)[0] ?? "")
      return recipient(address, reason)
    })
}

const failure =
  /undeliver|not (be )?deliver|deliver(y|ing) .{0,60}fail|returned mail|failure notice|delivery (failure|failed|status)|did not reach|(fatal|permanent) error|unable to (deliver|send)|could ?n[o']t be (delivered|reached|sent)|user unknown|unzustellbar|nicht zugestellt|non (remis|distribu)|no se (pudo|ha podido) entregar/i
const delay = /\b(delayed|warning: could not send|not yet been delivered|will (keep|continue) (to )?(try|retry))/i

/** Of any other program: where it says that a mail did not arrive, the addresses with which lines begin. */
function listedRecipients(subject: string, said: string): Recipient[] {
  const start = said.slice(0, 10_000)
  const isDelay = delay.test(subject) || delay.test(start)
  if (!isDelay && !failure.test(subject) && !failure.test(start)) return []
  const lines = start.split("\n")
  const found = new Map<string, Recipient>()
  for (const [index, line] of lines.entries()) {
    const [, address, rest = ""] =
      /^[\s>'"*<(-]{0,20}([^\s<>"'(),;:@]{1,64}@[^\s<>"'(),;:@]{3,200})(.*)$/.exec(line) ?? []
    const reason = [rest.replace(/^[>'")\s:.-]+/, ""), ...lines.slice(index + 1, index + 6)]
      .join("\n")
      .split(/\n[ \t]*\n/)
    for (const one of recipient(address?.replace(/\.$/, ""), reason[0]))
      if (!found.has(one.address)) found.set(one.address, isDelay ? asDelayed(one) : one)
  }
  return [...found.values()]
}

function asDelayed(failed: Recipient): Recipient {
  return { ...failed, action: "delayed", status: failed.status === "5.0.0" ? "4.0.0" : failed.status }
}

function recipient(given: string | undefined, reason: string | undefined): Recipient[] {
  const address = canonicalAddress(given ?? "")
  if (address === undefined) return []
  const words = (reason ?? "").replace(/\s+/g, " ").trim()
  const status = /\b([45]\.\d{1,3}\.\d{1,3})\b/.exec(words)?.[1] ?? "5.0.0"
  return [{ address, action: "failed", status, diagnostic: shorten(words, 500) }]
}
