import { DeskhandError } from "@deskhand/sdk/client"
import { Pencil, Trash2 } from "lucide-react"
import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { reasonOf } from "../../data/client.ts"
import { problemText } from "../../data/problems/problems.ts"
import { text } from "../../messages/text.ts"
import { moveFocus } from "../keyboard/moved-focus.ts"
import { Button } from "../parts/Button.tsx"
import styles from "./InlineEdit.module.css"

export interface EditedField {
  label: string
  value: string
  kind?: "text" | "multiline" | "email" | "tel" | "url" | "date" | "number"
  /** What there is to choose from, beside nothing. */
  options?: readonly { value: string; label: string }[]
  /** There is no nothing to choose. */
  required?: boolean
  /** What to write, below it. */
  hint?: string
  /** How the desk names it in refusals, where it does not count the values. */
  path?: string
}

interface InlineEditProps {
  /** What is edited, such as `Name`. */
  label: string
  fields: readonly EditedField[]
  /** The values in the order of the fields. What the desk refuses is told beside the field. */
  onSave: (values: string[]) => Promise<void>
  onRemove?: (() => Promise<void>) | undefined
  disabled?: boolean
  /** What is seen while nobody edits it. */
  children: ReactNode
}

/** A fact that becomes a small form where it stands. */
export function InlineEdit({ label, fields, onSave, onRemove, disabled = false, children }: InlineEditProps) {
  const [editing, setEditing] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => {
    flushSync(() => setEditing(false))
    moveFocus(opener.current)
  }
  if (disabled) return <div className={styles["shown"]}>{children}</div>
  if (editing) return <EditForm fields={fields} label={label} onSave={onSave} onRemove={onRemove} onClose={close} />
  return (
    <div className={styles["shown"]}>
      {children}
      <button
        ref={opener}
        type="button"
        className={styles["open"]}
        aria-label={text("details.change", { name: label })}
        title={text("details.change", { name: label })}
        onClick={() => setEditing(true)}
      >
        <Pencil size={13} aria-hidden />
      </button>
    </div>
  )
}

interface EditFormProps extends Pick<InlineEditProps, "label" | "fields" | "onSave" | "onRemove"> {
  onClose: () => void
  /** What its button says. */
  submit?: string
}

export function EditForm({ label, fields, onSave, onRemove, onClose, submit: said }: EditFormProps) {
  const [values, setValues] = useState(fields.map(({ value }) => value))
  const [failures, setFailures] = useState<ReadonlyMap<number, string>>(new Map())
  const [busy, setBusy] = useState(false)

  async function perform(task: () => Promise<void>) {
    setBusy(true)
    setFailures(new Map())
    try {
      await task()
      onClose()
    } catch (error) {
      setFailures(failuresOf(error, fields))
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void perform(() => onSave(values.map((value) => value.trim())))
  }
  const hear = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return
    event.stopPropagation()
    onClose()
  }
  return (
    <form ref={bringIntoSight} className={styles["form"]} aria-label={label} onSubmit={submit} onKeyDown={hear}>
      {fields.map((field, index) => (
        <Control
          key={field.label}
          field={field}
          value={values[index] ?? ""}
          failure={failures.get(index)}
          isFirst={index === 0}
          onChange={(value) => setValues(values.with(index, value))}
        />
      ))}
      <div className={styles["foot"]}>
        <Button type="submit" look="primary" disabled={busy}>
          {said ?? text("details.save")}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {text("action.cancel")}
        </Button>
        {onRemove && (
          <Button
            look="quiet"
            className={styles["remove"] ?? ""}
            disabled={busy}
            aria-label={text("details.remove", { name: label })}
            onClick={() => void perform(onRemove)}
          >
            <Trash2 size={14} aria-hidden />
          </Button>
        )}
      </div>
    </form>
  )
}

function bringIntoSight(form: HTMLFormElement | null): void {
  form?.scrollIntoView({ block: "nearest" })
}

/** The desk names values by their places; what it says of no place is said of the first. */
function failuresOf(error: unknown, fields: readonly EditedField[]): ReadonlyMap<number, string> {
  const errors = error instanceof DeskhandError ? error.errors : []
  if (errors.length === 0) return new Map([[0, reasonOf(error, text("failure.offline"))]])
  return new Map(
    errors.map(({ path, message }) => {
      const named = fields.findIndex((field) => field.path !== undefined && path.startsWith(field.path))
      const counted = Math.min(fields.length - 1, Number(/\d+/.exec(path)?.[0] ?? 0))
      const index = named === -1 ? counted : named
      return [index, problemText(fields[index]?.label ?? "", message)]
    }),
  )
}

interface ControlProps {
  field: EditedField
  value: string
  failure: string | undefined
  isFirst: boolean
  onChange: (value: string) => void
}

function Control({ field, value, failure, isFirst, onChange }: ControlProps) {
  const id = useId()
  const { label, kind = "text", options, required = false, hint } = field
  const described = [...(hint === undefined ? [] : [`${id}-hint`]), ...(failure === undefined ? [] : [`${id}-failure`])]
  const shared = {
    id,
    value,
    className: styles["control"],
    autoFocus: isFirst,
    ...(failure !== undefined && { "aria-invalid": true }),
    ...(described.length > 0 && { "aria-describedby": described.join(" ") }),
  }
  return (
    <div className={styles["field"]}>
      <label htmlFor={id}>{label}</label>
      {options ? (
        <select {...shared} onChange={(event) => onChange(event.target.value)}>
          {!required && <option value="">{text("details.nothing")}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      ) : kind === "multiline" ? (
        <textarea {...shared} rows={4} onChange={(event) => onChange(event.target.value)} />
      ) : (
        <input
          {...shared}
          // The desk says what is wrong; the browser would in another voice. A number keeps what was typed.
          type={kind === "number" || kind === "email" || kind === "url" ? "text" : kind}
          inputMode={
            kind === "number" ? "decimal" : kind === "email" || kind === "url" || kind === "tel" ? kind : "text"
          }
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles["hint"]}>
          {hint}
        </p>
      )}
      {failure !== undefined && (
        <p id={`${id}-failure`} className={styles["failure"]} role="alert">
          {failure}
        </p>
      )}
    </div>
  )
}
