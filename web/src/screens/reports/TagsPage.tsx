import type { ReportAnswers } from "@deskhand/sdk/client"
import { Link, useNavigate } from "@tanstack/react-router"
import { text } from "../../messages/reports.ts"
import { ChartCard, Loaded } from "./parts/Card.tsx"
import { BarsChart } from "./parts/charts.tsx"
import { drillSearch } from "./parts/drill.ts"
import { Figure, Figures } from "./parts/Figures.tsx"
import { amountText } from "./parts/format.ts"
import { useReport, useReportQuery } from "./parts/report-query.ts"
import { commonOf } from "./parts/search.ts"
import { topTable } from "./parts/tops.ts"

/** A report takes so many at once. */
const mostAsked = 200

/** As many bars as one takes in; the table has all. */
const mostBars = 12

export function TagsPage() {
  return <Loaded query={useReport("conversations/tags")}>{(answer) => <Tags answer={answer} />}</Loaded>
}

function Tags({ answer: { conversations, tagged, tags } }: { answer: ReportAnswers["conversations/tags"] }) {
  const { search } = useReportQuery()
  const navigate = useNavigate()
  const drill = (id: number) => drillSearch(search, { of: "tag", id })
  const table = topTable(tags, { title: text("reports.tags.top"), name: text("reports.tag"), drill })
  const top = tags.slice(0, mostBars)
  // Who asks for some tags is told of what has one of them.
  const any = search.tags ?? tags.map(({ id }) => id)
  const isCompared = tags.some(({ previousCount }) => previousCount !== undefined)
  const rows = table.rows.map(([name, ...rest], index) => {
    const tag = tags[index]
    if (!name || !tag) return rest
    const shown = (
      <Link
        key="tag"
        to="/reports"
        search={{ ...commonOf(search), tags: [tag.id] }}
        aria-label={text("reports.tag.only", { tag: tag.name })}
      >
        {tag.name}
      </Link>
    )
    return [{ ...name, shown }, ...rest]
  })
  return (
    <>
      <Figures>
        <Figure name={text("reports.new")} value={conversations} drill={drillSearch(search, { of: "new" })} />
        <Figure
          name={text("reports.tags.tagged")}
          value={tagged}
          {...(any.length > 0 &&
            any.length <= mostAsked && { drill: { ...drillSearch(search, { of: "new" }), tags: any } })}
        />
      </Figures>
      <ChartCard table={{ ...table, rows }} lead={text("reports.tags.lead")} isEmpty={tags.length === 0}>
        <BarsChart
          rows={top.map(({ name, count, previousCount }) => ({ name, now: count, before: previousCount }))}
          series={[
            { key: "now", label: text("reports.now") },
            ...(isCompared ? [{ key: "before", label: text("reports.before"), before: true }] : []),
          ]}
          sideways
          shown={amountText}
          onPick={(index) => void navigate({ to: "/reports/conversations", search: drill(top[index]?.id ?? 0) })}
        />
      </ChartCard>
    </>
  )
}
