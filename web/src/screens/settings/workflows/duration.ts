import { text } from "../../../messages/settings.ts"

export const units = ["minutes", "hours", "days"] as const
export type Unit = (typeof units)[number]

export const minutesIn: Record<Unit, number> = { minutes: 1, hours: 60, days: 1_440 }

/** In the largest unit of which it is a whole number. */
export function readDuration(minutes: number): { amount: number; unit: Unit } {
  const unit = units.findLast((one) => minutes % minutesIn[one] === 0) ?? "minutes"
  return { amount: minutes / minutesIn[unit], unit }
}

export function durationText(minutes: number): string {
  const { amount, unit } = readDuration(minutes)
  return text(`workflow.${unit}`, { count: amount })
}
