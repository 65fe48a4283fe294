import type { ParsedMessage } from "../parse/message.ts"

/** Whether a program wrote it: out of office, a receipt, a report, a list. Nobody answers those, and they answer nobody. */
export function isAutomatic({ headers, report }: Pick<ParsedMessage, "headers" | "report">): boolean {
  if (report) return true
  return headers.some(([name, value]) => {
    const text = value.trim().toLowerCase()
    switch (name) {
      case "auto-submitted":
        return !/^no(\s*;|$)/.test(text)
      case "precedence":
        return ["auto_reply", "auto-reply", "bulk", "junk", "list"].includes(text)
      case "return-path":
        return text === "<>"
      case "content-type":
        return /^multipart\/report\b/.test(text) || /^message\/(delivery-status|disposition-notification)\b/.test(text)
      case "x-autoreply":
      case "x-autorespond":
      case "x-autoresponder":
        return text !== "no"
      default:
        return false
    }
  })
}
