import Type from "typebox"
import { Id, Links, Moment, OneOf, PageNumber, PageOf, PageSize, Person, Timestamp } from "./common.ts"
import { ConversationTag } from "./tag.ts"

export const ConversationStatus = OneOf(["active", "pending", "closed", "spam"])
export type ConversationStatus = Type.Static<typeof ConversationStatus>

export const sourceTypes = [
  "api",
  "channel",
  "chat",
  "consumer",
  "coreapi",
  "csv",
  "cvs",
  "desk",
  "docs",
  "email",
  "emailfwd",
  "heymarket",
  "internal",
  "jira",
  "manual",
  "mobile",
  "notification",
  "orchestration",
  "support",
  "unknown",
  "uservoice",
  "web",
  "widget",
  "workflows",
  "zendesk",
] as const

export const SourceType = OneOf(sourceTypes)

export const Source = Type.Object({ type: SourceType, via: OneOf(["user", "customer"]) })

export const Conversation = Type.Object({
  id: Type.Integer(),
  number: Type.Integer(),
  threads: Type.Integer({ description: "Published threads, without notes and line items" }),
  type: OneOf(["chat", "email", "phone"]),
  folderId: Type.Integer(),
  status: ConversationStatus,
  state: OneOf(["deleted", "draft", "published"]),
  subject: Type.String(),
  preview: Type.String({ maxLength: 150 }),
  mailboxId: Type.Integer(),
  assignee: Type.Optional(Person),
  createdBy: Person,
  createdAt: Timestamp,
  closedBy: Type.Optional(Type.Integer()),
  closedByUser: Type.Optional(Person),
  closedAt: Type.Optional(Timestamp),
  userUpdatedAt: Timestamp,
  customerWaitingSince: Type.Optional(Type.Object({ time: Timestamp, friendly: Type.String() })),
  source: Source,
  tags: Type.Array(ConversationTag),
  cc: Type.Array(Type.String()),
  bcc: Type.Array(Type.String()),
  primaryCustomer: Person,
  snooze: Type.Optional(
    Type.Object({
      snoozedBy: Type.Integer(),
      snoozedUntil: Timestamp,
      unsnoozeOnCustomerReply: Type.Boolean(),
    }),
  ),
  nextEvent: Type.Optional(
    Type.Object({
      time: Timestamp,
      eventType: OneOf(["snooze", "scheduled"]),
      userId: Type.Integer(),
      cancelOnCustomerReply: Type.Boolean(),
    }),
  ),
  customFields: Type.Array(
    Type.Object({ id: Type.Integer(), name: Type.String(), value: Type.String(), text: Type.String() }),
  ),
  _links: Links(
    ["self", "mailbox", "primaryCustomer", "threads", "web"],
    ["createdByCustomer", "createdByUser", "closedBy", "assignee"],
  ),
})
export type Conversation = Type.Static<typeof Conversation>

export const ConversationPage = PageOf("conversations", Conversation)

export const SortField = OneOf([
  "createdAt",
  "customerEmail",
  "customerName",
  "mailboxid",
  "modifiedAt",
  "number",
  "score",
  "status",
  "subject",
  "waitingSince",
])
export type SortField = Type.Static<typeof SortField>

export const ConversationQuery = Type.Object({
  mailbox: Type.Optional(Type.Array(Id, { maxItems: 100, description: "Inbox ids, comma-separated" })),
  status: Type.Optional(OneOf(["active", "all", "closed", "open", "pending", "spam"], { default: "active" })),
  tag: Type.Optional(
    Type.Array(Type.String({ maxLength: 60 }), {
      maxItems: 50,
      description: "Tag names, comma-separated; conversations with any of them",
    }),
  ),
  assigned_to: Type.Optional(Id),
  modifiedSince: Type.Optional(Moment),
  number: Type.Optional(Id),
  query: Type.Optional(
    Type.String({
      description:
        'Search expression of up to 2,048 characters, such as `(subject:"late order" AND NOT tag:vip)`. Fields: `subject`, `body`, `email`, `tag`, `mailbox`, `mailboxid`, `assigned`, `status`, `number`, `id`, `customerIds`, `replyUserIds`, `attachments`, `createdAt`, `modifiedAt`; text without a field is looked for in subjects, bodies and addresses. Combined with the other filters',
    }),
  ),
  sortField: Type.Optional(SortField),
  sortOrder: Type.Optional(OneOf(["asc", "desc"])),
  page: Type.Optional(PageNumber),
  size: Type.Optional(PageSize),
})
export type ConversationQuery = Type.Static<typeof ConversationQuery>

export const ConversationPath = Type.Object({ conversationId: Id })
