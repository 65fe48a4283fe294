import { isMimeType } from "../../conversations/attachments/rules.ts"
import { firstOf, readFields } from "./fields.ts"
import { cleanFileName } from "./file-names.ts"
import { limits } from "./limits.ts"
import type { MessageFlag, ParsedAttachment } from "./message.ts"
import { decodeName } from "./parameters.ts"
import type { Part } from "./structure.ts"
import { readTnef } from "./tnef.ts"
import { decodeTransfer } from "./transfer.ts"
import { decodeField } from "./words.ts"

export interface Taken {
  attachments: ParsedAttachment[]
  flags: MessageFlag[]
}

/** What a part that is not shown as text is to whoever reads the message. It is never opened, fetched or put together. */
export function takeAttachment(part: Part): Taken {
  const { bytes, state } = decodeTransfer(part.body, part.encoding)
  const flags: MessageFlag[] = state === "whole" ? [] : ["undecodable_part"]
  if (isEncrypted(part)) flags.push("encrypted")
  const given = fileNameOf(part)
  if (part.type === "application/ms-tnef" || given?.toLowerCase() === "winmail.dat") {
    const attachments = readTnef(bytes).map((file) =>
      attachment(file.filename, "application/octet-stream", file.contents),
    )
    if (attachments.length > 0) return { attachments, flags }
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

function contentIdOf({ fields }: Part): string | undefined {
  const id = (firstOf(fields, "content-id") ?? "").replace(/^\s*<|>\s*$/g, "").replace(/[\p{Cc}\s"<>]/gu, "")
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
  const subject = firstOf(readFields(message.subarray(0, 16_384)), "subject")
  return `${(subject === undefined ? "" : decodeField(subject).slice(0, 100)) || "message"}.eml`
}

function isEncrypted({ type, parameters }: Part): boolean {
  if (type === "application/pgp-encrypted") return true
  if (!/^application\/(x-)?pkcs7-mime$/.test(type)) return false
  return /^(enveloped|authenveloped|auth-enveloped)/i.test(parameters.get("smime-type") ?? "enveloped")
}
