import { Check } from "lucide-react"
import { type KeyboardEvent, type ReactNode, useId, useState } from "react"
import { text } from "../../messages/text.ts"
import styles from "./Choices.module.css"
import { OptionRow } from "./OptionRow.tsx"

export interface Option {
  key: string
  label: string
  icon?: ReactNode
  /** Stands at the end of the line. */
  hint?: ReactNode
  chosen?: boolean
}

interface ChoicesProps {
  label: string
  /** In the empty box, where the label says too little. */
  placeholder?: string
  /** What there is to choose from, for what has been typed. */
  options: (typed: string) => readonly Option[]
  /** Where nothing fits what was typed. */
  none?: string
  onPick: (option: Option) => void
  onType?: (typed: string) => void
}

/** As many as anybody reads; typing brings the others. */
const mostShown = 100

/** A box and what fits what is typed into it: arrows move, Enter chooses. The focus stays in the box. */
export function Choices({ label, placeholder = label, options, none, onPick, onType }: ChoicesProps) {
  const [typed, setTyped] = useState("")
  const [at, setAt] = useState(0)
  const id = useId()
  const shown = options(typed).slice(0, mostShown)
  const current = Math.min(at, shown.length - 1)
  const type = (next: string) => {
    setTyped(next)
    setAt(0)
    onType?.(next)
  }
  const pick = (option: Option | undefined) => {
    if (!option) return
    onPick(option)
    type("")
  }
  const move = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (step !== undefined) setAt((current + step + shown.length) % Math.max(1, shown.length))
    else if (event.key === "Enter") pick(shown[current])
    else return
    event.preventDefault()
  }
  return (
    <>
      <input
        className={styles["input"]}
        value={typed}
        placeholder={placeholder}
        aria-label={label}
        role="combobox"
        aria-expanded
        aria-controls={id}
        aria-autocomplete="list"
        {...(shown.length > 0 && { "aria-activedescendant": `${id}-${current}` })}
        onChange={(event) => type(event.target.value)}
        onKeyDown={move}
      />
      <div className={styles["options"]} role="listbox" id={id} aria-label={label} tabIndex={-1}>
        {shown.map((option, index) => (
          <OptionRow
            key={option.key}
            id={`${id}-${index}`}
            current={index === current}
            selected={option.chosen === true}
            onPoint={() => setAt(index)}
            onPick={() => pick(option)}
          >
            {option.icon}
            <span className={styles["text"]}>{option.label}</span>
            {option.hint && <span className={styles["hint"]}>{option.hint}</span>}
            {option.chosen && <Check size={14} className={styles["chosen"]} />}
          </OptionRow>
        ))}
        {shown.length === 0 && <p className={styles["none"]}>{none ?? text("action.noMatch")}</p>}
      </div>
    </>
  )
}
