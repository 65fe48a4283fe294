import * as Popover from "@radix-ui/react-popover"
import { Check } from "lucide-react"
import { type KeyboardEvent, type ReactElement, type ReactNode, useId, useState } from "react"
import { text } from "../messages/text.ts"
import { layers } from "./layers.ts"
import styles from "./Picker.module.css"

export interface Option {
  key: string
  label: string
  icon?: ReactNode
  chosen?: boolean
}

interface PickerProps {
  trigger: ReactElement
  label: string
  open: boolean
  onOpenChange: (open: boolean) => void
  /** What there is to choose from, for what has been typed. */
  options: (typed: string) => readonly Option[]
  onPick: (option: Option) => void
  /** Stays open, for several choices one after the other. */
  several?: boolean
}

/** A list to choose from by typing: arrows move, Enter chooses, Escape closes. */
export function Picker({ trigger, label, open, onOpenChange, options, onPick, several = false }: PickerProps) {
  return (
    <Popover.Root open={open} onOpenChange={onOpenChange}>
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Popover.Portal container={layers()}>
        <Popover.Content
          className={styles["picker"]}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
        >
          <Choices
            label={label}
            options={options}
            onPick={(option) => {
              onPick(option)
              if (!several) onOpenChange(false)
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** As many as anybody reads; typing brings the others. */
const mostShown = 100

function Choices({ label, options, onPick }: Pick<PickerProps, "label" | "options" | "onPick">) {
  const [typed, setTyped] = useState("")
  const [at, setAt] = useState(0)
  const id = useId()
  const shown = options(typed).slice(0, mostShown)
  const current = Math.min(at, shown.length - 1)
  const pick = (option: Option | undefined) => {
    if (!option) return
    onPick(option)
    setTyped("")
    setAt(0)
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
        placeholder={label}
        aria-label={label}
        role="combobox"
        aria-expanded
        aria-controls={id}
        aria-autocomplete="list"
        {...(shown.length > 0 && { "aria-activedescendant": `${id}-${current}` })}
        onChange={(event) => {
          setTyped(event.target.value)
          setAt(0)
        }}
        onKeyDown={move}
      />
      <div className={styles["options"]} role="listbox" id={id} aria-label={label} tabIndex={-1}>
        {shown.map((option, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the box, which names the current option
          // biome-ignore lint/a11y/useKeyWithClickEvents: the box hears the keys
          <div
            key={option.key}
            id={`${id}-${index}`}
            role="option"
            aria-selected={option.chosen === true}
            data-current={index === current || undefined}
            className={styles["option"]}
            ref={index === current ? scrollIntoView : undefined}
            onClick={() => pick(option)}
            onPointerMove={() => setAt(index)}
          >
            {option.icon}
            <span className={styles["text"]}>{option.label}</span>
            {option.chosen && <Check size={14} className={styles["chosen"]} />}
          </div>
        ))}
        {shown.length === 0 && <p className={styles["none"]}>{text("action.noMatch")}</p>}
      </div>
    </>
  )
}

function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "nearest" })
}
