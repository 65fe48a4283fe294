import type { Conversation } from "@deskhand/sdk/client"
import { CircleDashed, UserRoundCheck } from "lucide-react"
import { useState } from "react"
import { nameOf, type Person, useAssignees } from "../desk/people.ts"
import { useShortcut } from "../keyboard/shortcuts.ts"
import { text } from "../messages/text.ts"
import { Avatar } from "../parts/Avatar.tsx"
import { Button } from "../parts/Button.tsx"
import { Picker } from "../parts/Picker.tsx"
import { useMe } from "../session/session.ts"
import type { Actions } from "./actions.ts"

interface AssigneePickerProps {
  conversation: Conversation
  actions: Actions
  disabled: boolean
}

export function AssigneePicker({ conversation: { assignee }, actions, disabled }: AssigneePickerProps) {
  const [open, setOpen] = useState(false)
  const me = useMe()
  const myself: Person = { id: me.id, type: "user", first: me.firstName, last: me.lastName }
  const people = useAssignees()
  useShortcut("assignMe", () => void actions.assign(myself), !disabled)

  const options = (typed: string) => {
    const wanted = typed.trim().toLowerCase()
    const others = people.filter(({ id }) => id !== me.id)
    const listed = [
      ...(assignee?.id === me.id
        ? []
        : [{ key: "me", label: text("conversation.assignMe"), icon: <UserRoundCheck size={16} /> }]),
      ...(assignee ? [{ key: "nobody", label: text("conversation.unassign"), icon: <CircleDashed size={16} /> }] : []),
      ...[myself, ...others].map((person) => ({
        key: String(person.id),
        label: nameOf(person),
        icon: <Avatar name={nameOf(person)} size="small" team={person.type === "team"} />,
        chosen: person.id === assignee?.id,
      })),
    ]
    return listed.filter(({ label }) => label.toLowerCase().includes(wanted))
  }

  const pick = (key: string) => {
    const person = key === "me" ? myself : [myself, ...people].find(({ id }) => String(id) === key)
    void actions.assign(key === "nobody" ? undefined : person)
  }

  useShortcut("assign", () => setOpen(true), !disabled, { options, onPick: ({ key }) => pick(key) })

  const name = assignee ? nameOf(assignee) : text("conversation.nobody")
  return (
    <Picker
      open={open}
      onOpenChange={setOpen}
      label={text("conversation.assign")}
      options={options}
      onPick={({ key }) => pick(key)}
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
