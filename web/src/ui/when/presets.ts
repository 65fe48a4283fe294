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
  const moments: Record<PresetName, Date | undefined> = {
    laterToday: laterToday(now),
    tomorrowMorning: onDay(now, 1, morningHour),
    tomorrowAfternoon: onDay(now, 1, afternoonHour),
    nextWeek: onDay(now, daysToMonday(now), morningHour),
    nextMonth: new Date(now.getFullYear(), now.getMonth() + 1, 1, morningHour),
  }
  return presetNames
    .flatMap((name) => (moments[name] ? [{ name, at: moments[name] }] : []))
    .sort((one, other) => one.at.getTime() - other.at.getTime())
}

/** In about three hours, at a full or half hour. */
function laterToday(now: Date): Date | undefined {
  const halfHours = Math.ceil((now.getHours() * 60 + now.getMinutes()) / 30) + 6
  return halfHours > eveningHour * 2 ? undefined : onDay(now, 0, halfHours / 2)
}

function onDay(now: Date, days: number, hour: number): Date {
  const minutes = (hour % 1) * 60
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, Math.floor(hour), minutes)
}

function daysToMonday(now: Date): number {
  return 7 - ((now.getDay() + 6) % 7)
}
