import { Link } from "@tanstack/react-router"
import { ArrowLeft } from "lucide-react"
import { text } from "../../messages/reports.ts"
import { AnswerFigures } from "./AnswerFigures.tsx"
import styles from "./Person.module.css"
import { Loaded } from "./parts/Card.tsx"
import { drillSearch } from "./parts/drill.ts"
import { Figure, Figures } from "./parts/Figures.tsx"
import { useReport, useReportQuery } from "./parts/report-query.ts"
import { SeriesCard } from "./parts/SeriesCard.tsx"
import { commonOf, type DrillName } from "./parts/search.ts"

/** What one user, or one team, did in the period. */
export function PersonReport({ id }: { id: number }) {
  const { search } = useReportQuery()
  const replies = useReport("user/replies", { user: id })
  const to = (of: DrillName) => drillSearch(search, { of, person: id })
  return (
    <>
      <Link to="/reports/people" search={commonOf(search)} className={styles["back"] ?? ""}>
        <ArrowLeft size={15} aria-hidden /> {text("reports.person.all")}
      </Link>
      <Loaded query={useReport("user", { user: id })}>
        {({ user, current, previous }) => (
          <>
            <h2 className={styles["name"]}>{user.name}</h2>
            <Figures>
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
                name={text("reports.active")}
                value={current.totalConversations}
                previous={previous?.totalConversations}
                drill={to("active")}
              />
              <Figure
                name={text("reports.closed")}
                value={current.closed}
                previous={previous?.closed}
                drill={to("closed")}
              />
              <AnswerFigures current={current} previous={previous} to={to} />
              <Figure
                name={text("reports.score")}
                value={current.happinessScore}
                previous={previous?.happinessScore}
                unit="score"
                to={{ to: "/reports/happiness", search: { ...commonOf(search), person: id } }}
              />
            </Figures>
            <Loaded query={replies}>
              {(answer) => (
                <SeriesCard
                  title={text("reports.person.series", { name: user.name })}
                  answer={answer}
                  amountOf={({ replies }) => replies}
                  drill={{ of: "replied", person: id }}
                />
              )}
            </Loaded>
          </>
        )}
      </Loaded>
    </>
  )
}
