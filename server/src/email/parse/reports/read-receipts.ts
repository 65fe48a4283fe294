import { readStructured } from "../headers/parameters.ts"
import type { ParsedMessage } from "../message.ts"

/** Whether it only says that somebody has read, or deleted unread, a mail (RFC 8098, and older forms of Outlook). */
export function isReadReceipt({ headers, attachments, subject, text }: ParsedMessage): boolean {
  const type = readStructured(headers.find(([name]) => name === "content-type")?.[1] ?? "")
  if (type.value === "multipart/report") {
    const kind = type.parameters.get("report-type")?.toLowerCase()
    if (kind !== undefined) return kind === "disposition-notification"
    return attachments.some(({ mimeType }) => mimeType === "message/disposition-notification")
  }
  if (headers.some(([name, value]) => messageClassField.test(name) && receiptClass.test(value.trim()))) return true
  return text.length < longestReceipt && receiptSubject.test(subject) && receiptWords.test(text.trim())
}

/** Exchange and gateways to X.400 name the class of a message in fields of different names. */
const messageClassField = /^(x-.{0,40}message-class|message-class|x-ms-tnef-message-class)$/
const receiptClass = /^(report\.)?ipm\.note\.ipnn?rn$/i

/** The text of Outlook alone: both its subject and its sentence. A quoted one with words of a customer is longer. */
const longestReceipt = 1_500
const receiptSubject =
  /^(not read|read|nicht gelesen|ungelesen|gelesen|non lu|lu|no leído|leído|non letto|letto|niet gelezen|gelezen)\s?:/i
const receiptWords =
  /^(your message|ihre nachricht|votre message|su mensaje|el mensaje|il messaggio|uw bericht)\b.{0,1000}\s(was (read|deleted)|wurde|a été (lu|supprimé)|se ha leído|fue leído|è stato letto|is gelezen)(?!\p{L})[^\n]{0,160}$/isu
