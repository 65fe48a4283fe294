import { type ComponentProps, type FormEvent, type ReactNode, useId, useState } from "react"
import { reasonOf } from "../desk/client.ts"
import { text } from "../messages/text.ts"
import { Button } from "../parts/Button.tsx"
import styles from "./Door.module.css"

interface DoorProps {
  title: string
  lead: string
  /** What its button says, and while it waits for an answer. */
  submit: string
  submitting?: string
  /** Leads elsewhere, or fails, which is told. */
  onSubmit: (form: FormData) => Promise<void>
  explain?: (error: unknown) => string
  children: ReactNode
}

const usualReason = (error: unknown) => reasonOf(error, text("signIn.unreachable"))

/** The form that stands in front of the application. */
export function Door({
  title,
  lead,
  submit,
  submitting = submit,
  onSubmit,
  explain = usualReason,
  children,
}: DoorProps) {
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setBusy(true)
    setFailure(undefined)
    try {
      await onSubmit(new FormData(event.currentTarget))
    } catch (error) {
      setFailure(explain(error))
      setBusy(false)
    }
  }

  return (
    <main className={styles["door"]}>
      <form className={styles["form"]} onSubmit={(event) => void send(event)}>
        <p className={styles["brand"]}>
          <img src="/icon.svg" alt="" width={28} height={28} />
          {text("app.name")}
        </p>
        <h1>{title}</h1>
        <p className={styles["lead"]}>{lead}</p>
        {failure && (
          <p className={styles["failure"]} role="alert">
            {failure}
          </p>
        )}
        {children}
        <Button type="submit" look="primary" disabled={busy}>
          {busy ? submitting : submit}
        </Button>
      </form>
    </main>
  )
}

interface FieldProps extends ComponentProps<"input"> {
  label: string
  hint?: string
}

export function Field({ label, hint, ...input }: FieldProps) {
  const id = useId()
  return (
    <div className={styles["field"]}>
      <label htmlFor={id}>{label}</label>
      <input id={id} required {...(hint && { "aria-describedby": `${id}-hint` })} {...input} />
      {hint && <p id={`${id}-hint`}>{hint}</p>}
    </div>
  )
}

/** Two beside each other where there is room. */
export function Fields({ children }: { children: ReactNode }) {
  return <div className={styles["fields"]}>{children}</div>
}

export function Choice({ label, ...input }: ComponentProps<"input"> & { label: string }) {
  return (
    <label className={styles["choice"]}>
      <input type="checkbox" {...input} /> {label}
    </label>
  )
}
