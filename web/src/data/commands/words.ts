import { wholeMomentText } from "../../messages/moments.ts"
import { text } from "../../messages/text.ts"
import { nameOf } from "../people.ts"
import type { Change } from "./change.ts"
import type { Command } from "./command.ts"

/** What a command is to do, such as "Set status to Closed". */
export function commandText({ change }: Command): string {
  const { status, assignee, tags, addTag, removeTag, subject, snooze, inbox, state } = change
  if (inbox) return text("command.move", { name: inbox.name })
  if (state === "deleted") return text("command.delete")
  if (state === "published") return text("command.restore")
  if (addTag) return text("command.addTag", { name: addTag.tag })
  if (removeTag !== undefined) return text("command.removeTag", { name: removeTag })
  if (tags) return tags.length > 0 ? text("command.tags", { names: namesOf(tags) }) : text("command.noTags")
  if (snooze) return text("command.snooze", { time: wholeMomentText(snooze.snoozedUntil) })
  if (snooze === null) return text("command.wake")
  if (assignee) return text("command.assign", { name: nameOf(assignee) })
  if (assignee === null) return text("command.unassign")
  if (subject !== undefined) return text("command.subject", { subject })
  return text("command.status", { status: text(`status.${status ?? "active"}`) })
}

function namesOf(tags: NonNullable<Change["tags"]>): string {
  return tags.map(({ tag }) => tag).join(", ")
}

/** "#12 Late order", or how many conversations. */
export function targetText({ target: { number, subject, count } }: Command): string {
  if (number === undefined) return text("command.conversations", { count })
  return text("command.conversation", { number: String(number), subject: subject || text("list.noSubject") })
}

/** What has been done to one conversation. */
export function doneText({ status, assignee, tags, subject, snooze, state }: Change): string {
  if (state !== undefined) return text("action.restored")
  if (tags) return text("action.tags")
  if (snooze) return text("action.snoozed", { time: wholeMomentText(snooze.snoozedUntil) })
  if (snooze === null) return text("action.woken")
  if (assignee) return text("action.assigned", { name: nameOf(assignee) })
  if (assignee === null) return text("action.unassigned")
  if (subject !== undefined) return text("action.subject")
  return text("action.status", { status: text(`status.${status ?? "active"}`) })
}

/** What has been done to as many conversations. */
export function bulkDoneText(change: Change, count: number): string {
  const { status, assignee, addTag, removeTag, snooze, inbox, state } = change
  if (inbox) return text("bulk.move.done", { count, name: inbox.name })
  if (state !== undefined) return text("bulk.delete.done", { count })
  if (addTag) return text("bulk.tagged.done", { count, name: addTag.tag })
  if (removeTag !== undefined) return text("bulk.untagged.done", { count, name: removeTag })
  if (snooze) return text("bulk.snooze.done", { count, time: wholeMomentText(snooze.snoozedUntil) })
  if (assignee) return text("bulk.assigned.done", { count, name: nameOf(assignee) })
  if (assignee === null) return text("bulk.unassigned.done", { count })
  return text("bulk.status.done", { count, status: text(`status.${status ?? "active"}`) })
}
