import type { ReportAnswers } from "@deskhand/sdk/client"
import { useNavigate } from "@tanstack/react-router"
import { useNow } from "../../data/clock.ts"
import { text } from "../../messages/reports.ts"
import { ChartCard, Loaded, TableCard } from "./parts/Card.tsx"
import { BarsChart } from "./parts/charts.tsx"
import type { Cell } from "./parts/DataTable.tsx"
import { drillSearch } from "./parts/drill.ts"
import { Figure, Figures } from "./parts/Figures.tsx"
import { amountText } from "./parts/format.ts"
import { useReport, useReportQuery } from "./parts/report-query.ts"
import { SeriesCard } from "./parts/SeriesCard.tsx"
import { channels } from "./parts/search.ts"
import { progressOf, stepsOf, stepText } from "./parts/series.ts"
import { topTable } from "./parts/tops.ts"

/** How much came, by which way, and from whom most. */
export function VolumePage() {
  const { search } = useReportQuery()
  const volume = useReport("conversations/volume-by-channel")
  const received = useReport("conversations/received-messages")
  const conversations = useReport("conversations")
  return (
    <>
      <Loaded query={volume}>{(answer) => <Volume answer={answer} />}</Loaded>
      <Loaded query={received}>
        {(answer) => (
          <SeriesCard
            title={text("reports.received")}
            answer={answer}
            amountOf={({ messages }) => messages}
            drill={{ of: "received" }}
          />
        )}
      </Loaded>
      <Loaded query={conversations}>
        {({ customers, replies }) => (
          <>
            <TableCard
              table={topTable(customers.top, {
                title: text("reports.topCustomers"),
                name: text("reports.customer"),
                drill: (id) => drillSearch(search, { of: "customer", id }),
              })}
            />
            <TableCard
              table={topTable(replies.top, {
                title: text("reports.topReplies"),
                name: text("reports.savedReply"),
                drill: (id) => drillSearch(search, { of: "savedReply", id }),
              })}
            />
          </>
        )}
      </Loaded>
    </>
  )
}

type Answer = ReportAnswers["conversations/volume-by-channel"]

function Volume({ answer }: { answer: Answer }) {
  const { search, periods } = useReportQuery()
  const navigate = useNavigate()
  const spans = stepsOf(answer.current, periods)
  const progress = progressOf(answer.current, periods, useNow())
  const running = progress.indexOf("running")
  const totalOf = (points: Answer["current"], channel: (typeof channels)[number]) =>
    points.reduce((total, point) => total + point[channel], 0)
  const rows = answer.current.map((point, index): Cell[] => [
    { value: point.date.slice(0, 10), shown: stepText(point.date, progress[index]) },
    ...channels.map((channel) => ({
      value: point[channel],
      shown: amountText(point[channel]),
      drill: drillSearch(search, { of: "new", types: [channel], ...spans[index] }),
    })),
    {
      value: point.email + point.chat + point.phone,
      shown: amountText(point.email + point.chat + point.phone),
      drill: drillSearch(search, { of: "new", ...spans[index] }),
    },
  ])
  const labels = channels.map((channel) => text(`reports.type.${channel}`))
  const columns = [
    { label: text("reports.date") },
    ...[...labels, text("reports.total")].map((label) => ({ label, numeric: true })),
  ]
  return (
    <>
      <Figures>
        {channels.map((channel, index) => (
          <Figure
            key={channel}
            name={labels[index] ?? channel}
            value={totalOf(answer.current, channel)}
            previous={answer.previous && totalOf(answer.previous, channel)}
            drill={drillSearch(search, { of: "new", types: [channel] })}
          />
        ))}
      </Figures>
      <ChartCard
        table={{ title: text("reports.volume"), columns, rows }}
        lead={text("reports.volume.lead")}
        isRunning={running >= 0}
        isEmpty={channels.every((channel) => totalOf(answer.current, channel) === 0)}
      >
        <BarsChart
          rows={answer.current.map((point, index) => ({ ...point, name: stepText(point.date, progress[index]) }))}
          {...(running >= 0 && { running })}
          series={channels.map((key, index) => ({ key, label: labels[index] ?? key }))}
          stacked
          shown={amountText}
          onPick={(index) =>
            void navigate({
              to: "/reports/conversations",
              search: drillSearch(search, { of: "new", ...spans[index] }),
            })
          }
        />
      </ChartCard>
    </>
  )
}
