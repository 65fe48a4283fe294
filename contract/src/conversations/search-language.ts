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
