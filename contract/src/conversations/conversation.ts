import Type from "typebox"
import { Id, Links, Moment, OneOf, PageNumber, PageOf, PageSize, Person, Timestamp } from "../common.ts"
import { conversationStatuses, hasValues, isValues, ratingValues, searchFields, typeValues } from "./search-language.ts"
import { Source } from "./source.ts"
import { ConversationTag } from "./tag.ts"
import { Thread } from "./thread.ts"

export const ConversationStatus = OneOf(conversationStatuses)
export type ConversationStatus = Type.Static<typeof ConversationStatus>

/** What a request sets and answers repeat as it is. */
export const conversationTraits = {
  type: OneOf(["chat", "email", "phone"]),
}

export const Conversation = Type.Object({
  id: Type.Integer(),
  number: Type.Integer(),
  threads: Type.Integer({ description: "Published threads, without notes and line items" }),
  ...conversationTraits,
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
  modifiedAt: {
    ...Timestamp,
    description: "When anything about it last changed, which `sortField=modifiedAt` orders by",
  },
  customerWaitingSince: Type.Optional(
    Type.Object({ time: Timestamp, friendly: Type.String(), latestReplyFrom: OneOf(["customer"]) }),
  ),
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
  _embedded: Type.Optional(
    Type.Object({ threads: Type.Array(Thread) }, { description: "Only with `embed=threads`; newest first" }),
  ),
  _links: Links(
    ["self", "mailbox", "primaryCustomer", "threads", "web"],
    ["createdByCustomer", "createdByUser", "closedBy", "assignee"],
  ),
})
export type Conversation = Type.Static<typeof Conversation>

export const ConversationPage = PageOf("conversations", Conversation)

export const SortField = OneOf(
  [
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
  ],
  {
    description:
      "`score` orders by relevance where `query` has free text and up to about 2,000 conversations are expected to match, " +
      "and as `modifiedAt` otherwise",
  },
)
export type SortField = Type.Static<typeof SortField>

const Embed = OneOf(["threads"], {
  description:
    "Adds each conversation's newest threads. In lists a long chat thread has only its beginning, as plain text that " +
    "ends in `…`; the list of threads has all of it",
})

const listed = (values: readonly string[]) => values.map((value) => `\`${value}\``).join(", ")

const friendlyHelp =
  "Fields for people look up names when the search runs; a name that nothing has matches nothing. " +
  "`from` and `customer`: the name or address of the customer, or the start of a word of it, or a part of the address; " +
  "`from` also of who wrote a message. `to`: an address in To, Cc or Bcc, its start or its domain, or that of the inbox. " +
  "`org`, `organization`: by name. `in`: an inbox, or else a folder, by name in any case. `assigned:me`: you. " +
  `\`is\`: ${listed(isValues)}. \`has\`: ${listed(hasValues)}. \`type\`: ${listed(typeValues)}. \`rating\`: ${listed(ratingValues)}. ` +
  "`before`, `after` (that day and later) and `on`: when the conversation began, in your time zone, as `2026-03-09`, `2026-03`, " +
  "`today`, `last-week`, `last-monday`, `3-days-ago` or `last-7-days`, or the same in quotes with spaces. `waiting`: `2h` or " +
  '`>2h` for at least two hours, `<2h` for less; also `m`, `d`, `w`. Any other field is a custom field by its name: `plan:pro`, `"Order number":123`, ' +
  "`Price:[10 TO 20]`."

export const ConversationQuery = Type.Object({
  embed: Type.Optional(Embed),
  mailbox: Type.Optional(Type.Array(Id, { maxItems: 100, description: "Inbox ids, comma-separated" })),
  folder: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: "Folder id. It narrows what `status` asks for: Closed, Spam and Deleted need `status=all`",
    }),
  ),
  folderType: Type.Optional(
    OneOf(["unassigned", "drafts", "assigned", "snoozed", "closed", "spam", "deleted", "needsattention"], {
      description: "The folders of that type of all inboxes, as `folder` asks for one of them",
    }),
  ),
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
        'Search expression of up to 2,048 characters, such as `(subject:"late order" AND NOT tag:vip)`. Fields: ' +
        `${Object.keys(searchFields)
          .map((name) => `\`${name}\``)
          .join(
            ", ",
          )}; text without a field is looked for in subjects, bodies and addresses, and in the names of customers and ` +
        "their organizations; a number also finds the conversation that has it. `refun*` finds words by their start, in text " +
        "without a field, `subject` and `body`. " +
        `${friendlyHelp} ` +
        "`email` takes an address, or a domain for all of its addresses: `acme.com` or `*@acme.com`. " +
        "Combined with the other filters. With text in it, totals of more than 10,000 may be estimates " +
        "(`page.estimated`), and pages beyond the 10,000th match answer 400: narrow the search",
    }),
  ),
  customFieldsByIds: Type.Optional(
    Type.Array(Type.String({ maxLength: 300 }), {
      maxItems: 50,
      description:
        "`fieldId:value` pairs, comma-separated or repeated; all must hold. Needs `mailbox`. A single-line field must " +
        "have all words of the value, a dropdown is asked for by option id, multi-line fields cannot be asked for",
    }),
  ),
  sortField: Type.Optional(SortField),
  sortOrder: Type.Optional(OneOf(["asc", "desc"])),
  page: Type.Optional(PageNumber),
  size: Type.Optional(PageSize),
})
export type ConversationQuery = Type.Static<typeof ConversationQuery>

export const ConversationPath = Type.Object({ conversationId: Id })

export const ConversationPagePath = Type.Object({ conversationId: Id, number: Id })

export const OneConversationQuery = Type.Object({ embed: Type.Optional(Embed) })
