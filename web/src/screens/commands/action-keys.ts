import type { Acts } from "../../data/commands/acts.ts"
import { useShortcut } from "../../ui/keyboard/shortcuts.ts"
import { ask } from "./asking.ts"
import { useMyself } from "./assignee-options.tsx"

/** The keys that act on whatever is meant now; only one place at a time may be active. */
export function useActionKeys(acts: Acts | undefined, active: boolean): void {
  const myself = useMyself()
  const isActive = active && acts !== undefined
  useShortcut("close", () => acts?.setStatus("closed"), isActive)
  useShortcut("pending", () => acts?.setStatus("pending"), isActive)
  useShortcut("spam", () => acts?.setStatus("spam"), isActive)
  useShortcut("assignMe", () => acts?.assign(myself), isActive)
  useShortcut("snooze", () => acts && ask("snooze", acts), isActive)
  useShortcut("move", () => acts && ask("move", acts), isActive)
  useShortcut("workflow", () => acts && ask("workflow", acts), isActive)
  useShortcut("remove", () => acts?.remove(), isActive)
  useShortcut("merge", () => acts && ask("merge", acts), isActive && acts.conversation !== undefined)
}

/** Those that open menus where the conversation is open, and ask in a dialog elsewhere. */
export function useChoiceKeys(acts: Acts | undefined, active: boolean): void {
  const isActive = active && acts !== undefined
  useShortcut("assign", () => acts && ask("assign", acts), isActive)
  useShortcut("status", () => acts && ask("status", acts), isActive)
  useShortcut("tag", () => acts && ask("tag", acts), isActive)
}
