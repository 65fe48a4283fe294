import { canonicalAddress } from "./addresses.ts"
import { type Field, firstOf, readFields } from "./fields.ts"
import { namesOf } from "./ids.ts"
import { limits } from "./limits.ts"
import type { DeliveryReport } from "./message.ts"

import { shorten } from "./words.ts"

/** Where the mail begins that came back. */
const copy =
  /^(?:-{3,} ?(?:below this line is a copy of the message|this is a copy of (?:the|your) message|the header of the original message|original message follows|returned message)[^\n]*|-{3,} ?undelivered message headers[^\n]*)$/im

/** Programs such as qmail and Exim tell it in words alone. Only what a mail system sends can be one. */
export function readTextBounce(fields: Field[], text: string): DeliveryReport | undefined {
  if (!isOfMailSystem(fields)) return undefined
  const start = copy.exec(text.slice(0, 200_000))
  const said = text.slice(0, start?.index ?? 20_000)
  const recipients = [...qmailRecipients(said), ...eximRecipients(fields, said)].slice(0, limits.reportRecipients)
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

function isOfMailSystem(fields: Field[]): boolean {
  const from = firstOf(fields, "from") ?? ""
  return /\b(mailer-daemon|postmaster|mail delivery (sub)?system|maildaemon)\b/i.test(from.slice(0, 1_000))
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

function recipient(given: string | undefined, reason: string | undefined): Recipient[] {
  const address = canonicalAddress(given ?? "")
  if (address === undefined) return []
  const words = (reason ?? "").replace(/\s+/g, " ").trim()
  const status = /\b([45]\.\d{1,3}\.\d{1,3})\b/.exec(words)?.[1] ?? "5.0.0"
  return [{ address, action: "failed", status, diagnostic: shorten(words, 500) }]
}
