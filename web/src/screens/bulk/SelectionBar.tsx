import { useQueryClient } from "@tanstack/react-query"
import { AlarmClock, CircleDot, FolderInput, OctagonAlert, Tag, Trash2, UserPlus, Workflow, X } from "lucide-react"
import type { ReactNode } from "react"
import { type Acts, actsOnMany } from "../../data/commands/acts.ts"
import { type ListView, useRows } from "../../data/lists/pages.ts"
import { clearSelection, type Selection, whichOf } from "../../data/lists/selection.ts"
import { mayAnswer, useMe } from "../../data/session.ts"
import { tellFailure } from "../../data/toasts.ts"
import { roundedEstimate, text } from "../../messages/text.ts"
import type { ShortcutName } from "../../ui/keyboard/keymap.ts"
import { useShortcut } from "../../ui/keyboard/shortcuts.ts"
import { Button, IconButton } from "../../ui/parts/Button.tsx"
import { Tip } from "../../ui/parts/Tip.tsx"
import { useActionKeys, useChoiceKeys } from "../commands/action-keys.ts"
import { ask } from "../commands/asking.ts"
import { selectMatching } from "../lists/selecting.ts"
import styles from "./Bulk.module.css"

/** Whatever is done to what is selected; nothing is selected any more afterwards. */
export function SelectionBar({ selection, view }: { selection: Selection; view: ListView }) {
  const mayAct = mayAnswer(useMe())
  const which = whichOf(selection)
  const queryClient = useQueryClient()
  const acts = clearing(actsOnMany(which))
  const { total = 0, estimated } = useRows(view, 0, 0)
  useShortcut("back", clearSelection)
  useActionKeys(acts, mayAct)
  useChoiceKeys(acts, mayAct)
  return (
    <div className={styles["bar"]} role="toolbar" aria-label={text("bulk.label")}>
      <span className={styles["count"]} role="status">
        {selection.all
          ? estimated
            ? text("bulk.allSelected.estimate", { count: roundedEstimate(which.count) })
            : text("bulk.allSelected", { count: which.count })
          : text("bulk.selected", { count: which.count })}
      </span>
      {!selection.all && total > which.count && (
        <Button look="quiet" onClick={() => void selectMatching(queryClient, view, total).catch(tellFailure)}>
          {estimated
            ? text("bulk.selectAll.estimate", { count: roundedEstimate(total) })
            : text("bulk.selectAll", { count: total })}
        </Button>
      )}
      {mayAct && (
        <span className={styles["acts"]}>
          <Act label={text("conversation.assign")} shortcut="assign" onClick={() => ask("assign", acts)}>
            <UserPlus size={15} />
          </Act>
          <Act label={text("bulk.status")} shortcut="status" onClick={() => ask("status", acts)}>
            <CircleDot size={15} />
          </Act>
          <Act label={text("bulk.tag")} shortcut="tag" onClick={() => ask("tag", acts)}>
            <Tag size={15} />
          </Act>
          <Act label={text("conversation.snooze")} shortcut="snooze" onClick={() => ask("snooze", acts)}>
            <AlarmClock size={15} />
          </Act>
          <Act label={text("bulk.move")} shortcut="move" onClick={() => ask("move", acts)}>
            <FolderInput size={15} />
          </Act>
          <Act label={text("bulk.workflow")} shortcut="workflow" onClick={() => ask("workflow", acts)}>
            <Workflow size={15} />
          </Act>
          <Act label={text("status.spam")} shortcut="spam" onClick={() => acts.setStatus("spam")}>
            <OctagonAlert size={15} />
          </Act>
          <Act label={text("conversation.remove")} shortcut="remove" onClick={acts.remove}>
            <Trash2 size={15} />
          </Act>
        </span>
      )}
      <IconButton label={text("bulk.clear")} icon={<X size={16} />} shortcut="back" onClick={clearSelection} />
    </div>
  )
}

interface ActProps {
  label: string
  shortcut: ShortcutName
  onClick: () => void
  children: ReactNode
}

/** With its word where there is room. */
function Act({ label, shortcut, onClick, children }: ActProps) {
  return (
    <Tip label={label} shortcut={shortcut}>
      <Button look="quiet" shortcut={shortcut} aria-label={label} onClick={onClick}>
        {children} <span className={styles["word"]}>{label}</span>
      </Button>
    </Tip>
  )
}

function clearing(acts: Acts): Acts {
  const then =
    <Given extends unknown[]>(act: (...given: Given) => void) =>
    (...given: Given) => {
      clearSelection()
      act(...given)
    }
  return {
    which: acts.which,
    setStatus: then(acts.setStatus),
    assign: then(acts.assign),
    tag: then(acts.tag),
    untag: then(acts.untag),
    snooze: then(acts.snooze),
    move: then(acts.move),
    remove: then(acts.remove),
  }
}
