import { ZoneClock } from "../../runtime/zone-clock.ts"

/** When the desk is staffed: on these days of the week (1 is Monday) from and to a minute of the day. */
export interface OfficeHours {
  timezone: string
  hours: { day: number; from: number; to: number }[]
}

const dayMs = 86_400_000
/** Nothing that a desk tells of is older. */
const firstDay = Date.UTC(1990, 0, 1)

/** Measures time by office hours alone. The days it has met are remembered, because a desk is asked about few years. */
export class OfficeClock {
  private readonly office: OfficeHours
  private readonly zone: ZoneClock
  /** Of every day since the first: its open stretches, and the open time before it. */
  private readonly days: { open: [number, number][]; before: number }[] = []

  constructor(office: OfficeHours) {
    this.office = office
    this.zone = new ZoneClock(office.timezone)
  }

  /** Whole seconds of office hours from one moment to a later one. */
  secondsBetween(from: Date, to: Date): number {
    return Math.max(0, Math.floor((this.openUntil(to.getTime()) - this.openUntil(from.getTime())) / 1_000))
  }

  private openUntil(ms: number): number {
    if (ms <= firstDay) return 0
    // The local day may have begun on the other side of midnight in UTC.
    let day = Math.floor((ms - firstDay) / dayMs) + 1
    while (day > 0 && this.startOf(day) > ms) day--
    const { open, before } = this.at(day)
    return before + open.reduce((sum, [from, to]) => sum + Math.max(0, Math.min(to, ms) - from), 0)
  }

  private startOf(day: number): number {
    return this.zone.momentAt(firstDay + day * dayMs, 0)
  }

  private at(day: number): { open: [number, number][]; before: number } {
    for (let next = this.days.length; next <= day; next++) {
      const previous = this.days[next - 1]
      const before = previous ? previous.before + previous.open.reduce((sum, [from, to]) => sum + to - from, 0) : 0
      const date = firstDay + next * dayMs
      const weekday = ((new Date(date).getUTCDay() + 6) % 7) + 1
      const open = this.office.hours
        .filter((hours) => hours.day === weekday)
        .map(({ from, to }): [number, number] => [this.zone.momentAt(date, from), this.zone.momentAt(date, to)])
      this.days.push({ open, before })
    }
    return this.days[day] ?? { open: [], before: 0 }
  }
}
