import { CircleDashed } from "lucide-react"
import { useState } from "react"
import { nameOf, type Person } from "../../data/people.ts"
import { text } from "../../messages/text.ts"
import { Avatar } from "../../ui/parts/Avatar.tsx"
import { Button } from "../../ui/parts/Button.tsx"
import { Picker } from "../../ui/parts/Picker.tsx"
import { useAssigneeOptions } from "../commands/assignee-options.tsx"

interface AssigneeFieldProps {
  assignee: Person | undefined
  onChange: (assignee: Person | undefined) => void
}

/** Whose it becomes; without anybody the inbox decides. */
export function AssigneeField({ assignee, onChange }: AssigneeFieldProps) {
  const [open, setOpen] = useState(false)
  const { options, personOf } = useAssigneeOptions(assignee)
  return (
    <Picker
      open={open}
      onOpenChange={setOpen}
      label={text("conversation.assign")}
      options={options}
      onPick={({ key }) => onChange(personOf(key))}
      trigger={
        <Button>
          <span className="visually-hidden">{text("conversation.assignedTo")}</span>
          {assignee ? (
            <>
              <Avatar name={nameOf(assignee)} size="small" team={assignee.type === "team"} /> {nameOf(assignee)}
            </>
          ) : (
            <>
              <CircleDashed size={15} /> {text("new.automatic")}
            </>
          )}
        </Button>
      }
    />
  )
}
