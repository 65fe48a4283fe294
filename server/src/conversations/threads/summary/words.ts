import { DeskError } from "../../../errors.ts"
import { runOnBody, WorkerFailure } from "../../../runtime/worker-pool.ts"
import { plainText } from "../../../search/plain-text.ts"
import { tsvectorLiteral, type Vector, vectorOf, wordsOf } from "../../../search/words.ts"

/** As PostgreSQL writes a tsvector. */
export function wordsOfSubject(subject: string): string {
  return tsvectorLiteral([{ label: "A", words: wordsOf(subject) }])
}

/** The words of a body, without holding up other requests. */
export async function indexBody(body: string): Promise<Vector> {
  try {
    return await runOnBody(wordsOfBody, { module: import.meta.url, body })
  } catch (error) {
    if (!(error instanceof WorkerFailure)) throw error
    const message = "The text is too complex to be indexed. Shorten it, or send it as an attachment."
    throw new DeskError(422, "text_too_complex", message, { cause: error })
  }
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
  /** Of the body, as `indexBody` gives them. */
  words: Vector
}

/** Addresses are found whole, so they are not taken apart into words. */
export function wordsOfThread({ words, to, cc, bcc }: Omit<FoundThread, "body">): string {
  const addresses = [...to, ...cc, ...bcc].map((address) => address.toLowerCase())
  return vectorOf([{ label: "B", words: addresses }], words).literal
}
