const chunkBits = 12
const chunkSize = 2 ** chunkBits

/** How often each number occurs, most of which are near one another: a map would take ten times as long. */
export class Tally {
  private readonly chunks = new Map<number, Uint32Array>()

  add(number: number): void {
    const place = Math.floor(number / chunkSize)
    let chunk = this.chunks.get(place)
    if (!chunk) {
      chunk = new Uint32Array(chunkSize)
      this.chunks.set(place, chunk)
    }
    chunk[number % chunkSize]!++
  }

  count(number: number): number {
    return this.chunks.get(Math.floor(number / chunkSize))?.[number % chunkSize] ?? 0
  }

  /** Those that occur most often, and of two that occur as often the smaller first. */
  most(limit: number): number[] {
    const found: { number: number; count: number }[] = []
    const inOrder = () => found.sort((one, other) => other.count - one.count || one.number - other.number)
    let least = 1
    for (const [place, chunk] of this.chunks)
      for (const [index, count] of chunk.entries()) {
        if (count < least) continue
        found.push({ number: place * chunkSize + index, count })
        if (found.length < 2 * limit) continue
        inOrder().length = limit
        least = found.at(-1)?.count ?? least
      }
    return inOrder()
      .slice(0, limit)
      .map(({ number }) => number)
  }
}
