import { X } from "lucide-react"
import { type CSSProperties, useRef } from "react"
import { useStore } from "../../data/store.ts"
import { dismiss, type Toast, toasts, undo } from "../../data/toasts.ts"
import { text } from "../../messages/text.ts"
import { useFocusTaken } from "../keyboard/moved-focus.ts"
import { useShortcut } from "../keyboard/shortcuts.ts"
import styles from "./Toasts.module.css"

export function Toasts() {
  const shown = useStore(toasts)
  const sent = shown.findLast(({ undoSeconds }) => undoSeconds !== undefined)
  useShortcut("undo", () => undo())
  useShortcut("undoSend", () => undo(sent?.undo), sent !== undefined)
  return (
    <div className={styles["toasts"]} role="status" aria-live="polite">
      {shown.map((toast) => (
        <ToastRow key={toast.id} toast={toast} />
      ))}
    </div>
  )
}

function ToastRow({ toast }: { toast: Toast }) {
  const row = useRef<HTMLDivElement>(null)
  useFocusTaken(row)
  return (
    <div ref={row} className={styles["toast"]} data-tone={toast.tone}>
      {toast.undoSeconds !== undefined && <Ring seconds={toast.undoSeconds} />}
      <span>{toast.message}</span>
      {toast.undo && (
        <button
          type="button"
          className={styles["undo"]}
          aria-keyshortcuts={toast.undoSeconds === undefined ? "Control+Z" : "U Control+Z"}
          onClick={() => undo(toast.undo)}
        >
          {text("action.undo")}
        </button>
      )}
      <button
        type="button"
        className={styles["dismiss"]}
        aria-label={text("action.dismiss")}
        onClick={() => dismiss(toast.id)}
      >
        <X size={14} />
      </button>
    </div>
  )
}

/** Shrinks while there is time. */
function Ring({ seconds }: { seconds: number }) {
  return (
    <svg
      className={styles["ring"]}
      viewBox="0 0 20 20"
      aria-hidden
      style={{ "--seconds": `${seconds}s` } as CSSProperties}
    >
      <circle cx="10" cy="10" r="8" pathLength="1" />
    </svg>
  )
}
