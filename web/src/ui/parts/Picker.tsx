import * as Popover from "@radix-ui/react-popover"
import type { ReactElement } from "react"
import { Choices, type Option } from "./Choices.tsx"
import { layers } from "./layers.ts"
import styles from "./Picker.module.css"
import { useReturnedFocus } from "./returned-focus.ts"

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
  onType?: (typed: string) => void
  /** Where nothing fits what was typed. */
  none?: string
}

/** A list to choose from by typing: arrows move, Enter chooses, Escape closes. */
export function Picker({
  trigger,
  label,
  open,
  onOpenChange,
  options,
  onPick,
  several = false,
  ...texts
}: PickerProps) {
  const returnFocus = useReturnedFocus(open)
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
          onCloseAutoFocus={returnFocus}
        >
          <Choices
            label={label}
            options={options}
            {...texts}
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
