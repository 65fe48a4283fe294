import type { Ranges } from "@deskhand/contract/reports/report"
import type { Period, Periods } from "./period.ts"

/** How much of what was there has come or gone, in percent; of nothing there is no share. */
export function percentChange(current: number, previous: number): number {
  return previous === 0 ? 0 : ((current - previous) / previous) * 100
}

export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : (part / whole) * 100
}

export function average(sum: number, count: number): number {
  return count === 0 ? 0 : sum / count
}

export interface PeriodPair<Figures> {
  current: Figures
  previous: Figures | undefined
}

export async function comparePeriods<Figures>(
  { current, previous }: Periods,
  figuresOf: (period: Period) => Promise<Figures>,
): Promise<PeriodPair<Figures>> {
  const [now, before] = await Promise.all([figuresOf(current), previous ? figuresOf(previous) : undefined])
  return { current: now, previous: before }
}

type Numbers = Record<string, number>

/** Of every number that both have. */
export function percentChanges<Figures extends object>(current: Figures, previous: Figures): Numbers {
  const before = previous as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(current).flatMap(([name, value]) => {
      const old = before[name]
      return typeof value === "number" || value === null ? [[name, percentChange(value ?? 0, Number(old ?? 0))]] : []
    }),
  )
}

/** How a count spreads over ranges, beside how it did before. */
export function rangesOf(counts: PeriodPair<number[]>, resolutionTimes?: number[]): Ranges {
  const total = sum(counts.current)
  const before = counts.previous && sum(counts.previous)
  return {
    count: total,
    ...(before !== undefined && { previousCount: before }),
    ranges: counts.current.map((count, index) => {
      const previousCount = counts.previous?.[index]
      return {
        id: index + 1,
        count,
        percent: percentOf(count, total),
        ...(previousCount !== undefined && { previousCount, previousPercent: percentOf(previousCount, before ?? 0) }),
        ...(resolutionTimes && { resolutionTime: average(resolutionTimes[index] ?? 0, count) }),
      }
    }),
  }
}

function sum(counts: number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}
