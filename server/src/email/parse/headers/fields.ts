import { isUtf8 } from "node:buffer"
import { decodeEvident, namedCharsets } from "../charsets/charsets.ts"
import { decoderOf } from "../charsets/decoders.ts"
import { detectCharset } from "../charsets/detect-charset.ts"
import { limits } from "../limits.ts"

/** A header field as it stands there, unfolded and not decoded. */
export interface Field {
  /** In lower case. */
  name: string
  value: string
}

/**
 * Fields of a header, and no more than one beyond the limit. What is none is left out: the line of an mbox, and words
 * without a colon. What is not UTF-8 is read in the likeliest character set, of those that the message names above all.
 */
export function readFields(header: Buffer, message?: Buffer): Field[] {
  const fields: { name: string; lines: string[] }[] = []
  let isContinued = false
  for (const line of textOf(header, message).split("\n")) {
    const folded = trimEnd(line, "\r").replaceAll("\r", " ")
    if (/^[ \t]/.test(folded)) {
      if (isContinued) fields.at(-1)?.lines.push(folded)
      continue
    }
    const colon = folded.indexOf(":")
    const name = colon < 0 ? "" : trimBlanks(folded.slice(0, colon)).toLowerCase()
    isContinued = /^[\x21-\x39\x3b-\x7e]{1,200}$/.test(name)
    if (fields.length > limits.headerFields) break
    if (isContinued) fields.push({ name, lines: [folded.slice(colon + 1)] })
  }
  return fields.map(({ name, lines }) => ({ name, value: trimBlanks(lines.join("")) }))
}

/** Old programs write their own letters, without saying so; relays add fields in UTF-8. */
function textOf(header: Buffer, message: Buffer | undefined): string {
  if (isUtf8(header) && !header.includes(0x1b)) return header.toString()
  if (!message) return decoderOf("windows-1252").decode(header)
  return decodeLines(header.toString("latin1").split("\n"), message)
}

/** All lines that are not UTF-8 show together in which set they are. */
function decodeLines(lines: string[], message: Buffer): string {
  const named = namedCharsets(message.toString("latin1", 0, 16_384))
  const read = lines.map((line) => {
    const bytes = Buffer.from(line, "latin1")
    return named.size > 0 && !isUtf8(bytes) ? undefined : decodeEvident(bytes)
  })
  const words = lines.filter((_, index) => read[index] === undefined).map((line) => wordsOf(line))
  const decoder = decoderOf(detectCharset(Buffer.from(words.join("\n"), "latin1"), named))
  return lines.map((line, index) => read[index] ?? decoder.decode(Buffer.from(line, "latin1"))).join("\n")
}

/** Without the name of the field and addresses, which are in no language. */
function wordsOf(line: string): string {
  return line.replace(/^[\x21-\x39\x3b-\x7e]{1,200}:/, "").replace(/<[^<>]{0,300}>/g, "")
}

/** Only what RFC 5322 calls blank. */
function trimBlanks(text: string): string {
  let start = 0
  while (text[start] === " " || text[start] === "\t") start++
  return trimEnd(text.slice(start), " \t")
}

/** Takes a time that does not depend on where the characters are, as an expression that looks for the end would. */
export function trimEnd(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text[end - 1] as string)) end--
  return text.slice(0, end)
}

/** The first of a name counts, everywhere. */
export function firstOf(fields: Field[], name: string): string | undefined {
  return fields.find((field) => field.name === name)?.value
}
