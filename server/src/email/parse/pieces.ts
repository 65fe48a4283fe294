import { textOfHtml } from "./html/html-text.ts"
import { hasWords, htmlHasWords } from "./html/visible-words.ts"

/** A piece of what is shown, in the forms in which it was sent. */
export interface Piece {
  html: string | undefined
  text: string | undefined
}

export function pieceHasWords({ html, text }: Piece): boolean {
  return (text !== undefined && hasWords(text)) || (html !== undefined && htmlHasWords(html))
}

export function wordsOfPieces(pieces: Piece[]): string {
  return pieces.map(({ html, text }) => (html === undefined ? (text ?? "") : textOfHtml(html))).join("\n")
}
