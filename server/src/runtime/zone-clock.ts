/** Moments of a time zone's own clock. */
export class ZoneClock {
  private readonly timezone: string
  private readonly known = new Map<number, number>()
  private made: Intl.DateTimeFormat | undefined

  constructor(timezone: string) {
    this.timezone = timezone
  }

  /** To make one takes longer than all the rest, and most processes need none. */
  private get format(): Intl.DateTimeFormat {
    this.made ??= new Intl.DateTimeFormat("en-US", {
      timeZone: this.timezone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    })
    return this.made
  }

  /** What the clock shows at a moment, written as if it were UTC. */
  shownAt(ms: number): number {
    const parts: Record<string, number> = {}
    for (const { type, value } of this.format.formatToParts(ms)) parts[type] = Number(value)
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
    return Date.UTC(year, month - 1, day, hour, minute, second) + (((ms % 1_000) + 1_000) % 1_000)
  }

  /** When it shows a time; one that is skipped in spring is as much later, of one that comes twice the first counts. */
  momentOf(shown: number): number {
    const guess = shown - this.offsetAt(shown)
    const moment = shown - this.offsetAt(guess)
    const earlier = shown - this.offsetAt(moment - 3_600_000)
    return this.shownAt(earlier) === shown ? Math.min(earlier, moment) : moment
  }

  /** A minute of a day, which is given by its midnight in UTC. */
  momentAt(date: number, minute: number): number {
    const shown = date + minute * 60_000
    const known = this.known.get(shown)
    if (known !== undefined) return known
    const moment = this.momentOf(shown)
    this.known.set(shown, moment)
    return moment
  }

  private offsetAt(ms: number): number {
    return this.shownAt(ms) - ms
  }
}
