import { useQueryClient } from "@tanstack/react-query"
import { AlarmClock, CircleDot, FolderInput, OctagonAlert, Tag, Trash2, UserPlus, Workflow, X } from "lucide-react"
import type { ReactNode } from "react"
import { type CommandScope, giveCommand } from "../../data/commands/give.ts"
import type { ListView } from "../../data/lists/pages.ts"
import { useTotal } from "../../data/lists/rows.ts"
import { clearSelection, type Selection, targetOf } from "../../data/lists/selection.ts"
import { mayAnswer, useMe } from "../../data/session.ts"
import { tellFailure } from "../../data/toasts.ts"
import { roundedEstimate } from "../../messages/numbers.ts"
import { text } from "../../messages/text.ts"
import type { ShortcutName } from "../../ui/keyboard/keymap.ts"
import { useShortcut } from "../../ui/keyboard/shortcuts.ts"
import { Button, IconButton } from "../../ui/parts/Button.tsx"
import { Tip } from "../../ui/parts/Tip.tsx"
import { useCommandKeys, useMenuKeys } from "../commands/command-keys.ts"
import { openCommandDialog } from "../commands/open-dialog.ts"
import { selectMatching } from "../lists/selection-keys.ts"
import styles from "./Bulk.module.css"

/** Whatever is done to what is selected; nothing is selected any more afterwards. */
export function SelectionBar({ selection, view }: { selection: Selection; view: ListView }) {
  const mayAct = mayAnswer(useMe())
  const target = targetOf(selection)
  const queryClient = useQueryClient()
  const scope: CommandScope = { target, onGive: clearSelection }
  const { total, estimated } = useTotal(view)
  useShortcut("back", clearSelection)
  useCommandKeys(scope, mayAct)
  useMenuKeys(scope, mayAct)
  return (
    <div className={styles["bar"]} role="toolbar" aria-label={text("bulk.label")}>
      <span className={styles["count"]} role="status">
        {selection.all
          ? estimated
            ? text("bulk.allSelected.estimate", { count: roundedEstimate(target.count) })
            : text("bulk.allSelected", { count: target.count })
          : text("bulk.selected", { count: target.count })}
      </span>
      {!selection.all && total > target.count && (
        <Button look="quiet" onClick={() => void selectMatching(queryClient, view, total).catch(tellFailure)}>
          {estimated
            ? text("bulk.selectAll.estimate", { count: roundedEstimate(total) })
            : text("bulk.selectAll", { count: total })}
        </Button>
      )}
      {mayAct && (
        <span className={styles["acts"]}>
          <CommandButton
            label={text("conversation.assign")}
            shortcut="assign"
            onClick={() => openCommandDialog("assign", scope)}
          >
            <UserPlus size={15} />
          </CommandButton>
          <CommandButton
            label={text("bulk.status")}
            shortcut="status"
            onClick={() => openCommandDialog("status", scope)}
          >
            <CircleDot size={15} />
          </CommandButton>
          <CommandButton label={text("bulk.tag")} shortcut="tag" onClick={() => openCommandDialog("tag", scope)}>
            <Tag size={15} />
          </CommandButton>
          <CommandButton
            label={text("conversation.snooze")}
            shortcut="snooze"
            onClick={() => openCommandDialog("snooze", scope)}
          >
            <AlarmClock size={15} />
          </CommandButton>
          <CommandButton label={text("bulk.move")} shortcut="move" onClick={() => openCommandDialog("move", scope)}>
            <FolderInput size={15} />
          </CommandButton>
          <CommandButton
            label={text("bulk.workflow")}
            shortcut="workflow"
            onClick={() => openCommandDialog("workflow", scope)}
          >
            <Workflow size={15} />
          </CommandButton>
          <CommandButton
            label={text("status.spam")}
            shortcut="spam"
            onClick={() => giveCommand(scope, { status: "spam" })}
          >
            <OctagonAlert size={15} />
          </CommandButton>
          <CommandButton
            label={text("conversation.remove")}
            shortcut="remove"
            onClick={() => giveCommand(scope, { state: "deleted" })}
          >
            <Trash2 size={15} />
          </CommandButton>
        </span>
      )}
      <IconButton label={text("bulk.clear")} icon={<X size={16} />} shortcut="back" onClick={clearSelection} />
    </div>
  )
}

interface CommandButtonProps {
  label: string
  shortcut: ShortcutName
  onClick: () => void
  children: ReactNode
}

/** With its word where there is room. */
function CommandButton({ label, shortcut, onClick, children }: CommandButtonProps) {
  return (
    <Tip label={label} shortcut={shortcut}>
      <Button look="quiet" shortcut={shortcut} aria-label={label} onClick={onClick}>
        {children} <span className={styles["word"]}>{label}</span>
      </Button>
    </Tip>
  )
}
