/**
 * What the query of the list of conversations can ask for. Whoever helps people to write one and whoever reads it take it
 * from here. Without imports, so that browsers can have it for the price of its words.
 */
export const conversationStatuses = ["active", "pending", "closed", "spam"] as const

export const searchFields = {
  subject: { kind: "text" },
  body: { kind: "text" },
  email: { kind: "text" },
  tag: { kind: "text" },
  mailbox: { kind: "text" },
  mailboxid: { kind: "number" },
  assigned: { kind: "text" },
  status: { kind: "choice" },
  number: { kind: "number" },
  id: { kind: "number" },
  customerIds: { kind: "number" },
  replyUserIds: { kind: "number" },
  mentions: { kind: "text" },
  attachments: { kind: "flag" },
  createdAt: { kind: "moment" },
  modifiedAt: { kind: "moment" },
} as const satisfies Record<string, { kind: "text" | "number" | "moment" | "flag" | "choice" }>

export type SearchFieldName = keyof typeof searchFields

/** As a value of `assigned`: nobody is. */
export const unassigned = "unassigned"

/** As a value of `assigned`: the person who looks. */
export const me = "me"

export const isValues = [
  "open",
  "active",
  "pending",
  "closed",
  "spam",
  "mine",
  "assigned",
  "unassigned",
  "snoozed",
  "waiting",
  "draft",
  "unread",
] as const
export type IsValue = (typeof isValues)[number]

export const hasValues = ["attachment", "note", "tag", "rating"] as const
export type HasValue = (typeof hasValues)[number]

export const typeValues = ["email", "chat", "phone"] as const

export const ratingValues = ["great", "okay", "bad"] as const

/**
 * Fields for people, beside those above: names are resolved when the search runs, so that a name that no longer
 * exists matches nothing. Any other field name is the name of a custom field; one that is named like a field here is not found.
 */
export const friendlyFields = {
  from: { kind: "customer" },
  to: { kind: "address" },
  customer: { kind: "customer" },
  org: { kind: "organization" },
  organization: { kind: "organization" },
  is: { kind: "choice", values: isValues },
  has: { kind: "choice", values: hasValues },
  in: { kind: "inbox" },
  before: { kind: "date" },
  after: { kind: "date" },
  on: { kind: "date" },
  type: { kind: "choice", values: typeValues },
  rating: { kind: "choice", values: ratingValues },
  waiting: { kind: "duration" },
} as const satisfies Record<
  string,
  | { kind: "customer" | "address" | "organization" | "inbox" | "date" | "duration" }
  | { kind: "choice"; values: readonly string[] }
>
export type FriendlyFieldName = keyof typeof friendlyFields

/** Days in words, each also with hyphens: `after:last-week`. Also `monday`, `last monday`, `3 days ago` and `last 7 days`. */
export const dayWords = [
  "today",
  "yesterday",
  "this week",
  "last week",
  "this month",
  "last month",
  "this year",
  "last year",
] as const
