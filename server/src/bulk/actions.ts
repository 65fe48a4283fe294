import type { NewBulkAction } from "@deskhand/contract/conversations/bulk-action"
import { readFuture } from "../conversations/editing/snooze.ts"
import { filterOf } from "../conversations/list/filter.ts"
import type { Db } from "../db/db.ts"
import { conflict, invalid, notFound } from "../errors.ts"
import type { Change } from "../http/input/if-match.ts"
import { enqueueJob } from "../jobs/enqueue.ts"
import { ensureTags } from "../tags/actions.ts"
import { listTagsNamed } from "../tags/queries.ts"
import { insertBulk, insertItems, lockBulk, updateBulkState } from "./queries.ts"
import { type Action, refuseUnclear, undoableUntil } from "./rules.ts"
import { bulkJob } from "./run.ts"

/** Owed with its row: a job does it. */
export function beginBulk(db: Db, given: NewBulkAction, { viewer, now }: Change): Promise<number> {
  refuseUnclear(given)
  const { userId, scope } = viewer
  return db.transaction(async (db) => {
    const { conversationIds = [], filters = null } = given
    // What cannot be read is said at once, and not by a job that fails.
    if (filters) await filterOf(db, filters, { viewer, now })
    const id = await insertBulk(db, { userId, scope, action: await actionOf(db, given, { viewer, now }), filters, now })
    await insertItems(db, id, conversationIds)
    await enqueueJob(db, bulkJob, { key: String(id), payload: { bulkId: id } })
    return id
  })
}

async function actionOf(db: Db, given: NewBulkAction, change: Change): Promise<Action> {
  const { action: type, status = "active", assignTo = null, snoozedUntil = "", mailboxId = 0 } = given
  const { viewer, now } = change
  switch (type) {
    case "status":
      return { type, status }
    case "assign":
      return { type, assignTo }
    case "tag": {
      const added = await ensureTags(db, given.addTags ?? [], { viewer, now, quietly: false })
      const removed = (await listTagsNamed(db, given.removeTags ?? [])).map(({ id }) => id)
      return { type, added, removed: removed.filter((id) => !added.includes(id)) }
    }
    case "snooze":
      readFuture("snoozedUntil", snoozedUntil, now)
      return { type, snoozedUntil, unsnoozeOnCustomerReply: given.unsnoozeOnCustomerReply ?? true }
    case "move":
      if (!viewer.inboxIds.includes(mailboxId)) {
        const message = "must be an inbox that you may use"
        throw invalid({ path: "mailboxId", message, rejectedValue: mailboxId, source: "JSON" })
      }
      return { type, mailboxId }
    case "delete":
      return { type }
  }
}

/** One that is still running ends, and what it has done is put back. */
export function undoBulk(db: Db, id: number, { viewer, now }: Change): Promise<void> {
  return db.transaction(async (db) => {
    const bulk = await lockBulk(db, id)
    if (!bulk || bulk.user_id !== viewer.userId) throw notFound()
    const until = undoableUntil(bulk)
    if (bulk.state === "undoing" || bulk.state === "undone") throw conflict("bulk_state", "It is being undone already")
    if (until && until <= now) throw conflict("bulk_state", "It was done too long ago to be undone")
    await updateBulkState(db, { id, state: "undoing", now })
    await enqueueJob(db, bulkJob, { key: String(id), payload: { bulkId: id } })
  })
}
