/** How long many things took, in whole seconds. */
export class Times {
  count = 0
  /** A year of a large desk has millions: four bytes each, and nothing for V8 to look through. */
  private times = new Uint32Array(1_024)
  private longest = 0

  add(time: number): void {
    if (this.count === this.times.length) {
      const longer = new Uint32Array(2 * this.count)
      longer.set(this.times)
      this.times = longer
    }
    this.times[this.count++] = time
    if (time > this.longest) this.longest = time
  }

  /** As percentile_cont of PostgreSQL tells them, in whole seconds; 0 of nothing. */
  percentiles(shares: number[]): number[] {
    if (this.count === 0) return shares.map(() => 0)
    const places = shares.map((share) => share * (this.count - 1))
    const found = this.find(new Set(places.flatMap((place) => [Math.floor(place), Math.ceil(place)])))
    return places.map((place) => {
      const [low = 0, high = low] = [found.get(Math.floor(place)), found.get(Math.ceil(place))]
      return Math.round(low + (high - low) * (place % 1))
    })
  }

  /**
   * Which times stand at these places, once all are in order. They are counted and not put in order, first by the hour or
   * so and then, in the hours that hold one of the places, by the second: a million would keep everybody waiting meanwhile.
   */
  private find(places: Set<number>): Map<number, number> {
    const hours = new Uint32Array((this.longest >>> hourBits) + 1)
    for (let index = 0; index < this.count; index++) hours[this.times[index]! >>> hourBits]!++
    const held = [...places].map((place) => ({ place, ...bucketOf(hours, place) }))
    const wanted = [...new Set(held.map(({ bucket }) => bucket))]
    const slots = new Uint8Array(hours.length).fill(wanted.length)
    for (const [slot, bucket] of wanted.entries()) slots[bucket] = slot
    // One more for what nobody asks for, so that counting asks nothing.
    const seconds = Array.from({ length: wanted.length + 1 }, () => new Uint32Array(2 ** hourBits))
    for (let index = 0; index < this.count; index++) {
      const time = this.times[index]!
      seconds[slots[time >>> hourBits]!]![time % 2 ** hourBits]!++
    }
    return new Map(
      held.map(({ place, bucket, rest }) => {
        const second = bucketOf(seconds[wanted.indexOf(bucket)]!, rest).bucket
        return [place, bucket * 2 ** hourBits + second]
      }),
    )
  }
}

const hourBits = 12

/** Where a place falls, and how far into it. */
function bucketOf(counts: Uint32Array, place: number): { bucket: number; rest: number } {
  let rest = place
  let bucket = 0
  for (; bucket < counts.length; bucket++) {
    const count = counts[bucket] ?? 0
    if (rest < count) break
    rest -= count
  }
  return { bucket, rest }
}
