import type { ReportAnswers } from "@deskhand/sdk/client"
import { Link } from "@tanstack/react-router"
import { UsersRound } from "lucide-react"
import { text } from "../../messages/reports.ts"
import { Notice } from "../../ui/parts/Notice.tsx"
import { PersonReport } from "./PersonReport.tsx"
import { Loaded, TableCard } from "./parts/Card.tsx"
import type { Cell, TableModel } from "./parts/DataTable.tsx"
import { drillSearch } from "./parts/drill.ts"
import { amountText, deltaText, durationText } from "./parts/format.ts"
import { useReport, useReportQuery } from "./parts/report-query.ts"
import { commonOf, type DrillName, type ReportSearch } from "./parts/search.ts"

type Row = ReportAnswers["company/people"]["users"][number]

/** Everybody and every team, or one of them. */
export function PeoplePage() {
  const { search } = useReportQuery()
  return search.person === undefined ? <Everybody /> : <PersonReport id={search.person} />
}

function Everybody() {
  const { search } = useReportQuery()
  return (
    <Loaded query={useReport("company/people")}>
      {({ users, teams }) => (
        <>
          <TableCard table={tableOf(text("reports.users"), users, search)} lead={text("reports.people.lead")} />
          <TableCard
            table={tableOf(text("reports.teams"), teams, search)}
            empty={
              <Notice icon={<UsersRound size={22} />} title={text("reports.teams.none.title")}>
                {text("reports.teams.none")}
              </Notice>
            }
          />
        </>
      )}
    </Loaded>
  )
}

function tableOf(title: string, people: readonly Row[], search: ReportSearch): TableModel {
  const isCompared = people.some(({ previous }) => previous !== undefined)
  const columns = [
    { label: text("reports.person") },
    { label: text("reports.replies"), numeric: true },
    ...(isCompared ? [{ label: text("reports.change") }] : []),
    ...[
      text("reports.helped"),
      text("reports.closed"),
      text("reports.resolved"),
      text("reports.first"),
      text("reports.response"),
      text("reports.resolution"),
      text("reports.score"),
    ].map((label) => ({ label, numeric: true })),
  ]
  const rows = people.map(({ id, name, current, previous }): Cell[] => {
    const counted = (value: number, of: DrillName): Cell => ({
      value,
      shown: amountText(value),
      drill: drillSearch(search, { of, person: id }),
    })
    const timed = (value: number, of: DrillName): Cell => ({
      ...counted(Math.round(value), of),
      shown: durationText(value),
    })
    return [
      {
        value: name,
        shown: (
          <Link key="name" to="/reports/people" search={{ ...commonOf(search), person: id }}>
            {name}
          </Link>
        ),
      },
      counted(current.replies, "replied"),
      ...(isCompared ? [{ value: deltaText(current.replies, previous?.replies ?? 0) }] : []),
      counted(current.customersHelped, "replied"),
      counted(current.closed, "closed"),
      counted(current.resolved, "resolved"),
      timed(current.firstResponseTime, "firstResponseTime"),
      timed(current.responseTime, "responseTime"),
      timed(current.resolutionTime, "resolutionTime"),
      {
        value: current.ratings === 0 ? "" : Math.round(current.happinessScore),
        shown:
          current.ratings === 0 ? (
            "–"
          ) : (
            <Link key="score" to="/reports/happiness" search={{ ...commonOf(search), person: id }}>
              {amountText(Math.round(current.happinessScore))}
            </Link>
          ),
      },
    ]
  })
  return { title, columns, rows }
}
