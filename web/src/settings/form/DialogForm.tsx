import type { FormEvent, ReactNode } from "react"
import { text } from "../../messages/settings.ts"
import { Button } from "../../parts/Button.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import styles from "./Form.module.css"
import { FormFailure } from "./SaveForm.tsx"
import { type Saving, useSaving } from "./saving.ts"

interface DialogFormProps {
  saving: Saving
  onSave: () => void
  onClose: () => void
  /** What the button says. */
  submit?: string
  disabled?: boolean
  children: ReactNode
}

export function DialogForm({ saving, onSave, onClose, submit, disabled = false, children }: DialogFormProps) {
  const send = (event: FormEvent) => {
    event.preventDefault()
    // React tells of what a dialog inside of this form sends, too.
    event.stopPropagation()
    onSave()
  }
  return (
    <form className={styles["form"]} data-place="dialog" onSubmit={send}>
      <FormFailure saving={saving} />
      {children}
      <footer className={styles["foot"]}>
        <Button onClick={onClose}>{text("action.cancel")}</Button>
        <Button type="submit" look="primary" disabled={saving.busy || disabled}>
          {submit ?? text("settings.save")}
        </Button>
      </footer>
    </form>
  )
}

interface ConfirmDialogProps {
  title: string
  open: boolean
  onClose: () => void
  /** What will happen. */
  children: ReactNode
  /** What the button says. */
  confirm: string
  onConfirm: () => Promise<unknown>
  done?: string
}

/** Asks once before what cannot be taken back. */
export function ConfirmDialog({ title, open, onClose, ...rest }: ConfirmDialogProps) {
  return (
    <Dialog title={title} open={open} onClose={onClose}>
      <Confirming onClose={onClose} {...rest} />
    </Dialog>
  )
}

function Confirming({ onClose, children, confirm, onConfirm, done }: Omit<ConfirmDialogProps, "title" | "open">) {
  const saving = useSaving()
  const act = async () => {
    if (await saving.run(onConfirm, done)) onClose()
  }
  return (
    <div className={styles["form"]} data-place="dialog">
      <FormFailure saving={saving} />
      <p>{children}</p>
      <footer className={styles["foot"]}>
        <Button onClick={onClose}>{text("action.cancel")}</Button>
        <Button className={styles["danger"] ?? ""} disabled={saving.busy} onClick={() => void act()}>
          {confirm}
        </Button>
      </footer>
    </div>
  )
}
