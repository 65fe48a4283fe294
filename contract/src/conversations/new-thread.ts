import Type from "typebox"
import { Id, Moment } from "../common.ts"
import { Addresses, Attachments, actingNote, CustomerReference, Text } from "./new-conversation.ts"
import { StatusAfter } from "./thread.ts"

const Imported = Type.Optional(
  Type.Boolean({ description: "History: the conversation stays as it is, nobody is told of it" }),
)
const CreatedAt = Type.Optional({ ...Moment, description: "Only with `imported`" })
const Author = Type.Optional(
  Type.Integer({ ...Id, description: `Who wrote it; without it the owner of the token. ${actingNote}` }),
)

export const NewReply = Type.Object({
  text: Text,
  customer: Type.Optional({ ...CustomerReference, description: "Without it the conversation's own" }),
  user: Author,
  status: Type.Optional({
    ...StatusAfter,
    description: "Without it the conversation becomes active, unless it is spam",
  }),
  assignTo: Type.Optional(Type.Union([Id, Type.Null()], { description: "A user or team; null unassigns" })),
  draft: Type.Optional(Type.Boolean({ description: "Kept for its author and not sent yet" })),
  to: Type.Optional({ ...Addresses, description: "Without it the customer's address" }),
  cc: Type.Optional(Addresses),
  bcc: Type.Optional(Addresses),
  imported: Imported,
  createdAt: CreatedAt,
  attachments: Type.Optional(Attachments),
  lastSeenThreadId: Type.Optional({
    ...Id,
    description:
      "The newest thread the writer has seen: where there is a newer one, or a colleague's reply in its undo time, the reply waits in state `review`",
  }),
  undoSeconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 120,
      description: "Sent only after this time; until then it can be taken back with `/state` replace `draft`",
    }),
  ),
})
export type NewReply = Type.Static<typeof NewReply>

/** To somebody else than the customer. */
export const NewForward = Type.Object({
  text: Type.String({ ...Text, description: "HTML or plain text; the history of the conversation follows it" }),
  to: Type.Array(Addresses.items, {
    minItems: 1,
    maxItems: 100,
    description: "The first becomes the customer of the new conversation",
  }),
  cc: Type.Optional(Addresses),
  bcc: Type.Optional(Addresses),
  user: Author,
  status: NewReply.properties.status,
  assignTo: NewReply.properties.assignTo,
  attachments: Type.Optional(Attachments),
  draft: Type.Optional(Type.Boolean({ description: "Refused when true: a forward goes out at once" })),
  imported: Type.Optional(Type.Boolean({ description: "Refused when true" })),
  undoSeconds: Type.Optional(Type.Integer({ description: "Refused" })),
})
export type NewForward = Type.Static<typeof NewForward>

export const NewNote = Type.Object({
  text: Text,
  user: Author,
  status: Type.Optional({ ...StatusAfter, description: "Without it nothing changes" }),
  imported: Imported,
  createdAt: CreatedAt,
  attachments: Type.Optional(Attachments),
})
export type NewNote = Type.Static<typeof NewNote>

/** What a customer wrote in a chat. */
export const NewChatThread = Type.Object({
  text: Text,
  customer: CustomerReference,
  imported: Imported,
  createdAt: CreatedAt,
  attachments: Type.Optional(Attachments),
})
export type NewChatThread = Type.Static<typeof NewChatThread>

/** A call with a customer, noted down by whoever took it. */
export const NewPhoneCall = NewChatThread
export type NewPhoneCall = NewChatThread
