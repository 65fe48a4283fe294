import type { ListedWorkflow, NewWorkflow, WorkflowAction, WorkflowOccasion } from "@deskhand/sdk/client"

export type ActionKind = WorkflowAction["type"]
export type Since = NonNullable<NewWorkflow["conditions"]["after"]>["since"]

/** An action as it is being written, with a name of its own: what stands before it may go. */
export interface WrittenAction {
  key: string
  action: WorkflowAction
}

/** A workflow as it is being written. */
export interface WorkflowValues {
  mailboxId: number
  name: string
  type: NewWorkflow["type"]
  active: boolean
  on: readonly WorkflowOccasion[]
  waits: boolean
  minutes: number | undefined
  since: Since
  query: string
  actions: readonly WrittenAction[]
}

export function newValues(mailboxId: number): WorkflowValues {
  return {
    mailboxId,
    name: "",
    type: "automatic",
    active: true,
    on: ["convo.created"],
    waits: false,
    minutes: 240,
    since: "waiting",
    query: "",
    actions: [],
  }
}

type SavedWorkflow = Pick<ListedWorkflow, "mailboxId" | "name" | "type" | "status" | "conditions" | "actions">

export function valuesOf({ mailboxId, name, type, status, conditions, actions }: SavedWorkflow): WorkflowValues {
  const { on = [], after, query = "" } = conditions
  return {
    ...newValues(mailboxId),
    name,
    type,
    active: status === "active",
    on,
    waits: after !== undefined,
    ...after,
    query,
    actions: actions.map((action, index) => ({ key: String(index), action })),
  }
}

export function conditionsOf({
  type,
  on,
  waits,
  minutes,
  since,
  query,
}: Omit<WorkflowValues, "name" | "actions">): NewWorkflow["conditions"] {
  const asked = query.trim() === "" ? {} : { query: query.trim() }
  if (type === "manual") return asked
  // Where no time is written, the desk is to say what it misses.
  return { on: [...on], ...(waits && { after: { minutes: minutes ?? 0, since } }), ...asked }
}

export function writtenOf(values: WorkflowValues): NewWorkflow {
  const { mailboxId, name, type, active, actions } = values
  return {
    mailboxId,
    name,
    type,
    status: active ? "active" : "inactive",
    conditions: conditionsOf(values),
    actions: actions.map(({ action }) => ({ ...action, ...(action.to && { to: addressesIn(action.to) }) })),
  }
}

/** They are written in one line. */
function addressesIn(written: readonly string[]): string[] {
  return written.flatMap((line) => line.split(/[,;\s]+/)).filter((address) => address !== "")
}

/** What a new action says before anybody has said more. */
export const firstOf: Record<ActionKind, WorkflowAction> = {
  assign: { type: "assign" },
  status: { type: "status", status: "closed" },
  tag: { type: "tag" },
  field: { type: "field" },
  note: { type: "note" },
  reply: { type: "reply" },
  snooze: { type: "snooze", minutes: 1_440, unsnoozeOnCustomerReply: true },
  webhook: { type: "webhook" },
  forward: { type: "forward" },
}

export const actionKinds = Object.keys(firstOf) as ActionKind[]
