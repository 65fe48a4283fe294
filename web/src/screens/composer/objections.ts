import type { MessageKey } from "../../messages/text.ts"
import { wordsOf } from "../../ui/message-body/weight.ts"

interface Writing {
  html: string
  files: number
  /** How many of those it goes to have had no part in it so far. */
  strangers: number
}

/** What somebody may have forgotten. */
export function objectionsTo({ html, files, strangers }: Writing): (MessageKey & `composer.forgot.${string}`)[] {
  const words = wordsOf(withoutQuote(html), " ")
  return [
    ...(files === 0 && /\b(attach(ed|ing|ments?)?|enclosed)\b/i.test(words) ? ["composer.forgot.file" as const] : []),
    ...(strangers > 0 ? ["composer.forgot.stranger" as const] : []),
    ...(/\{%[^%]*%\}/.test(words) ? ["composer.forgot.place" as const] : []),
  ]
}

/** Others wrote what is quoted. */
function withoutQuote(html: string): string {
  const from = html.indexOf("<blockquote>")
  const end = html.lastIndexOf("</blockquote>")
  return from === -1 || end < from ? html : `${html.slice(0, from)} ${html.slice(end)}`
}

/** Those who are new to it; addresses are the same however they are written. */
export function strangersAmong(addresses: readonly string[], known: readonly (string | undefined)[]): string[] {
  const all = new Set(known.map((address) => address?.toLowerCase()))
  return addresses.filter((address) => !all.has(address.toLowerCase()))
}
