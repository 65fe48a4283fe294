import { lexeme, wordsOf } from "./words.ts"

/** Where words are looked for: in subjects, in thread bodies, or anywhere. */
export type Label = "A" | "D" | ""

/**
 * PostgreSQL's text form of a search for the words next to each other in their order; undefined without any word.
 * One written word may hold several: don't, 2.0, and every run of a script without spaces.
 */
export function phraseQuery(text: string, label: Label, isPrefix = false): string | undefined {
  const words = wordsOf(text)
  if (words.length === 0) return undefined
  return words
    .map((word, index) => {
      const flags = (isPrefix && index === words.length - 1 ? "*" : "") + label
      return lexeme(word) + (flags && `:${flags}`)
    })
    .join(" <-> ")
}

/** A search for an address, which is one word in the index. */
export function addressQuery(address: string, isPrefix = false): string | undefined {
  const word = lexeme(address.trim().toLowerCase())
  return word === "''" ? undefined : `${word}:${isPrefix ? "*" : ""}B`
}
