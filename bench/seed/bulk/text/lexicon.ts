import { wordsOf } from "../../../../server/src/search/words.ts"

/** A ready piece of a body: what is stored, what a preview shows, and which words of the lexicon it holds. */
export interface Piece {
  html: Uint8Array
  plain: string
  words: Uint32Array
}

/** Every word of all pieces, in the order in which a tsvector keeps them. */
export class Lexicon {
  private readonly words: string[]
  private readonly ranks: Map<string, number>
  /** Each word's bytes, ended as the wire wants it. */
  readonly terminated: Uint8Array[]

  constructor(texts: Iterable<string>) {
    const words = new Set<string>()
    for (const text of texts) for (const word of wordsOf(text)) words.add(word)
    this.words = [...words].sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
    this.ranks = new Map(this.words.map((word, rank) => [word, rank]))
    this.terminated = this.words.map((word) => Buffer.from(`${word}\0`))
  }

  piece(html: string, plain: string): Piece {
    const words = wordsOf(plain).map((word) => {
      const rank = this.ranks.get(word)
      if (rank === undefined) throw new Error(`The lexicon was made without the word ${word}`)
      return rank
    })
    return { html: Buffer.from(html), plain, words: Uint32Array.from(words) }
  }

  /** How many words come before one that is not in the lexicon. */
  rankFor(word: string): number {
    let low = 0
    let high = this.words.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.words[middle]! < word) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** A word made for one row, such as an e-mail address or an order number, with its place among the others. */
export interface OwnWord {
  word: string
  terminated: Uint8Array
  rank: number
}

export function ownWord(lexicon: Lexicon, word: string): OwnWord {
  return { word, terminated: Buffer.from(`${word}\0`), rank: lexicon.rankFor(word) }
}
