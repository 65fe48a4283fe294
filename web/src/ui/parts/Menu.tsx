import * as Dropdown from "@radix-ui/react-dropdown-menu"
import { Check } from "lucide-react"
import { type ReactElement, type ReactNode, useState } from "react"
import { layers } from "./layers.ts"
import styles from "./Menu.module.css"
import { useReturnedFocus } from "./returned-focus.ts"

interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement
  children: ReactNode
  open?: boolean
  onOpenChange?: (open: boolean) => void
  align?: "start" | "end"
  side?: "top" | "bottom"
}

/** Not modal, because the lock on scrolling that comes with it writes styles that our policy refuses. */
export function Menu({ trigger, children, open, onOpenChange, align = "start", side = "bottom" }: MenuProps) {
  // Drawn again when it opens: a dialog may have opened since.
  const [, setOpened] = useState(false)
  const returnFocus = useReturnedFocus(open === true)
  return (
    <Dropdown.Root
      modal={false}
      {...(open !== undefined && { open })}
      onOpenChange={(next) => {
        setOpened(next)
        onOpenChange?.(next)
      }}
    >
      <Dropdown.Trigger asChild>{trigger}</Dropdown.Trigger>
      <Dropdown.Portal container={layers()}>
        <Dropdown.Content
          className={styles["menu"]}
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          {...(open !== undefined && { onCloseAutoFocus: returnFocus })}
        >
          {children}
        </Dropdown.Content>
      </Dropdown.Portal>
    </Dropdown.Root>
  )
}

interface ItemProps {
  icon?: ReactNode
  onSelect: () => void
  hint?: ReactNode
  children: ReactNode
}

export function MenuItem({ icon, onSelect, hint, children }: ItemProps) {
  return (
    <Dropdown.Item className={styles["item"]} onSelect={onSelect}>
      <span className={styles["mark"]}>{icon}</span>
      <span className={styles["text"]}>{children}</span>
      {hint}
    </Dropdown.Item>
  )
}

export function MenuHeading({ children }: { children: ReactNode }) {
  return <Dropdown.Label className={styles["heading"]}>{children}</Dropdown.Label>
}

export function MenuLine() {
  return <Dropdown.Separator className={styles["line"]} />
}

interface ChoiceProps<Value extends string> {
  value: Value
  onChange: (value: Value) => void
  choices: readonly { value: Value; label: string; icon?: ReactNode; hint?: ReactNode }[]
}

export function MenuChoice<Value extends string>({ value, onChange, choices }: ChoiceProps<Value>) {
  return (
    <Dropdown.RadioGroup value={value} onValueChange={(chosen) => onChange(chosen as Value)}>
      {choices.map((choice) => (
        <Dropdown.RadioItem key={choice.value} value={choice.value} className={styles["item"]}>
          <span className={styles["mark"]}>{choice.icon}</span>
          <span className={styles["text"]}>{choice.label}</span>
          {choice.hint}
          <Dropdown.ItemIndicator className={styles["chosen"]}>
            <Check size={14} />
          </Dropdown.ItemIndicator>
        </Dropdown.RadioItem>
      ))}
    </Dropdown.RadioGroup>
  )
}
