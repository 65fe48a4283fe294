import { ArrowDown, ArrowUp, Plus, X } from "lucide-react"
import { useEffect, useRef } from "react"
import { text } from "../../messages/settings.ts"
import { moveFocus } from "../keyboard/moved-focus.ts"
import { Button, IconButton } from "../parts/Button.tsx"
import styles from "./Form.module.css"
import { GroupField } from "./fields.tsx"

interface Choosable {
  /** Of one that the desk knows already. */
  id?: number
  label: string
}

interface OptionListProps {
  label: string
  hint?: string | undefined
  failure?: string | undefined
  value: readonly Choosable[]
  onChange: (options: Choosable[]) => void
}

/** What there is to choose from, in its order. */
export function OptionList({ label, hint, failure, value: options, onChange }: OptionListProps) {
  const list = useRef<HTMLUListElement>(null)
  const added = useRef(false)
  useEffect(() => {
    if (!added.current) return
    added.current = false
    moveFocus(list.current?.querySelector<HTMLInputElement>("li:last-child input"))
  })
  const move = (from: number, step: 1 | -1) => {
    const option = options[from]
    if (option) onChange(options.toSpliced(from, 1).toSpliced(from + step, 0, option))
  }
  const add = () => {
    added.current = true
    onChange([...options, { label: "" }])
  }
  return (
    <GroupField label={label} hint={hint} failure={failure}>
      <ul ref={list} className={styles["options"]}>
        {options.map((option, index) => (
          <li key={option.id ?? `new-${index}`}>
            <input
              value={option.label}
              aria-label={text("options.one", { number: index + 1 })}
              maxLength={255}
              onChange={({ target }) => onChange(options.with(index, { ...option, label: target.value }))}
              onKeyDown={(event) => {
                if (event.key !== "Enter") return
                event.preventDefault()
                add()
              }}
            />
            <IconButton
              label={text("options.up", { number: index + 1 })}
              icon={<ArrowUp size={14} />}
              disabled={index === 0}
              onClick={() => move(index, -1)}
            />
            <IconButton
              label={text("options.down", { number: index + 1 })}
              icon={<ArrowDown size={14} />}
              disabled={index === options.length - 1}
              onClick={() => move(index, 1)}
            />
            <IconButton
              label={text("options.remove", { number: index + 1 })}
              icon={<X size={14} />}
              onClick={() => onChange(options.toSpliced(index, 1))}
            />
          </li>
        ))}
      </ul>
      <Button className={styles["add"] ?? ""} onClick={add}>
        <Plus size={14} aria-hidden /> {text("options.add")}
      </Button>
    </GroupField>
  )
}
