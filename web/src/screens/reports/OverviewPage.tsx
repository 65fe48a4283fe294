import { text } from "../../messages/reports.ts"
import { AnswerFigures } from "./AnswerFigures.tsx"
import { Loaded } from "./parts/Card.tsx"
import { type Drill, drillSearch } from "./parts/drill.ts"
import { Figure, Figures } from "./parts/Figures.tsx"
import { useReport, useReportQuery } from "./parts/report-query.ts"
import { SeriesCard } from "./parts/SeriesCard.tsx"
import { commonOf } from "./parts/search.ts"

/** The desk at a glance. */
export function OverviewPage() {
  const { search } = useReportQuery()
  const company = useReport("company")
  const conversations = useReport("conversations")
  const productivity = useReport("productivity")
  const happiness = useReport("happiness")
  const began = useReport("conversations/new")
  const resolved = useReport("productivity/resolved")
  const to = (of: Drill["of"]) => drillSearch(search, { of })
  return (
    <>
      <Figures>
        <Loaded query={conversations}>
          {({ current, previous }) => (
            <>
              <Figure
                name={text("reports.new")}
                value={current.newConversations}
                previous={previous?.newConversations}
                drill={to("new")}
              />
              <Figure
                name={text("reports.active")}
                value={current.totalConversations}
                previous={previous?.totalConversations}
                drill={to("active")}
              />
              <Figure
                name={text("reports.customers")}
                value={current.customers}
                previous={previous?.customers}
                drill={to("active")}
              />
            </>
          )}
        </Loaded>
        <Loaded query={company}>
          {({ current, previous }) => (
            <>
              <Figure
                name={text("reports.replies")}
                value={current.totalReplies}
                previous={previous?.totalReplies}
                drill={to("replied")}
              />
              <Figure
                name={text("reports.helped")}
                value={current.customersHelped}
                previous={previous?.customersHelped}
                drill={to("replied")}
              />
              <Figure
                name={text("reports.closed")}
                value={current.closed}
                previous={previous?.closed}
                drill={to("closed")}
              />
            </>
          )}
        </Loaded>
        <Loaded query={productivity}>
          {({ current, previous }) => <AnswerFigures current={current} previous={previous} to={to} />}
        </Loaded>
        <Loaded query={happiness}>
          {({ current, previous }) => (
            <Figure
              name={text("reports.score")}
              value={current.happinessScore}
              previous={previous?.happinessScore}
              unit="score"
              to={{ to: "/reports/happiness", search: commonOf(search) }}
            />
          )}
        </Loaded>
      </Figures>
      <Loaded query={began}>
        {(answer) => (
          <SeriesCard
            title={text("reports.new")}
            answer={answer}
            amountOf={({ count }) => count}
            drill={{ of: "new" }}
          />
        )}
      </Loaded>
      <Loaded query={resolved}>
        {(answer) => (
          <SeriesCard
            title={text("reports.resolved")}
            answer={answer}
            amountOf={({ resolved }) => resolved}
            drill={{ of: "resolved" }}
          />
        )}
      </Loaded>
    </>
  )
}
