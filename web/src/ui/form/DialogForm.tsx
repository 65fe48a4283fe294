import type { FormEvent, ReactNode } from "react"
import { tell } from "../../data/toasts.ts"
import { text } from "../../messages/settings.ts"
import { AskDialog } from "../parts/AskDialog.tsx"
import { Button } from "../parts/Button.tsx"
import styles from "./Form.module.css"
import { FormFailure } from "./SaveForm.tsx"
import type { FormFrame } from "./settings-form.ts"

interface DialogFormProps {
  form: FormFrame
  onClose: () => void
  /** What the button says. */
  submit?: string
  disabled?: boolean
  /** Where something comes before it is saved. */
  onSubmit?: () => Promise<unknown>
  /** Between the buttons to cancel and to send. */
  actions?: ReactNode
  children: ReactNode
}

export function DialogForm({
  form,
  onClose,
  submit,
  disabled = false,
  onSubmit = () => form.save(),
  actions,
  children,
}: DialogFormProps) {
  const send = (event: FormEvent) => {
    event.preventDefault()
    // React tells of what a dialog inside of this form sends, too.
    event.stopPropagation()
    void onSubmit()
  }
  return (
    <form className={styles["form"]} data-place="dialog" onSubmit={send}>
      <FormFailure failure={form.failure} />
      {children}
      <footer className={styles["foot"]}>
        <Button onClick={onClose}>{text("action.cancel")}</Button>
        {actions}
        <Button type="submit" look="primary" disabled={form.isSaving || disabled}>
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

/** Asks once before what cannot be taken back, and tells when it is done. */
export function ConfirmDialog({ title, open, onClose, children, confirm, onConfirm, done }: ConfirmDialogProps) {
  if (!open) return null
  const act = async () => {
    await onConfirm()
    if (done !== undefined) tell(done)
  }
  return (
    <AskDialog title={title} confirm={confirm} onConfirm={act} onClose={onClose}>
      <p>{children}</p>
    </AskDialog>
  )
}
