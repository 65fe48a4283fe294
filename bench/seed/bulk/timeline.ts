import { Random } from "./random.ts"

const hourMs = 3_600_000
const years = 3

/** When the n-th of all conversations came: three years, growing volume, busy on working days. */
export class Timeline {
  private readonly startMs: number
  private readonly sums: Float64Array
  private readonly total: number
  private readonly random: Random
  private readonly seed: number

  constructor(options: { now: Date; total: number; rng: number }) {
    const hours = years * 365 * 24
    // The newest conversation is a minute old, so that its threads fit before now.
    const endMs = options.now.getTime() - 60_000
    this.startMs = endMs - hours * hourMs
    this.total = options.total
    this.seed = options.rng
    this.random = new Random(options.rng, "times")
    this.sums = new Float64Array(hours + 1)
    for (let hour = 0; hour < hours; hour++) {
      const at = new Date(this.startMs + hour * hourMs)
      const growth = 0.3 + (1.4 * hour) / hours
      this.sums[hour + 1] = this.sums[hour]! + growth * hourWeights[at.getUTCHours()]! * dayWeights[at.getUTCDay()]!
    }
  }

  /** Milliseconds since 1970; never earlier than that of a smaller index. */
  at(index: number): number {
    const jitter = this.random.reseed(this.seed, "times", index).fraction()
    const wanted = ((index + jitter) / this.total) * this.sums[this.sums.length - 1]!
    let low = 0
    let high = this.sums.length - 2
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.sums[middle + 1]! <= wanted) low = middle + 1
      else high = middle
    }
    const within = (wanted - this.sums[low]!) / (this.sums[low + 1]! - this.sums[low]!)
    return Math.floor(this.startMs + (low + Math.min(within, 1)) * hourMs)
  }
}

const hourWeights = [1, 1, 1, 1, 1, 2, 3, 5, 9, 12, 13, 13, 11, 11, 12, 12, 11, 9, 7, 5, 4, 3, 2, 2]
const dayWeights = [3, 11, 11, 10, 10, 9, 4]
