import { ChevronDown, Forward, NotebookPen, Phone, Reply, Trash2 } from "lucide-react"
import { text } from "../../messages/text.ts"
import { useShortcut } from "../../ui/keyboard/shortcuts.ts"
import { Button, IconButton } from "../../ui/parts/Button.tsx"
import styles from "./Composer.module.css"
import type { Mode } from "./drafts.ts"

const icons = { reply: Reply, note: NotebookPen, forward: Forward, call: Phone }

interface ModesProps {
  mode: Mode
  open: boolean
  answers: boolean
  onMode: (mode: Mode) => void
  /** Whether the desk has it. */
  saved: string
  /** Nothing where there is nothing to throw away. */
  onDiscard: (() => void) | undefined
}

export function Modes({ mode, open, answers, onMode, saved, onDiscard }: ModesProps) {
  useShortcut("reply", () => onMode("reply"), answers)
  useShortcut("note", () => onMode("note"))
  useShortcut("forward", () => onMode("forward"), answers)
  useShortcut("call", () => onMode("call"), answers)
  const offered = answers ? (["reply", "note", "forward", "call"] as const) : (["note"] as const)
  return (
    <div className={styles["modes"]}>
      {offered.map((one) => {
        const Icon = icons[one]
        return (
          <Button
            key={one}
            look={open ? "quiet" : "plain"}
            shortcut={one}
            aria-pressed={open && one === mode}
            onClick={() => onMode(one)}
          >
            <Icon size={15} /> <span className={styles["word"]}>{text(`composer.${one}`)}</span>
          </Button>
        )
      })}
      {!answers && <span className={styles["hint"]}>{text("composer.readOnly")}</span>}
      {open && (
        <span className={styles["saved"]} role="status">
          {saved}
        </span>
      )}
      {onDiscard && <IconButton label={text("composer.discard")} icon={<Trash2 size={15} />} onClick={onDiscard} />}
      {open && (
        <IconButton
          className={styles["done"] ?? ""}
          label={text("composer.done")}
          icon={<ChevronDown size={17} />}
          onClick={() => (document.activeElement as HTMLElement | null)?.blur()}
        />
      )}
    </div>
  )
}
