import type { NewView, View } from "@deskhand/sdk/client"
import { type FormEvent, useId, useState } from "react"
import { reasonOf } from "../../data/client.ts"
import { useMe } from "../../data/session.ts"
import { text } from "../../messages/text.ts"
import { Button } from "../../ui/parts/Button.tsx"
import { Dialog } from "../../ui/parts/Dialog.tsx"
import { problemOf } from "../search/problem.ts"
import { mayShare } from "./actions.ts"
import styles from "./ViewDialog.module.css"

interface ViewDialogProps {
  title: string
  open: boolean
  onClose: () => void
  /** As it stands before anything is changed. */
  first: Pick<View, "name" | "filters" | "shared">
  /** Throws what the desk refuses, which is shown here. */
  onSave: (view: NewView) => Promise<unknown>
}

/** A new view, or one that is there: its name, what it asks for, and who sees it. */
export function ViewDialog({ title, open, onClose, ...rest }: ViewDialogProps) {
  return (
    <Dialog title={title} open={open} onClose={onClose}>
      <ViewForm onClose={onClose} {...rest} />
    </Dialog>
  )
}

function ViewForm({ first, onSave, onClose }: Pick<ViewDialogProps, "first" | "onSave" | "onClose">) {
  const me = useMe()
  const id = useId()
  const [name, setName] = useState(first.name)
  const [query, setQuery] = useState(first.filters.query ?? "")
  const [shared, setShared] = useState(first.shared)
  const [failure, setFailure] = useState("")
  const [busy, setBusy] = useState(false)

  async function save(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    setFailure("")
    const { query: _, ...others } = first.filters
    try {
      await onSave({ name, shared, filters: { ...others, ...(query.trim() !== "" && { query: query.trim() }) } })
      onClose()
    } catch (error) {
      setFailure(problemOf(error)?.expected ?? reasonOf(error, text("failure.offline")))
      setBusy(false)
    }
  }

  return (
    <form className={styles["form"]} onSubmit={(event) => void save(event)}>
      <label htmlFor={`${id}-name`}>{text("view.name")}</label>
      <input
        id={`${id}-name`}
        value={name}
        required
        maxLength={120}
        // Typing replaces the name that is filled in.
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => setName(target.value)}
      />
      <label htmlFor={`${id}-query`}>{text("view.query")}</label>
      <input
        id={`${id}-query`}
        value={query}
        maxLength={2048}
        spellCheck={false}
        aria-describedby={`${id}-failure`}
        onChange={({ target }) => setQuery(target.value)}
      />
      {mayShare(me) && (
        <label className={styles["choice"]}>
          <input type="checkbox" checked={shared} onChange={({ target }) => setShared(target.checked)} />
          <span>
            {text("view.share")} <small>{text("view.share.hint")}</small>
          </span>
        </label>
      )}
      <p id={`${id}-failure`} className={styles["failure"]} role="alert">
        {failure}
      </p>
      <footer className={styles["foot"]}>
        <Button onClick={onClose}>{text("view.cancel")}</Button>
        <Button type="submit" look="primary" disabled={busy || name.trim() === ""}>
          {text("view.save")}
        </Button>
      </footer>
    </form>
  )
}
