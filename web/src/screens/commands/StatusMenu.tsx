import type { Conversation } from "@deskhand/sdk/client"
import { ChevronDown } from "lucide-react"
import { useState } from "react"
import type { Actions } from "../../data/commands/actions.ts"
import { text } from "../../messages/text.ts"
import { useShortcut } from "../../ui/keyboard/shortcuts.ts"
import { Button } from "../../ui/parts/Button.tsx"
import { Menu, MenuChoice } from "../../ui/parts/Menu.tsx"
import styles from "../conversations/ConversationHeader.module.css"

interface StatusMenuProps {
  conversation: Conversation
  actions: Actions
  disabled: boolean
  /** Whether keys mean this conversation. */
  keys: boolean
}

export const statuses = ["active", "pending", "closed", "spam"] as const

export function StatusMenu({ conversation: { status }, actions, disabled, keys }: StatusMenuProps) {
  const [open, setOpen] = useState(false)
  const choices = statuses.map((value) => ({
    value,
    label: text(`status.${value}`),
    icon: <StatusDot status={value} />,
  }))
  useShortcut("status", () => setOpen(true), keys, {
    options: (typed) =>
      choices
        .filter(({ label }) => label.toLowerCase().includes(typed.trim().toLowerCase()))
        .map(({ value, ...rest }) => ({ key: value, chosen: value === status, ...rest })),
    onPick: ({ key }) => actions.setStatus(key as (typeof statuses)[number]),
  })
  return (
    <Menu
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button
          disabled={disabled}
          shortcut="status"
          aria-label={text("conversation.status", { status: text(`status.${status}`) })}
        >
          <StatusDot status={status} /> {text(`status.${status}`)} <ChevronDown size={13} />
        </Button>
      }
    >
      <MenuChoice value={status} onChange={(next) => actions.setStatus(next)} choices={choices} />
    </Menu>
  )
}

export function StatusDot({ status }: Pick<Conversation, "status">) {
  return <span className={styles["dot"]} data-status={status} />
}
