import { type Db, empty, join, type Sql, sql, unnamed } from "../db/db.ts"
import { ask, type Shared } from "../db/group.ts"
import { eventsWritten, recordingEvents } from "../events/record.ts"
import { lineItemRow, threadRow, writingThreads } from "./threads/writing/rows.ts"
import { updatingConversation } from "./update.ts"
import { isPlain, type WrittenChange, type WrittenId, writeChanges } from "./write-changes.ts"

/** All of it in one statement. Gives the id of the thread. */
export function writeChange(db: Db, change: WrittenChange): Promise<WrittenId> {
  return isPlain(change) ? ask(db, writing, change) : writeOne(db, change)
}

const writing: Shared<WrittenChange, WrittenId> = { alone: writeOne, together: writeChanges, last: true }

function writeOne(db: Db, { update, events, items, thread }: WrittenChange): Promise<WrittenId> {
  const conversation = sql`${update.after.id}::bigint`
  const place = { status: update.after.status, assigneeId: update.after.assignee_id }
  const rows = [...items.map((item) => lineItemRow(place, item)), ...(thread ? [threadRow(place, thread)] : [])]
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
