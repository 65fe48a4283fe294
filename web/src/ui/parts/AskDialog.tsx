import { type ReactNode, useState } from "react"
import { reasonOf } from "../../data/client.ts"
import { text } from "../../messages/text.ts"
import styles from "./AskDialog.module.css"
import { Button } from "./Button.tsx"
import { Dialog } from "./Dialog.tsx"

interface AskDialogProps {
  title: string
  /** What will happen. */
  children: ReactNode
  /** What the button does that does it. */
  confirm: string
  /** What the desk refuses is told here, and the question stays. */
  onConfirm: () => Promise<void>
  onClose: () => void
}

/** Asks once before something goes for good. What has the focus at first closes it. */
export function AskDialog({ title, children, confirm, onConfirm, onClose }: AskDialogProps) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  async function perform() {
    setBusy(true)
    setFailure(undefined)
    try {
      await onConfirm()
      onClose()
    } catch (error) {
      setFailure(reasonOf(error, text("failure.offline")))
      setBusy(false)
    }
  }
  return (
    <Dialog title={title} open onClose={onClose}>
      <div className={styles["ask"]}>
        {children}
        {failure !== undefined && (
          <p className={styles["failure"]} role="alert">
            {failure}
          </p>
        )}
        <footer>
          <Button onClick={onClose}>{text("action.cancel")}</Button>
          <Button look="danger" disabled={busy} onClick={() => void perform()}>
            {confirm}
          </Button>
        </footer>
      </div>
    </Dialog>
  )
}
