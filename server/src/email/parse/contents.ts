import { chooseForm } from "./alternatives.ts"
import { findAttachedText, isMarkup, isRtf, isText } from "./attached-text.ts"
import { attachment, fileNameOf, takeAttachment } from "./attachments.ts"
import { decodeCharset } from "./charsets/charsets.ts"
import { decodeTextTransfer, decodeTransfer } from "./charsets/transfer.ts"
import { cleanText } from "./charsets/words.ts"
import { readCms } from "./formats/cms.ts"
import { detachEncrypted, encryptedNotice, isCms } from "./formats/encrypted.ts"
import { readRtf } from "./formats/rtf.ts"
import type { PackedMessage } from "./formats/tnef.ts"
import { uudecode } from "./formats/uuencode.ts"
import { unflow } from "./html/text-html.ts"
import { saysMore } from "./html/visible-words.ts"
import type { MessageFlag, ParsedAttachment } from "./message.ts"
import { type Piece, pieceHasWords, wordsOfPieces } from "./pieces.ts"
import { type Part, readStructure } from "./structure.ts"

export interface Contents {
  pieces: Piece[]
  attachments: ParsedAttachment[]
  flags: Set<MessageFlag>
  /** Messages in files of Outlook. */
  packed: PackedMessage[]
  /** How many files of S/MIME were opened. */
  opened: number
  /** An attached text that is shown, because nothing else of the message says anything. */
  lastResort: Part | undefined
}

/** Sorts the parts of a message into what is shown and what is attached, in their order. */
export function sortContents(root: Part): Contents {
  const contents = collectAll(root, undefined)
  if (contents.pieces.some(pieceHasWords)) return contents
  const lastResort = findAttachedText(root)
  return lastResort ? collectAll(root, lastResort) : contents
}

function collectAll(root: Part, lastResort: Part | undefined): Contents {
  const contents: Contents = { pieces: [], attachments: [], flags: new Set(), packed: [], opened: 0, lastResort }
  const pieces = collect(root, undefined, contents)
  const packed = contents.packed.flatMap(({ body }) => body ?? [])
  contents.pieces = packed.length === 0 || isRepeated(packed, pieces) ? pieces : [...packed, ...pieces]
  return contents
}

/** Often the same words stand beside the file, for programs other than Outlook. */
function isRepeated(packed: Piece[], pieces: Piece[]): boolean {
  return pieces.some(pieceHasWords) && !saysMore(wordsOfPieces(packed), wordsOfPieces(pieces))
}

function collect(part: Part, parent: Part | undefined, contents: Contents): Piece[] {
  if (part.parts.length === 0) return collectLeaf(part, parent, contents)
  const found = part.parts.map((inner) => collect(inner, part, contents))
  if (part.type === "multipart/encrypted") {
    contents.flags.add("encrypted")
    return [{ html: undefined, text: encryptedNotice }, ...found.flat()]
  }
  return part.type === "multipart/alternative" ? chooseForm(found) : found.flat()
}

/** Pages for programs other than ours, each beside one that we show. */
const passedOver = new Set(["text/x-amp-html", "text/watch-html"])

function collectLeaf(part: Part, parent: Part | undefined, contents: Contents): Piece[] {
  const { flags } = contents
  const isWithoutParts = part.type.startsWith("multipart/")
  if (isWithoutParts) flags.add("ambiguous_boundary")
  if (parent?.type === "multipart/alternative" && passedOver.has(part.type)) return []
  if (isCms(part)) return collectCms(part, contents)
  const isLastResort = part === contents.lastResort
  const isFile = isAttached(part, contents)
  if (part.body.length === 0 && !isFile) return []
  if (!isLastResort && (isFile || !(isWithoutParts || isText(part.type)))) {
    attach(part, contents)
    return []
  }
  // A name says that somebody attached it on purpose.
  if (isLastResort && fileNameOf(part) !== undefined) attach(part, contents)
  const { bytes, state } = decodeTextTransfer(part.body, isWithoutParts ? "" : part.encoding)
  if (state !== "whole") flags.add("undecodable_part")
  const rtf = isRtf(part.type) ? readRtf(bytes) : undefined
  if (rtf) return [rtf]
  return [isMarkup(part.type) ? htmlPiece(part, bytes, flags) : textPiece(part, bytes, contents)]
}

/** What is signed inside a file is the message; what is encrypted is a file, and the text says so. */
function collectCms(part: Part, contents: Contents): Piece[] {
  const cms = readCms(decodeTransfer(part.body, part.encoding).bytes)
  const signed = cms?.kind === "signed" && contents.opened++ < mostOpened ? readStructure(cms.content) : undefined
  if (signed && !signed.incomplete) {
    if (signed.isAmbiguous) contents.flags.add("ambiguous_boundary")
    return collect(signed.root, undefined, contents)
  }
  const isEncrypted = attach(part, contents).includes("encrypted") || cms?.kind === "encrypted"
  if (!isEncrypted) return []
  contents.flags.add("encrypted")
  return [{ html: undefined, text: encryptedNotice }]
}

/** Files of S/MIME may be in one another. */
const mostOpened = 10

function attach(part: Part, { attachments, flags, packed }: Contents): MessageFlag[] {
  const taken = takeAttachment(part)
  if (taken.packed) packed.push(taken.packed)
  attachments.push(...taken.attachments)
  for (const flag of taken.flags) flags.add(flag)
  return taken.flags
}

/** A text with a name is a file, unless it is the first one: some programs name the message itself. */
function isAttached(part: Part, { attachments }: Contents): boolean {
  if (part.disposition.value === "attachment") return true
  const name = fileNameOf(part)
  return name !== undefined && (part.disposition.parameters.has("filename") || attachments.length > 0)
}

function htmlPiece(part: Part, bytes: Buffer, flags: Set<MessageFlag>): Piece {
  const head = bytes.subarray(0, 2_048).toString("latin1")
  const declared = /<meta[^>]{0,200}charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(head)?.[1]
  const { text, isKnown } = decodeCharset(bytes, part.parameters.get("charset") ?? declared)
  if (!isKnown) flags.add("undecodable_part")
  return { html: cleanText(text), text: undefined }
}

function textPiece(part: Part, bytes: Buffer, { attachments, flags }: Contents): Piece {
  const { text, isKnown } = decodeCharset(bytes, part.parameters.get("charset"))
  if (!isKnown) flags.add("undecodable_part")
  const clean = cleanText(text)
  const detached = detachEncrypted(clean)
  if (detached) {
    flags.add("encrypted")
    attachments.push(detached.file)
    return { html: undefined, text: detached.text }
  }
  if (/^=ybegin .*\bname=/m.test(clean)) {
    // Its bytes are not those of a text, so that it is kept as they came.
    flags.add("undecodable_part")
    attachments.push(attachment("message.yenc", "application/octet-stream", bytes))
    return { html: undefined, text: clean.split(/^=ybegin /m)[0] ?? "" }
  }
  const unpacked = uudecode(clean)
  for (const { filename, contents } of unpacked.files)
    attachments.push(attachment(filename, "application/octet-stream", contents))
  const isFlowed = part.parameters.get("format")?.toLowerCase() === "flowed"
  const deletesSpace = part.parameters.get("delsp")?.toLowerCase() === "yes"
  return { html: undefined, text: isFlowed ? unflow(unpacked.text, deletesSpace) : unpacked.text }
}
