import Type from "typebox"
import { Id, Links, OneOf } from "../common.ts"

export const RoutingState = OneOf(["enabled", "disabled"])

export const AssignmentMethod = OneOf(["round_robin", "balanced"])

export const IneligibilityReason = OneOf([
  "inactive",
  "light_user",
  "no_inbox_access",
  "not_in_rotation",
  "away",
  "at_capacity",
])
export type IneligibilityReason = Type.Static<typeof IneligibilityReason>

export const RotationEntry = Type.Object({
  userId: Type.Integer(),
  conversationsCount: Type.Integer({ description: "Active conversations assigned to the user in this inbox" }),
  eligible: Type.Boolean({ description: "Whether routing can give the user new conversations" }),
  reason: Type.Optional(IneligibilityReason),
})
export type RotationEntry = Type.Static<typeof RotationEntry>

export const Routing = Type.Object({
  state: RoutingState,
  assignmentLimit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  assignmentMethod: Type.Optional(AssignmentMethod),
  userIds: Type.Array(Type.Integer()),
  rotation: Type.Array(RotationEntry, {
    description: "While routing is enabled: its users, then whoever else could be put into it",
  }),
  _links: Links(["self"]),
})
export type Routing = Type.Static<typeof Routing>

export const RoutingReason = OneOf([
  "assigned",
  "not_published",
  "not_active",
  "snoozed",
  "kept_unassigned",
  "routing_disabled",
  "nobody_eligible",
  "next_in_turn",
])
export type RoutingReason = Type.Static<typeof RoutingReason>

export const ConversationRouting = Type.Object({
  reason: {
    ...RoutingReason,
    description: "Why it is with nobody; `assigned` when it is with somebody, `next_in_turn` when it is about to be",
  },
  rotation: Type.Array(RotationEntry, { description: "Those of the inbox's rotation, and what speaks against each" }),
  _links: Links(["self", "routing"]),
})
export type ConversationRouting = Type.Static<typeof ConversationRouting>

export const ChangedRouting = Type.Object({
  state: RoutingState,
  assignmentLimit: Type.Integer({ minimum: 1, maximum: 100 }),
  assignmentMethod: AssignmentMethod,
  userIds: Type.Array(Id, { maxItems: 1000, description: "The rotation, in its order" }),
})
export type ChangedRouting = Type.Static<typeof ChangedRouting>
