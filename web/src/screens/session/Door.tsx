import { type ComponentProps, type ReactNode, useId } from "react"
import { text } from "../../messages/text.ts"
import { Button } from "../../ui/parts/Button.tsx"
import styles from "./Door.module.css"
import { useForm } from "./form.ts"

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
  /** Below the button: where else to go. */
  more?: ReactNode
}

/** The form that stands in front of the application. */
export function Door({ title, lead, submit, submitting = submit, onSubmit, explain, children, more }: DoorProps) {
  const { failure, busy, send } = useForm(onSubmit, explain)
  return (
    <DoorFrame>
      <form className={styles["form"]} onSubmit={send}>
        <Brand />
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
        {more && <p className={styles["more"]}>{more}</p>}
      </form>
    </DoorFrame>
  )
}

/** What is said in front of the application where there is nothing to fill in. */
export function DoorNotice({ title, lead, more }: { title: string; lead: string; more?: ReactNode }) {
  return (
    <DoorFrame>
      <div className={styles["form"]} role="status">
        <Brand />
        <h1>{title}</h1>
        <p className={styles["lead"]}>{lead}</p>
        {more && <p className={styles["more"]}>{more}</p>}
      </div>
    </DoorFrame>
  )
}

function DoorFrame({ children }: { children: ReactNode }) {
  return <main className={styles["door"]}>{children}</main>
}

function Brand() {
  return (
    <p className={styles["brand"]}>
      <img src="/icon.svg" alt="" width={28} height={28} />
      {text("app.name")}
    </p>
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

export function Choice({ label, hint, ...input }: FieldProps) {
  const id = useId()
  return (
    <div className={styles["choice"]}>
      <label>
        <input type="checkbox" {...(hint && { "aria-describedby": id })} {...input} /> {label}
      </label>
      {hint && <p id={id}>{hint}</p>}
    </div>
  )
}

/** Where a password is chosen, with what makes a good one. */
export function NewPasswordField({ autoFocus = false }: { autoFocus?: boolean }) {
  return (
    <Field
      name="next"
      type="password"
      label={text("password.next")}
      autoComplete="new-password"
      hint={text("password.hint")}
      autoFocus={autoFocus}
    />
  )
}
