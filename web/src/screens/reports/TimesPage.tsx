import type { ReportAnswers } from "@deskhand/sdk/client"
import { useNavigate } from "@tanstack/react-router"
import { percentText } from "../../messages/numbers.ts"
import { text } from "../../messages/reports.ts"
import { ChartCard, Loaded, TableCard } from "./parts/Card.tsx"
import { BarsChart } from "./parts/charts.tsx"
import type { Cell } from "./parts/DataTable.tsx"
import { drillSearch } from "./parts/drill.ts"
import { Figure, Figures } from "./parts/Figures.tsx"
import { amountText, deltaText, durationText, rangeText } from "./parts/format.ts"
import { useReport, useReportQuery } from "./parts/report-query.ts"
import { SeriesCard } from "./parts/SeriesCard.tsx"

const measures = [
  { of: "firstResponseTime", name: text("reports.first"), ends: "response" },
  { of: "responseTime", name: text("reports.response"), ends: "response" },
  { of: "resolutionTime", name: text("reports.resolution"), ends: "resolution" },
] as const
type Measure = (typeof measures)[number]

/** How long it takes until somebody answers, and until everything is done. */
export function TimesPage() {
  const { search } = useReportQuery()
  const productivity = useReport("productivity")
  const percentiles = useReport("productivity/percentiles")
  const series = {
    firstResponseTime: useReport("productivity/first-response-time"),
    responseTime: useReport("productivity/response-time"),
    resolutionTime: useReport("productivity/resolution-time"),
  }
  return (
    <>
      <Figures>
        <Loaded query={productivity}>
          {({ current, previous }) =>
            measures.map(({ of, name }) => (
              <Figure
                key={of}
                name={text("reports.average", { name })}
                value={current[of]}
                previous={previous?.[of]}
                unit="duration"
                drill={drillSearch(search, { of })}
              />
            ))
          }
        </Loaded>
      </Figures>
      <Loaded query={percentiles}>
        {(answer) => (
          <>
            <PercentileTable answer={answer} />
            <Loaded query={productivity}>
              {(told) =>
                measures.map((measure) => (
                  <RangesCard
                    key={measure.of}
                    measure={measure}
                    ranges={measure.of === "resolutionTime" ? answer.resolutionTime : told[measure.of]}
                  />
                ))
              }
            </Loaded>
          </>
        )}
      </Loaded>
      {measures.map(({ of, name }) => (
        <Loaded key={of} query={series[of]}>
          {(answer) => (
            <SeriesCard
              title={text("reports.series", { name })}
              answer={answer}
              amountOf={({ time }) => time}
              unit="duration"
              drill={{ of }}
            />
          )}
        </Loaded>
      ))}
    </>
  )
}

const shares = ["p50", "p75", "p90", "p95"] as const

function PercentileTable({ answer: { current, previous } }: { answer: ReportAnswers["productivity/percentiles"] }) {
  const { search } = useReportQuery()
  const labels = [text("reports.median"), text("reports.p75"), text("reports.p90"), text("reports.p95")]
  const columns = [
    { label: text("reports.measure") },
    { label: text("reports.counted"), numeric: true },
    ...labels.map((label) => ({ label, numeric: true })),
  ]
  const rows = measures.map(({ of, name }): Cell[] => [
    { value: name },
    { value: current[of].count, shown: amountText(current[of].count), drill: drillSearch(search, { of }) },
    ...shares.map((share) => {
      const before = previous?.[of][share]
      return {
        value: current[of][share],
        shown: (
          <>
            {durationText(current[of][share])}
            {before !== undefined && <small>{deltaText(current[of][share], before, "duration")}</small>}
          </>
        ),
        drill: drillSearch(search, { of }),
      }
    }),
  ])
  const lead = search.office ? text("reports.times.office") : text("reports.times.lead")
  return <TableCard table={{ title: text("reports.percentiles"), columns, rows }} lead={lead} />
}

function RangesCard({ measure, ranges }: { measure: Measure; ranges: ReportAnswers["productivity"]["responseTime"] }) {
  const { search } = useReportQuery()
  const navigate = useNavigate()
  const isCompared = ranges.previousCount !== undefined
  const title = text("reports.ranges", { name: measure.name })
  const drillOf = (range: number) => drillSearch(search, { of: measure.of, range })
  const columns = [
    { label: text("reports.range") },
    { label: text("reports.now"), numeric: true },
    { label: text("reports.share"), numeric: true },
    ...(isCompared ? [{ label: text("reports.before"), numeric: true }] : []),
  ]
  const rows = ranges.ranges.map(({ id, count, percent, previousCount = 0 }): Cell[] => [
    { value: rangeText(measure.ends, id) },
    { value: count, shown: amountText(count), drill: drillOf(id) },
    { value: Math.round(percent * 10) / 10, shown: percentText(percent) },
    ...(isCompared ? [{ value: previousCount, shown: amountText(previousCount) }] : []),
  ])
  return (
    <ChartCard table={{ title, columns, rows }} isEmpty={ranges.count === 0 && !ranges.previousCount}>
      <BarsChart
        rows={ranges.ranges.map(({ id, count, previousCount }) => ({
          name: rangeText(measure.ends, id),
          now: count,
          before: previousCount,
        }))}
        series={[
          { key: "now", label: text("reports.now") },
          ...(isCompared ? [{ key: "before", label: text("reports.before"), before: true }] : []),
        ]}
        sideways
        shown={amountText}
        onPick={(index) =>
          void navigate({ to: "/reports/conversations", search: drillOf(ranges.ranges[index]?.id ?? 1) })
        }
      />
    </ChartCard>
  )
}
