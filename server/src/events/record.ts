import type { FeedKind } from "@deskhand/contract/events/event"
import type { UnsentKind } from "@deskhand/contract/events/event-kinds"
import { type Db, type Sql, sql } from "../db/db.ts"
import { column, insertRows, table } from "../db/write-rows.ts"

export interface NewEvent {
  kind: Exclude<FeedKind, UnsentKind>
  subjectId: number
  /** Null when a customer or the service itself did it. */
  userId: number | null
  inboxId?: number
  /** Where a conversation was moved from, so that those who see only that inbox hear of it too. */
  fromInboxId?: number
  conversationId?: number
  data?: object
}

/** What the sequencer of this node hears. A NOTIFY by every writer would make their commits wait for one another. */
export const eventsWritten = "events_written"

const eventTable = table("events", {
  kind: column<NewEvent["kind"]>("text"),
  subject_id: column<number>("bigint"),
  user_id: column<number | null>("bigint"),
  inbox_id: column<number | null>("bigint"),
  from_inbox_id: column<number | null>("bigint"),
  conversation_id: column<number | null>("bigint"),
  data: column<object>("jsonb"),
})

/** Written in the transaction of the change, so that neither is ever there without the other. */
export async function recordEvent(db: Db, event: NewEvent): Promise<void> {
  await recordEvents(db, [event])
}

export async function recordEvents(db: Db, events: NewEvent[]): Promise<void> {
  for (const { kind, userId } of events) if (userId !== null && audited.test(kind)) await signChanges(db, userId)
  if (events.length > 0) await db.run(writingEvents(db, events))
}

/** The statement, for who puts it into a larger one. */
export function writingEvents(db: Db, events: NewEvent[]): Sql {
  db.tell(eventsWritten)
  return insertRows(
    eventTable,
    events.map((event) => ({
      kind: event.kind,
      subject_id: event.subjectId,
      user_id: event.userId,
      inbox_id: event.inboxId ?? null,
      from_inbox_id: event.fromInboxId ?? null,
      conversation_id: event.conversationId ?? null,
      data: event.data ?? {},
    })),
  )
}

/** Kinds of what the database itself notes down of changes to the desk (ADR 56). */
const audited =
  /^(account|mail|user|workflow|team|inbox|tag|webhook|custom-field|folder|saved-reply|routing|customer-property|organization-property)\./

/** Says who made the changes of this transaction that were noted down so far. */
export async function signChanges(db: Db, userId: number): Promise<void> {
  await db.run(sql`
    update audit_entries set user_id = ${userId} where transaction_id = pg_current_xact_id() and user_id is null`)
}
