import { useNavigate } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useNow } from "../../../data/clock.ts"
import { text } from "../../../messages/reports.ts"
import { ChartCard } from "./Card.tsx"
import { LinesChart } from "./charts.tsx"
import { type Drill, drillSearch } from "./drill.ts"
import { type Unit, valueText } from "./format.ts"
import { useReportQuery } from "./report-query.ts"
import { lineRows, type Point, pairedTable, progressOf, stepsOf } from "./series.ts"

interface SeriesCardProps<One extends Point> {
  title: string
  lead?: ReactNode
  answer: { current: One[]; previous?: One[] }
  amountOf: (point: One) => number
  unit?: Unit
  /** The conversations behind each step. */
  drill: Drill
}

/** One figure over time, beside that of the period before. */
export function SeriesCard<One extends Point>({ title, lead, answer, amountOf, unit, drill }: SeriesCardProps<One>) {
  const { search, periods } = useReportQuery()
  const navigate = useNavigate()
  const shown = (value: number) => valueText(value, unit)
  const progress = progressOf(answer.current, periods, useNow())
  const labels = { date: text("reports.date"), now: text("reports.now"), before: text("reports.before") }
  const table = { title, ...pairedTable({ answer, amountOf, shown, drill, search, periods, progress, labels }) }
  const spans = stepsOf(answer.current, periods)
  const isEmpty = [...answer.current, ...(answer.previous ?? [])].every((point) => amountOf(point) === 0)
  return (
    <ChartCard table={table} lead={lead} isEmpty={isEmpty} isRunning={progress.includes("running")}>
      <LinesChart
        rows={lineRows(answer, progress, amountOf)}
        series={[
          { key: "now", label: labels.now },
          ...(progress.includes("running") ? [{ key: "soFar", label: text("reports.soFar"), isRunning: true }] : []),
          ...(answer.previous ? [{ key: "before", label: labels.before, before: true }] : []),
        ]}
        shown={shown}
        onPick={(index) =>
          void navigate({ to: "/reports/conversations", search: drillSearch(search, { ...drill, ...spans[index] }) })
        }
      />
    </ChartCard>
  )
}
