import Type from "typebox"
import { Id, OneOf, Timestamp } from "../common.ts"

/** What an automatic workflow can wait for: events as webhooks name them. */
export const workflowOccasions = [
  "convo.created",
  "convo.customer.reply.created",
  "convo.agent.reply.created",
  "convo.note.created",
  "convo.assigned",
  "convo.status",
  "convo.tags",
  "convo.custom-fields",
  "convo.moved",
  "convo.merged",
  "satisfaction.ratings",
] as const

export const WorkflowOccasion = OneOf(workflowOccasions)
export type WorkflowOccasion = Type.Static<typeof WorkflowOccasion>

/** What a workflow did, or why it did not. What changed nothing leaves no run. */
export const WorkflowRun = Type.Object({
  at: Timestamp,
  conversationId: Type.Integer(),
  conversationNumber: Type.Integer(),
  occasion: OneOf([...workflowOccasions, "time", "manual"]),
  userId: Type.Optional(Type.Integer({ description: "Who ran it, of a manual one" })),
  outcome: OneOf(["done", "failed", "stopped"]),
  message: Type.Optional(Type.String({ description: "Why it failed or was stopped" })),
})
export type WorkflowRun = Type.Static<typeof WorkflowRun>

export const NewWorkflowRun = Type.Object({
  conversationIds: Type.Array(Id, { minItems: 1, maxItems: 50, description: "Conversations of its inbox" }),
})
export type NewWorkflowRun = Type.Static<typeof NewWorkflowRun>

export const WorkflowRunResults = Type.Object({
  results: Type.Array(
    Type.Object({
      conversationId: Type.Integer(),
      outcome: OneOf(["done", "unchanged", "unmatched", "failed"], {
        description:
          "`unchanged` was so already; `unmatched` is not as its query wants it; of `failed` ones nothing was changed",
      }),
      message: Type.Optional(Type.String({ description: "Why it failed" })),
    }),
    { description: "Each conversation once, in the order in which they were given" },
  ),
})
export type WorkflowRunResults = Type.Static<typeof WorkflowRunResults>

export const WorkflowDryRun = Type.Object({
  lookedAt: Type.Integer({ description: "The newest conversations of the inbox, at most 1,000" }),
  matched: Type.Integer({ description: "Those of them that are as the conditions want them now" }),
  conversations: Type.Array(
    Type.Object({
      id: Type.Integer(),
      number: Type.Integer(),
      subject: Type.String(),
      status: OneOf(["active", "pending", "closed", "spam"]),
      createdAt: Timestamp,
    }),
    { description: "The newest ten that matched" },
  ),
})
export type WorkflowDryRun = Type.Static<typeof WorkflowDryRun>
