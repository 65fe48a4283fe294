import type { NewConversation } from "@deskhand/contract/conversations/new-conversation"
import { column, type RowOf, table } from "../db/write-rows.ts"

/** Every column that programs read and write. The number, keys for sorting and the organization are the database's own. */
export const conversationTable = table("conversations", {
  id: column<number>("bigint"),
  inbox_id: column<number>("bigint"),
  type: column<"chat" | "email" | "phone">("text"),
  status: column<"active" | "pending" | "closed" | "spam">("text"),
  state: column<"published" | "draft" | "deleted">("text"),
  subject: column<string>("text"),
  preview: column<string>("text"),
  customer_id: column<number>("bigint"),
  assignee_id: column<number | null>("bigint"),
  /** Somebody wants it unassigned; routing passes it by. */
  kept_unassigned: column<boolean>("boolean"),
  /** Who created it: one of the two. */
  created_by_user_id: column<number | null>("bigint"),
  created_by_customer_id: column<number | null>("bigint"),
  source_type: column<string>("text"),
  source_via: column<"user" | "customer">("text"),
  cc: column<string[]>("text[]"),
  bcc: column<string[]>("text[]"),
  thread_count: column<number>("integer"),
  held_thread_count: column<number>("integer"),
  has_attachments: column<boolean>("boolean"),
  needs_attention: column<boolean>("boolean"),
  closed_by_id: column<number | null>("bigint"),
  closed_at: column<Date | null>("timestamptz"),
  user_updated_at: column<Date>("timestamptz"),
  waiting_since: column<Date | null>("timestamptz"),
  customer_wrote_at: column<Date | null>("timestamptz"),
  snoozed_by_id: column<number | null>("bigint"),
  snoozed_until: column<Date | null>("timestamptz"),
  unsnooze_on_customer_reply: column<boolean | null>("boolean"),
  scheduled_for: column<Date | null>("timestamptz"),
  scheduled_by_id: column<number | null>("bigint"),
  unschedule_on_customer_reply: column<boolean | null>("boolean"),
  created_at: column<Date>("timestamptz"),
  modified_at: column<Date>("timestamptz"),
})

export type ConversationRecord = RowOf<typeof conversationTable.columns>

/** Columns that a new conversation has to have; the others have defaults. */
type Necessary =
  | "inbox_id"
  | "type"
  | "status"
  | "subject"
  | "customer_id"
  | "source_type"
  | "source_via"
  | "user_updated_at"

export type NewConversationRecord = Omit<Partial<ConversationRecord>, "id"> & Pick<ConversationRecord, Necessary>

/** Columns that hold just what a request says. */
export function givenColumns({ type, status, subject }: NewConversation) {
  return { type, status, subject }
}
