import { daysText } from "../../../messages/moments.ts"
import { numberText, percentText, preciseText } from "../../../messages/numbers.ts"
import { text } from "../../../messages/reports.ts"
import type { Period } from "./periods.ts"
import { lastDayOf } from "./periods.ts"

const parts = [
  ["d", 86_400],
  ["h", 3_600],
  ["m", 60],
  ["s", 1],
] as const

/** Its two largest parts: `3d 4h`, `12m 30s`, `0s`. */
export function durationText(seconds: number): string {
  let left = Math.round(seconds)
  if (left >= 3_600) left = Math.round(left / 60) * 60
  if (left >= 86_400) left = Math.round(left / 3_600) * 3_600
  const words: string[] = []
  for (const [letter, worth] of parts) {
    const amount = Math.floor(left / worth)
    left -= amount * worth
    if (amount > 0) words.push(`${amount}${letter}`)
  }
  return words.slice(0, 2).join(" ") || "0s"
}

export function amountText(amount: number): string {
  return Number.isInteger(amount) ? numberText(amount) : preciseText(amount)
}

export type Unit = "amount" | "duration" | "percent" | "score"

export function valueText(value: number, unit: Unit = "amount"): string {
  if (unit === "duration") return durationText(value)
  return unit === "percent" ? percentText(value) : amountText(unit === "score" ? Math.round(value) : value)
}

/** How something differs from before, in words and with a sign: colours alone would say it to some only. */
export function deltaText(current: number, previous: number, unit: Unit = "amount"): string {
  const before = valueText(previous, unit)
  if (valueText(current, unit) === before) return text("reports.delta.same")
  const isMore = current > previous
  // Of nothing there is no share, and shares differ by points.
  const isByPoints = unit === "percent" || unit === "score"
  if (previous === 0 && !isByPoints) return text("reports.delta.new")
  const by = isByPoints
    ? text("reports.delta.points", { points: preciseText(Math.abs(current - previous)) })
    : percentText((Math.abs(current - previous) / Math.abs(previous)) * 100)
  return text(isMore ? "reports.delta.more" : "reports.delta.less", { by, before })
}

export function periodText(period: Period): string {
  return daysText(period.start, lastDayOf(period))
}

const responseEnds = [900, 1_800, 3_600, 7_200, 10_800, 21_600, 43_200, 86_400, 172_800]
const resolutionEnds = [3_600, 10_800, 21_600, 43_200, 86_400, 172_800, 259_200, 604_800, 1_209_600]

/** What the ranges of a time mean, as the desk numbers them. */
export function rangeText(measure: "response" | "resolution", id: number): string {
  const ends = measure === "response" ? responseEnds : resolutionEnds
  const [from, to] = [ends[id - 2], ends[id - 1]]
  if (from === undefined) return text("reports.range.below", { to: durationText(to ?? 0) })
  if (to === undefined) return text("reports.range.above", { from: durationText(from) })
  return text("reports.range.between", { from: durationText(from), to: durationText(to) })
}
