import { htmlOfText } from "./html/text-html.ts"
import { hasLetters, hasWords, htmlHasWords } from "./html/visible-words.ts"
import type { Piece } from "./pieces.ts"

/**
 * Of the forms of a `multipart/alternative`, each of one or more pieces, the one that is shown: the last markup that
 * says anything, as RFC 2046 has it, with the first text beside it. Markup without words, or with nothing but punctuation,
 * never hides a text.
 */
export function chooseForm(forms: Piece[][]): Piece[] {
  const all = forms.flat()
  const texts = all.flatMap((piece) => piece.text ?? [])
  const text = texts.find(hasWords) ?? texts[0]
  const isWord = text !== undefined && hasLetters(text) ? hasLetters : hasWords
  const best = all.findLast(({ html }) => html !== undefined && htmlHasWords(html, isWord))
  if (best) {
    // A message within the best form may itself be of several pieces.
    const form = forms.findLast((pieces) => pieces.includes(best)) ?? []
    return [{ html: form.map(asHtml).join("\n"), text }]
  }
  const picture = all.findLast(({ html }) => html !== undefined && /<img\b/i.test(html))
  const shown: Piece[] = text === undefined ? [] : [{ html: undefined, text }]
  return picture ? [...shown, { html: picture.html, text: undefined }] : shown
}

function asHtml({ html, text = "" }: Piece): string {
  return html ?? htmlOfText(text, { isForward: false })
}
