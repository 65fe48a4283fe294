import { textOfHtml } from "./html-text.ts"

/** Blanks, joiners and the fillers of newsletters are no words. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(text)
}

/** Without those that are punctuation only. */
export function hasLetters(text: string): boolean {
  return /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(text)
}

/** Whether markup says anything that is seen. Most say it early, so that the rest is not read. */
export function htmlHasWords(html: string, isWord = hasWords): boolean {
  const says = (markup: string) => isWord(textOfHtml(markup, { visible: true }))
  return says(html.slice(0, 65_536)) || (html.length > 65_536 && says(html))
}

/** Whether one text says clearly more than another, by the words in them. */
export function saysMore(text: string, than: string): boolean {
  const known = wordsOf(than)
  const words = [...wordsOf(text)]
  const missing = words.filter((word) => !known.has(word))
  return missing.length > words.length * 0.2
}

function wordsOf(text: string): Set<string> {
  return new Set(
    text
      .slice(0, 200_000)
      .toLowerCase()
      .match(/[\p{L}\p{N}]{2,40}/gu) ?? [],
  )
}
