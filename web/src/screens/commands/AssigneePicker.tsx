import type { Conversation } from "@deskhand/sdk/client"
import { CircleDashed } from "lucide-react"
import { useState } from "react"
import type { Actions } from "../../data/commands/actions.ts"
import { nameOf } from "../../data/people.ts"
import { text } from "../../messages/text.ts"
import { useShortcut } from "../../ui/keyboard/shortcuts.ts"
import { Avatar } from "../../ui/parts/Avatar.tsx"
import { Button } from "../../ui/parts/Button.tsx"
import { Picker } from "../../ui/parts/Picker.tsx"
import { useAssigneeOptions } from "./assignee-options.tsx"

interface AssigneePickerProps {
  conversation: Conversation
  actions: Actions
  disabled: boolean
  /** Whether keys mean this conversation. */
  keys: boolean
}

export function AssigneePicker({ conversation: { assignee }, actions, disabled, keys }: AssigneePickerProps) {
  const [open, setOpen] = useState(false)
  const { options, personOf } = useAssigneeOptions(assignee)
  const pick = ({ key }: { key: string }) => actions.assign(personOf(key))
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
