export const hourMs = 3_600_000
export const dayMs = 24 * hourMs
export const weekMs = 7 * dayMs

/** The first Monday after 1970 began. */
const firstMonday = 4 * dayMs

export function startOfHour(ms: number): number {
  return Math.floor(ms / hourMs) * hourMs
}

export function startOfDay(ms: number): number {
  return Math.floor(ms / dayMs) * dayMs
}

/** Weeks begin on Monday, UTC. */
export function startOfWeek(ms: number): number {
  return Math.floor((ms - firstMonday) / weekMs) * weekMs + firstMonday
}
