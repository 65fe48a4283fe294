import { etagOf, type NewBulkAction } from "@deskhand/sdk/client"
import { desk } from "../client.ts"
import { type Change, missingFrom } from "./change.ts"
import type { Command, Conflict, Result } from "./command.ts"
import { conflictIn } from "./conflict.ts"
import type { Delivery } from "./queue.ts"

/** Brings a command to the desk. A bulk action is made once, whatever happens, because its id is its Idempotency-Key. */
export async function deliver(
  command: Command,
  { check, userId }: Delivery & { userId: number },
): Promise<Result | { conflict: Conflict }> {
  const { target, change, bulk, before } = command
  // Another person may have signed in with this browser, in another tab.
  if (check) await refuseOther(userId)
  if (bulk) {
    const which = target.filters ? { filters: target.filters } : { conversationIds: [...target.ids] }
    const { id } = await desk.bulkActions.create({ ...bulkActionOf(change), ...which }, { idempotencyKey: command.id })
    return { bulkActionId: id }
  }
  const id = target.ids[0] ?? 0
  if (!check || !before) {
    await send(id, change)
    return {}
  }
  const found = await desk.conversations.get(id)
  // An earlier try has arrived, or somebody else wanted the same.
  if (missingFrom(found, change).length === 0) return {}
  const conflict = conflictIn(found, command)
  if (conflict) return { conflict }
  await send(id, change, etagOf(found))
  return {}
}

async function refuseOther(userId: number): Promise<void> {
  const { user } = await desk.session.get()
  if (user.id !== userId) throw new Error("Another person is signed in")
}

/** With an ETag it is refused where anything has changed since that was read. */
async function send(id: number, change: Change, ifMatch?: string): Promise<void> {
  const { conversations } = desk
  const { status, assignee, tags, subject, snooze, state } = change
  const replace = (path: string, value: unknown) => conversations.patch(id, { op: "replace", path, value }, { ifMatch })
  if (snooze) {
    const { snoozedUntil, unsnoozeOnCustomerReply } = snooze
    return conversations.snooze(id, { snoozedUntil, unsnoozeOnCustomerReply }, { ifMatch })
  }
  if (snooze === null) {
    await conversations.wake(id, { ifMatch })
    // Waking makes it active.
    if (status === "closed" || status === "pending")
      await conversations.patch(id, { op: "replace", path: "/status", value: status })
    return
  }
  if (tags !== undefined)
    return conversations.setTags(
      id,
      tags.map(({ tag }) => tag),
      { ifMatch },
    )
  if (assignee === null) return conversations.patch(id, { op: "remove", path: "/assignTo" }, { ifMatch })
  if (assignee !== undefined) return replace("/assignTo", assignee.id)
  if (subject !== undefined) return replace("/subject", subject)
  if (state !== undefined) return replace("/state", state)
  return replace("/status", status)
}

function bulkActionOf(change: Change): Omit<NewBulkAction, "conversationIds" | "filters"> {
  const { status, assignee, addTag, removeTag, snooze, inbox } = change
  if (inbox) return { action: "move", mailboxId: inbox.id }
  if (addTag) return { action: "tag", addTags: [addTag.tag] }
  if (removeTag !== undefined) return { action: "tag", removeTags: [removeTag] }
  if (snooze) {
    const { snoozedUntil, unsnoozeOnCustomerReply } = snooze
    return { action: "snooze", snoozedUntil, unsnoozeOnCustomerReply }
  }
  if (assignee !== undefined) return { action: "assign", assignTo: assignee?.id ?? null }
  if (status !== undefined) return { action: "status", status }
  return { action: "delete" }
}
