import type { Conversation, ListedWorkflow, WorkflowRunResults } from "@deskhand/sdk/client"
import type { QueryClient } from "@tanstack/react-query"
import { desk } from "../../data/client.ts"
import { refreshUnlessLive } from "../../data/live/refresh.ts"
import { tell } from "../../data/toasts.ts"
import { text } from "../../messages/workflows.ts"

export type Target = Pick<Conversation, "id" | "mailboxId" | "number" | "subject">

type Outcome = WorkflowRunResults["results"][number]["outcome"]

export interface FailedTarget {
  target: Target
  message: string
}

/** As many as the desk takes at a time. */
export const mostTargets = 50

/** Runs it, and tells what it did. What failed of many is given back, so that each can be named. */
export async function runWorkflow(
  queryClient: QueryClient,
  { id, name }: ListedWorkflow,
  targets: readonly Target[],
): Promise<FailedTarget[]> {
  const { results } = await desk.workflows.run(
    id,
    targets.map((target) => target.id),
  )
  for (const target of targets) refreshUnlessLive(queryClient, target.id)
  const failed = results.flatMap(({ conversationId, outcome, message = "" }) => {
    const target = targets.find((one) => one.id === conversationId)
    return target && outcome === "failed" ? [{ target, message }] : []
  })
  const [only] = failed
  if (only && targets.length === 1) {
    tell(text("run.failed.one", { name, reason: only.message }), { tone: "failed" })
    return []
  }
  const count = (wanted: Outcome) => results.filter(({ outcome }) => outcome === wanted).length
  const summary = summaryText(name, {
    done: count("done"),
    unchanged: count("unchanged"),
    unmatched: count("unmatched"),
  })
  if (summary !== "") tell(summary)
  return failed
}

/** What came of most first, in one line. */
function summaryText(
  name: string,
  { done, unchanged, unmatched }: { done: number; unchanged: number; unmatched: number },
): string {
  if (done === 0 && unmatched === 0) return unchanged === 0 ? "" : text("run.unchanged", { name, count: unchanged })
  if (done === 0 && unchanged === 0) return text("run.unmatched", { name, count: unmatched })
  return [
    ...(done > 0 ? [text("run.done", { name, count: done })] : []),
    ...(unchanged > 0 ? [text("run.andUnchanged", { count: unchanged })] : []),
    ...(unmatched > 0 ? [text("run.andUnmatched", { count: unmatched })] : []),
  ].join(" · ")
}
