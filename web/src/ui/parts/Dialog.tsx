import { X } from "lucide-react"
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from "react"
import { text } from "../../messages/text.ts"
import { focusGuard, moveFocus } from "../keyboard/moved-focus.ts"
import { Button } from "./Button.tsx"
import styles from "./Dialog.module.css"

interface DialogProps {
  title: string
  open: boolean
  onClose: () => void
  /** How much there is to show in it. */
  size?: "small" | "large"
  /** Drawn only while it is open. */
  children: ReactNode
}

/** The browser's own: it holds the focus, in its first box where it has one, closes by Escape, and gives the focus back. */
export function Dialog({ title, open, onClose, size = "small", children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const element = dialog.current
    if (open) {
      element?.showModal()
      moveFocus(element?.querySelector<HTMLElement>("input, textarea"))
    } else if (element?.open) {
      // The browser gives the focus back to what had it before.
      element.close()
      focusGuard.moved()
    }
  }, [open])
  useLayoutEffect(() => {
    const element = dialog.current
    return () => {
      if (element?.open) focusGuard.moved()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className={styles["dialog"]}
      data-size={size}
      aria-labelledby={id}
      // That of another one inside of it comes by here too.
      onClose={({ target, currentTarget }) => target === currentTarget && onClose()}
    >
      {open && (
        <>
          <header className={styles["header"]}>
            <h2 id={id}>{title}</h2>
            <Button look="quiet" aria-label={text("action.close")} onClick={onClose}>
              <X size={16} />
            </Button>
          </header>
          {children}
        </>
      )}
    </dialog>
  )
}
