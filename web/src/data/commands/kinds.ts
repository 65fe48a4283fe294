import type { Conversation, NewBulkAction } from "@deskhand/sdk/client"
import { wholeMomentText } from "../../messages/moments.ts"
import { text } from "../../messages/text.ts"
import { desk } from "../client.ts"
import { nameOf } from "../people.ts"
import type { Change, Snooze, Tags } from "./command.ts"

export type BulkChange = Omit<NewBulkAction, "conversationIds" | "filters">

/** One conversation that is changed. With an ETag it is refused where anything has changed since that was read. */
interface SentTo {
  id: number
  options: { ifMatch?: string | undefined }
}

/** All there is to know of one thing that an agent can do. Methods, so that a change of any kind can be passed to its own. */
export interface CommandKind<Value> {
  /** The conversation as it looks once the desk has done it. */
  apply(conversation: Conversation, value: Value): Conversation
  /** The present values of what it changes: undoing it restores them. Absent: undone as a bulk action. */
  before?(conversation: Conversation): Change
  /** What makes two values the same, where not all of them does. */
  comparable?(value: Value): unknown
  sendOne?(to: SentTo, value: Value, change: Change): Promise<unknown>
  sendMany?(value: Value): BulkChange
  /** Whether it is sent as a bulk action for one too, because only those can be undone as a whole and by everybody. */
  alwaysBulk?(value: Value): boolean
  /** The same for one conversation, whose values are known. */
  forOne?(conversation: Conversation, value: Value): Change
  /** What it is to do, such as "Set status to Closed". */
  text(value: Value): string
  doneText?(value: Value): string
  bulkDoneText?(value: Value, count: number): string
}

type Kinds = { [Name in keyof Change]-?: CommandKind<Exclude<Change[Name], undefined>> }

/** Everything that an agent can do to one or many conversations. A change of several parts goes by the first of these. */
export const commandKinds: Kinds = {
  inbox: {
    apply: (conversation, { id }) => ({ ...conversation, mailboxId: id }),
    alwaysBulk: () => true,
    sendMany: ({ id }) => ({ action: "move", mailboxId: id }),
    text: ({ name }) => text("command.move", { name }),
    bulkDoneText: ({ name }, count) => text("bulk.move.done", { count, name }),
  },
  state: {
    apply: (conversation, state) => ({ ...conversation, state }),
    before: ({ state }) => (state === "draft" ? {} : { state }),
    alwaysBulk: (state) => state === "deleted",
    sendOne: (to, state) => replace(to, "/state", state),
    sendMany: () => ({ action: "delete" }),
    text: (state) => text(state === "deleted" ? "command.delete" : "command.restore"),
    doneText: () => text("action.restored"),
    bulkDoneText: (_, count) => text("bulk.delete.done", { count }),
  },
  addTag: {
    apply: (conversation, tag) => ({ ...conversation, tags: [...without(conversation.tags, tag.tag), tag] }),
    forOne: ({ tags }, tag) => ({ tags: [...without(tags, tag.tag), tag] }),
    sendMany: ({ tag }) => ({ action: "tag", addTags: [tag] }),
    text: ({ tag }) => text("command.addTag", { name: tag }),
    bulkDoneText: ({ tag }, count) => text("bulk.tagged.done", { count, name: tag }),
  },
  removeTag: {
    apply: (conversation, name) => ({ ...conversation, tags: without(conversation.tags, name) }),
    forOne: ({ tags }, name) => ({ tags: without(tags, name) }),
    sendMany: (name) => ({ action: "tag", removeTags: [name] }),
    text: (name) => text("command.removeTag", { name }),
    bulkDoneText: (name, count) => text("bulk.untagged.done", { count, name }),
  },
  tags: {
    apply: (conversation, tags) => ({ ...conversation, tags }),
    before: ({ tags }) => ({ tags }),
    comparable: (tags) => tags.map(({ tag }) => tag.toLowerCase()).sort(),
    sendOne: ({ id, options }, tags) => desk.conversations.setTags(id, namesOf(tags), options),
    text: (tags) =>
      tags.length > 0 ? text("command.tags", { names: namesOf(tags).join(", ") }) : text("command.noTags"),
    doneText: () => text("action.tags"),
  },
  snooze: {
    apply: ({ snooze: _, ...rest }, snooze) => (snooze ? { ...rest, snooze: { snoozedBy: 0, ...snooze } } : rest),
    // Snoozing and waking can change the status too.
    before: ({ status, snooze }) => ({ status, snooze: snooze ?? null }),
    forOne: ({ status }, snooze) => (snooze ? { snooze } : { snooze, status: status === "spam" ? status : "active" }),
    comparable: (snooze) => snooze && [Date.parse(snooze.snoozedUntil), snooze.unsnoozeOnCustomerReply],
    sendOne: (to, snooze, { status }) =>
      snooze ? desk.conversations.snooze(to.id, bodyOf(snooze), to.options) : wake(to, status),
    sendMany: (snooze) => (snooze ? { action: "snooze", ...bodyOf(snooze) } : { action: "status", status: "active" }),
    text: (snooze) =>
      snooze ? text("command.snooze", { time: wholeMomentText(snooze.snoozedUntil) }) : text("command.wake"),
    doneText: (snooze) =>
      snooze ? text("action.snoozed", { time: wholeMomentText(snooze.snoozedUntil) }) : text("action.woken"),
    bulkDoneText: (snooze, count) =>
      text("bulk.snooze.done", { count, time: snooze ? wholeMomentText(snooze.snoozedUntil) : "" }),
  },
  assignee: {
    apply: ({ assignee: _, ...rest }, assignee) => (assignee ? { ...rest, assignee } : rest),
    before: ({ assignee }) => ({ assignee: assignee ?? null }),
    comparable: (assignee) => assignee?.id ?? null,
    sendOne: (to, assignee) =>
      assignee
        ? replace(to, "/assignTo", assignee.id)
        : desk.conversations.patch(to.id, { op: "remove", path: "/assignTo" }, to.options),
    sendMany: (assignee) => ({ action: "assign", assignTo: assignee?.id ?? null }),
    text: (assignee) => (assignee ? text("command.assign", { name: nameOf(assignee) }) : text("command.unassign")),
    doneText: (assignee) =>
      assignee ? text("action.assigned", { name: nameOf(assignee) }) : text("action.unassigned"),
    bulkDoneText: (assignee, count) =>
      assignee
        ? text("bulk.assigned.done", { count, name: nameOf(assignee) })
        : text("bulk.unassigned.done", { count }),
  },
  subject: {
    apply: (conversation, subject) => ({ ...conversation, subject }),
    before: ({ subject }) => ({ subject }),
    sendOne: (to, subject) => replace(to, "/subject", subject),
    text: (subject) => text("command.subject", { subject }),
    doneText: () => text("action.subject"),
  },
  status: {
    apply: (conversation, status) => ({ ...conversation, status }),
    before: ({ status }) => ({ status }),
    sendOne: (to, status) => replace(to, "/status", status),
    sendMany: (status) => ({ action: "status", status }),
    text: (status) => text("command.status", { status: text(`status.${status}`) }),
    doneText: (status) => text("action.status", { status: text(`status.${status}`) }),
    bulkDoneText: (status, count) => text("bulk.status.done", { count, status: text(`status.${status}`) }),
  },
}

interface ChangedPart {
  name: keyof Change
  kind: CommandKind<unknown>
  value: unknown
}

/** The parts of a change, in the order of the list. Those that another version of the application stored are left out. */
export function partsOf(change: Change): ChangedPart[] {
  const names = Object.keys(commandKinds) as (keyof Change)[]
  return names.flatMap((name) => {
    const value = change[name]
    return value === undefined ? [] : [{ name, kind: commandKinds[name] as CommandKind<unknown>, value }]
  })
}

/** What the change is sent as and said to be. */
export function mainPartOf(change: Change): ChangedPart {
  const [part] = partsOf(change)
  if (!part) throw new Error("The change has no part")
  return part
}

export function commandText(change: Change): string {
  const { kind, value } = mainPartOf(change)
  return kind.text(value)
}

/** What has been done to one conversation. */
export function doneText(change: Change): string {
  const { kind, value } = mainPartOf(change)
  return (kind.doneText ?? kind.text)(value)
}

/** What has been done to as many conversations. */
export function bulkDoneText(change: Change, count: number): string {
  const { kind, value } = mainPartOf(change)
  return (kind.bulkDoneText ?? kind.text)(value, count)
}

function replace({ id, options }: SentTo, path: string, value: unknown): Promise<unknown> {
  return desk.conversations.patch(id, { op: "replace", path, value }, options)
}

async function wake({ id, options }: SentTo, status: Conversation["status"] | undefined): Promise<void> {
  await desk.conversations.wake(id, options)
  // Waking makes it active.
  if (status === "closed" || status === "pending") await replace({ id, options: {} }, "/status", status)
}

function bodyOf({ snoozedUntil, unsnoozeOnCustomerReply }: Snooze): Snooze {
  return { snoozedUntil, unsnoozeOnCustomerReply }
}

function namesOf(tags: Tags): string[] {
  return tags.map(({ tag }) => tag)
}

function without(tags: Tags, name: string): Tags {
  return tags.filter(({ tag }) => tag.toLowerCase() !== name.toLowerCase())
}
