import { type ComponentProps, type ReactNode, useContext, useId } from "react"
import { problemText } from "../../data/problems/problems.ts"
import { timeZones } from "../../data/time-zones.ts"
import { text } from "../../messages/text.ts"
import { Button } from "../../ui/parts/Button.tsx"
import { usePageTitle } from "../../ui/parts/page-title.ts"
import styles from "./Door.module.css"
import { ProblemsContext, useForm } from "./form.ts"

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
  const { failure, problems, busy, send } = useForm(onSubmit, explain)
  usePageTitle(title)
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
        <ProblemsContext value={problems}>{children}</ProblemsContext>
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
  usePageTitle(title)
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
  /** Where the desk names its value in what it refuses, if not by the field's name. */
  path?: string
}

export function Field({ label, hint, path, ...input }: FieldProps) {
  const id = useId()
  const valuePath = path ?? input.name ?? ""
  const problem = useContext(ProblemsContext).get(valuePath)
  const described = [problem && `${id}-problem`, hint && `${id}-hint`].filter(Boolean).join(" ")
  return (
    <div className={styles["field"]}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        required
        data-path={valuePath}
        {...(described && { "aria-describedby": described })}
        {...(problem && { "aria-invalid": true })}
        {...input}
      />
      {problem && (
        <p id={`${id}-problem`} className={styles["wrong"]} role="alert">
          {problemText(label, problem)}
        </p>
      )}
      {hint && <p id={`${id}-hint`}>{hint}</p>}
    </div>
  )
}

/** A time zone by its name, with those that begin like what was typed. */
export function TimeZoneField(field: Omit<FieldProps, "label" | "list">) {
  const list = useId()
  return (
    <>
      <Field {...field} label={text("profile.timezone")} list={list} autoComplete="off" />
      <datalist id={list}>
        {timeZones.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  )
}

/** Two beside each other where there is room. */
export function Fields({ children }: { children: ReactNode }) {
  return <div className={styles["fields"]}>{children}</div>
}

export function Choice({ label, hint, ...input }: Omit<FieldProps, "path">) {
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
export function NewPasswordField({ autoFocus = false, path = "newPassword" }: { autoFocus?: boolean; path?: string }) {
  return (
    <Field
      name="next"
      path={path}
      type="password"
      label={text("password.next")}
      autoComplete="new-password"
      hint={text("password.hint")}
      autoFocus={autoFocus}
    />
  )
}
