import { text } from "../../messages/reports.ts"
import { Figure } from "./parts/Figures.tsx"
import type { DrillName, DrillSearch } from "./parts/search.ts"

interface Answers {
  resolved: number
  percentResolvedOnFirstReply: number
  /** Of the desk; nobody is the first to answer alone. */
  firstResponseTime?: number
  responseTime: number
  resolutionTime: number
}

interface AnswerFiguresProps {
  current: Answers
  previous: Answers | undefined
  to: (of: DrillName) => DrillSearch
}

/** How soon and how often customers were answered: by the desk, or by somebody. */
export function AnswerFigures({ current, previous, to }: AnswerFiguresProps) {
  return (
    <>
      <Figure
        name={text("reports.resolved")}
        value={current.resolved}
        previous={previous?.resolved}
        drill={to("resolved")}
      />
      <Figure
        name={text("reports.firstReply")}
        value={current.percentResolvedOnFirstReply * 100}
        previous={previous && previous.percentResolvedOnFirstReply * 100}
        unit="percent"
        drill={to("firstReplyResolved")}
      />
      {current.firstResponseTime !== undefined && (
        <Figure
          name={text("reports.first")}
          value={current.firstResponseTime}
          previous={previous?.firstResponseTime}
          unit="duration"
          drill={to("firstResponseTime")}
        />
      )}
      <Figure
        name={text("reports.response")}
        value={current.responseTime}
        previous={previous?.responseTime}
        unit="duration"
        drill={to("responseTime")}
      />
      <Figure
        name={text("reports.resolution")}
        value={current.resolutionTime}
        previous={previous?.resolutionTime}
        unit="duration"
        drill={to("resolutionTime")}
      />
    </>
  )
}
