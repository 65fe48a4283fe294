import { X } from "lucide-react"
import { useStore } from "../desk/store.ts"
import { text } from "../messages/text.ts"
import styles from "./Toasts.module.css"
import { dismiss, toasts } from "./toasts.ts"

export function Toasts() {
  const shown = useStore(toasts)
  return (
    <div className={styles["toasts"]} role="status" aria-live="polite">
      {shown.map(({ id, message, tone, undo }) => (
        <div key={id} className={styles["toast"]} data-tone={tone}>
          <span>{message}</span>
          {undo && (
            <button
              type="button"
              className={styles["undo"]}
              onClick={() => {
                dismiss(id)
                undo()
              }}
            >
              {text("action.undo")}
            </button>
          )}
          <button
            type="button"
            className={styles["dismiss"]}
            aria-label={text("action.dismiss")}
            onClick={() => dismiss(id)}
          >
            <X size={14} />
          </button>
        </div>
      ))}
    </div>
  )
}
