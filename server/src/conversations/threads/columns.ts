import { column, type RowOf, table } from "../../db/write-rows.ts"
import type { ThreadRow } from "./reading/queries.ts"

export const threadTable = table("threads", {
  id: column<number>("bigint"),
  conversation_id: column<number>("bigint"),
  type: column<ThreadRow["type"]>("text"),
  status: column<ThreadRow["status"]>("text"),
  state: column<ThreadRow["state"]>("text"),
  body: column<string | null>("text"),
  source_type: column<string>("text"),
  source_via: column<"user" | "customer">("text"),
  customer_id: column<number | null>("bigint"),
  created_by_id: column<number | null>("bigint"),
  performed_by_id: column<number | null>("bigint"),
  assigned_to_id: column<number | null>("bigint"),
  to_addresses: column<string[]>("text[]"),
  cc: column<string[]>("text[]"),
  bcc: column<string[]>("text[]"),
  created_at: column<Date>("timestamptz"),
  linked_conversation_id: column<number | null>("bigint"),
  scheduled_by_id: column<number | null>("bigint"),
  send_as_id: column<number | null>("bigint"),
  scheduled_at: column<Date | null>("timestamptz"),
  scheduled_for: column<Date | null>("timestamptz"),
  unschedule_on_customer_reply: column<boolean | null>("boolean"),
  undoable: column<boolean>("boolean"),
  then_status: column<ThreadRow["then_status"]>("text"),
  then_assigns: column<boolean>("boolean"),
  then_assignee_id: column<number | null>("bigint"),
  then_assigns_writer: column<boolean>("boolean"),
  action_type: column<string | null>("text"),
  action_text: column<string | null>("text"),
  action_entities: column<Record<string, number> | null>("jsonb"),
})

export type NewThreadRecord = Omit<RowOf<typeof threadTable.columns>, "id"> & { id?: number }

/** The words by which a thread is found, as PostgreSQL writes a tsvector. The subject has the thread number 0. */
export const entryTable = table("search_entries", {
  conversation_id: column<number>("bigint"),
  thread_id: column<number>("bigint"),
  words: column<string>("tsvector"),
})

export type SearchEntry = RowOf<typeof entryTable.columns>
