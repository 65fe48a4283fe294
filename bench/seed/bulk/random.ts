/** Which rows a stream of numbers is for: rows of one kind may change without changing the others. */
export type Stream = "vocabulary" | "people" | "organizations" | "customers" | "conversations" | "times"

/** A small seeded generator (xoshiro128**). The same seed, stream and index give the same numbers on every machine. */
export class Random {
  private a = 0
  private b = 0
  private c = 0
  private d = 0

  constructor(seed: number, stream: Stream, index = 0) {
    this.reseed(seed, stream, index)
  }

  /** Starts over as another row's generator, so that any row can be made again without those before it. */
  reseed(seed: number, stream: Stream, index: number): this {
    let state = mix(seed | 0) ^ mix(streamNumbers[stream] + 0x51ed) ^ mix(index + 0x2545f491)
    state ^= mix(Math.floor(index / 0x100000000) + 0x1234567)
    const word = () => {
      state = (state + 0x9e3779b9) | 0
      return mix(state)
    }
    this.a = word()
    this.b = word()
    this.c = word()
    this.d = word() | 1
    return this
  }

  private bits(): number {
    const five = Math.imul(this.b, 5)
    const result = Math.imul((five << 7) | (five >>> 25), 9)
    const shifted = this.b << 9
    this.c ^= this.a
    this.d ^= this.b
    this.b ^= this.c
    this.a ^= this.d
    this.c ^= shifted
    this.d = (this.d << 11) | (this.d >>> 21)
    return result >>> 0
  }

  /** From 0 up to but not 1. */
  fraction(): number {
    return this.bits() / 0x100000000
  }

  /** A whole number from 0 up to but not `limit`. */
  below(limit: number): number {
    return Math.floor(this.fraction() * limit)
  }

  between(least: number, most: number): number {
    return least + this.below(most - least + 1)
  }

  chance(probability: number): boolean {
    return this.fraction() < probability
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)]!
  }
}

const streamNumbers: Record<Stream, number> = {
  vocabulary: 1,
  people: 2,
  organizations: 3,
  customers: 4,
  conversations: 5,
  times: 6,
}

function mix(value: number): number {
  let mixed = value | 0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
  return mixed ^ (mixed >>> 15)
}

/** Picks by weight in a few steps, however many choices there are. */
export class Weighted<Item> {
  private readonly items: readonly Item[]
  private readonly sums: Float64Array

  constructor(choices: readonly (readonly [Item, number])[]) {
    this.items = choices.map(([item]) => item)
    this.sums = new Float64Array(choices.length)
    let sum = 0
    choices.forEach(([, weight], index) => {
      sum += weight
      this.sums[index] = sum
    })
  }

  pick(random: Random): Item {
    const wanted = random.fraction() * this.sums[this.sums.length - 1]!
    let low = 0
    let high = this.sums.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.sums[middle]! <= wanted) low = middle + 1
      else high = middle
    }
    return this.items[low]!
  }
}

/** The most used first: the n-th is used about 1/n as often. */
export function zipf<Item>(items: readonly Item[]): Weighted<Item> {
  return new Weighted(items.map((item, index) => [item, 1 / (index + 2)] as const))
}
