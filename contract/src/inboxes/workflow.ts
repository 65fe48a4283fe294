import Type from "typebox"
import { Id, Links, OneOf, PageNumber, PageOf, PageSize, Timestamp } from "../common.ts"
import { Addresses } from "../conversations/new-conversation.ts"
import { WorkflowOccasion, WorkflowRun, workflowOccasions } from "./workflow-run.ts"

export const WorkflowType = OneOf(["manual", "automatic"], {
  description: "Run by people from the inbox, or by the desk when its conditions hold",
})
export type WorkflowType = Type.Static<typeof WorkflowType>

export const WorkflowConditions = Type.Object({
  on: Type.Optional(
    Type.Array(WorkflowOccasion, {
      maxItems: workflowOccasions.length,
      description: "For automatic ones: it looks at a conversation when one of these happens to it",
    }),
  ),
  after: Type.Optional(
    Type.Object(
      {
        minutes: Type.Integer({ minimum: 1, maximum: 527_040, description: "Up to 366 days" }),
        since: OneOf(["created", "waiting", "agentReply", "status", "assigned"], {
          description:
            "Since it began, since its customer waits for an answer, since somebody answered and the customer has not, since its status or assignee changed; coming into the inbox begins all of them",
        }),
      },
      { description: "For automatic ones: it looks once so long has passed. Counts what began while it was active" },
    ),
  ),
  query: Type.Optional(
    Type.String({
      maxLength: 2_048,
      description:
        "What a conversation must be like then, as the search has it; without it every one of the inbox. Spam is left alone unless it speaks of the status",
    }),
  ),
})
export type WorkflowConditions = Type.Static<typeof WorkflowConditions>

export const workflowActionTypes = [
  "assign",
  "status",
  "tag",
  "field",
  "note",
  "reply",
  "snooze",
  "webhook",
  "forward",
] as const

/** Flat, so that a mistake is named by the field that it is in. What its type has no use for is not kept. */
export const WorkflowAction = Type.Object({
  type: OneOf(workflowActionTypes),
  assignTo: Type.Optional(
    Type.Union([Id, Type.Null()], { description: "For `assign`: a user or team; null unassigns" }),
  ),
  status: Type.Optional(OneOf(["active", "closed", "pending", "spam"], { description: "For `status`" })),
  addTagIds: Type.Optional(Type.Array(Id, { maxItems: 100, description: "For `tag`" })),
  removeTagIds: Type.Optional(Type.Array(Id, { maxItems: 100, description: "For `tag`" })),
  fieldId: Type.Optional({ ...Id, description: "For `field`" }),
  value: Type.Optional(
    Type.String({
      maxLength: 15_000,
      description: "For `field`: the option's id for a dropdown; empty or left out empties it",
    }),
  ),
  text: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100_000, description: "For `note` and `forward`: HTML or plain text" }),
  ),
  savedReplyId: Type.Optional({ ...Id, description: "For `reply`: a saved reply of the inbox" }),
  minutes: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 527_040, description: "For `snooze`: for so long, up to 366 days" }),
  ),
  unsnoozeOnCustomerReply: Type.Optional(Type.Boolean({ description: "For `snooze`: true without a word" })),
  webhookId: Type.Optional({
    ...Id,
    description: "For `webhook`: one that may see the inbox, which is sent the conversation as `workflow.ran`",
  }),
  to: Type.Optional({ ...Addresses, description: "For `forward`" }),
})
export type WorkflowAction = Type.Static<typeof WorkflowAction>

const fields = {
  id: Type.Integer(),
  mailboxId: Type.Integer(),
  type: WorkflowType,
  status: OneOf(["active", "inactive", "invalid"], {
    description:
      "An automatic one runs only on what happens while it is `active`. `invalid` when something that it needs is gone; `problem` says what",
  }),
  order: Type.Integer({ description: "Those of one inbox run in this order, and each sees what those before it did" }),
  name: Type.String(),
  conditions: WorkflowConditions,
  actions: Type.Array(WorkflowAction),
  problem: Type.Optional(
    Type.Object(
      { path: Type.String({ description: "Such as `actions[1].assignTo`" }), message: Type.String() },
      { description: "Why it is invalid" },
    ),
  ),
  counts: Type.Object(
    {
      done: Type.Integer(),
      failed: Type.Integer({ description: "Nothing of it was done; the runs say why" }),
      stopped: Type.Integer({ description: "Not begun, because workflows had set one another off too often" }),
    },
    { description: "Conversations it ran on, by what came of it, since it was made" },
  ),
  lastRunAt: Type.Optional(Timestamp),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  modifiedAt: Type.String({
    ...Timestamp,
    description: "The same as `updatedAt`, by the name that other clients read",
  }),
  _links: Links(["self", "mailbox"]),
}

export const ListedWorkflow = Type.Object(fields)
export type ListedWorkflow = Type.Static<typeof ListedWorkflow>

export const Workflow = Type.Object({
  ...fields,
  runs: Type.Array(WorkflowRun, { description: "The last 25, newest first" }),
  errors: Type.Array(WorkflowRun, { description: "The last 10 that failed or were stopped, newest first" }),
})
export type Workflow = Type.Static<typeof Workflow>

export const WorkflowPage = PageOf("workflows", ListedWorkflow)

export const WorkflowQuery = Type.Object({
  mailbox: Type.Optional({ ...Id, description: "Of this inbox" }),
  mailboxId: Type.Optional({ ...Id, description: "Another name of `mailbox`, which counts where both are given" }),
  type: Type.Optional(WorkflowType),
  status: Type.Optional(OneOf(["active", "inactive", "invalid"])),
  page: Type.Optional(PageNumber),
  size: Type.Optional(PageSize),
})
export type WorkflowQuery = Type.Static<typeof WorkflowQuery>

export const WorkflowPath = Type.Object({ workflowId: Id })

/** `PUT` takes the same: all of it is replaced. */
export const NewWorkflow = Type.Object({
  mailboxId: Id,
  type: WorkflowType,
  name: Type.String({ minLength: 1, maxLength: 120 }),
  status: Type.Optional(OneOf(["active", "inactive"], { description: "`inactive` unless it is said" })),
  order: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 1_000_000, description: "Without it last; a replaced one stays where it is" }),
  ),
  conditions: WorkflowConditions,
  actions: Type.Array(WorkflowAction, { minItems: 1, maxItems: 20, description: "Done in this order, all or none" }),
})
export type NewWorkflow = Type.Static<typeof NewWorkflow>

export const NewWorkflowDryRun = Type.Object({ mailboxId: Id, conditions: WorkflowConditions })
export type NewWorkflowDryRun = Type.Static<typeof NewWorkflowDryRun>
