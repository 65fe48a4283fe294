import { AlarmClock, ChevronDown, CircleCheck, CircleEllipsis, Clock, Send } from "lucide-react"
import { text } from "../../messages/text.ts"
import { Button } from "../../ui/parts/Button.tsx"
import { Menu, MenuItem } from "../../ui/parts/Menu.tsx"
import { type Choice, choices } from "./choices.ts"
import styles from "./SendButton.module.css"

const icons = { send: Send, close: CircleCheck, pending: CircleEllipsis, snooze: AlarmClock, later: Clock }

interface SendButtonProps {
  choice: Choice
  disabled: boolean
  onSend: (choice: Choice) => void
}

/** Sends as the last time; the arrow beside it offers the other ways. */
export function SendButton({ choice, disabled, onSend }: SendButtonProps) {
  const Icon = icons[choice]
  return (
    <span className={styles["split"]}>
      <Button look="primary" shortcut="send" disabled={disabled} onClick={() => onSend(choice)}>
        <Icon size={15} /> {text(`composer.send.${choice}`)}
      </Button>
      <Menu
        align="end"
        side="top"
        trigger={
          <Button look="primary" disabled={disabled} aria-label={text("composer.send.more")}>
            <ChevronDown size={15} />
          </Button>
        }
      >
        {choices.map((other) => {
          const Other = icons[other]
          return (
            <MenuItem key={other} icon={<Other size={15} />} onSelect={() => onSend(other)}>
              {text(`composer.send.${other}`)}
            </MenuItem>
          )
        })}
      </Menu>
    </span>
  )
}
