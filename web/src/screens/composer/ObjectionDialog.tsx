import { text } from "../../messages/text.ts"
import { Button } from "../../ui/parts/Button.tsx"
import { Dialog } from "../../ui/parts/Dialog.tsx"
import styles from "./ObjectionDialog.module.css"

interface ObjectionDialogProps {
  objections: readonly string[]
  onClose: () => void
  onSend: () => void
}

/** Asks before something goes out that may not be whole. */
export function ObjectionDialog({ objections, onClose, onSend }: ObjectionDialogProps) {
  return (
    <Dialog title={text("composer.forgot")} open={objections.length > 0} onClose={onClose}>
      <div className={styles["body"]}>
        {objections.map((objection) => (
          <p key={objection}>{objection}</p>
        ))}
        <div className={styles["foot"]}>
          <Button onClick={onSend}>{text("threads.review.send")}</Button>
          <Button look="primary" onClick={onClose}>
            {text("composer.goBack")}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
