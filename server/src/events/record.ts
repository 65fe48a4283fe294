import type { FeedKind } from "@deskhand/contract/event"
import type { UnsentKind } from "@deskhand/contract/event-kinds"
import { type Db, empty, join, type Sql, sql } from "../db/db.ts"

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

/** Written in the transaction of the change, so that neither is ever there without the other. */
export async function recordEvent(db: Db, event: NewEvent): Promise<void> {
  if (event.userId !== null && audited.test(event.kind)) await signChanges(db, event.userId)
  await db.run(sql`
    insert into events (kind, subject_id, user_id, inbox_id, from_inbox_id, conversation_id, data)
    values (${event.kind}, ${event.subjectId}, ${event.userId}, ${event.inboxId ?? null}, ${event.fromInboxId ?? null},
      ${event.conversationId ?? null}, ${JSON.stringify(event.data ?? {})})`)
  db.tell(eventsWritten)
}

/** Kinds of what the database itself notes down of changes to the desk (ADR 56). */
const audited =
  /^(account|mail|user|workflow|team|inbox|tag|webhook|custom-field|folder|saved-reply|routing|customer-property|organization-property)\./

/** Says who made the changes of this transaction that were noted down so far. */
export async function signChanges(db: Db, userId: number): Promise<void> {
  await db.run(sql`
    update audit_entries set user_id = ${userId} where transaction_id = pg_current_xact_id() and user_id is null`)
}

/** An event of a conversation as it is being written, whose ids are known to the statement alone. */
export interface WrittenEvent extends Pick<NewEvent, "kind" | "userId" | "inboxId" | "fromInboxId" | "data"> {
  /** It tells of the thread that is written with it. */
  tellsThread?: boolean
  /** It tells of some of several that are written with it, by their places from 0 on. */
  tellsThreads?: number[]
}

/** A part of the statement that writes what they tell of; who sends it says so with `db.tell(eventsWritten)`. */
export function recordingEvents(events: WrittenEvent[], ids: { conversation: Sql; thread: Sql; threads?: Sql }): Sql {
  const rows = events.map(
    ({ kind, userId, inboxId, fromInboxId, data = {}, tellsThread = false, tellsThreads = [] }) => sql`(${kind},
      ${userId}::bigint, ${inboxId ?? null}::bigint, ${fromInboxId ?? null}::bigint, ${JSON.stringify(data)}::jsonb
        ${tellsThread ? sql`|| jsonb_build_object('threadId', ${ids.thread})` : empty}
        ${tellsThreads.length > 0 && ids.threads ? sql`|| ${toldThreads(ids.threads, tellsThreads)}` : empty})`,
  )
  return sql`recorded as (
    insert into events (kind, subject_id, user_id, inbox_id, from_inbox_id, conversation_id, data)
    select kind, ${ids.conversation}, user_id, inbox_id, from_inbox_id, ${ids.conversation}, data
    from (values ${join(rows)}) as told (kind, user_id, inbox_id, from_inbox_id, data))`
}

function toldThreads(threads: Sql, places: number[]): Sql {
  return sql`jsonb_build_object('threadIds', (
    select jsonb_agg(id order by place) from unnest(${threads}) with ordinality as told (id, place)
    where place = any(${places.map((place) => place + 1)}::bigint[])))`
}
