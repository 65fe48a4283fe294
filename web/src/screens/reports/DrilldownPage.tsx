import type { ReportAnswers } from "@deskhand/sdk/client"
import { useQuery } from "@tanstack/react-query"
import { Link, useRouter } from "@tanstack/react-router"
import { ArrowLeft, SearchX } from "lucide-react"
import { useNow } from "../../data/clock.ts"
import { tagsQuery } from "../../data/tags.ts"
import { agoText, hourText, weekdayText } from "../../messages/moments.ts"
import { text } from "../../messages/reports.ts"
import { Button } from "../../ui/parts/Button.tsx"
import { Notice } from "../../ui/parts/Notice.tsx"
import { Section } from "../../ui/parts/Section.tsx"
import styles from "./Drilldown.module.css"
import { Loaded } from "./parts/Card.tsx"
import { DataTable, ExportButton } from "./parts/DataTable.tsx"
import { useDrilldown } from "./parts/drill.ts"
import { periodText, rangeText } from "./parts/format.ts"
import { Pager } from "./parts/Pager.tsx"
import { useReportQuery } from "./parts/report-query.ts"
import { commonOf, type DrillSearch } from "./parts/search.ts"

/** The conversations that a figure counts. */
export function DrilldownPage() {
  const router = useRouter()
  const { search } = useReportQuery()
  // Whoever came by a link from elsewhere has no report behind them.
  const back = () =>
    router.history.canGoBack()
      ? router.history.back()
      : void router.navigate({ to: "/reports", search: commonOf(search) })
  return (
    <>
      <Button look="quiet" className={styles["back"] ?? ""} onClick={back}>
        <ArrowLeft size={15} aria-hidden /> {text("reports.drill.back")}
      </Button>
      <Loaded query={useDrilldown()}>{({ conversations }) => <Found conversations={conversations} />}</Loaded>
    </>
  )
}

type Conversations = ReportAnswers["company/drilldown"]["conversations"]

function Found({ conversations: { results, count, page, pages } }: { conversations: Conversations }) {
  const { search, periods } = useReportQuery()
  const now = useNow()
  const tags = useQuery(tagsQuery).data ?? []
  const title = titleOf(search, tags.find(({ id }) => id === search.id)?.name ?? "")
  const period = {
    start: search.since ? new Date(search.since) : periods.current.start,
    end: search.until ? new Date(search.until) : periods.current.end,
  }
  const columns = [
    { label: text("reports.drill.subject"), long: true },
    { label: text("reports.customer") },
    { label: text("reports.drill.assignee") },
    { label: text("reports.drill.status") },
    { label: text("reports.drill.changed") },
  ]
  const rows = results.map((conversation) => [
    {
      value: `#${conversation.number} ${conversation.subject}`,
      shown: (
        <Link
          to="/conversation/$conversationId/$number"
          params={{ conversationId: String(conversation.id), number: String(conversation.number) }}
          className={styles["subject"] ?? ""}
        >
          <span>#{conversation.number}</span> {conversation.subject || text("reports.drill.noSubject")}
        </Link>
      ),
    },
    { value: conversation.customerName },
    { value: conversation.assignedName ?? text("reports.drill.nobody") },
    { value: text(`status.${conversation.status as "active"}`) },
    { value: conversation.modifiedAt, shown: agoText(conversation.modifiedAt, now) },
  ])
  const table = { title, columns, rows }
  const more = [text("reports.drill.count", { count }), periodText(period), ...partsOf(search)].join(" · ")
  return (
    <Section look="box" title={title} lead={more} action={rows.length > 0 && <ExportButton {...table} />}>
      {rows.length === 0 ? (
        <Notice icon={<SearchX size={22} />} title={text("reports.drill.none.title")}>
          {text("reports.drill.none")}
        </Notice>
      ) : (
        <DataTable {...table} />
      )}
      <Pager page={page} pages={pages} />
    </Section>
  )
}

function titleOf({ of = "active" }: DrillSearch, name: string): string {
  return of === "tag" ? text("reports.drill.tag", { name }) : text(`reports.drill.${of}`)
}

/** What of the period or of its times is meant. */
function partsOf({ of, day, hour, range }: DrillSearch): string[] {
  return [
    ...(day === undefined ? [] : [weekdayText(day, "long")]),
    ...(hour === undefined ? [] : [hourText(hour)]),
    ...(range === undefined ? [] : [rangeText(of === "resolutionTime" ? "resolution" : "response", range)]),
  ]
}
