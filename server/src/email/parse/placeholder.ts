import { decodeCharset } from "./charsets/charsets.ts"
import { decodeTransfer } from "./charsets/transfer.ts"
import { cleanText, escapeHtml } from "./charsets/words.ts"
import { textOfHtml } from "./html/html-text.ts"
import { limits } from "./limits.ts"
import type { Part } from "./structure.ts"

const notice = "This message could not be fully read."

/** Says so above what is shown. */
export function withNotice(html: string): string {
  return `<p><em>${notice}</em></p>${html}`
}

/** What can be shown of a message that is not read: its first words, as text. */
export function glimpseOf(root: Part): string {
  const part = firstText(root)
  const start = part.body.subarray(0, limits.glimpseCharacters * 4)
  const { bytes, state } = decodeTransfer(start, part.encoding)
  const { text } = decodeCharset(state === "unreadable" ? start : bytes, part.parameters.get("charset"))
  const clean = cleanText(text)
  const words = part.type === "text/html" ? textOfHtml(clean) : clean
  return words.slice(0, limits.glimpseCharacters).toWellFormed().trim()
}

export function glimpseHtml(text: string): string {
  return withNotice(text === "" ? "" : `<p>${escapeHtml(text).replaceAll("\n", "<br>")}</p>`)
}

/** Deep messages are deep because nobody wrote them: the walk stops at the limits that they broke. */
function firstText(root: Part): Part {
  const waiting = [root]
  for (let part = waiting.pop(); part; part = waiting.pop()) {
    if (part.type.startsWith("text/") && part.body.length > 0) return part
    waiting.push(...part.parts.toReversed())
  }
  return root
}
