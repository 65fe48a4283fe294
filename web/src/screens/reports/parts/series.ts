import type { Cell, Column } from "./DataTable.tsx"
import type { Drill } from "./drill.ts"
import { drillSearch } from "./drill.ts"
import { dayText } from "./format.ts"
import type { Periods } from "./periods.ts"
import type { ReportSearch } from "./search.ts"

export interface Point {
  date: string
}

/** Where a step begins and where the next one does. */
export function stepsOf(points: readonly Point[], { current }: Periods): { since: string; until: string }[] {
  return points.map(({ date }, index) => ({ since: date, until: points[index + 1]?.date ?? current.end.toISOString() }))
}

/** Beside each point the one of the period before that stands at the same place. */
export function pairedRows<One extends Point>(
  { current, previous }: { current: One[]; previous?: One[] | undefined },
  amountOf: (point: One) => number,
): { name: string; now: number; before?: number }[] {
  return current.map((point, index) => {
    const before = previous?.[index]
    return { name: dayText(point.date), now: amountOf(point), ...(before && { before: amountOf(before) }) }
  })
}

interface PointPair<One extends Point> {
  answer: { current: One[]; previous?: One[] | undefined }
  amountOf: (point: One) => number
  shown: (value: number) => string
  drill: Drill
  search: ReportSearch
  periods: Periods
  labels: { date: string; now: string; before: string }
}

/** The table behind a line: each step with its conversations. */
export function pairedTable<One extends Point>(paired: PointPair<One>): { columns: Column[]; rows: Cell[][] } {
  const { answer, amountOf, shown, drill, search, periods, labels } = paired
  const spans = stepsOf(answer.current, periods)
  const columns = [
    { label: labels.date },
    { label: labels.now, numeric: true },
    ...(answer.previous ? [{ label: labels.before, numeric: true }] : []),
  ]
  const rows = answer.current.map((point, index): Cell[] => {
    const value = amountOf(point)
    const before = answer.previous?.[index]
    const cells: Cell[] = [
      { value: point.date.slice(0, 10), shown: dayText(point.date) },
      { value, shown: shown(value), drill: drillSearch(search, { ...drill, ...spans[index] }) },
    ]
    if (answer.previous)
      cells.push(before ? { value: amountOf(before), shown: shown(amountOf(before)) } : { value: "" })
    return cells
  })
  return { columns, rows }
}
