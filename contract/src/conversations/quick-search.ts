import Type from "typebox"
import { Timestamp } from "../common.ts"
import { ConversationStatus } from "./conversation.ts"

export const QuickSearchQuery = Type.Object({
  query: Type.Optional(
    Type.String({
      description:
        "Text as people type it, with the fields of the list of conversations if they like. The last word matches as the start " +
        "of a word; a space after it ends it. Without text nothing is found",
    }),
  ),
  size: Type.Optional(Type.Integer({ description: "Results in each group, clamped to 1–20. Default: 5" })),
})

const Customer = Type.Object({
  id: Type.Integer(),
  first: Type.Optional(Type.String()),
  last: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
})

const Named = Type.Object({ id: Type.Integer(), name: Type.String() })

const Note = Type.Object({
  from: Type.Integer({ description: "Where the field begins in the query, in UTF-16 units from 0" }),
  to: Type.Integer({ description: "Where it ends" }),
  message: Type.String(),
})

export const QuickSearchResults = Type.Object({
  customers: Type.Array(Type.Object({ ...Customer.properties, organization: Type.Optional(Type.String()) })),
  organizations: Type.Array(Named),
  conversations: Type.Array(
    Type.Object({
      id: Type.Integer(),
      number: Type.Integer(),
      subject: Type.String(),
      status: ConversationStatus,
      mailboxId: Type.Integer(),
      preview: Type.String({ maxLength: 150 }),
      modifiedAt: Timestamp,
      primaryCustomer: Customer,
    }),
    { description: "Spam only where the query names it or is its number" },
  ),
  views: Type.Array(Named),
  terms: Type.Array(Type.String(), {
    description: "Words to highlight, in lower case without accents: each matches the start of a word",
  }),
  notes: Type.Array(Note, { description: "Why a field of the query matches nothing" }),
})
export type QuickSearchResults = Type.Static<typeof QuickSearchResults>
