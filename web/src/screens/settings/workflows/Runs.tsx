import type { Workflow, WorkflowRun } from "@deskhand/sdk/client"
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useNow } from "../../../data/clock.ts"
import { assigneesQuery, nameOf } from "../../../data/people.ts"
import { whenText, wholeMomentText } from "../../../messages/moments.ts"
import { text } from "../../../messages/settings.ts"
import { Section } from "../../../ui/parts/Section.tsx"
import { Badge } from "../page/Page.tsx"
import { kindText } from "../webhooks/kinds.ts"
import styles from "./Workflows.module.css"

const tones = { done: "good", failed: "bad", stopped: "bad" } as const

/** What it did lately, and what went wrong. */
export function Runs({ workflow: { runs, errors } }: { workflow: Workflow }) {
  return (
    <>
      {errors.length > 0 && (
        <Section title={text("workflow.errors")} lead={text("workflow.errors.lead")}>
          <RunList label={text("workflow.errors")} runs={errors} />
        </Section>
      )}
      <Section title={text("workflow.runs")} lead={text("workflow.runs.lead")}>
        {runs.length === 0 ? (
          <p className={styles["none"]}>{text("workflow.runs.none")}</p>
        ) : (
          <RunList label={text("workflow.runs")} runs={runs} />
        )}
      </Section>
    </>
  )
}

function RunList({ label, runs }: { label: string; runs: readonly WorkflowRun[] }) {
  const now = useNow()
  const { data: people = [] } = useQuery(assigneesQuery)
  const whyOf = ({ occasion, userId }: WorkflowRun) => {
    if (occasion === "time") return text("workflow.run.time")
    if (occasion !== "manual") return kindText(occasion)
    const person = people.find(({ id }) => id === userId)
    return person ? text("workflow.run.by", { name: nameOf(person) }) : text("workflow.run.manual")
  }
  return (
    <ul className={styles["runs"]} aria-label={label}>
      {runs.map((run, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: it may run twice on a conversation within a second
        <li key={`${run.at} ${run.conversationId} ${runs.length - index}`}>
          <time dateTime={run.at} title={wholeMomentText(run.at)}>
            {whenText(run.at, now)}
          </time>
          <Link
            to="/conversation/$conversationId/$number"
            params={{ conversationId: String(run.conversationId), number: String(run.conversationNumber) }}
          >
            {text("workflow.run.on", { number: String(run.conversationNumber) })}
          </Link>
          <span>
            {whyOf(run)}
            <Badge tone={tones[run.outcome]}>{text(`workflow.run.${run.outcome}`)}</Badge>
            {run.message && <span className={styles["problem"]}>{run.message}</span>}
          </span>
        </li>
      ))}
    </ul>
  )
}
