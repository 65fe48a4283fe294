import { X } from "lucide-react"
import { useStore } from "../desk/store.ts"
import { useShortcut } from "../keyboard/shortcuts.ts"
import { text } from "../messages/text.ts"
import styles from "./Toasts.module.css"
import { dismiss, toasts, undo } from "./toasts.ts"

export function Toasts() {
  const shown = useStore(toasts)
  useShortcut("undo", () => undo())
  return (
    <div className={styles["toasts"]} role="status" aria-live="polite">
      {shown.map((toast) => (
        <div key={toast.id} className={styles["toast"]} data-tone={toast.tone}>
          <span>{toast.message}</span>
          {toast.undo && (
            <button
              type="button"
              className={styles["undo"]}
              aria-keyshortcuts="Control+Z"
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
      ))}
    </div>
  )
}
