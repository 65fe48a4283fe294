/** A length of time falls into one of these, each a twelfth longer than the one before it; the last has all that is longer. */
export const notchCount = 200
const perDoubling = 8

export function notchOf(seconds: number): number {
  return seconds < 1 ? 0 : Math.min(notchCount - 1, 1 + Math.floor(perDoubling * Math.log2(seconds)))
}

/** In seconds, where a notch begins. */
function startOf(notch: number): number {
  return notch === 0 ? 0 : 2 ** ((notch - 1) / perDoubling)
}

/** Of times that are only known by their notches: right to a few percent. */
export function percentileOf(counts: readonly number[], share: number): number {
  const total = counts.reduce((sum, count) => sum + count, 0)
  const wanted = share * total
  let below = 0
  for (const [notch, count] of counts.entries()) {
    if (count > 0 && below + count >= wanted) {
      const [from, to] = [startOf(notch), startOf(notch + 1)]
      return Math.round(from + (to - from) * ((wanted - below) / count))
    }
    below += count
  }
  return 0
}
