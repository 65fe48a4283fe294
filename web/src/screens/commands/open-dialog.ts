import type { Conversation } from "@deskhand/sdk/client"
import type { CommandScope } from "../../data/commands/give.ts"
import { createStore } from "../../data/store.ts"

/** A dialog that asks for what a command needs before it is given. */
export interface CommandDialog {
  name: "assign" | "status" | "tag" | "snooze" | "move" | "merge" | "workflow"
  scope: CommandScope
  /** Of a merge: the conversation to merge with, where that is known already. */
  other?: Conversation | undefined
}

export const commandDialog = createStore<CommandDialog | undefined>(undefined)

export function openCommandDialog(name: CommandDialog["name"], scope: CommandScope, other?: Conversation): void {
  commandDialog.set({ name, scope, other })
}
