import Type from "typebox"
import { Id, Links, OneOf, PageNumber, PageOf, PageSize, Person, Timestamp } from "../common.ts"
import { Source } from "./source.ts"

/** `open` leaves active and pending as they are; `inbox_predefined` is what the inbox is set to. */
export const StatusAfter = OneOf(["active", "closed", "pending", "spam", "open", "inbox_predefined"])

export const Attachment = Type.Object({
  id: Type.Integer(),
  filename: Type.String(),
  mimeType: Type.String(),
  width: Type.Optional(Type.Integer({ description: "Pixels" })),
  height: Type.Optional(Type.Integer({ description: "Pixels" })),
  size: Type.Optional(Type.Integer({ description: "Bytes" })),
  state: OneOf(["valid", "virus"], { description: "One that is still being scanned is not shown" }),
  contentId: Type.Optional(Type.String({ description: "By which the body shows it, as `cid:`" })),
  inline: Type.Optional(Type.Boolean({ description: "It is shown inside the body" })),
  _links: Links(["self", "data", "download", "web"]),
})
export type Attachment = Type.Static<typeof Attachment>

export const NewAttachment = Type.Object({
  fileName: Type.String({ minLength: 1, maxLength: 255 }),
  mimeType: Type.String({ minLength: 3, maxLength: 255, description: "Like `image/png`" }),
  data: Type.String({ description: "The contents in base64" }),
  contentId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Of a picture that the text shows, as `<img src="cid:…">`: PNG, JPEG, GIF or WebP',
    }),
  ),
})
export type NewAttachment = Type.Static<typeof NewAttachment>

export const AttachmentData = Type.Object({ data: Type.String({ description: "The contents in base64" }) })

export const AttachmentPath = Type.Object({ conversationId: Id, attachmentId: Id })

export const ThreadAction = Type.Object({
  type: Type.String(),
  text: Type.Optional(Type.String()),
  associatedEntities: Type.Object({
    workflow: Type.Optional(Type.Integer()),
    user: Type.Optional(Type.Integer()),
    inbox: Type.Optional(Type.Integer()),
    originalConversation: Type.Optional(Type.Integer()),
  }),
})
export type ThreadAction = Type.Static<typeof ThreadAction>

export const Schedule = Type.Object({
  scheduledBy: Type.Integer(),
  sendAsId: Type.Integer(),
  createdAt: Timestamp,
  scheduledFor: Timestamp,
  unscheduleOnCustomerReply: Type.Boolean(),
  undoable: Type.Optional(
    Type.Boolean({ description: "It was sent, and waits only for the time in which it can be taken back" }),
  ),
})

/** As it was said; without a status a reply makes the conversation active. */
export const AfterSending = Type.Object({
  status: Type.Optional(StatusAfter),
  assignTo: Type.Optional(Type.Union([Type.Integer(), Type.Null()], { description: "A user or team; null unassigns" })),
})

const { type: _, ...namesOfPerson } = Person.properties

export const ThreadCustomer = Type.Object(namesOfPerson)

export const ThreadRating = Type.Object({
  customerId: Type.Integer(),
  rating: OneOf(["great", "not_good", "okay"]),
  comments: Type.Optional(Type.String()),
})

/** A line item has no body, no addresses and no attachments; every other type has them all, if only empty. */
export const Thread = Type.Object({
  id: Type.Integer(),
  type: OneOf([
    "widgetchat",
    "chat",
    "customer",
    "forwardchild",
    "forwardparent",
    "lineitem",
    "message",
    "note",
    "phone",
  ]),
  status: OneOf(["active", "closed", "pending", "spam"]),
  state: OneOf(["bounced", "draft", "hidden", "published", "review"]),
  action: Type.Optional(ThreadAction),
  body: Type.Optional(Type.String({ description: "HTML" })),
  source: Source,
  customer: Type.Optional(ThreadCustomer),
  createdBy: Person,
  performedBy: Type.Optional({
    ...Person,
    description: "Who really wrote, noted down or sent it, where that is not `createdBy`",
  }),
  assignedTo: Type.Optional(Person),
  savedReplyId: Type.Optional(Type.Integer()),
  to: Type.Optional(Type.Array(Type.String())),
  cc: Type.Optional(Type.Array(Type.String())),
  bcc: Type.Optional(Type.Array(Type.String())),
  createdAt: Timestamp,
  openedAt: Type.Optional(Timestamp),
  linkedConversationId: Type.Optional(
    Type.String({
      pattern: "^\\d+$",
      description: "The other conversation of a forward, or of what says where a conversation continues",
    }),
  ),
  rating: Type.Optional(ThreadRating),
  scheduled: Type.Optional(Schedule),
  afterSending: Type.Optional({
    ...AfterSending,
    description: "Of drafts and replies in review: what is to become of the conversation when they go out",
  }),
  _embedded: Type.Optional(Type.Object({ attachments: Type.Array(Attachment) })),
  _links: Links([], ["assignedTo", "createdByCustomer", "createdByUser", "customer"]),
})
export type Thread = Type.Static<typeof Thread>

export const ThreadPage = PageOf("threads", Thread)

export const ThreadQuery = Type.Object({ page: Type.Optional(PageNumber), size: Type.Optional(PageSize) })

export const ThreadPath = Type.Object({ conversationId: Id, threadId: Id })
