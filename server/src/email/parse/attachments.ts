import { isMimeType } from "../../conversations/attachments/rules.ts"
import { decodeTransfer } from "./charsets/transfer.ts"
import { decodeField } from "./charsets/words.ts"
import { cleanFileName } from "./file-names.ts"
import { type PackedFile, type PackedMessage, readTnef } from "./formats/tnef.ts"
import { firstOf, readFields } from "./headers/fields.ts"
import { decodeName } from "./headers/parameters.ts"
import { limits } from "./limits.ts"
import type { MessageFlag, ParsedAttachment } from "./message.ts"
import type { Part } from "./structure.ts"

export interface Taken {
  attachments: ParsedAttachment[]
  flags: MessageFlag[]
  /** A whole message that was packed into it. */
  packed?: PackedMessage
}

/** What a part that is not shown as text is to whoever reads the message. It is never opened, fetched or put together. */
export function takeAttachment(part: Part): Taken {
  const { bytes, state } = decodeTransfer(part.body, part.encoding)
  const flags: MessageFlag[] = state === "whole" ? [] : ["undecodable_part"]
  if (isEncrypted(part)) flags.push("encrypted")
  const given = fileNameOf(part)
  if (/^application\/(vnd\.)?ms-tnef$/.test(part.type) || /^win(mail)?\.dat$/i.test(given ?? "")) {
    const packed = readTnef(bytes)
    if (packed) return { attachments: packed.files.map(unpackedAttachment), flags, packed }
  }
  const type = state === "unreadable" ? "application/octet-stream" : part.type
  const name = given ?? (part.type === "message/rfc822" ? subjectName(bytes) : usualNames[part.type]) ?? ""
  return { attachments: [{ ...attachment(name, type, bytes), contentId: contentIdOf(part) }], flags }
}

export function attachment(filename: string, type: string, contents: Buffer): ParsedAttachment {
  const mimeType = isMimeType(type) && type.length <= 200 ? type : "application/octet-stream"
  return { filename: cleanFileName(filename, mimeType), mimeType, contents, contentId: undefined, inline: false }
}

/** As the sender wrote it: nothing of it is safe yet. */
export function fileNameOf({ disposition, parameters }: Part): string | undefined {
  const given = disposition.parameters.get("filename") ?? parameters.get("name")
  return decodeName(given === "" ? undefined : given)
}

function unpackedAttachment({ filename, mimeType, contents, contentId }: PackedFile): ParsedAttachment {
  const [, extension = ""] = /\.([a-z]{3,4})$/i.exec(filename) ?? []
  const type = mimeType?.toLowerCase() ?? pictureTypes[extension.toLowerCase()] ?? "application/octet-stream"
  return { ...attachment(filename, type, contents), contentId: cleanContentId(contentId ?? "") }
}

const pictureTypes: Record<string, string> = {
  gif: "image/gif",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  png: "image/png",
}

function contentIdOf({ fields }: Part): string | undefined {
  return cleanContentId(firstOf(fields, "content-id") ?? "")
}

function cleanContentId(given: string): string | undefined {
  const id = given.replace(/^\s*<|>\s*$/g, "").replace(/[\p{Cc}\s"<>]/gu, "")
  return id === "" || id.length > limits.idCharacters ? undefined : id.toWellFormed()
}

const usualNames: Record<string, string> = {
  "application/pkcs7-mime": "smime.p7m",
  "application/pkcs7-signature": "smime.p7s",
  "application/x-pkcs7-mime": "smime.p7m",
  "application/pgp-encrypted": "version.asc",
  "application/pgp-signature": "signature.asc",
  "message/delivery-status": "delivery-status.txt",
  "text/calendar": "invite.ics",
  "text/rfc822-headers": "headers.txt",
}

/** A message that is attached is called by its subject. Nothing else of it is read. */
function subjectName(message: Buffer): string {
  const subject = firstOf(readFields(message.subarray(0, 16_384), message), "subject")
  return `${(subject === undefined ? "" : decodeField(subject).slice(0, 100)) || "message"}.eml`
}

function isEncrypted({ type, parameters }: Part): boolean {
  if (type === "application/pgp-encrypted") return true
  return (
    /^application\/(x-)?pkcs7-mime$/.test(type) &&
    /^auth-?enveloped|^enveloped/i.test(parameters.get("smime-type") ?? "")
  )
}
