/** From 1 to this many threads at the usual average; only larger averages go further, up to the desk's own limit. */
const usualMost = 40
const usualAverage = 10
const limit = 98

export const mostThreadsPer = 40

/** How many threads each conversation has: many short ones, a long tail, and the wanted average all but exactly. */
export class ThreadCounts {
  private readonly extra: number
  private readonly bend: number
  private readonly mean: number

  constructor(average: number) {
    this.extra = average - 1
    const longest = Math.min((usualMost - 1) / (usualAverage - 1), (limit - 1) / Math.max(1, this.extra))
    this.bend = bendFor(longest)
    this.mean = meanOf(this.bend)
  }

  at(index: number): number {
    const exact = 1 + (this.extra * -Math.log(1 - this.bend * rankOf(index))) / this.mean
    return Math.floor(exact + spread(index, 0.5698402909980532))
  }
}

/** From 0 for the shortest conversation to 1 for the longest, spread evenly over any stretch of indexes. */
export function rankOf(index: number): number {
  return spread(index, 0.7548776662466927)
}

/** The two-dimensional sequence of the plastic number: more even than chance, so that sums come out right. */
function spread(index: number, step: number): number {
  const value = 0.5 + step * (index + 1)
  return value - Math.floor(value)
}

/** The curve -ln(1 - bend·rank) whose largest value is so many times its mean. */
function bendFor(longest: number): number {
  let low = 0.01
  let high = 0.999999
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2
    if (-Math.log(1 - middle) / meanOf(middle) < longest) low = middle
    else high = middle
  }
  return low
}

function meanOf(bend: number): number {
  return 1 + ((1 - bend) * Math.log(1 - bend)) / bend
}
