import { instantAt, isoWeekday, wallTime } from "../../messages/calendar.ts"

export const presetNames = ["laterToday", "tomorrowMorning", "tomorrowAfternoon", "nextWeek", "nextMonth"] as const
export type PresetName = (typeof presetNames)[number]

export interface Preset {
  name: PresetName
  at: Date
}

/** When a working day begins, and what a day without a time of day means. */
export const morningHour = 9
const afternoonHour = 14
/** Later than this is not today any more for people who work by day. */
const eveningHour = 18

/** What people choose most, in the order of time. On a Sunday next week begins tomorrow morning. */
export function presetsAt(now: Date): Preset[] {
  const { year, month } = wallTime(now)
  const moments: Record<PresetName, Date | undefined> = {
    laterToday: laterToday(now),
    tomorrowMorning: onDay(now, 1, morningHour),
    tomorrowAfternoon: onDay(now, 1, afternoonHour),
    nextWeek: onDay(now, daysToMonday(now), morningHour),
    nextMonth: instantAt({ year, month: month + 1, day: 1, hour: morningHour }),
  }
  return presetNames
    .flatMap((name) => (moments[name] ? [{ name, at: moments[name] }] : []))
    .sort((one, other) => one.at.getTime() - other.at.getTime())
}

/** In about three hours, at a full or half hour. */
function laterToday(now: Date): Date | undefined {
  const { hour, minute } = wallTime(now)
  const halfHours = Math.ceil((hour * 60 + minute) / 30) + 6
  return halfHours > eveningHour * 2 ? undefined : onDay(now, 0, halfHours / 2)
}

/** By the reader's clock. */
function onDay(now: Date, days: number, hour: number): Date {
  const { year, month, day } = wallTime(now)
  return instantAt({ year, month, day: day + days, hour: Math.floor(hour), minute: (hour % 1) * 60 })
}

function daysToMonday(now: Date): number {
  return 8 - isoWeekday(now)
}
