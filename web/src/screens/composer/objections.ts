import { text } from "../../messages/text.ts"
import { wordsOf } from "../../ui/message-body/weight.ts"

interface Writing {
  html: string
  files: number
  /** How many of those it goes to have had no part in it so far. */
  strangers: number
  missingPictures: number
}

/** What somebody may have forgotten, in words. */
export function objectionsTo({ html, files, strangers, missingPictures }: Writing): string[] {
  const words = wordsOf(withoutQuote(html), " ")
  const unfilled = [...new Set(words.match(/\{%[^%]*%\}/g))]
  return [
    ...(files === 0 && /\b(attach(ed|ing|ments?)?|enclosed)\b/i.test(words) ? [text("composer.forgot.file")] : []),
    ...(strangers > 0 ? [text("composer.forgot.stranger")] : []),
    ...(unfilled.length > 0 ? [text("composer.forgot.place", { names: unfilled.join(", ") })] : []),
    ...(missingPictures > 0 ? [text("composer.forgot.picture")] : []),
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
