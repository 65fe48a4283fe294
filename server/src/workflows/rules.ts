import type { NewWorkflow, WorkflowAction, WorkflowConditions } from "@deskhand/contract/inboxes/workflow"
import { type FieldError, invalid } from "../errors.ts"
import type { EventRow } from "../events/queries.ts"
import { isAddress } from "../http/input/texts.ts"
import type { Since, WorkflowRow } from "./queries.ts"

/** As often may workflows set one another off, one after the other, before the next is stopped. */
export const mostDepth = 10

/** As often may one run on one conversation within an hour, however it came to that. */
export const mostRunsAnHour = 50

/** Why one does not begin; undefined when it may. */
export function stopReason({ depth, lately }: { depth: number; lately: number }): string | undefined {
  if (depth >= mostDepth) return `workflows have set one another off ${mostDepth} times here`
  if (lately >= mostRunsAnHour) return `it has run ${mostRunsAnHour} times here within an hour`
  return undefined
}

/** An event of its inbox, from the time that it is active, which it did not cause itself. */
export function concernsWorkflow(
  { id, inbox_id, active_since }: Pick<WorkflowRow, "id" | "inbox_id" | "active_since">,
  event: Pick<EventRow, "inbox_id" | "workflow_id" | "created_at">,
): boolean {
  return event.inbox_id === inbox_id && event.workflow_id !== id && event.created_at >= active_since
}

/** What of an action is kept, by its type; the first list it cannot do without. */
const parts: Record<WorkflowAction["type"], { needed: (keyof WorkflowAction)[]; optional: (keyof WorkflowAction)[] }> =
  {
    assign: { needed: ["assignTo"], optional: [] },
    status: { needed: ["status"], optional: [] },
    tag: { needed: [], optional: ["addTagIds", "removeTagIds"] },
    field: { needed: ["fieldId"], optional: ["value"] },
    note: { needed: ["text"], optional: [] },
    reply: { needed: ["savedReplyId"], optional: [] },
    snooze: { needed: ["minutes"], optional: ["unsnoozeOnCustomerReply"] },
    webhook: { needed: ["webhookId"], optional: [] },
    forward: { needed: ["to", "text"], optional: [] },
  }

/** Refuses what is wrong whatever there is on the desk, and gives what is kept. */
export function readActions(given: WorkflowAction[]): WorkflowAction[] {
  const mistakes = given.flatMap(mistakesIn)
  if (mistakes.length > 0) throw invalid(...mistakes)
  return given.map((action) => {
    const { needed, optional } = parts[action.type]
    const kept = [...needed, ...optional].filter((name) => action[name] !== undefined)
    return { type: action.type, ...Object.fromEntries(kept.map((name) => [name, action[name]])) }
  })
}

function mistakesIn(action: WorkflowAction, index: number): FieldError[] {
  const { type, to = [], addTagIds = [], removeTagIds = [] } = action
  const at = `actions[${index}]`
  const mistake = (path: string, message: string): FieldError => ({ path: `${at}.${path}`, message, source: "JSON" })
  const missing = parts[type].needed.filter((name) => action[name] === undefined)
  if (missing.length > 0) return missing.map((name) => mistake(name, `must be there for the action ${type}`))
  if (type === "tag" && addTagIds.length + removeTagIds.length === 0)
    return [mistake("addTagIds", "must be there for the action tag, or removeTagIds")]
  if (type === "forward" && to.length === 0) return [mistake("to", "must name somebody")]
  if (type !== "forward") return []
  return to.flatMap((address, place) =>
    isAddress(address.trim())
      ? []
      : [{ ...mistake(`to[${place}]`, "must be an e-mail address"), rejectedValue: address }],
  )
}

/** A manual one runs when somebody says so, and an automatic one needs something that sets it off. */
export function refuseOccasions({ type, conditions }: Pick<NewWorkflow, "type" | "conditions">): void {
  const { on = [], after } = conditions
  const refused = (path: string, message: string) => invalid({ path, message, source: "JSON" })
  if (type === "manual" && on.length > 0) throw refused("conditions.on", "must not be there for a manual workflow")
  if (type === "manual" && after) throw refused("conditions.after", "must not be there for a manual workflow")
  if (type === "automatic" && on.length === 0 && !after)
    throw refused("conditions.on", "must name an event for an automatic workflow, unless conditions.after is there")
}

export interface ConditionColumns {
  occasions: NonNullable<WorkflowConditions["on"]>
  query: string
  since: Since | null
  after_minutes: number | null
}

export function columnsOf({ on = [], after, query = "" }: WorkflowConditions): ConditionColumns {
  return {
    occasions: [...new Set(on)],
    query: query.trim().toWellFormed(),
    since: after?.since ?? null,
    after_minutes: after?.minutes ?? null,
  }
}

export function conditionsOf({
  occasions,
  query,
  since,
  after_minutes: minutes,
}: ConditionColumns): WorkflowConditions {
  return {
    ...(occasions.length > 0 && { on: occasions }),
    ...(since !== null && minutes !== null && { after: { minutes, since } }),
    ...(query !== "" && { query }),
  }
}

export function tagIdsIn(actions: WorkflowAction[]): number[] {
  return actions.flatMap(({ addTagIds = [], removeTagIds = [] }) => [...addTagIds, ...removeTagIds])
}
