import { safeFileName } from "../../conversations/attachments/rules.ts"
import { trimEnd } from "./headers/fields.ts"

const longest = 200

/**
 * The name of an attachment as it is stored and offered. Characters that become something else when they are
 * normalised are cleaned as what they become, and the name is looked at again when that is done.
 */
export function cleanFileName(given: string, mimeType: string): string {
  const bounded = given.length > 1_000 ? given.slice(0, 900) + given.slice(-100) : given
  const normal = bounded
    .toWellFormed()
    .normalize("NFC")
    .replace(/[^ -~]/gu, (character) => (/[/\\]/.test(character.normalize("NFKC")) ? "/" : character))
  const readable = safeFileName(normal)
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replace(/[<>:"|?*;]/g, "_")
    .replace(/\s+/g, " ")
    .replace(/^[. ]+/, "")
  const visible = trimEnd(readable, ". ")
  const whole = /^(con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(\.|$)/i.test(visible) ? `_${visible}` : visible
  const named = whole === "" || whole === "attachment" ? `attachment${extensionOf(mimeType)}` : whole
  return safeFileName(shortened(named))
}

/** The extension stays, because it says what opens it. */
function shortened(name: string): string {
  if (name.length <= longest) return name
  const [extension = ""] = /\.[^.]{1,20}$/.exec(name) ?? []
  return (
    name
      .slice(0, longest - extension.length)
      .toWellFormed()
      .trimEnd() + extension
  )
}

const extensions: Record<string, string> = {
  "application/pdf": ".pdf",
  "application/pgp-encrypted": ".asc",
  "application/pgp-signature": ".asc",
  "application/pkcs7-mime": ".p7m",
  "application/pkcs7-signature": ".p7s",
  "application/rtf": ".rtf",
  "application/zip": ".zip",
  "image/gif": ".gif",
  "image/jpeg": ".jpg",
  "image/png": ".png",
  "image/webp": ".webp",
  "message/delivery-status": ".txt",
  "message/rfc822": ".eml",
  "text/calendar": ".ics",
  "text/csv": ".csv",
  "text/html": ".html",
  "text/plain": ".txt",
  "text/rfc822-headers": ".txt",
  "text/vcard": ".vcf",
  "text/x-vcard": ".vcf",
}

function extensionOf(mimeType: string): string {
  return extensions[mimeType] ?? ""
}
