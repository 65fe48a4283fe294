import { Eye, PenLine, UnfoldVertical, Zap } from "lucide-react"
import { text } from "../../messages/text.ts"
import { keymap, type Shortcut, type ShortcutName } from "../../ui/keyboard/keymap.ts"
import { type Choices, registeredShortcuts, runShortcut } from "../../ui/keyboard/shortcuts.ts"
import type { Entry, PalettePage } from "./entry.ts"

const icons = {
  act: <Zap size={15} />,
  write: <PenLine size={15} />,
  move: <UnfoldVertical size={15} />,
  look: <Eye size={15} />,
  go: <Zap size={15} />,
}

/** Lists have entries of their own, and one does not open what is open. */
const elsewhere: readonly ShortcutName[] = [
  "palette",
  "goMine",
  "goUnassigned",
  "goAll",
  "goDrafts",
  "goSnoozed",
  "goSettings",
  "goCustomers",
  "goOrganizations",
  "goReports",
]

/** What is registered for keys now is what is offered, whoever registered it. */
export function shortcutEntries(): { act: Entry[]; more: Entry[] } {
  const offered = registeredShortcuts().filter(
    ({ name }) => !elsewhere.includes(name) && (keymap[name] as Shortcut).shown === undefined,
  )
  const isAct = ({ name }: { name: ShortcutName }) => ["act", "write"].includes(keymap[name].group)
  return { act: offered.filter(isAct).map(entryOf), more: offered.filter((one) => !isAct(one)).map(entryOf) }
}

function entryOf({ name, choices }: { name: ShortcutName; choices: Choices | undefined }): Entry {
  const { label, group, keys }: Shortcut = keymap[name]
  return {
    id: `action-${name}`,
    label: text(label as "shortcut.next"),
    icon: icons[group],
    keys: keys[0] ?? "",
    does: choices ? { page: pageOf(name, text(label as "shortcut.next")) } : { run: () => runShortcut(name) },
  }
}

/** Asked for anew whenever it is drawn: what is chosen changes what there is to choose. */
function pageOf(name: ShortcutName, title: string): PalettePage {
  return {
    title,
    entries(typed) {
      const choices = choicesOf(name)
      if (!choices) return []
      return choices.options(typed).map(
        (choice): Entry => ({
          id: `choice-${name}-${choice.key}`,
          label: choice.label,
          icon: choice.icon,
          chosen: choice.chosen ?? false,
          does: { run: () => choices.onPick(choice), stays: choices.several ?? false },
        }),
      )
    },
  }
}

export function choicesOf(name: ShortcutName): Choices | undefined {
  return registeredShortcuts().find((one) => one.name === name)?.choices
}
