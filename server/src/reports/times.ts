const bucketCount = 65_536

/** How long many things took, in whole seconds. */
export class Times {
  private readonly times: number[] = []
  private longest = 0

  add(time: number): void {
    this.times.push(time)
    if (time > this.longest) this.longest = time
  }

  get count(): number {
    return this.times.length
  }

  /**
   * As percentile_cont of PostgreSQL tells them, in whole seconds. Only those near them are put in order: a million would keep
   * everybody waiting meanwhile.
   */
  percentiles(shares: number[]): number[] {
    const places = shares.map((share) => share * (this.count - 1))
    const wanted = new Set(places.flatMap((place) => [Math.floor(place), Math.ceil(place)]))
    const found = this.find([...wanted].sort((one, other) => one - other))
    return places.map((place) => {
      const [low = 0, high = low] = [found.get(Math.floor(place)), found.get(Math.ceil(place))]
      return Math.round(low + (high - low) * (place % 1))
    })
  }

  /** Which times stand at these places, once all are in order. */
  private find(places: number[]): Map<number, number> {
    const width = Math.ceil((this.longest + 1) / bucketCount)
    const counts = new Uint32Array(bucketCount)
    for (const time of this.times) counts[Math.floor(time / width)]!++
    const found = new Map<number, number>()
    let below = 0
    for (const [bucket, count] of counts.entries()) {
      const here = places.filter((place) => place >= below && place < below + count)
      if (here.length > 0) {
        const near = this.times.filter((time) => Math.floor(time / width) === bucket).sort((one, other) => one - other)
        for (const place of here) found.set(place, near[place - below] ?? 0)
      }
      below += count
    }
    return found
  }
}
