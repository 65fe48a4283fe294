import { attachment, fileNameOf } from "../attachments.ts"
import type { ParsedAttachment } from "../message.ts"
import type { Part } from "../structure.ts"

/** Stands where the words would stand that only the owner of the key can read. */
export const encryptedNotice = "This message is encrypted. Deskhand cannot decrypt it; the encrypted text is attached."

const [begin, end] = ["-----BEGIN PGP MESSAGE-----", "-----END PGP MESSAGE-----"]

/** Puts what OpenPGP has encrypted within a text into a file; undefined where there is nothing of the kind. */
export function detachEncrypted(text: string): { text: string; file: ParsedAttachment } | undefined {
  const start = text.startsWith(begin) ? 0 : text.indexOf(`\n${begin}`) + 1
  if (start === 0 && !text.startsWith(begin)) return undefined
  const found = text.indexOf(end, start)
  const stop = found < 0 ? text.length : found + end.length
  const file = attachment("encrypted.asc", "application/octet-stream", Buffer.from(text.slice(start, stop)))
  return { text: `${text.slice(0, start)}${encryptedNotice}${text.slice(stop)}`, file }
}

/** Whether it is by its type or its name a file of S/MIME that is more than a signature. */
export function isCms(part: Part): boolean {
  if (/^application\/(x-)?pkcs7-mime$/.test(part.type)) return true
  return part.type === "application/octet-stream" && /\.p7m$/i.test(fileNameOf(part) ?? "")
}
