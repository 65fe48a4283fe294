import { plainText } from "../../search/plain-text.ts"
import { tsvectorLiteral, wordsOf } from "../../search/words.ts"

/** As PostgreSQL writes a tsvector. */
export function wordsOfSubject(subject: string): string {
  return tsvectorLiteral([{ label: "A", words: wordsOf(subject) }])
}

/** Addresses are found whole, so they are not taken apart into words. */
export function wordsOfThread({ body, to, cc, bcc }: Record<"to" | "cc" | "bcc", string[]> & { body: string }): string {
  const addresses = [...to, ...cc, ...bcc].map((address) => address.toLowerCase())
  return tsvectorLiteral([
    { label: "D", words: wordsOf(plainText(body)) },
    { label: "B", words: addresses },
  ])
}
