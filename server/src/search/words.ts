import { storable } from "./plain-text.ts"

/** What a phrase search may count on: PostgreSQL keeps no later position apart. */
const lastPosition = 16_383

/** A tsvector holds at most 1 MB of words and positions; this leaves room for PostgreSQL's own padding. */
const mostBytes = 900_000

/** A giant body must not push out the addresses that come after it. */
const mostBodyBytes = 800_000

const mostWords = 50_000
const longestWord = 64

/**
 * The words by which a text is found, in order: lower case, without accents, any script.
 * Scripts without spaces between words give overlapping pairs of characters, so that any part of a run is a phrase.
 * Searching folds the query by the same function.
 */
export function wordsOf(text: string): string[] {
  return isAscii(text) ? asciiWordsOf(text) : foldedWordsOf(text)
}

function asciiWordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? []
  return words.slice(0, mostWords).map(shortened)
}

function foldedWordsOf(text: string): string[] {
  const words: string[] = []
  const composed = compose(text)
  let word = ""
  let unspaced: string[] = []
  const endWord = () => {
    if (word !== "") words.push(shortened(word))
    word = ""
  }
  const endRun = () => {
    if (unspaced.length === 1) words.push(unspaced[0]!)
    for (let at = 1; at < unspaced.length; at++) words.push(unspaced[at - 1]! + unspaced[at]!)
    unspaced = []
  }
  for (let at = 0; at < composed.length && words.length + unspaced.length < mostWords; at++) {
    const code = composed.codePointAt(at)!
    if (code > 0xffff) at++
    const folded = foldingOf(code)
    if (folded === "") continue
    if (folded === separator) {
      endWord()
      endRun()
    } else if (isUnspaced(code)) {
      endWord()
      unspaced.push(folded)
    } else {
      endRun()
      word += folded
    }
  }
  endWord()
  endRun()
  return words.length > mostWords ? words.slice(0, mostWords) : words
}

/**
 * PostgreSQL's text form of a tsvector. Positions run on from part to part with a gap, so that a phrase never
 * matches across two parts.
 */
export function tsvectorLiteral(parts: VectorPart[]): string {
  return vectorOf(parts).literal
}

export interface VectorPart {
  label: "A" | "B" | "D"
  words: string[]
}

/** A vector to which more may come. */
export interface Vector {
  literal: string
  /** Of the next word. */
  position: number
  bytes: number
}

const nothing: Vector = { literal: "", position: 1, bytes: 0 }

/** PostgreSQL joins what stands in both. */
export function vectorOf(parts: VectorPart[], { literal, position, bytes } = nothing): Vector {
  const positions = new Map<string, string>()
  for (const { label, words } of parts) {
    const suffix = label === "D" ? "" : label
    const most = label === "D" ? mostBodyBytes : mostBytes
    for (const given of words) {
      const word = stored(given)
      if (word === "") continue
      const known = positions.get(word)
      bytes += known === undefined ? 3 * word.length + 8 : 2
      if (bytes > most) break
      positions.set(word, `${known === undefined ? ":" : `${known},`}${position}${suffix}`)
      if (position < lastPosition) position++
    }
    position = Math.min(position + partGap, lastPosition)
  }
  for (const [word, at] of positions) literal += `${literal === "" ? "" : " "}${quoted(word)}${at}`
  return { literal, position, bytes }
}

/** Also what the seeds keep between a body's words and its addresses. */
export const partGap = 10

/** PostgreSQL refuses one of 2 KB; three bytes per character is the worst case. */
const longestLexeme = 500

/** A word as it stands in PostgreSQL's text form of a vector or a query. */
export function lexeme(word: string): string {
  return quoted(stored(word))
}

function stored(word: string): string {
  return storable(word.slice(0, longestLexeme))
}

function quoted(word: string): string {
  return /['\\]/.test(word) ? `'${word.replaceAll("\\", "\\\\").replaceAll("'", "''")}'` : `'${word}'`
}

/** Letters which arrive in pieces must fold as the whole ones do. */
function compose(text: string): string {
  // Normalising sorts a run of marks at quadratic cost; no language stacks more than a few.
  return text.replace(/(\p{M}{30})\p{M}+/gu, "$1").normalize("NFC")
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7f) return false
  return true
}

function shortened(word: string): string {
  if (word.length <= longestWord) return word
  const cut = word.slice(0, longestWord)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}

const separator = " "

/** Empty for what is left out without ending a word: accents, joiners, soft hyphens. */
function foldingOf(code: number): string {
  const known = foldings.get(code)
  if (known !== undefined) return known
  const folding = fold(String.fromCodePoint(code))
  foldings.set(code, folding)
  return folding
}

const foldings = new Map<number, string>()

function fold(character: string): string {
  if (/[\p{Cf}\p{Variation_Selector}\u0640]/u.test(character)) return ""
  const bare = character
    .normalize("NFKD")
    .toLowerCase()
    .replace(removedMarks, "")
    .replace(/[^\p{ASCII}]/gu, (letter) => specialLetters[letter] ?? letter)
    .normalize("NFC")
  const kept = bare.replace(/[^\p{L}\p{N}\p{M}]/gu, "")
  if (kept !== "") return kept
  return character.replace(removedMarks, "") === "" ? "" : separator
}

/** Accents of Latin, Greek and Cyrillic, Hebrew points, Arabic vowels. Elsewhere marks are part of the spelling. */
const removedMarks =
  /[[[\p{Script=Inherited}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}]&&\p{M}]--[\u3099\u309a]]/gv

const specialLetters: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ħ: "h",
  ŧ: "t",
  ı: "i",
  ŋ: "n",
  ĸ: "k",
  ƒ: "f",
  ς: "σ",
}

function isUnspaced(code: number): boolean {
  if (code < 0x0e00) return false
  return unspaced.get(code) ?? remember(code)
}

const unspaced = new Map<number, boolean>()

function remember(code: number): boolean {
  const answer = unspacedScripts.test(String.fromCodePoint(code))
  unspaced.set(code, answer)
  return answer
}

const unspacedScripts =
  /[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
