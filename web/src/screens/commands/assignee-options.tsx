import type { Conversation } from "@deskhand/sdk/client"
import { CircleDashed, UserRoundCheck } from "lucide-react"
import { nameOf, type Person, useAssignees } from "../../data/people.ts"
import { useMe } from "../../data/session.ts"
import { text } from "../../messages/text.ts"
import { Avatar } from "../../ui/parts/Avatar.tsx"
import type { Option } from "../../ui/parts/Choices.tsx"

export function useMyself(): Person {
  const { id, firstName, lastName } = useMe()
  return { id, type: "user", first: firstName, last: lastName }
}

interface Assignees {
  options(typed: string): Option[]
  /** Nobody where the option says so. */
  personOf(key: string): Person | undefined
}

/** Oneself and nobody first, unless it is so already; `assignee` is null where it differs between those that are meant. */
export function useAssigneeOptions(assignee: Conversation["assignee"] | null): Assignees {
  const myself = useMyself()
  const people = [myself, ...useAssignees().filter(({ id }) => id !== myself.id)]
  return {
    options(typed) {
      const wanted = typed.trim().toLowerCase()
      const listed: Option[] = [
        ...(assignee?.id === myself.id
          ? []
          : [{ key: "me", label: text("conversation.assignMe"), icon: <UserRoundCheck size={16} /> }]),
        ...(assignee === undefined
          ? []
          : [{ key: "nobody", label: text("conversation.unassign"), icon: <CircleDashed size={16} /> }]),
        ...people.map((person) => ({
          key: String(person.id),
          label: nameOf(person),
          icon: <Avatar name={nameOf(person)} size="small" team={person.type === "team"} />,
          chosen: person.id === assignee?.id,
        })),
      ]
      return listed.filter(({ label }) => label.toLowerCase().includes(wanted))
    },
    personOf: (key) => (key === "me" ? myself : people.find(({ id }) => String(id) === key)),
  }
}
