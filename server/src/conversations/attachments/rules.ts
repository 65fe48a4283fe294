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

/** How many bytes base64 of this length stands for, told without decoding it. */
export function decodedLength(base64: string): number {
  const padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0
  return Math.floor((base64.length * 3) / 4) - padding
}

/** Nothing unless it is base64 to the letter: what is read leniently is read differently by others. */
export function decodeBase64(data: string): Buffer | undefined {
  const contents = Buffer.from(data, "base64")
  return contents.toString("base64") === data ? contents : undefined
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
