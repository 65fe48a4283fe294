import { ChevronDown } from "lucide-react"
import { useState } from "react"
import { giveCommand } from "../../data/commands/give.ts"
import { text } from "../../messages/text.ts"
import { useShortcut } from "../../ui/keyboard/shortcuts.ts"
import { Button } from "../../ui/parts/Button.tsx"
import { Menu, MenuChoice } from "../../ui/parts/Menu.tsx"
import { type Status, StatusDot, statuses, statusOptions } from "../commands/status-options.tsx"
import type { HeaderMenuProps } from "./header-menu.ts"

export function StatusMenu({ scope, conversation: { status }, disabled, keys }: HeaderMenuProps) {
  const [open, setOpen] = useState(false)
  const change = (next: Status) => giveCommand(scope, { status: next })
  useShortcut("status", () => setOpen(true), keys, {
    options: (typed) => statusOptions(typed, status),
    onPick: ({ key }) => change(key as Status),
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
      <MenuChoice
        value={status}
        onChange={change}
        choices={statuses.map((value) => ({
          value,
          label: text(`status.${value}`),
          icon: <StatusDot status={value} />,
        }))}
      />
    </Menu>
  )
}
