import type { WorkflowAction } from "@deskhand/sdk/client"

/** What the form of every kind of action is given. */
export interface ActionProps {
  action: WorkflowAction
  inboxId: number
  /** What the desk says of a field of it. */
  failureAt: (field: keyof WorkflowAction) => string | undefined
  onChange: (change: Partial<WorkflowAction>) => void
}
