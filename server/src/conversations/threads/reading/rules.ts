import { html } from "../../../http/html/html.ts"
import { plainText } from "../../../search/plain-text.ts"

/** What a list of conversations shows of one chat thread. */
export const excerptLength = 1_000

/** The beginning of a long chat, as text: markup that is cut somewhere would not be markup any more. */
export function excerptOf(body: string): string {
  if (body.length <= excerptLength) return body
  const beginning = body
    .slice(0, excerptLength)
    .replace(/<[^<>]*$/, "")
    .replace(/&[#\w]*$/, "")
  return html`${plainText(beginning)}…`.text
}

export function isChat(type: string): boolean {
  return type === "chat" || type === "widgetchat"
}
