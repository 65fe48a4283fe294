import { limits } from "./limits.ts"

/** A header field as it stands there, unfolded and not decoded. */
export interface Field {
  /** In lower case. */
  name: string
  value: string
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
const latin = new TextDecoder("windows-1252")

/**
 * Fields of a header, and no more than one beyond `most`. What is none is left out: the line of an mbox, and words
 * without a colon.
 */
export function readFields(header: Uint8Array, most = limits.headerFields): Field[] {
  const fields: { name: string; lines: string[] }[] = []
  let isContinued = false
  for (const line of textOf(header).split("\n")) {
    const folded = trimEnd(line, "\r").replaceAll("\r", " ")
    if (/^[ \t]/.test(folded)) {
      if (isContinued) fields.at(-1)?.lines.push(folded)
      continue
    }
    const colon = folded.indexOf(":")
    const name = colon < 0 ? "" : trimBlanks(folded.slice(0, colon)).toLowerCase()
    isContinued = /^[\x21-\x39\x3b-\x7e]{1,200}$/.test(name)
    if (fields.length > most) break
    if (isContinued) fields.push({ name, lines: [folded.slice(colon + 1)] })
  }
  return fields.map(({ name, lines }) => ({ name, value: trimBlanks(lines.join("")) }))
}

/** Old programs write their own letters, without saying so. */
function textOf(header: Uint8Array): string {
  try {
    return utf8.decode(header)
  } catch {
    return latin.decode(header)
  }
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
