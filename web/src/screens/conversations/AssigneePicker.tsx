import { CircleDashed } from "lucide-react"
import { useState } from "react"
import { giveCommand } from "../../data/commands/give.ts"
import { nameOf } from "../../data/people.ts"
import { text } from "../../messages/text.ts"
import { useShortcut } from "../../ui/keyboard/shortcuts.ts"
import { Avatar } from "../../ui/parts/Avatar.tsx"
import { Button } from "../../ui/parts/Button.tsx"
import { Picker } from "../../ui/parts/Picker.tsx"
import { useAssigneeOptions } from "../commands/assignee-options.tsx"
import type { HeaderMenuProps } from "./header-menu.ts"

export function AssigneePicker({ scope, conversation: { assignee }, disabled, keys }: HeaderMenuProps) {
  const [open, setOpen] = useState(false)
  const { options, personOf } = useAssigneeOptions(assignee)
  const pick = ({ key }: { key: string }) => giveCommand(scope, { assignee: personOf(key) ?? null })
  useShortcut("assign", () => setOpen(true), keys, { options, onPick: pick })
  const name = assignee ? nameOf(assignee) : text("conversation.nobody")
  return (
    <Picker
      open={open}
      onOpenChange={setOpen}
      label={text("conversation.assign")}
      options={options}
      onPick={pick}
      trigger={
        <Button disabled={disabled} shortcut="assign">
          <span className="visually-hidden">{text("conversation.assignedTo")}</span>
          {assignee ? <Avatar name={name} size="small" team={assignee.type === "team"} /> : <CircleDashed size={15} />}
          {name}
        </Button>
      }
    />
  )
}
