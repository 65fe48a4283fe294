import { composeBody } from "./body.ts"
import { cleanLine, decodeField, shorten } from "./charsets/words.ts"
import { type Contents, sortContents } from "./contents.ts"
import { readAddresses } from "./headers/addresses.ts"
import { type Field, firstOf } from "./headers/fields.ts"
import { readIds, readMessageId } from "./headers/ids.ts"
import { keptFields } from "./headers/kept-fields.ts"
import { seeAddresses } from "./headers/seen-addresses.ts"
import { readSender } from "./headers/sender.ts"
import { limits } from "./limits.ts"
import type { Incomplete, MessageFlag, ParsedMessage } from "./message.ts"
import { glimpseHtml, glimpseOf, withNotice } from "./placeholder.ts"
import { readReport } from "./reports/reports.ts"
import { readStructure, type Structure } from "./structure.ts"
import { suspicionsOf } from "./suspicions.ts"

/** Never fails: what cannot be read is shown as far as it can be, and says so. */
export function parseMessage(raw: Buffer, now = new Date()): ParsedMessage {
  const structure = readStructure(raw)
  if (structure.incomplete) return placeholder(structure, structure.incomplete, now)
  try {
    return readWhole(structure, now)
  } catch {
    return placeholder(structure, "unreadable", now)
  }
}

/** How much of a message is looked at in the place of a reader that came to no end. */
const glimpsedBytes = 256 * 1024

/** Without reading it: its fields, and its first words. */
export function placeholderFor(raw: Buffer, why: Incomplete, now = new Date()): ParsedMessage {
  return placeholder(readStructure(raw.subarray(0, glimpsedBytes)), why, now)
}

function placeholder(structure: Structure, why: Incomplete, now: Date): ParsedMessage {
  const head = readHead(structure, now)
  const text = glimpseOf(structure.root)
  return { ...head, body: glimpseHtml(text), text, attachments: [], report: undefined, incomplete: why }
}

function readWhole(structure: Structure, now: Date): ParsedMessage {
  const { root } = structure
  const contents = sortContents(root)
  const head = withSubject(readHead(structure, now), contents)
  const body = composeBody(contents.pieces, contents.attachments, head.subject)
  const flags = new Set([...head.flags, ...contents.flags])
  if (body.hasRemotePictures) flags.add("remote_pictures")
  return {
    ...head,
    body: body.incomplete ? withNotice(body.html) : body.html,
    text: body.text,
    attachments: body.attachments,
    report: readReport(root, reportText(contents, body.text)),
    flags: [...flags],
    incomplete: body.incomplete,
  }
}

/** Of the message that Outlook has packed, where it has none itself. */
function withSubject(head: Head, { packed }: Contents): Head {
  const packedSubject = packed.find(({ subject }) => subject)?.subject ?? ""
  return head.subject === "" ? { ...head, subject: shorten(cleanLine(packedSubject), limits.subjectCharacters) } : head
}

/** Bounces in words are read as they were written, before anything was folded into paragraphs. */
function reportText({ pieces }: Contents, otherwise: string): string {
  return pieces.find((piece) => piece.text !== undefined)?.text ?? otherwise
}

type Head = Omit<ParsedMessage, "body" | "text" | "attachments" | "report" | "incomplete">

function readHead({ root, isAmbiguous, repeatsField }: Structure, now: Date): Head {
  const { fields } = root
  const sender = readSender(fields)
  const messageId = readMessageId(firstOf(fields, "message-id"))
  const flags = new Set<MessageFlag>(suspicionsOf(fields, sender.address, now))
  if (sender.isOneOfSeveral) flags.add("several_from")
  if (sender.isUnclear) flags.add("unclear_sender")
  if (repeatsField) flags.add("repeated_header")
  if (isAmbiguous) flags.add("ambiguous_boundary")
  if (messageId === undefined) flags.add("no_message_id")
  if (!sender.address) flags.add("no_sender")
  const date = firstOf(fields, "date")
  return {
    messageId,
    inReplyTo: readIds(firstOf(fields, "in-reply-to")).slice(-limits.references),
    references: readIds(firstOf(fields, "references")).slice(-limits.references),
    from: sender.address,
    replyTo: addressesIn(fields, "reply-to"),
    original: addressesIn(fields, "x-original-from")[0] ?? addressesIn(fields, "x-original-sender")[0],
    to: addressesIn(fields, "to"),
    cc: addressesIn(fields, "cc"),
    subject: shorten(decodeField(firstOf(fields, "subject") ?? ""), limits.subjectCharacters),
    date: date === undefined ? undefined : cleanLine(date.slice(0, 200)),
    headers: keptFields(fields),
    flags: [...flags],
  }
}

function addressesIn(fields: Field[], name: string): ParsedMessage["to"] {
  const value = firstOf(fields, name) ?? ""
  const listed = readAddresses(value)
  return listed.length > 0 ? listed : seeAddresses(value)
}
