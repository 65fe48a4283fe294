import { plainText } from "../../search/plain-text.ts"
import { tsvectorLiteral, type Vector, vectorOf, wordsOf } from "../../search/words.ts"

/** As PostgreSQL writes a tsvector. */
export function wordsOfSubject(subject: string): string {
  return tsvectorLiteral([{ label: "A", words: wordsOf(subject) }])
}

export function wordsOfBody(body: string): Vector {
  return wordsOfText(plainText(body))
}

/** Of a body without its markup. */
export function wordsOfText(text: string): Vector {
  return vectorOf([{ label: "D", words: wordsOf(text) }])
}

export interface FoundThread extends Record<"to" | "cc" | "bcc", string[]> {
  body: string
  /** Of the body, where somebody has made them before. */
  words?: Vector
}

/** Addresses are found whole, so they are not taken apart into words. */
export function wordsOfThread({ body, words = wordsOfBody(body), to, cc, bcc }: FoundThread): string {
  const addresses = [...to, ...cc, ...bcc].map((address) => address.toLowerCase())
  return vectorOf([{ label: "B", words: addresses }], words).literal
}
