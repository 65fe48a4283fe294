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
