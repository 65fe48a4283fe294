import type { ByteRange } from "../../files/files.ts"

/** What stands for a name of which nothing is left. */
const namelessFile = "attachment"

/**
 * The name without folders and without characters that are not seen: some of them turn the direction of reading, so
 * that `gpj.exe` looks like a picture, others break headers.
 */
export function safeFileName(given: string): string {
  const last = given.toWellFormed().split(/[/\\]/).at(-1) ?? ""
  const visible = last.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "").trim()
  return /^\.*$/.test(visible) ? namelessFile : visible
}

const token = "[\\w!#$%&'*+.^`|~-]+"
const mimeType = new RegExp(`^${token}/${token}(\\s*;\\s*${token}=(${token}|"[^"\\\\\\p{Cc}]*"))*$`, "u")

/** Type and subtype, with parameters or without. */
export function isMimeType(given: string): boolean {
  return mimeType.test(given) && /^[\x20-\x7e]*$/.test(given)
}

/** What browsers and mail programs show inside a text. */
export function canBeInline(mimeType: string): boolean {
  return /^image\/(png|jpeg|gif|webp)$/i.test(mimeType)
}

/** The same in an address, in a header and in an attribute. */
export function isContentId(given: string): boolean {
  return /^[!#$&(-;=?-~]+$/.test(given)
}

/** How many bytes base64 stands for, told without decoding it. */
export function decodedLength(data: string): number {
  return Math.floor((digitsOf(data).length * 3) / 4)
}

/** Nothing unless it is base64. */
export function decodeBase64(data: string): Buffer | undefined {
  const digits = digitsOf(data)
  const contents = Buffer.from(digits, "base64")
  return digitsOf(contents.toString("base64")) === digits ? contents : undefined
}

/** Many encoders break lines, and some leave out the padding. */
function digitsOf(base64: string): string {
  return base64.replace(/\s+/g, "").replace(/={1,2}$/, "")
}

/** Always to be saved, never to be shown, under its true name; the first form is for what cannot read the second. */
export function contentDisposition(filename: string): string {
  const plain = filename.replace(/[^\x20-\x7e]|["%\\]/gu, "_")
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

/** What a scanner says of what it does not look into: it is locked, or too large. */
export const notScannable = /^(Heuristics\.Encrypted|Heuristics\.Limits\.Exceeded|larger than the scanner takes)/

export function isNotScannable(finding: string | null): boolean {
  return finding !== null && notScannable.test(finding)
}

/** What a browser may take for a picture begins like this, so many bytes in. Drawings are documents that can do more. */
const pictures: [at: number, letters: string][] = [
  [0, "\x89PNG\r\n\x1a\n"],
  [0, "GIF87a"],
  [0, "GIF89a"],
  [0, "\xff\xd8\xff"],
  [8, "WEBP"],
  [4, "ftypavif"],
  [4, "ftypavis"],
]

export function isPicture(beginning: Buffer): boolean {
  const text = beginning.toString("latin1")
  return pictures.some(([at, letters]) => text.startsWith(letters, at))
}

export interface Asked {
  method: string
  headers: { range?: string | undefined; "if-range"?: string | undefined; "if-none-match"?: string | undefined }
  size: number
  etag: string
}

/**
 * The one range that is asked for; nothing where all of it is to be sent, as also for several at once, for a range of
 * other contents than these, and where a condition comes first.
 */
export function rangeOf({ method, headers, size, etag }: Asked): ByteRange | "unsatisfiable" | undefined {
  const given = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(headers.range ?? "")
  const [, first = "", last = ""] = given ?? []
  if (method !== "GET" || first + last === "" || headers["if-none-match"] !== undefined) return undefined
  const condition = headers["if-range"]?.trim()
  if (condition !== undefined && condition !== etag) return undefined
  if (first !== "" && last !== "" && Number(last) < Number(first)) return undefined
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1)
  return start > end ? "unsatisfiable" : { start, end }
}
