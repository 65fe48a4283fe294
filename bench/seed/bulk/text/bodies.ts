import type { BinaryRows } from "../binary-rows.ts"
import type { Random } from "../random.ts"
import { foreignSentences, type Language } from "./languages.ts"
import { Lexicon, type OwnWord, ownWord, type Piece } from "./lexicon.ts"
import { firstNames } from "./names.ts"
import { makeVocabulary } from "./vocabulary.ts"

export interface Body {
  paragraphs: Piece[][]
  /** An order number and the like: words that occur in one conversation only. */
  reference: OwnWord | undefined
}

/** Who writes to whom, by first name. */
interface Letter {
  from: string
  to?: string
  reference?: OwnWord | undefined
}

/** All that is ever said on the seeded desk, cut into ready pieces. */
export class Phrasebook {
  readonly lexicon: Lexicon
  private readonly sentences: Record<Language, Piece[]>
  private readonly subjects: Record<Language, Piece[]>
  private readonly greetings: Record<Language, Piece[]>
  private readonly namedGreetings: Map<string, Piece>
  private readonly endings: Map<string, Piece>
  private readonly referenceLead: Piece

  constructor({ rng, conversations }: { rng: number; conversations: number }) {
    const sentences = Math.min(30_000, Math.max(2_000, conversations))
    const vocabulary = makeVocabulary(rng, { sentences, subjects: sentences / 4 })
    const foreign = Object.values(foreignSentences).flat()
    const greetings = Object.values(greetingTexts).flat()
    const everything = [...vocabulary.sentences, ...vocabulary.subjects, ...foreign, ...greetings, ...firstNames]
    this.lexicon = new Lexicon([...everything, farewell, referenceText])
    const plainPiece = (text: string) => this.lexicon.piece(text, text)
    this.sentences = byLanguage(vocabulary.sentences, (texts) => texts.slice(1), plainPiece)
    this.subjects = byLanguage(vocabulary.subjects, (texts) => texts.slice(0, 1), plainPiece)
    this.greetings = byLanguage(greetingTexts.en, (_, language) => greetingTexts[language], plainPiece)
    this.namedGreetings = new Map(firstNames.map((name) => [name, plainPiece(`Hi ${name},`)]))
    this.endings = new Map(
      firstNames.map((name) => [name, this.lexicon.piece(`${farewell}<br>${name}`, `${farewell} ${name}`)]),
    )
    this.referenceLead = plainPiece(referenceText)
  }

  subject(random: Random, language: Language): Piece {
    return random.pick(this.subjects[language])
  }

  sentence(random: Random, language: Language): Piece {
    const sentences = this.sentences[language]
    // Some sentences are said far more often than others, and so are the words in them.
    return sentences[Math.floor(random.fraction() ** 3 * sentences.length)]!
  }

  letter(random: Random, language: Language, { from, to, reference }: Letter): Body {
    const named = to !== undefined && language === "en" ? this.namedGreetings.get(to) : undefined
    const paragraphs = [[named ?? random.pick(this.greetings[language])]]
    let left = random.between(2, 7)
    while (left > 0) {
      const size = Math.min(left, random.between(1, 3))
      paragraphs.push(Array.from({ length: size }, () => this.sentence(random, language)))
      left -= size
    }
    if (reference) paragraphs.push([this.referenceLead])
    const ending = this.endings.get(from)
    if (ending) paragraphs.push([ending])
    return { paragraphs, reference }
  }

  remark(random: Random, language: Language): Body {
    const size = random.between(1, 3)
    return { paragraphs: [Array.from({ length: size }, () => this.sentence(random, language))], reference: undefined }
  }

  reference(random: Random): OwnWord {
    return ownWord(this.lexicon, String(10_000_000 + random.below(89_999_999)))
  }
}

const farewell = "Best regards,"
const referenceText = "This is about order number"

const greetingTexts: Record<Language, string[]> = {
  en: ["Hello,", "Hi there,", "Good morning,", "Dear team,"],
  de: ["Guten Tag,", "Hallo,"],
  fr: ["Bonjour,"],
  es: ["Hola,", "Buenos días,"],
  pt: ["Olá,", "Bom dia,"],
  ru: ["Здравствуйте,"],
  ja: ["お世話になっております。"],
  ar: ["مرحبا،"],
  pl: ["Dzień dobry,"],
}

function byLanguage(
  english: readonly string[],
  foreign: (sentences: readonly string[], language: Exclude<Language, "en">) => readonly string[],
  piece: (text: string) => Piece,
): Record<Language, Piece[]> {
  const others = Object.entries(foreignSentences) as [Exclude<Language, "en">, readonly string[]][]
  const pieces = others.map(([language, sentences]) => [language, foreign(sentences, language).map(piece)])
  return { en: english.map(piece), ...Object.fromEntries(pieces) }
}

export function writeBody(rows: BinaryRows, body: Body): void {
  rows.measured(() => {
    for (const paragraph of body.paragraphs) {
      rows.rawShort(paragraphStart)
      paragraph.forEach((piece, index) => {
        if (index > 0) rows.rawShort(space)
        rows.raw(piece.html)
      })
      rows.rawShort(paragraphEnd)
    }
    if (body.reference) {
      rows.rawShort(paragraphStart)
      rows.rawShort(Buffer.from(body.reference.word))
      rows.rawShort(paragraphEnd)
    }
  })
}

const paragraphStart = Buffer.from("<p>")
const paragraphEnd = Buffer.from("</p>")
const space = Buffer.from(" ")

/** What plainText and a cut at 150 characters would make of it. */
export function previewOf(body: Body): string {
  let text = ""
  for (const paragraph of body.paragraphs) {
    for (const piece of paragraph) text += text === "" ? piece.plain : ` ${piece.plain}`
    if (text.length >= 300) break
  }
  if (body.reference) text += ` ${body.reference.word}`
  // No seeded text holds a surrogate pair, so characters are code points.
  return text.slice(0, 150)
}
