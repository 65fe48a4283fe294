import type { Conversation } from "@deskhand/sdk/client"
import type { Change, Command, Conflict, NewCommand } from "./command.ts"
import { commandKinds, partsOf } from "./kinds.ts"

/** The conversation as it looks once the change is made. */
export function applyChange(conversation: Conversation, change: Change): Conversation {
  return partsOf(change).reduce((changed, { kind, value }) => kind.apply(changed, value), conversation)
}

/** The present values of the parts that the change is about: what undoing it restores. */
export function valuesBefore(conversation: Conversation, change: Change): Change {
  return Object.assign({}, ...partsOf(change).map(({ kind }) => kind.before?.(conversation)))
}

/** The parts of a change that the conversation does not show yet. Empty: there is nothing left to do. */
export function missingFrom(conversation: Conversation, change: Change): (keyof Change)[] {
  const now = valuesBefore(conversation, change)
  return partsOf(change)
    .filter(({ name, kind, value }) => kind.before && !isSame(name, now[name], value))
    .map(({ name }) => name)
}

/** The parts that somebody else has changed: neither as they were when the command was given nor as it wants them. */
export function conflictsWith(conversation: Conversation, change: Change, before: Change): (keyof Change)[] {
  const now = valuesBefore(conversation, change)
  return missingFrom(conversation, change).filter((name) => !isSame(name, now[name], before[name]))
}

function isSame(name: keyof Change, one: unknown, other: unknown): boolean {
  const { comparable = (value) => value }: { comparable?(value: unknown): unknown } = commandKinds[name]
  const written = (value: unknown) => JSON.stringify(value === null || value === undefined ? null : comparable(value))
  return written(one) === written(other)
}

/** What somebody did later must not be undone by a command that is late; nor must a new message be hidden by one. */
export function conflictIn(
  found: Conversation,
  { change, before }: Pick<Command, "change" | "before">,
): Conflict | undefined {
  if (!before) return undefined
  if (conflictsWith(found, change, before).length > 0) return "changed"
  const mayHide = change.status !== undefined || change.snooze !== undefined
  return mayHide && found.threads > before.messages ? "message" : undefined
}

/** The command that restores what a command has changed in one conversation, where there is one. */
export function oppositeOf({ target, change, before }: NewCommand): NewCommand | undefined {
  if (!before || change.state !== undefined) return undefined
  const { messages, ...values } = before
  return { target, change: values, bulk: false, before: { ...values, ...change, messages } }
}
