import { useBlocker } from "@tanstack/react-router"
import type { FormEvent, ReactNode } from "react"
import { text } from "../../messages/settings.ts"
import { Button } from "../parts/Button.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import styles from "./Form.module.css"
import type { FormFrame } from "./settings-form.ts"

interface SaveFormProps {
  form: FormFrame
  /** Where something is asked before it is saved. */
  onSave?: () => void
  children: ReactNode
}

/** Settings that are saved together. Whoever leaves with something unsaved is asked. */
export function SaveForm({ form, onSave = () => void form.save(), children }: SaveFormProps) {
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => form.isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => form.isDirty,
    withResolver: true,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSave()
  }
  return (
    <form className={styles["form"]} data-place="page" onSubmit={submit}>
      <FormFailure failure={form.failure} />
      {children}
      <footer className={styles["foot"]}>
        <Button type="submit" look="primary" disabled={form.isSaving || !form.isDirty}>
          {text("settings.save")}
        </Button>
        {form.isDirty && (
          <>
            <Button look="quiet" onClick={form.reset}>
              {text("settings.discard")}
            </Button>
            <span className={styles["unsaved"]}>{text("settings.unsaved")}</span>
          </>
        )}
      </footer>
      <Dialog
        title={text("settings.leave.title")}
        open={leaving.status === "blocked"}
        onClose={() => leaving.reset?.()}
      >
        <div className={styles["form"]} data-place="dialog">
          <p>{text("settings.leave")}</p>
          <footer className={styles["foot"]}>
            <Button onClick={() => leaving.reset?.()}>{text("settings.leave.stay")}</Button>
            <Button look="primary" onClick={() => leaving.proceed?.()}>
              {text("settings.leave.go")}
            </Button>
          </footer>
        </div>
      </Dialog>
    </form>
  )
}

export function FormFailure({ failure }: { failure: string | undefined }) {
  return failure === undefined ? null : (
    <p className={styles["failure"]} role="alert">
      {failure}
    </p>
  )
}
