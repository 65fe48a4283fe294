import type { ListedWorkflow, WorkflowOccasion } from "@deskhand/sdk/client"
import { valueText } from "../../../data/problems/problems.ts"
import { text } from "../../../messages/settings.ts"
import { kindText } from "../webhooks/kinds.ts"
import { durationText } from "./duration.ts"

const kinds: Record<WorkflowOccasion, true> = {
  "convo.created": true,
  "convo.customer.reply.created": true,
  "convo.agent.reply.created": true,
  "convo.note.created": true,
  "convo.assigned": true,
  "convo.status": true,
  "convo.tags": true,
  "convo.custom-fields": true,
  "convo.moved": true,
  "convo.merged": true,
  "satisfaction.ratings": true,
}

/** What an automatic one can wait for, in the order in which people look for it. */
export const occasions = Object.keys(kinds) as WorkflowOccasion[]

/** When it runs, and what it does then, in one line. */
export function describe({ type, conditions: { on = [], after }, actions }: ListedWorkflow): string {
  const when = [
    ...on.map(kindText),
    ...(after
      ? [
          text("workflows.afterTime", {
            time: durationText(after.minutes),
            since: text(`workflow.since.${after.since}`),
          }),
        ]
      : []),
  ]
  const then = actions.map((action) => text(`workflow.action.${action.type}`))
  return `${type === "manual" ? text("workflows.byHand") : when.join(", ")} → ${then.join(", ")}`
}

/** Why it cannot run, by the action that it is about. */
export function problemText({ problem, actions }: ListedWorkflow): string | undefined {
  if (!problem) return undefined
  const index = Number(/^actions\[(\d+)\]/.exec(problem.path)?.[1])
  const action = actions[index]
  if (!action) return valueText(problem)
  const kind = text(`workflow.action.${action.type}`)
  return text("workflows.problem.action", { number: index + 1, kind, message: problem.message })
}
