import { decodeTransfer, meantEncoding } from "./charsets/transfer.ts"
import { type Field, firstOf, readFields, trimEnd } from "./headers/fields.ts"
import { readStructured, type Structured } from "./headers/parameters.ts"
import { limits } from "./limits.ts"
import type { Incomplete } from "./message.ts"

export interface Part {
  fields: Field[]
  /** Such as `text/plain`, of the first field that says so. */
  type: string
  parameters: Map<string, string>
  disposition: Structured
  encoding: string
  /** As it was sent. Of a part that has parts, what stands before the first. */
  body: Buffer
  parts: Part[]
  depth: number
}

export interface Structure {
  root: Part
  /** Two programs could split it differently. */
  isAmbiguous: boolean
  /** A part says twice what it is. */
  repeatsField: boolean
  /** Why it was not read to the end. */
  incomplete: Incomplete | undefined
}

/**
 * Splits a message into its parts: the one reading of it, for showing, storing and scanning alike. It looks at each byte
 * a fixed number of times, and ends at the limits.
 */
export function readStructure(raw: Buffer): Structure {
  const structure = new Walk(raw).read()
  const { root } = structure
  const encoding = meantEncoding(root.encoding)
  const isEncoded = encoding === "base64" || encoding === "quoted-printable"
  if (!root.type.startsWith("multipart/") || root.parts.length > 0 || !isEncoded) return structure
  // RFC 2045 forbids it, but some programs encode all parts together.
  const head = raw.subarray(0, raw.length - root.body.length)
  const { bytes } = decodeTransfer(root.body, root.encoding)
  const decoded = new Walk(Buffer.concat([head, bytes])).read()
  return decoded.root.parts.length > 0 ? { ...decoded, isAmbiguous: true } : structure
}

/** A part with parts, from its first line on until it is closed. */
interface Open {
  part: Part
  boundary: string
}

interface Delimiter {
  start: number
  next: number
  open: Open
  closes: boolean
}

/** So far behind the header of a part the first of its parts begins, behind a sentence for old programs. */
const longestPreamble = 4_096

/** So many headers that are not UTF-8 may be read in other sets than windows-1252. */
const mostDetected = 20

/** Each may search the whole message. */
const mostGuesses = 20

class Walk {
  readonly #raw: Buffer
  #at = 0
  #headerBytes = 0
  #headerFields = 0
  #parts = 0
  #open: Open[] = []
  #byBoundary = new Map<string, Open[]>()
  #guesses = 0
  #isAmbiguous = false
  #repeatsField = false

  constructor(raw: Buffer) {
    this.#raw = raw
  }

  read(): Structure {
    const root = this.#readHead(undefined)
    root.body = this.#raw.subarray(this.#at)
    let incomplete = this.#exceeded()
    let current: Part | undefined = root
    while (!incomplete) {
      const delimiter = this.#nextDelimiter()
      const end = delimiter?.start ?? this.#raw.length
      if (current) current.body = this.#raw.subarray(this.#at, withoutLineEnd(this.#raw, this.#at, end))
      if (!delimiter) break
      this.#at = delimiter.next
      this.#closeUpTo(delimiter.open, delimiter.closes)
      const { part }: Open = delimiter.open
      current = delimiter.closes ? undefined : this.#readHead(part)
      if (current) part.parts.push(current)
      incomplete = this.#exceeded(current)
    }
    return { root, isAmbiguous: this.#isAmbiguous, repeatsField: this.#repeatsField, incomplete }
  }

  #exceeded(part?: Part): Incomplete | undefined {
    if (this.#headerBytes > limits.headerBytes || this.#headerFields > limits.headerFields) return "headers_too_large"
    if ((part?.depth ?? 0) > limits.depth) return "too_deep"
    return this.#parts > limits.parts ? "too_many_parts" : undefined
  }

  #readHead(parent: Part | undefined): Part {
    const start = this.#at
    const end = this.#headEnd()
    this.#headerBytes += end - start
    // What is too large is read no further than it counts: the first fields are the ones that are shown.
    const head = this.#raw.subarray(start, Math.min(end, start + limits.headerBytes))
    const fields = readFields(head, this.#parts < mostDetected ? this.#raw : undefined)
    this.#headerFields += fields.length
    this.#parts++
    const usual = parent?.type === "multipart/digest" ? "message/rfc822" : "text/plain"
    const { value, parameters, contradicted } = readStructured(firstOf(fields, "content-type") ?? usual)
    const part: Part = {
      fields,
      type: /^[^/\s]+\/[^/\s]+$/.test(value) ? value : usual,
      parameters,
      disposition: readStructured(firstOf(fields, "content-disposition") ?? ""),
      encoding: readStructured(firstOf(fields, "content-transfer-encoding") ?? "").value.replace(/^"|"$/g, ""),
      body: this.#raw.subarray(this.#at, this.#at),
      parts: [],
      depth: parent ? parent.depth + 1 : 0,
    }
    if (repeats(fields)) this.#repeatsField = true
    if (contradicted.includes("boundary")) this.#isAmbiguous = true
    if (part.type.startsWith("multipart/")) this.#begin(part, this.#boundaryOf(part))
    return part
  }

  /** Moves behind the empty line; or to the line that begins another part, which ends a header too. */
  #headEnd(): number {
    const raw = this.#raw
    while (this.#at < raw.length) {
      const start = this.#at
      if (this.#delimiterAt(start)) return start
      const feed = raw.indexOf(0x0a, start)
      this.#at = feed < 0 ? raw.length : feed + 1
      if (feed >= 0 && (feed === start || (raw[start] === 0x0d && feed === start + 1))) return start
    }
    return raw.length
  }

  /** As the field has it; if that never comes, the line that parts them: the field is written in many wrong ways. */
  #boundaryOf({ parameters, encoding }: Part): string {
    const given = (parameters.get("boundary") ?? "").trimEnd()
    if (meantEncoding(encoding) === "quoted-printable") return given
    const found = this.#firstDelimiter()
    if (found === undefined || found === given || this.#guesses++ >= mostGuesses) return given
    if (given !== "" && hasDelimiter(this.#raw, this.#at, given)) return given
    this.#isAmbiguous = true
    return found
  }

  /** The first line behind the header that looks like one and has a field of a part below it. */
  #firstDelimiter(): string | undefined {
    const lines = this.#raw.toString("utf8", this.#at, this.#at + longestPreamble).split("\n")
    const isField = (line = "") => /^content-[a-z-]{1,40}[ \t]*:/i.test(line)
    const index = lines.findIndex((line, place) => /^--\S/.test(line) && isField(lines[place + 1]))
    const boundary = trimEnd(lines[index]?.slice(2) ?? "", " \t\r")
    return boundary === "" || this.#byBoundary.get(boundary)?.length ? undefined : boundary
  }

  #begin(part: Part, boundary: string): void {
    const known = this.#byBoundary.get(boundary) ?? []
    if (boundary === "" || boundary.length > 70 || known.length > 0) this.#isAmbiguous = true
    if (boundary === "" || boundary.length > limits.idCharacters) return
    const open = { part, boundary }
    this.#open.push(open)
    this.#byBoundary.set(boundary, [...known, open])
  }

  /** What was left open inside ends with what it is in. */
  #closeUpTo(open: Open, closes: boolean): void {
    while (this.#open.length > 0 && (closes || this.#open.at(-1) !== open)) {
      const last = this.#open.pop() as Open
      this.#byBoundary.get(last.boundary)?.pop()
      if (last === open) return
    }
  }

  #nextDelimiter(): Delimiter | undefined {
    if (this.#open.length === 0) return undefined
    let at = this.#at
    while (at >= 0 && at < this.#raw.length) {
      const found = this.#delimiterAt(at)
      if (found) return found
      const feed = this.#raw.indexOf("\n--", at)
      at = feed < 0 ? -1 : feed + 1
    }
    return undefined
  }

  /** The innermost part of that boundary, if the line is one. */
  #delimiterAt(start: number): Delimiter | undefined {
    const raw = this.#raw
    if (this.#open.length === 0 || raw[start] !== 0x2d || raw[start + 1] !== 0x2d) return undefined
    const feed = raw.subarray(start, start + limits.idCharacters + 100).indexOf(0x0a)
    const isLast = raw.length - start <= limits.idCharacters + 100
    if (feed < 0 && !isLast) return undefined
    const end = feed < 0 ? raw.length : start + feed
    const line = trimEnd(raw.toString("utf8", start + 2, end), " \t\r")
    const next = feed < 0 ? end : end + 1
    const exact = this.#byBoundary.get(line)?.at(-1)
    if (exact) return { start, next, open: exact, closes: false }
    const closed = line.endsWith("--") ? this.#byBoundary.get(line.slice(0, -2))?.at(-1) : undefined
    return closed && { start, next, open: closed, closes: true }
  }
}

function hasDelimiter(raw: Buffer, start: number, boundary: string): boolean {
  const delimiter = Buffer.from(`--${boundary}`)
  for (let at = raw.indexOf(delimiter, start); at >= 0; at = raw.indexOf(delimiter, at + delimiter.length)) {
    const rest = raw.toString("latin1", at + delimiter.length, at + delimiter.length + 100)
    if (raw[at - 1] === 0x0a && /^(--)?[ \t]*(\r?\n|$)/.test(rest)) return true
  }
  return false
}

function repeats(fields: Field[]): boolean {
  return ["content-type", "content-transfer-encoding", "content-disposition"].some(
    (name) => fields.filter((field) => field.name === name).length > 1,
  )
}

/** The line end before a delimiter belongs to the delimiter. */
function withoutLineEnd(raw: Buffer, start: number, end: number): number {
  if (end === raw.length || end <= start || raw[end - 1] !== 0x0a) return end
  return end - 1 > start && raw[end - 2] === 0x0d ? end - 2 : end - 1
}
