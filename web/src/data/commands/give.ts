import type { Conversation } from "@deskhand/sdk/client"
import { text } from "../../messages/text.ts"
import { tell } from "../toasts.ts"
import { missingFrom, valuesBefore } from "./change.ts"
import type { Change, CommandTarget, NewCommand } from "./command.ts"
import { addCommand } from "./current.ts"
import { mainPartOf } from "./kinds.ts"

/** What commands of a menu, key, row or bar are about: a conversation that is shown, or all that are selected. */
export interface CommandScope {
  target: CommandTarget
  /** Where it is about one alone. */
  conversation?: Conversation
  /** Called before a command is given. */
  onGive?: () => void
}

export function scopeOf(conversation: Conversation): CommandScope {
  const { id, number, subject } = conversation
  return { conversation, target: { ids: [id], count: 1, number, subject } }
}

/** Makes a change: it is shown at once, stored and sent. What changes nothing is not sent. */
export function giveCommand({ target, conversation, onGive }: CommandScope, change: Change): void {
  onGive?.()
  const { kind, value } = mainPartOf(change)
  if (!conversation || kind.alwaysBulk?.(value)) storeCommand({ target, change, bulk: true })
  else changeOne(conversation, { target, change: kind.forOne?.(conversation, value) ?? change })
}

function changeOne(conversation: Conversation, { target, change }: Pick<NewCommand, "target" | "change">): void {
  if (missingFrom(conversation, change).length === 0) return
  const before = { ...valuesBefore(conversation, change), messages: conversation.threads }
  storeCommand({ target, change, bulk: false, before })
}

/** Gives a command, or says that this browser cannot store one more. */
export function storeCommand(command: NewCommand): void {
  try {
    addCommand(command)
  } catch {
    tell(text("command.notStored"), { tone: "failed" })
  }
}
