import type { CommandScope } from "../../data/commands/give.ts"
import { createStore } from "../../data/store.ts"

/** A dialog that asks for what a command needs before it is given. */
export interface CommandDialog {
  name: "assign" | "status" | "tag" | "snooze" | "move" | "merge" | "workflow"
  scope: CommandScope
}

export const commandDialog = createStore<CommandDialog | undefined>(undefined)

export function openCommandDialog(name: CommandDialog["name"], scope: CommandScope): void {
  commandDialog.set({ name, scope })
}
