import type { NewWorkflow, WorkflowDryRun } from "@deskhand/sdk/client"
import { Link } from "@tanstack/react-router"
import { FlaskConical } from "lucide-react"
import { useState } from "react"
import { desk, reasonOf } from "../../../data/client.ts"
import { useNow } from "../../../data/clock.ts"
import { whenText } from "../../../messages/moments.ts"
import { text } from "../../../messages/settings.ts"
import { Button } from "../../../ui/parts/Button.tsx"
import { problemOf } from "../../search/problem.ts"
import { QueryProblemText } from "./QueryField.tsx"
import styles from "./Workflows.module.css"

interface DryRunProps {
  mailboxId: number
  conditions: NewWorkflow["conditions"]
}

interface DryRunResult {
  /** What was tried: another question has another answer. */
  asked: string
  result?: WorkflowDryRun
  error?: unknown
}

/** What the conditions would have found, before anybody relies on them. */
export function DryRun({ mailboxId, conditions }: DryRunProps) {
  const [busy, setBusy] = useState(false)
  const [tried, setTried] = useState<DryRunResult>()
  const { query = "" } = conditions
  const asked = `${mailboxId} ${query}`
  const shown = tried?.asked === asked ? tried : undefined

  async function attempt() {
    setBusy(true)
    try {
      setTried({ asked, result: await desk.workflows.dryRun({ mailboxId, conditions: query === "" ? {} : { query } }) })
    } catch (error) {
      setTried({ asked, error })
    }
    setBusy(false)
  }

  return (
    <div className={styles["trial"]}>
      <p>
        <Button disabled={busy} onClick={() => void attempt()}>
          <FlaskConical size={15} aria-hidden /> {text("workflow.try")}
        </Button>
        <span>{text("workflow.try.hint")}</span>
      </p>
      <section className={styles["tried"]} aria-label={text("workflow.tried")} role="status" hidden={!shown}>
        {shown?.result && <Result result={shown.result} />}
        {shown?.error !== undefined && <Refusal error={shown.error} query={query} />}
      </section>
    </div>
  )
}

function Refusal({ error, query }: { error: unknown; query: string }) {
  const problem = problemOf(error)
  if (problem) return <QueryProblemText query={query} problem={problem} />
  return <p className={styles["problem"]}>{reasonOf(error, text("failure.offline"))}</p>
}

function Result({ result: { lookedAt, matched, conversations } }: { result: WorkflowDryRun }) {
  const now = useNow()
  if (lookedAt === 0) return <p>{text("workflow.tried.nothing")}</p>
  return (
    <>
      <p>
        <strong>{text("workflow.tried.matched", { count: matched, all: lookedAt })}</strong>
      </p>
      {matched === 0 && <p>{text("workflow.tried.none")}</p>}
      {matched > 0 && (
        <ul aria-label={text("workflow.tried.newest")}>
          {conversations.map(({ id, number, subject, status, createdAt }) => (
            <li key={id}>
              <Link
                to="/conversation/$conversationId/$number"
                params={{ conversationId: String(id), number: String(number) }}
                target="_blank"
              >
                {text("workflow.tried.one", { number: String(number), subject })}
              </Link>
              <span>
                {text(`status.${status}`)} · {whenText(createdAt, now)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
