import Type from "typebox"
import { Id, Links, OneOf, PageNumber, PageOf, PageSize, Timestamp } from "../common.ts"

export const StatusAfterReply = OneOf(["active", "pending", "closed"], {
  description: "What a reply with the status `inbox_predefined` makes of the conversation",
})
export type StatusAfterReply = Type.Static<typeof StatusAfterReply>

export const UseReplyTo = OneOf(["automatic", "always", "never"], {
  description:
    "When a mail is taken to be from the address in its Reply-To instead of its From: `automatic` where From is an address of this desk, takes no replies or was rewritten by a list; `always`; `never`, except where From is an address of this desk",
})
export type UseReplyTo = Type.Static<typeof UseReplyTo>

/** The words of rating requests, as plain text. */
export const RatingTexts = Type.Object({
  mailQuestion: Type.String({ maxLength: 200, description: "Above the three links in a mail" }),
  pageQuestion: Type.String({ maxLength: 200, description: "The heading of the rating page" }),
  commentLabel: Type.String({ maxLength: 200, description: "Above the field for a comment" }),
  thanks: Type.String({ maxLength: 500, description: "What the page says once the rating is saved" }),
})

const AssignOnReply = Type.Boolean({
  description:
    "Whether an unassigned conversation is assigned to the person who replies in the web application or by mail. Replies by API tokens assign it only if they send `assignTo`. Default: true",
})

const listed = {
  id: Type.Integer(),
  name: Type.String(),
  slug: Type.String({ pattern: "^[0-9a-f]{16}$" }),
  email: Type.String(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  _links: Links(["self", "fields", "folders"]),
}

export const ListedInbox = Type.Object(listed)
export type ListedInbox = Type.Static<typeof ListedInbox>

/** Only an inbox read alone tells its settings. */
export const Inbox = Type.Object({
  ...listed,
  signature: Type.String({ description: "HTML" }),
  statusAfterReply: StatusAfterReply,
  defaultAssignee: Type.Optional(Type.Integer({ description: "Who gets what is assigned to nobody else" })),
  autoReply: Type.Object({ enabled: Type.Boolean(), subject: Type.String(), text: Type.String() }),
  ratingRequests: Type.Boolean({ description: "Whether replies by mail ask how they were" }),
  ratingTexts: RatingTexts,
  useReplyTo: UseReplyTo,
  assignOnReply: AssignOnReply,
})
export type Inbox = Type.Static<typeof Inbox>

export const InboxPage = PageOf("mailboxes", ListedInbox)

export const InboxQuery = Type.Object({ page: Type.Optional(PageNumber), size: Type.Optional(PageSize) })

export const InboxPath = Type.Object({ mailboxId: Id })

const Name = Type.String({ minLength: 1, maxLength: 120 })
const Email = Type.String({
  minLength: 3,
  maxLength: 254,
  description: "The address it receives at, of no other inbox",
})

const settings = {
  signature: Type.Optional(Type.String({ maxLength: 15_000, description: "HTML" })),
  statusAfterReply: Type.Optional(StatusAfterReply),
  defaultAssignee: Type.Optional(
    Type.Union([Id, Type.Null()], {
      description: "User or team who gets what is assigned to nobody else; null for none",
    }),
  ),
  autoReply: Type.Optional(
    Type.Object({
      enabled: Type.Optional(Type.Boolean()),
      subject: Type.Optional(Type.String({ maxLength: 255 })),
      text: Type.Optional(Type.String({ maxLength: 15_000, description: "HTML" })),
    }),
  ),
  ratingRequests: Type.Optional(Type.Boolean({ description: "Whether replies by mail ask how they were" })),
  ratingTexts: Type.Optional(
    Type.Partial(RatingTexts, { description: "What is left out stays as it is; empty text restores the default" }),
  ),
  useReplyTo: Type.Optional(UseReplyTo),
  assignOnReply: Type.Optional(AssignOnReply),
}

export const NewInbox = Type.Object({ name: Name, email: Email, ...settings })
export type NewInbox = Type.Static<typeof NewInbox>

export const ChangedInbox = Type.Object(
  { name: Type.Optional(Name), email: Type.Optional(Email), ...settings },
  { description: "What is left out stays as it is" },
)
export type ChangedInbox = Type.Static<typeof ChangedInbox>

export const InboxUsers = Type.Object({
  userIds: Type.Array(Id, {
    maxItems: 1000,
    description: "Everybody who may enter it; owners and admins may without being named",
  }),
})
export type InboxUsers = Type.Static<typeof InboxUsers>
