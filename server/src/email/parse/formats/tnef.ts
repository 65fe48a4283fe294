import { decodeCharset } from "../charsets/charsets.ts"
import { charsetOfCodepage } from "../charsets/codepages.ts"
import { cleanText } from "../charsets/words.ts"
import { type Piece, pieceHasWords } from "../pieces.ts"
import { unpackRtf } from "./lzfu.ts"
import { readRtf } from "./rtf.ts"
import { ansiType, type Properties, readProperties, unicodeType } from "./tnef-properties.ts"
import type { UnpackedFile } from "./uuencode.ts"

/*
 * Outlook puts a message into one file, `winmail.dat`: records of a level, a kind, a length, contents and a checksum.
 * Every length is checked against what is there, and contents are views of the file.
 */

export interface PackedMessage {
  subject: string | undefined
  body: Piece | undefined
  files: PackedFile[]
}

export interface PackedFile extends UnpackedFile {
  mimeType: string | undefined
  contentId: string | undefined
}

const signature = 0x223e9f78
const kinds = {
  subject: 0x00018004,
  body: 0x0002800c,
  properties: 0x00069003,
  codepage: 0x00069007,
  fileBegins: 0x00069002,
  fileTitle: 0x00018010,
  fileContents: 0x0006800f,
  fileProperties: 0x00069005,
}
const mostFiles = 200
/** A message in a message in a message is read; what is deeper stays packed. */
const mostDepth = 3

interface Records {
  properties: Properties
  subject: Buffer | undefined
  body: Buffer | undefined
  codepage: number | undefined
  files: { title?: Buffer; contents?: Buffer; properties: Properties }[]
}

/** Undefined where it is no such file, or holds nothing. */
export function readTnef(packed: Buffer, depth = 0): PackedMessage | undefined {
  if (packed.length < 6 || packed.readUInt32LE(0) !== signature) return undefined
  const records = readRecords(packed)
  const subject = textOf(records, 0x0037) ?? (records.subject && decodeAnsi(records.subject, records))
  const files = records.files.flatMap((file) => readFile(file, records, depth))
  const body = bodyOf(records)
  return files.length === 0 && !body ? undefined : { subject, body, files }
}

function readRecords(packed: Buffer): Records {
  const records: Records = {
    properties: new Map(),
    subject: undefined,
    body: undefined,
    codepage: undefined,
    files: [],
  }
  for (let at = 6; at + 9 <= packed.length; ) {
    const kind = packed.readUInt32LE(at + 1)
    const end = at + 9 + packed.readUInt32LE(at + 5)
    if (end > packed.length) break
    const contents = packed.subarray(at + 9, end)
    const file = records.files.at(-1)
    if (kind === kinds.fileBegins && records.files.length < mostFiles) records.files.push({ properties: new Map() })
    else if (kind === kinds.fileTitle && file) file.title = contents
    else if (kind === kinds.fileContents && file) file.contents = contents
    else if (kind === kinds.fileProperties && file) file.properties = readProperties(contents)
    else if (kind === kinds.properties) records.properties = readProperties(contents)
    else if (kind === kinds.subject) records.subject = contents
    else if (kind === kinds.body) records.body = contents
    else if (kind === kinds.codepage && contents.length >= 4) records.codepage = contents.readUInt32LE(0)
    at = end + 2
  }
  return records
}

/** The best form that says anything: HTML, RTF that was made of it, plain text. */
function bodyOf(records: Records): Piece | undefined {
  const { properties, body } = records
  const rtf = unpackRtf(properties.get(0x1009)?.value ?? Buffer.alloc(0))
  const unpacked = rtf && readRtf(rtf)
  const html = htmlOf(records) ?? unpacked?.html
  const text = textOf(records, 0x1000) ?? (body && decodeAnsi(body, records))
  const forms: Piece[] = [
    { html, text: html && text },
    { html: undefined, text },
    { html: undefined, text: unpacked?.text },
  ]
  return forms.find(pieceHasWords)
}

/** As a string, or in bytes of the character set that it names itself. */
function htmlOf(records: Records): string | undefined {
  const property = records.properties.get(0x1013)
  if (!property || property.type === ansiType || property.type === unicodeType) return textOf(records, 0x1013)
  const declared = /<meta[^>]{0,200}charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(
    property.value.toString("latin1", 0, 2_048),
  )
  const charset = declared?.[1] ?? charsetOfCodepage(numberOf(records.properties, 0x3fde))
  return cleanText(decodeCharset(property.value, charset).text)
}

function readFile(
  { title, contents, properties }: Records["files"][number],
  records: Records,
  depth: number,
): PackedFile[] {
  const text = (id: number) => textOf({ ...records, properties }, id) || undefined
  const filename = text(0x3707) ?? (title && decodeAnsi(title, records)) ?? text(0x3704) ?? text(0x3001) ?? "attachment"
  const data = properties.get(0x3701)
  if (numberOf(properties, 0x3705) === embeddedMessage && data && depth < mostDepth) {
    // It begins with the number of its interface.
    const message = readTnef(data.value.subarray(16), depth + 1)
    if (message) return [messageFile(message, filename), ...message.files]
  }
  const bytes = contents ?? (data?.type === 0x0d ? data.value.subarray(16) : data?.value)
  return bytes ? [{ filename, contents: bytes, mimeType: text(0x370e), contentId: text(0x3712) }] : []
}

const embeddedMessage = 5

/** What it says, as a message that programs open; its files stand beside it. */
function messageFile({ subject, body }: PackedMessage, filename: string): PackedFile {
  const name = subject || filename
  const kind = body?.html === undefined ? "plain" : "html"
  const head = `Subject: ${name.replace(/\s+/g, " ")}\r\nMIME-Version: 1.0\r\nContent-Type: text/${kind}; charset=utf-8\r\n`
  const words = `${head}Content-Transfer-Encoding: 8bit\r\n\r\n${body?.html ?? body?.text ?? ""}`
  return { filename: `${name}.eml`, contents: Buffer.from(words), mimeType: "message/rfc822", contentId: undefined }
}

function textOf(records: Pick<Records, "properties" | "codepage">, id: number): string | undefined {
  const property = records.properties.get(id)
  if (property?.type === unicodeType) return cleanText(untilZero(property.value.toString("utf16le")))
  return property?.type === ansiType ? decodeAnsi(property.value, records) : undefined
}

function decodeAnsi(bytes: Buffer, { properties, codepage }: Pick<Records, "properties" | "codepage">): string {
  const charset = charsetOfCodepage(codepage ?? numberOf(properties, 0x3ffd))
  return cleanText(untilZero(decodeCharset(bytes, charset).text))
}

function numberOf(properties: Properties, id: number): number | undefined {
  const value = properties.get(id)?.value
  return value && value.length >= 4 ? value.readUInt32LE(0) : undefined
}

function untilZero(text: string): string {
  const end = text.indexOf("\0")
  return end < 0 ? text : text.slice(0, end)
}
