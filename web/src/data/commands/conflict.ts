import type { Conversation } from "@deskhand/sdk/client"
import { conflictsWith } from "./change.ts"
import type { Command, Conflict } from "./command.ts"

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
