import { decodeCharset } from "../charsets/charsets.ts"
import { decodeEncodedWords } from "../charsets/encoded-words.ts"

/** Such as `text/plain; charset=utf-8`. */
export interface Structured {
  /** In lower case. */
  value: string
  /** Names in lower case. The first of a name counts. */
  parameters: Map<string, string>
  /** Names that stand there more than once with different values. */
  contradicted: string[]
}

/** Nobody means more. */
const mostCharacters = 20_000
const mostParameters = 200

export function readStructured(text: string): Structured {
  const [first = "", ...rest] = splitParameters(text.slice(0, mostCharacters))
  const raw = new Map<string, string>()
  const contradicted: string[] = []
  for (const parameter of rest.slice(0, mostParameters)) {
    const equals = parameter.indexOf("=")
    const name = parameter.slice(0, Math.max(0, equals)).trim().toLowerCase()
    if (name === "") continue
    const value = unquote(parameter.slice(equals + 1).trim())
    const known = raw.get(name)
    if (known === undefined) raw.set(name, value)
    else if (known !== value) contradicted.push(name)
  }
  return { value: first.trim().toLowerCase(), parameters: joinSections(raw), contradicted }
}

/** At semicolons outside quotation marks; comments, which may be nested, are left out where blanks may stand. */
function splitParameters(text: string): string[] {
  const parts: string[] = []
  // What is never closed is no comment, and `name=Offer(1).pdf` is a name.
  const lastClosing = text.lastIndexOf(")")
  let [part, last, hasValue, isQuoted, depth] = ["", "", false, false, 0]
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string
    if (depth > 0) {
      if (character === "\\") at++
      else depth += character === "(" ? 1 : character === ")" ? -1 : 0
      continue
    }
    if (!isQuoted && character === ";") {
      parts.push(part)
      part = last = ""
      hasValue = false
      continue
    }
    if (!isQuoted && character === "(" && at < lastClosing && (!hasValue || last === " " || last === "\t")) {
      depth = 1
      continue
    }
    if (isQuoted && character === "\\") part += text[at++]
    else if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted && character === "=") hasValue = true
    last = text[at] ?? ""
    part += last
  }
  return [...parts, part]
}

/** What follows the closing mark is not part of it. */
function unquote(value: string): string {
  if (!value.startsWith('"')) return value
  const [, inside = ""] = /^"((?:[^"\\]|\\.)*)/s.exec(value) ?? []
  return inside.replace(/\\(.)/gs, "$1")
}

/** Puts together what RFC 2231 splits (`name*0`, `name*1*`) and encodes (`name*=utf-8''…`). */
function joinSections(raw: Map<string, string>): Map<string, string> {
  const joined = new Map<string, string>()
  const sections = new Map<string, { index: number; isEncoded: boolean; value: string }[]>()
  for (const [name, value] of raw) {
    const [, base = "", index = "", star = ""] = /^([^*]+)(?:\*(\d{1,4}))?(\*)?$/.exec(name) ?? []
    if (base === "" || (index === "" && star === "")) joined.set(name, value)
    else {
      const known = sections.get(base) ?? []
      known.push({ index: Number(index), isEncoded: star === "*", value })
      sections.set(base, known)
    }
  }
  for (const [base, parts] of sections) {
    parts.sort((one, other) => one.index - other.index)
    joined.set(base, decodeSections(parts))
  }
  return joined
}

function decodeSections(parts: { isEncoded: boolean; value: string }[]): string {
  const [, charset = "utf-8", start] = (parts[0]?.isEncoded && /^([^']*)'[^']*'(.*)$/s.exec(parts[0].value)) || []
  let [text, pending] = ["", ""]
  const flush = () => {
    text += decodeCharset(percentDecoded(pending), charset).text
    pending = ""
  }
  for (const [index, { isEncoded, value }] of parts.entries()) {
    if (isEncoded) pending += index === 0 && start !== undefined ? start : value
    else {
      flush()
      text += value
    }
  }
  flush()
  return text
}

function percentDecoded(text: string): Buffer {
  return Buffer.from(
    Buffer.from(text)
      .toString("latin1")
      .replace(/%([0-9a-f]{2})/gi, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16))),
    "latin1",
  )
}

/** Programs also write encoded words where RFC 2231 belongs. */
export function decodeName(value: string | undefined): string | undefined {
  return value === undefined ? undefined : decodeEncodedWords(value.slice(0, mostCharacters))
}
