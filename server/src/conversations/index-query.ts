import { lexeme } from "../search/words.ts"

/** What the index of searched_words() (migration 0011) is asked for. */
export interface IndexQuery {
  /** PostgreSQL's text form. */
  words: string
  /** Single words of which one suffices, where that is all it asks for. */
  alternatives?: string[]
  /** Finds what was asked for and nothing else; otherwise more than that, and each must be tested. */
  exact: boolean
  /** Names words that must be there, so that the index need not be read whole. */
  positive: boolean
  /** Those of its words that an added thread may bring, in PostgreSQL's text form. */
  brought: string[]
  /** Asks nowhere for what is not there: what holds goes on to hold, whatever comes. */
  lasting: boolean
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
  const words = lexeme(word)
  const brought = isBrought(word) ? [words] : []
  return { words, alternatives: [words], exact: true, positive: true, brought, lasting: true, shares }
}

/** Subject, customer, tags and fields are the conversation's own; their marks stand in searched_words(). */
function isBrought(word: string): boolean {
  return !/^[/$+=]/.test(word)
}

/** At least one. */
export function every(parts: IndexQuery[]): IndexQuery {
  if (parts.length === 1) return parts[0]!
  return {
    words: joined(parts, " & "),
    exact: parts.every(({ exact }) => exact),
    positive: parts.some(({ positive }) => positive),
    ...together(parts),
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
  const isSimple = parts.every(({ alternatives }) => alternatives)
  return {
    words: joined(parts, " | "),
    ...(isSimple && { alternatives: parts.flatMap(({ alternatives = [] }) => alternatives) }),
    exact: parts.every(({ exact }) => exact),
    positive: parts.every(({ positive }) => positive),
    ...together(parts),
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
    brought: part.brought,
    lasting: false,
    shares: (shareOf) => ({ found: 1 - part.shares(shareOf).found, read: 1 }),
  }
}

function together(parts: IndexQuery[]): Pick<IndexQuery, "brought" | "lasting"> {
  return {
    brought: [...new Set(parts.flatMap(({ brought }) => brought))],
    lasting: parts.every(({ lasting }) => lasting),
  }
}

/** In halves: what is nested as deep as it is long takes the index a fifth longer. */
function joined(parts: IndexQuery[], operator: string): string {
  if (parts.length === 1) return parts[0]!.words
  const half = Math.ceil(parts.length / 2)
  const sides = [parts.slice(0, half), parts.slice(half)].map((side) => joined(side, operator))
  return sides.map((side) => `(${side})`).join(operator)
}
