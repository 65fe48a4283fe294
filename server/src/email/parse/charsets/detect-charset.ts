import { type Language, languages } from "../history/languages.ts"
import { decoderOf } from "./decoders.ts"

/** This much decides: more would not change the answer. */
const sampleBytes = 256

/**
 * The character set in which bytes that are not UTF-8 make the most likely text. Each language is tried in each of its
 * character sets; a text is the likelier, the more frequent its letters are in the language. `named` are the sets that
 * the message names elsewhere, as `TextDecoder` calls them.
 */
export function detectCharset(bytes: Uint8Array, named: ReadonlySet<string> = new Set()): string {
  const start = Math.max(0, bytes.findIndex((byte) => byte >= 0x80) - 20)
  const sample = bytes.subarray(start, start + sampleBytes)
  let best = { charset: "windows-1252", score: Number.NEGATIVE_INFINITY }
  models ??= languages.flatMap((language, rank) => modelsOf(language, rank))
  for (const [charset, ofCharset] of Map.groupBy(models, (model) => model.charset)) {
    const decoded = decoderOf(charset).decode(sample)
    // The end of the sample may cut a character.
    const text = glyphsOf(start + sampleBytes < bytes.length ? decoded.replace(/\ufffd$/, "") : decoded)
    const known = (named.has(charset) ? chances.named : 0) + scorePlaces(text, charset)
    for (const model of ofCharset) {
      const score = known + model.prior + scoreLetters(text, model)
      if (score > best.score) best = { charset, score }
    }
  }
  return best.charset
}

/** Logarithms: they add up to that of the chance of the whole text. */
const chances = {
  asciiLetter: Math.log(0.04),
  symbol: Math.log(0.01),
  foreign: Math.log(0.0002),
  rareIdeograph: Math.log(2e-6),
  broken: Math.log(1e-7),
  /** Where no writing has it. */
  misplaced: Math.log(0.01),
  /** Latin letters that touch ideographs. */
  joined: Math.log(0.2),
  firstCapital: Math.log(0.4),
  furtherCapital: Math.log(0.7),
  named: 8,
  /** For each language that stands before. */
  laterLanguage: -0.1,
  lessUsualCharset: -2,
}

/** How likely characters are in one language, written in one character set. */
interface Model {
  charset: string
  prior: number
  letters: Map<string, number>
  finals: string
  otherwise: number
}

let models: Model[] | undefined

const ideographs = new Set(["gbk", "big5", "shift_jis", "euc-jp", "euc-kr"])
const latin = new Set(["windows-1250", "windows-1252", "windows-1254", "windows-1257", "iso-8859-2"])

function modelsOf({ charsets, letters, finals = "", leads }: Language, rank: number): Model[] {
  const all = [...new Set(letters)]
  const weights = all.map((_, index) => (leads ? 1 / (index + 40) : Math.exp(-index / 9)))
  const total = weights.reduce((sum, weight) => sum + weight, 0) / (leads ? 0.8 : 1)
  const known = new Map(all.map((letter, index) => [letter, Math.log((weights[index] as number) / total)]))
  const common = leads ? charactersOf(charsets[0] as string, leads).filter((character) => !known.has(character)) : []
  for (const character of common) known.set(character, Math.log(0.2 / common.length))
  return charsets.map((charset, index) => ({
    charset,
    prior: rank * chances.laterLanguage + index * chances.lessUsualCharset,
    letters: known,
    finals,
    otherwise: leads ? chances.rareIdeograph : chances.foreign,
  }))
}

function charactersOf(charset: string, [first, last]: [number, number]): string[] {
  const pairs: number[] = []
  for (let lead = first; lead <= last; lead++) for (let trail = 0x40; trail < 0xff; trail++) pairs.push(lead, trail)
  return [
    ...decoderOf(charset)
      .decode(Uint8Array.from(pairs))
      .replace(/[\0-\x7f\ufffd]/g, ""),
  ]
}

const symbols = new Set("\u00a0“”‘’„‚–—…•·€£°§«»¿¡№´×º，。！？：；（）【】「」『』、《》～￥・")

/** A character and what every language needs to know of it. */
interface Glyph {
  character: string
  small: string
  isAscii: boolean
  isLetter: boolean
  isMark: boolean
  isCapital: boolean
  isDigit: boolean
  /** What it counts in a language that does not know it; undefined where that is up to the language. */
  otherwise: number | undefined
}

function glyphsOf(text: string): Glyph[] {
  return [...text].map((character) => {
    const isAscii = character < "\x80"
    const isMark = !isAscii && /\p{M}/u.test(character)
    const isLetter = isMark || (isAscii ? /[a-z]/i : /\p{L}/u).test(character)
    const small = character.toLowerCase()
    const isDigit = /\d/.test(character)
    const otherwise = isLetter && !isAscii ? undefined : chanceOfOther(character, isLetter)
    return { character, small, isAscii, isLetter, isMark, isCapital: small !== character, isDigit, otherwise }
  })
}

function chanceOfOther(character: string, isLetter: boolean): number | undefined {
  if (character < "\x80") return isLetter ? chances.asciiLetter : 0
  if (/[\p{C}\ufffd]/u.test(character)) return chances.broken
  return symbols.has(character) ? chances.symbol : undefined
}

function scoreLetters(text: Glyph[], { letters, finals, otherwise }: Model): number {
  let score = 0
  for (const [at, glyph] of text.entries()) {
    score += letters.get(glyph.character) ?? letters.get(glyph.small) ?? glyph.otherwise ?? otherwise
    if (finals.includes(glyph.character) && text[at + 1]?.isLetter) score += chances.misplaced
  }
  return score
}

/** Whether letters, capitals and symbols stand where they do in words. */
function scorePlaces(text: Glyph[], charset: string): number {
  let score = 0
  for (const [at, glyph] of text.entries()) {
    const [beforeThat, before, after] = [text[at - 2], text[at - 1], text[at + 1]]
    const isMixed = before?.isLetter && glyph.isLetter && before.isAscii !== glyph.isAscii
    if (ideographs.has(charset)) score += isMixed ? chances.joined : 0
    else if (glyph.isLetter) {
      if (isMixed && !latin.has(charset)) score += chances.misplaced
      score += scoreCase(glyph, before, beforeThat)
      if (!glyph.isAscii && (before?.isDigit || after?.isDigit)) score += chances.misplaced
      if (glyph.isMark && !before?.isLetter) score += chances.misplaced
    } else if (!glyph.isAscii && glyph.character !== "’" && before?.isLetter && after?.isLetter)
      score += chances.misplaced
  }
  return score
}

/** A capital does not follow a small letter, and a small letter not two capitals. */
function scoreCase({ isCapital }: Glyph, before: Glyph | undefined, beforeThat: Glyph | undefined): number {
  if (!isCapital) return before?.isCapital && beforeThat?.isCapital ? chances.misplaced : 0
  if (!before?.isLetter) return chances.firstCapital
  return before.isCapital ? chances.furtherCapital : chances.misplaced
}
