import { folded } from "../../data/typing.ts"

export interface TextPart {
  text: string
  isMatch: boolean
}

/** Cuts a text where words begin with one of the terms, in any case and with or without accents. */
export function cutAtTerms(text: string, terms: readonly string[]): TextPart[] {
  const wanted = terms.map(folded).filter((term) => /[\p{L}\p{N}]/u.test(term))
  if (wanted.length === 0 || text === "") return [{ text, isMatch: false }]
  const letters = foldedLetters(text)
  const plain = letters.map(({ letter }) => letter).join("")
  const marked = new Set<number>()
  for (const term of wanted)
    for (let at = plain.indexOf(term); at !== -1; at = plain.indexOf(term, at + 1)) {
      if (!/[\p{L}\p{N}]/u.test(plain[at - 1] ?? " ") || !/^[\p{L}\p{N}]/u.test(term))
        for (let index = at; index < at + term.length; index++) marked.add(letters[index]?.place ?? 0)
    }
  return partsBy(text, marked)
}

/** Each code unit of the folded text, with the place of the character in the text that it came from. */
function foldedLetters(text: string): { letter: string; place: number }[] {
  const letters: { letter: string; place: number }[] = []
  let place = 0
  for (const character of text) {
    const plain = folded(character)
    for (let index = 0; index < plain.length; index++) letters.push({ letter: plain[index] ?? "", place })
    place += character.length
  }
  return letters
}

function partsBy(text: string, marked: ReadonlySet<number>): TextPart[] {
  const parts: TextPart[] = []
  let place = 0
  let wasMatch = false
  for (const character of text) {
    // A combining accent belongs to the letter before it.
    const isMatch: boolean = /^\p{M}$/u.test(character) ? wasMatch : marked.has(place)
    const last = parts.at(-1)
    if (last && last.isMatch === isMatch) last.text += character
    else parts.push({ text: character, isMatch })
    wasMatch = isMatch
    place += character.length
  }
  return parts
}
