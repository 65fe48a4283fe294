import { type Change, changeConversation } from "../conversations/change.ts"
import { carryFields } from "../conversations/editing/carried-fields.ts"
import { changeTags } from "../conversations/editing/tagging.ts"
import { type HeldConversation, holdConversation } from "../conversations/held.ts"
import { insertConversationFields } from "../conversations/insert.ts"
import { type Db, sql } from "../db/db.ts"
import { DeskError } from "../errors.ts"
import type { Viewer } from "../http/viewer.ts"
import { holdTags } from "../tags/queries.ts"
import { canBeAssigned } from "../users/assignable.ts"
import type { One } from "./do-one.ts"
import { lockItem, updateItem } from "./queries.ts"
import { type Restored, restorable, type Snapshot, tagsBack } from "./rules.ts"
import { snapshotOf } from "./snapshot.ts"

/** Puts back what nobody has changed since, and tells of it as of any change. */
export function undoOne(db: Db, { bulk, conversationId, viewer, now }: One): Promise<void> {
  const place = { bulkId: bulk.id, conversationId }
  return db.transaction(async (db) => {
    const item = await lockItem(db, { ...place, state: "done" })
    if (!item) return
    const { before, after } = item
    if (!before || !after) throw kept("It was a draft, which is deleted for good")
    await holdTags(db, Object.values(tagsBack(before, after)).flat())
    const held = await holdConversation(db, viewer, conversationId)
    const restored = restorable(before, after, await snapshotOf(db, held))
    if (Object.keys(restored).length === 0) throw kept("Somebody has changed it since")
    if (restored.inboxId !== undefined) await moveFields(db, { held, inboxId: restored.inboxId, restored, viewer })
    const change = await changeOf(db, restored, { held, now })
    await changeConversation(db, held, change, { userId: viewer.userId, now, because: "by undoing a bulk action" })
    if (restored.tags) await changeTags(db, restored.tags, { conversationId, viewer, now, check: async () => {} })
    await updateItem(db, { ...place, state: "undone" })
  })
}

function kept(message: string): DeskError {
  return new DeskError(409, "changed_meanwhile", message)
}

async function changeOf(
  db: Db,
  { status, state, inboxId, assigneeId, snooze }: Restored,
  { held, now }: { held: HeldConversation; now: Date },
): Promise<Change> {
  const isGivenBack = typeof assigneeId === "number" && (await canBeAssigned(db, assigneeId, inboxId ?? held.inbox_id))
  const isPast = snooze && new Date(snooze.until) <= now
  return {
    ...(status !== undefined && { status }),
    ...(state !== undefined && { state }),
    ...(inboxId !== undefined && { inboxId }),
    ...((isGivenBack || assigneeId === null) && { assigneeId }),
    ...(snooze === null && { snooze }),
    ...(snooze && !isPast && { snooze: { ...snooze, until: new Date(snooze.until) } }),
  }
}

interface Moving {
  held: HeldConversation
  inboxId: number
  restored: Restored
  viewer: Viewer
}

/** With the values that it had there, unless somebody has written others since. */
async function moveFields(db: Db, { held, inboxId, restored, viewer }: Moving): Promise<void> {
  if (!viewer.inboxIds.includes(inboxId)) throw kept("You may no longer use the inbox that it was in")
  if (!restored.fields) {
    await carryFields(db, held, inboxId)
    return
  }
  await db.run(sql`delete from conversation_fields where conversation_id = ${held.id}`)
  await insertConversationFields(db, [{ conversationId: held.id, fields: await stillThere(db, restored.fields) }])
}

async function stillThere(db: Db, fields: Snapshot["fields"]): Promise<Snapshot["fields"]> {
  const rows = await db.many<{ id: number }>(sql`
    select id from custom_fields where id = any(${fields.map(({ fieldId }) => fieldId)}::bigint[])
      and deleted_at is null order by id for key share`)
  const ids = new Set(rows.map(({ id }) => id))
  return fields.filter(({ fieldId }) => ids.has(fieldId))
}
