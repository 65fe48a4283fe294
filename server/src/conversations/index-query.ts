import { lexeme } from "../search/words.ts"

/** What the index of searched_words() (migration 0011) is asked for. */
export interface IndexQuery {
  /** PostgreSQL's text form. */
  words: string
  /** Finds what was asked for and nothing else; otherwise more than that, and each must be tested. */
  exact: boolean
  /** Names words that must be there, so that the index need not be read whole. */
  positive: boolean
  /** Of all conversations, as far as those of single words can tell. */
  shares(shareOf: (word: string) => number): Shares
}

interface Shares {
  found: number
  /** What the index goes through to find them: where several words must be there, those with the rarest of them. */
  read: number
}

export function one(word: string): IndexQuery {
  const shares = (shareOf: (word: string) => number) => ({ found: shareOf(word), read: shareOf(word) })
  return { words: lexeme(word), exact: true, positive: true, shares }
}

/** At least one. */
export function every(parts: IndexQuery[]): IndexQuery {
  return {
    words: joined(parts, " & "),
    exact: parts.every(({ exact }) => exact),
    positive: parts.some(({ positive }) => positive),
    shares(shareOf) {
      const shares = parts.map((part) => part.shares(shareOf))
      return {
        found: shares.reduce((product, { found }) => product * found, 1),
        read: Math.min(...shares.map(({ read }) => read)),
      }
    },
  }
}

/** At least one. */
export function some(parts: IndexQuery[]): IndexQuery {
  return {
    words: joined(parts, " | "),
    exact: parts.every(({ exact }) => exact),
    positive: parts.every(({ positive }) => positive),
    shares(shareOf) {
      const shares = parts.map((part) => part.shares(shareOf))
      return {
        found: 1 - shares.reduce((product, { found }) => product * (1 - found), 1),
        read: Math.min(
          1,
          shares.reduce((sum, { read }) => sum + read, 0),
        ),
      }
    },
  }
}

export function opposite(part: IndexQuery): IndexQuery {
  return {
    words: `!(${part.words})`,
    exact: part.exact,
    positive: false,
    shares: (shareOf) => ({ found: 1 - part.shares(shareOf).found, read: 1 }),
  }
}

function joined(parts: IndexQuery[], operator: string): string {
  return parts.length === 1 ? parts[0]!.words : parts.map(({ words }) => `(${words})`).join(operator)
}
