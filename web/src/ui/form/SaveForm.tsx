import { useBlocker } from "@tanstack/react-router"
import type { FormEvent, ReactNode } from "react"
import { text } from "../../messages/settings.ts"
import { Button } from "../parts/Button.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import type { Draft } from "./draft.ts"
import styles from "./Form.module.css"
import type { Saving } from "./saving.ts"

interface SaveFormProps {
  draft: Pick<Draft<object>, "dirty" | "reset">
  saving: Saving
  onSave: () => void
  children: ReactNode
}

/** Settings that are saved together. Whoever leaves with something unsaved is asked. */
export function SaveForm({ draft, saving, onSave, children }: SaveFormProps) {
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => draft.dirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => draft.dirty,
    withResolver: true,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSave()
  }
  return (
    <form className={styles["form"]} data-place="page" onSubmit={submit}>
      <FormFailure saving={saving} />
      {children}
      <footer className={styles["foot"]}>
        <Button type="submit" look="primary" disabled={saving.busy || !draft.dirty}>
          {text("settings.save")}
        </Button>
        {draft.dirty && (
          <>
            <Button look="quiet" onClick={draft.reset}>
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

export function FormFailure({ saving }: { saving: Saving }) {
  return saving.failure === undefined ? null : (
    <p className={styles["failure"]} role="alert">
      {saving.failure}
    </p>
  )
}
