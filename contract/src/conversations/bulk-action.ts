import Type from "typebox"
import { Id, Links, OneOf, PageNumber, PageOf, PageSize, Timestamp } from "../common.ts"
import { NewSnooze } from "./conversation-change.ts"
import { TagNames } from "./new-conversation.ts"
import { ViewFilters } from "./view.ts"

export const BulkWord = OneOf(["status", "assign", "tag", "snooze", "move", "delete"])

export const NewBulkAction = Type.Object(
  {
    conversationIds: Type.Optional(
      Type.Array(Id, { minItems: 1, maxItems: 5_000, description: "These conversations, or" }),
    ),
    filters: Type.Optional({
      ...ViewFilters,
      description: "all that the list of conversations finds by these; one of the two",
    }),
    action: BulkWord,
    status: Type.Optional(OneOf(["active", "closed", "pending", "spam"], { description: "For `status`" })),
    assignTo: Type.Optional(
      Type.Union([Id, Type.Null()], { description: "For `assign`: a user or team; null unassigns" }),
    ),
    addTags: Type.Optional({ ...TagNames, description: "For `tag`; new names make new tags" }),
    removeTags: Type.Optional({ ...TagNames, description: "For `tag`" }),
    snoozedUntil: Type.Optional({ ...NewSnooze.properties.snoozedUntil, description: "For `snooze`: in the future" }),
    unsnoozeOnCustomerReply: NewSnooze.properties.unsnoozeOnCustomerReply,
    mailboxId: Type.Optional({ ...Id, description: "For `move`" }),
  },
  { description: "Each conversation is changed as by itself: with its line items, events and rights" },
)
export type NewBulkAction = Type.Static<typeof NewBulkAction>

export const BulkAction = Type.Object({
  id: Type.Integer(),
  action: BulkWord,
  state: OneOf(["gathering", "running", "done", "undoing", "undone"]),
  total: Type.Optional(
    Type.Integer({ description: "How many conversations; left out while they are being looked for" }),
  ),
  waiting: Type.Integer(),
  changed: Type.Integer({ description: "Those that are as they should be by this, and can be put back" }),
  unchanged: Type.Integer({ description: "Those that were so already" }),
  failed: Type.Integer(),
  undone: Type.Integer({ description: "Those that were put back" }),
  kept: Type.Integer({ description: "Those that were not put back, because somebody has changed them since" }),
  failures: Type.Array(Type.Object({ conversationId: Type.Integer(), message: Type.String() }), {
    description: "Why the first hundred of those failed or kept are so",
  }),
  createdAt: Timestamp,
  finishedAt: Type.Optional(Timestamp),
  undoable: Type.Boolean({ description: "Whether it can be undone now; while it runs, that also stops it" }),
  undoableUntil: Type.Optional(Timestamp),
  _links: Links(["self"]),
})
export type BulkAction = Type.Static<typeof BulkAction>

export const BulkActionPage = PageOf("bulkActions", BulkAction)

export const BulkActionQuery = Type.Object({ page: Type.Optional(PageNumber), size: Type.Optional(PageSize) })

export const BulkActionPath = Type.Object({ bulkActionId: Id })
