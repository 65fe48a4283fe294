import { type CommandScope, giveCommand } from "../../data/commands/give.ts"
import { useShortcut } from "../../ui/keyboard/shortcuts.ts"
import { useMyself } from "./assignee-options.tsx"
import { type CommandDialog, openCommandDialog } from "./open-dialog.ts"

/** The keys that give commands about whatever is meant now; only one place at a time may be active. */
export function useCommandKeys(scope: CommandScope | undefined, active: boolean): void {
  const assignee = useMyself()
  const isActive = active && scope !== undefined
  useShortcut("close", () => scope && giveCommand(scope, { status: "closed" }), isActive)
  useShortcut("pending", () => scope && giveCommand(scope, { status: "pending" }), isActive)
  useShortcut("spam", () => scope && giveCommand(scope, { status: "spam" }), isActive)
  useShortcut("assignMe", () => scope && giveCommand(scope, { assignee }), isActive)
  useShortcut("remove", () => scope && giveCommand(scope, { state: "deleted" }), isActive)
  useDialogKey("snooze", scope, isActive)
  useDialogKey("move", scope, isActive)
  useDialogKey("workflow", scope, isActive)
  useDialogKey("merge", scope, isActive && scope.conversation !== undefined)
}

/** Those that open menus where the conversation is open, and dialogs elsewhere. */
export function useMenuKeys(scope: CommandScope | undefined, active: boolean): void {
  const isActive = active && scope !== undefined
  useDialogKey("assign", scope, isActive)
  useDialogKey("status", scope, isActive)
  useDialogKey("tag", scope, isActive)
}

function useDialogKey(name: CommandDialog["name"], scope: CommandScope | undefined, active: boolean): void {
  useShortcut(name, () => scope && openCommandDialog(name, scope), active)
}
