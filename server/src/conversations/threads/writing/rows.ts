import { join, raw, type Sql, sql } from "../../../db/db.ts"
import { wordsOfThread } from "../summary/words.ts"
import type { LineItem, Place, Thread } from "./insert.ts"

/*
 * Parts of the one statement that writes threads and what belongs to them: `given` are the threads with their ids, in the
 * order in which they are made, and the words by which each is found.
 */

const columns =
  raw(`type, status, state, body, source_type, source_via, customer_id, created_by_id, assigned_to_id, to_addresses, cc, bcc,
  created_at, then_status, then_assigns, then_assignee_id, scheduled_by_id, send_as_id, scheduled_at, scheduled_for,
  unschedule_on_customer_reply, undoable, linked_conversation_id, action_type, action_text, action_entities,
  performed_by_id`)

/** A draft is nobody's to find. */
export function threadRow(place: Omit<Place, "conversationId">, thread: Thread): Sql {
  const { outcome, undoable } = thread
  const scheduled = undoable
    ? sql`${undoable.byId}::bigint, ${thread.createdById ?? null}::bigint, ${thread.createdAt}::timestamptz,
        ${undoable.until}::timestamptz, false, true`
    : unscheduled
  return sql`(${thread.type}, ${place.status}, ${thread.state}, ${thread.body},
    ${thread.source ?? "api"}, ${thread.createdById === undefined ? "customer" : "user"}, ${thread.customerId ?? null}::bigint,
    ${thread.createdById ?? null}::bigint, ${place.assigneeId}::bigint, ${thread.to}::text[], ${thread.cc}::text[],
    ${thread.bcc}::text[], ${thread.createdAt}::timestamptz, ${outcome?.status ?? null},
    ${outcome?.assigneeId !== undefined}::boolean, ${outcome?.assigneeId ?? null}::bigint, ${scheduled},
    ${thread.linkedConversationId ?? null}::bigint, null, null, null::jsonb, ${thread.performedById ?? null}::bigint,
    ${thread.state === "draft" ? null : wordsOfThread(thread)}::tsvector)`
}

const unscheduled = sql`null::bigint, null::bigint, null::timestamptz, null::timestamptz, null::boolean, false`

export function lineItemRow(place: Omit<Place, "conversationId">, item: LineItem): Sql {
  const entities = item.entities === undefined ? null : JSON.stringify(item.entities)
  return sql`('lineitem', ${place.status}, 'published', null, 'api', ${item.createdById === undefined ? "customer" : "user"},
    ${item.customerId ?? null}::bigint, ${item.createdById ?? null}::bigint, ${place.assigneeId}::bigint, '{}'::text[],
    '{}'::text[], '{}'::text[], ${item.createdAt}::timestamptz, null, false, null::bigint, ${unscheduled}, null::bigint,
    ${item.action}, ${item.text}, ${entities}::jsonb, ${item.performedById ?? null}::bigint, null::tsvector)`
}

/** `conversation` is where they belong. */
export function writingThreads(conversation: Sql, rows: Sql[]): Sql {
  return sql`given as materialized (
      select nextval('threads_id_seq') as id, row.* from (values ${join(rows)}) as row (${columns}, words)
    ), threads_written as (
      insert into threads (id, conversation_id, ${columns})
      select id, ${conversation}, ${columns} from given
    )`
}
