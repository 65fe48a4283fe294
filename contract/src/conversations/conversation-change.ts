import Type from "typebox"
import { Id, Moment } from "../common.ts"
import { FieldValues, TagNames } from "./new-conversation.ts"

export const ConversationTags = Type.Object({
  tags: { ...TagNames, description: "All it has from now on; new names make new tags" },
})
export type ConversationTags = Type.Static<typeof ConversationTags>

export const ConversationFields = Type.Object({
  fields: { ...FieldValues, description: "All it has from now on; what is left out is emptied" },
})
export type ConversationFields = Type.Static<typeof ConversationFields>

export const NewSnooze = Type.Object({
  snoozedUntil: { ...Moment, description: "In the future, until 2100" },
  unsnoozeOnCustomerReply: Type.Optional(Type.Boolean({ description: "True without a word" })),
})
export type NewSnooze = Type.Static<typeof NewSnooze>

export const Merge = Type.Object({
  conversationIds: Type.Array(Id, { minItems: 1, maxItems: 50, description: "Those that become part of this one" }),
})
export type Merge = Type.Static<typeof Merge>

export const Split = Type.Object({
  threadId: Type.Integer({ ...Id, description: "The first thread of the new conversation" }),
})
export type Split = Type.Static<typeof Split>
