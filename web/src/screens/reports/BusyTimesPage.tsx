import type { ReportAnswers } from "@deskhand/sdk/client"
import { Link } from "@tanstack/react-router"
import { hourText, weekdayText } from "../../messages/moments.ts"
import { readerZone } from "../../messages/region.ts"
import { text } from "../../messages/reports.ts"
import { Section } from "../../ui/parts/Section.tsx"
import styles from "./BusyTimes.module.css"
import { Loaded, Nothing } from "./parts/Card.tsx"
import { ExportButton } from "./parts/DataTable.tsx"
import { drillSearch } from "./parts/drill.ts"
import { amountText } from "./parts/format.ts"
import { useReport, useReportQuery } from "./parts/report-query.ts"

type Times = ReportAnswers["conversations/busy-times"]

const days = [1, 2, 3, 4, 5, 6, 7]
const hours = Array.from({ length: 24 }, (_, hour) => hour)
/** As many shades as an eye tells apart. */
const shades = 6

/** When conversations begin. The map is a table itself: every hour has its number and leads to its conversations. */
export function BusyTimesPage() {
  return <Loaded query={useReport("conversations/busy-times")}>{(times) => <HeatMap times={times} />}</Loaded>
}

function HeatMap({ times }: { times: Times }) {
  const { search } = useReportQuery()
  const title = text("reports.busy")
  const countOf = (day: number, hour: number) =>
    times.find((time) => time.day === day && time.hour === hour)?.count ?? 0
  const most = Math.max(...times.map(({ count }) => count))
  const shadeOf = (count: number) => (count === 0 ? 0 : Math.max(1, Math.ceil((count / most) * shades)))
  const table = {
    title,
    columns: [{ label: text("reports.busy.weekday") }, ...hours.map((hour) => ({ label: hourText(hour) }))],
    rows: days.map((day) => [
      { value: weekdayText(day, "long") },
      ...hours.map((hour) => ({ value: countOf(day, hour) })),
    ]),
  }
  const lead = text("reports.busy.lead", { zone: readerZone() })
  if (most === 0)
    return (
      <Section look="box" title={title} lead={lead}>
        <Nothing />
      </Section>
    )
  return (
    <Section look="box" title={title} lead={lead} action={<ExportButton {...table} />}>
      <p className={styles["busiest"]}>{busiestText(times)}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className={styles["scroller"]} tabIndex={0} aria-label={text("reports.table.of", { title })}>
        <table className={styles["map"]}>
          <caption className="visually-hidden">{title}</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">{text("reports.busy.weekday")}</span>
              </th>
              {hours.map((hour) => (
                <th key={hour} scope="col">
                  {hourText(hour)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day}>
                <th scope="row">{weekdayText(day)}</th>
                {hours.map((hour) => {
                  const count = countOf(day, hour)
                  const label = text("reports.busy.cell", {
                    day: weekdayText(day, "long"),
                    hour: hourText(hour),
                    count,
                  })
                  return (
                    <td key={hour} data-shade={shadeOf(count)} title={label}>
                      {count > 0 ? (
                        <Link
                          to="/reports/conversations"
                          search={drillSearch(search, { of: "new", day, hour })}
                          aria-label={label}
                        >
                          {amountText(count)}
                        </Link>
                      ) : (
                        <span>0</span>
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className={styles["legend"]} aria-hidden>
        {text("reports.busy.few")}
        {Array.from({ length: shades }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: shades are known by their place
          <span key={index} data-shade={index + 1} />
        ))}
        {text("reports.busy.many")}
      </p>
    </Section>
  )
}

function busiestText(times: Times): string {
  const totals = days.map((day) => ({ day, own: times.filter((time) => time.day === day) }))
  const sum = (own: Times) => own.reduce((total, { count }) => total + count, 0)
  const best = totals.reduce((one, other) => (sum(other.own) > sum(one.own) ? other : one))
  const peak = best.own.reduce((one, other) => (other.count > one.count ? other : one))
  return text("reports.busy.day", {
    day: weekdayText(best.day, "long"),
    count: sum(best.own),
    hour: hourText(peak.hour),
  })
}
