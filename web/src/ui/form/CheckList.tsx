import { useState } from "react"
import { text } from "../../messages/settings.ts"
import styles from "./Form.module.css"
import { GroupField } from "./fields.tsx"

export interface CheckOption<Value extends string | number> {
  value: Value
  label: string
  /** Behind the name. */
  hint?: string | undefined
  /** Always chosen, and not to be changed here. */
  fixed?: boolean
}

interface CheckListProps<Value extends string | number> {
  /** What there is to choose from, for screen readers. */
  label: string
  options: readonly CheckOption<Value>[]
  value: readonly Value[]
  onChange: (chosen: Value[]) => void
  none: string
}

/** So many are seen without scrolling much; of more one looks for a name. */
const manyOptions = 8

/** With its label, and what the desk says of what is chosen. */
export function CheckListField<Value extends string | number>({
  hint,
  failure,
  ...list
}: CheckListProps<Value> & { hint?: string; failure: string | undefined }) {
  return (
    <GroupField label={list.label} hint={hint} failure={failure}>
      <CheckList {...list} />
    </GroupField>
  )
}

/** Several of many: new ones come last. */
export function CheckList<Value extends string | number>({
  label,
  options,
  value: chosen,
  onChange,
  none,
}: CheckListProps<Value>) {
  const [typed, setTyped] = useState("")
  const words = typed.trim().toLowerCase()
  const shown = options.filter(({ label, hint = "" }) => `${label} ${hint}`.toLowerCase().includes(words))
  const change = (value: Value, checked: boolean) =>
    onChange(checked ? [...chosen, value] : chosen.filter((other) => other !== value))
  return (
    <div className={styles["boxes"]}>
      {options.length > manyOptions && (
        <input
          className={styles["search"]}
          type="search"
          aria-label={text("settings.filter", { what: label })}
          placeholder={text("settings.filter.placeholder")}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      {shown.length === 0 && <p className={styles["none"]}>{options.length === 0 ? none : text("action.noMatch")}</p>}
      {shown.length > 0 && (
        <ul aria-label={label}>
          {shown.map((option) => (
            <li key={option.value}>
              <label>
                <input
                  type="checkbox"
                  checked={option.fixed === true || chosen.includes(option.value)}
                  disabled={option.fixed === true}
                  onChange={({ target }) => change(option.value, target.checked)}
                />
                <span>
                  {option.label}
                  {option.hint && <small>{option.hint}</small>}
                </span>
              </label>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
