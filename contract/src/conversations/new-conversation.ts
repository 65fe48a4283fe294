import Type from "typebox"
import { Id, Moment, OneOf } from "../common.ts"
import { Gender, PhotoType } from "../customers/customer.ts"
import { conversationTraits } from "./conversation.ts"
import { NewAttachment } from "./thread.ts"

/** Of every `user` in a body. */
export const actingNote = "Only owners, admins and API apps name somebody else; `performedBy` then tells who did it"

const Address = Type.String({ minLength: 3, maxLength: 254, description: "E-mail address" })
export const Addresses = Type.Array(Address, { maxItems: 100 })

/** Whom a conversation or thread is with. Somebody who is known already stays as they are. */
export const CustomerReference = Type.Object({
  id: Type.Optional(Id),
  email: Type.Optional(
    Type.String({ description: "Ignored when `id` is given; somebody new is made for an address nobody has" }),
  ),
  firstName: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
  lastName: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
  phone: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
  photoUrl: Type.Optional(Type.String({ maxLength: 200 })),
  jobTitle: Type.Optional(Type.String({ maxLength: 60 })),
  photoType: Type.Optional(PhotoType),
  background: Type.Optional(Type.String({ maxLength: 200, description: "Notes" })),
  location: Type.Optional(Type.String({ maxLength: 60 })),
  organization: Type.Optional(
    Type.String({ maxLength: 60, description: "Deprecated; used only without `organizationId`" }),
  ),
  organizationId: Type.Optional(Id),
  gender: Type.Optional(Gender),
  age: Type.Optional(Type.String({ maxLength: 60 })),
  conversationCount: Type.Optional(Type.Integer({ description: "Accepted and not used: the desk counts itself" })),
})
export type CustomerReference = Type.Static<typeof CustomerReference>

export const Text = Type.String({ minLength: 1, description: "HTML or plain text" })
export const Attachments = Type.Array(NewAttachment, { maxItems: 100 })

/** A thread of a new conversation. Fields that its type has no use for are ignored. */
export const NewThread = Type.Object({
  type: OneOf(["note", "chat", "phone", "reply", "customer"]),
  text: Text,
  customer: Type.Optional({
    ...CustomerReference,
    description: "Without it the conversation's own; notes have none",
  }),
  user: Type.Optional(Type.Integer({ ...Id, description: `Author of a reply, note or phone thread. ${actingNote}` })),
  draft: Type.Optional(Type.Boolean({ description: "A reply that is not sent yet" })),
  to: Type.Optional({ ...Addresses, description: "Of a reply; without it the customer's address" }),
  cc: Type.Optional(Addresses),
  bcc: Type.Optional(Addresses),
  imported: Type.Optional(Type.Boolean()),
  createdAt: Type.Optional({ ...Moment, description: "Only with `imported`, here or of the conversation" }),
  attachments: Type.Optional(Attachments),
})
export type NewThread = Type.Static<typeof NewThread>

export const TagNames = Type.Array(Type.String({ minLength: 1, maxLength: 60 }), {
  maxItems: 100,
  description: "New names make new tags",
})

export const FieldValues = Type.Array(
  Type.Object({
    id: Id,
    value: Type.Union([Type.String({ maxLength: 15_000 }), Type.Number()], {
      description: "The option's id for a dropdown; empty sets nothing",
    }),
  }),
  { maxItems: 100 },
)

export const NewConversation = Type.Object({
  subject: Type.String({ minLength: 1, maxLength: 998 }),
  ...conversationTraits,
  mailboxId: Id,
  status: OneOf(["active", "closed", "pending"]),
  customer: CustomerReference,
  threads: Type.Array(NewThread, { minItems: 1, description: "Up to 100, oldest first" }),
  autoReply: Type.Optional(
    Type.Boolean({ description: "Sends the inbox's auto reply if there is a thread of type `customer`" }),
  ),
  imported: Type.Optional(Type.Boolean({ description: "History: no mail, no notifications, no events" })),
  assignTo: Type.Optional(
    Type.Union([Id, Type.Null()], {
      description: "A user or team; null leaves it unassigned; absent lets the inbox decide where there is a reply",
    }),
  ),
  createdAt: Type.Optional(Moment),
  closedAt: Type.Optional({ ...Moment, description: "Only with `imported`" }),
  tags: Type.Optional(TagNames),
  fields: Type.Optional(FieldValues),
  user: Type.Optional(
    Type.Integer({ ...Id, description: `Who adds it; without it the owner of the token. ${actingNote}` }),
  ),
})
export type NewConversation = Type.Static<typeof NewConversation>

export const NewCustomerThread = Type.Object({
  text: Text,
  customer: CustomerReference,
  imported: Type.Optional(
    Type.Boolean({ description: "History: the conversation stays as it is, nobody is told of it" }),
  ),
  cc: Type.Optional(Addresses),
  bcc: Type.Optional(Addresses),
  createdAt: Type.Optional({ ...Moment, description: "Only with `imported`" }),
  attachments: Type.Optional(Attachments),
})
export type NewCustomerThread = Type.Static<typeof NewCustomerThread>
