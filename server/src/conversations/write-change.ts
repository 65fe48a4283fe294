import { type Db, empty, join, type Sql, sql, unnamed } from "../db/db.ts"
import { eventsWritten, recordingEvents, type WrittenEvent } from "../events/record.ts"
import { writingThreads } from "./threads/rows.ts"
import { type Update, updatingConversation } from "./update.ts"

export interface WrittenChange {
  update: Update
  events: WrittenEvent[]
  /** As `lineItemRow` makes them. */
  items: Sql[]
  /** As `threadRow` makes it; it comes after them. */
  thread?: Sql
}

/** All of it in one statement. Gives the id of the thread. */
export function writeChange(db: Db, { update, events, items, thread }: WrittenChange): Promise<{ id: number | null }> {
  const conversation = sql`${update.after.id}::bigint`
  const rows = [...items, ...(thread ? [thread] : [])]
  const threadId = sql`(select max(id) from given)`
  const parts = [
    ...(rows.length === 0 ? [] : [writingThreads(conversation, rows)]),
    ...(thread ? [findingThreads(conversation)] : []),
    sql`told as (${updatingConversation(update)})`,
    ...(events.length === 0 ? [] : [recordingEvents(events, { conversation, thread: threadId })]),
  ]
  if (events.length > 0) db.tell(eventsWritten)
  return db.one(sql`${rows.length + events.length > mostNamed ? unnamed : empty}
    with ${join(parts)} select ${thread ? threadId : sql`null::bigint`} as id`)
}

/** A text for each number of rows and events: of more than this it is not worth keeping. */
const mostNamed = 8

function findingThreads(conversation: Sql): Sql {
  return sql`found_by as (
    insert into search_entries (conversation_id, thread_id, words)
    select ${conversation}, id, words from given where words is not null)`
}
