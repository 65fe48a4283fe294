import { type ComponentProps, type ReactNode, useId } from "react"
import { problemText } from "../../data/problems/problems.ts"
import styles from "./Form.module.css"

interface FieldProps {
  label: string
  hint?: ReactNode
  /** What the desk says of the value; shown in words, see `problemText`. */
  failure?: string | undefined
}

/** What every control says of itself to screen readers. */
function useParts({ hint, failure }: Pick<FieldProps, "hint" | "failure">) {
  const id = useId()
  const described = [failure && `${id}-failure`, hint && `${id}-hint`].filter(Boolean).join(" ")
  return {
    id,
    control: { id, ...(described && { "aria-describedby": described }), ...(failure && { "aria-invalid": true }) },
  }
}

interface FieldFrameProps extends FieldProps {
  id: string
  children: ReactNode
  /** Where the label names a group of controls, and not one. */
  group?: boolean
}

function FieldFrame({ id, label, hint, failure, children, group = false }: FieldFrameProps) {
  return (
    <div className={styles["field"]} {...(group && { role: "group", "aria-labelledby": `${id}-label` })}>
      {group ? <span id={`${id}-label`}>{label}</span> : <label htmlFor={id}>{label}</label>}
      {children}
      {failure && (
        <p id={`${id}-failure`} className={styles["wrong"]} role="alert">
          {problemText(label, failure)}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className={styles["hint"]}>
          {hint}
        </p>
      )}
    </div>
  )
}

type TextFieldProps = FieldProps &
  Omit<ComponentProps<"input">, "onChange" | "value"> & { value: string; onChange: (value: string) => void }

export function TextField({ label, hint, failure, onChange, ...input }: TextFieldProps) {
  const { id, control } = useParts({ hint, failure })
  return (
    <FieldFrame id={id} label={label} hint={hint} failure={failure}>
      <input {...control} {...input} onChange={({ target }) => onChange(target.value)} />
    </FieldFrame>
  )
}

type AreaFieldProps = FieldProps &
  Omit<ComponentProps<"textarea">, "onChange" | "value"> & { value: string; onChange: (value: string) => void }

export function AreaField({ label, hint, failure, onChange, ...area }: AreaFieldProps) {
  const { id, control } = useParts({ hint, failure })
  return (
    <FieldFrame id={id} label={label} hint={hint} failure={failure}>
      <textarea rows={4} {...control} {...area} onChange={({ target }) => onChange(target.value)} />
    </FieldFrame>
  )
}

interface SelectFieldProps<Value extends string> extends FieldProps {
  value: Value
  onChange: (value: Value) => void
  options: readonly { value: Value; label: string }[]
  disabled?: boolean
}

export function SelectField<Value extends string>({
  label,
  hint,
  failure,
  value,
  onChange,
  options,
  disabled,
}: SelectFieldProps<Value>) {
  const { id, control } = useParts({ hint, failure })
  return (
    <FieldFrame id={id} label={label} hint={hint} failure={failure}>
      <select {...control} value={value} disabled={disabled} onChange={({ target }) => onChange(target.value as Value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}

interface CheckFieldProps extends FieldProps {
  value: boolean
  onChange: (value: boolean) => void
  disabled?: boolean
}

export function CheckField({ label, hint, failure, value, onChange, disabled = false }: CheckFieldProps) {
  const { id, control } = useParts({ hint, failure })
  return (
    <div className={styles["check"]}>
      <label>
        <input
          type="checkbox"
          {...control}
          checked={value}
          disabled={disabled}
          onChange={({ target }) => onChange(target.checked)}
        />
        {label}
      </label>
      {failure && (
        <p id={`${id}-failure`} className={styles["wrong"]} role="alert">
          {problemText(label, failure)}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className={styles["hint"]}>
          {hint}
        </p>
      )}
    </div>
  )
}

interface SegmentsProps<Value extends string> extends FieldProps {
  value: Value
  onChange: (value: Value) => void
  options: readonly { value: Value; label: string; hint?: string }[]
}

/** A few choices that are all seen at once. */
export function RadioField<Value extends string>({
  label,
  hint,
  failure,
  value,
  onChange,
  options,
}: SegmentsProps<Value>) {
  const id = useId()
  return (
    <fieldset className={styles["radios"]}>
      <legend>{label}</legend>
      {hint && <p className={styles["hint"]}>{hint}</p>}
      {options.map((option) => (
        <label key={option.value}>
          <input type="radio" name={id} checked={option.value === value} onChange={() => onChange(option.value)} />
          <span>
            {option.label}
            {option.hint && <small>{option.hint}</small>}
          </span>
        </label>
      ))}
      {failure && (
        <p className={styles["wrong"]} role="alert">
          {problemText(label, failure)}
        </p>
      )}
    </fieldset>
  )
}

/** Two beside each other where there is room. */
export function Pair({ children }: { children: ReactNode }) {
  return <div className={styles["pair"]}>{children}</div>
}

/** A control of another kind, with a label and what is wrong with it. */
export function GroupField({ children, ...props }: FieldProps & { children: ReactNode }) {
  const id = useId()
  return (
    <FieldFrame id={id} group {...props}>
      {children}
    </FieldFrame>
  )
}
