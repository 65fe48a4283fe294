import { type ComponentProps, type FormEvent, type ReactNode, useId } from "react"
import { text } from "../messages/text.ts"
import styles from "./Door.module.css"

interface DoorProps {
  title: string
  lead: string
  failure: string | undefined
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  children: ReactNode
}

/** The form that stands in front of the application. */
export function Door({ title, lead, failure, onSubmit, children }: DoorProps) {
  return (
    <main className={styles["door"]}>
      <form className={styles["form"]} onSubmit={onSubmit}>
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
