export interface Span {
  days?: number
  hours?: number
  minutes?: number
}

/** Seeded desks stand still at one moment and say everything relative to it. */
export interface Clock {
  now: Date
  ago(span: Span): Date
  ahead(span: Span): Date
  /** At this hour, UTC. */
  tomorrow(hour: number): Date
}

/** Whole seconds, because answers show no fractions and a test may compare what it read with what it filters by. */
export function clockAt(moment: Date): Clock {
  const now = new Date(Math.floor(moment.getTime() / 1000) * 1000)
  return {
    now,
    ago: (span) => new Date(now.getTime() - milliseconds(span)),
    ahead: (span) => new Date(now.getTime() + milliseconds(span)),
    tomorrow: (hour) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1, hour)),
  }
}

function milliseconds({ days = 0, hours = 0, minutes = 0 }: Span): number {
  return ((days * 24 + hours) * 60 + minutes) * 60_000
}
