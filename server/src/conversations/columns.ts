import type { NewConversation } from "@deskhand/contract/new-conversation"
import type { WrittenEvent } from "../events/record.ts"
import type { ConversationRow } from "./queries.ts"
import type { DerivedColumns } from "./threads/summary/derive.ts"
import type { LineItem, Thread } from "./threads/writing/insert.ts"

/** What a new conversation is made of. */
export interface ConversationColumns extends DerivedColumns {
  inboxId: number
  type: NewConversation["type"]
  /** How it came, where that was not by the API. */
  source?: "email"
  status: ConversationRow["status"]
  state: "published" | "draft"
  subject: string
  preview: string
  customerId: number
  assigneeId: number | null
  /** Routing passes it by. */
  keptUnassigned: boolean
  /** One of the two. */
  createdByUserId: number | null
  createdByCustomerId: number | null
  cc: string[]
  bcc: string[]
  closedById?: number
  closedAt?: Date
  createdAt: Date
}

export interface Inserted {
  id: number
  number: number
  /** Of its threads, in their order. */
  thread_ids: number[]
}

/** Its threads, and what is recorded of it. */
export interface Contents {
  threads: Thread[]
  events: WrittenEvent[]
  /** What it says of whom routing gave it to, which is told by an event of its own. */
  arrival?: LineItem
}

export interface NewRow {
  row: ConversationColumns
  contents: Contents
}
