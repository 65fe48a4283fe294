import { nameOf, useAssignees } from "../../data/people.ts"
import { useOthersAt } from "../../data/presence/others.ts"
import { useMe } from "../../data/session.ts"
import { text } from "../../messages/text.ts"
import { Avatar } from "../../ui/parts/Avatar.tsx"
import styles from "./PeopleHere.module.css"

/** Colleagues who have the conversation open; a ring shows who is writing. */
export function PeopleHere({ conversationId }: { conversationId: number }) {
  const others = useOthersAt(conversationId, useMe().id)
  const people = useAssignees()
  if (others.length === 0) return null
  return (
    <ul className={styles["people"]}>
      {others.map(({ userId, activity }) => {
        const person = people.find(({ id }) => id === userId)
        const name = person ? nameOf(person) : text("presence.somebody")
        return (
          <li key={userId} data-activity={activity}>
            <Avatar name={name} label={text(`presence.${activity}`, { name })} />
          </li>
        )
      })}
    </ul>
  )
}

/** The corner of a row: somebody is there, or somebody is answering. */
export function Corner({ conversationId }: { conversationId: number }) {
  const others = useOthersAt(conversationId, useMe().id)
  const people = useAssignees()
  const first = others.find(({ activity }) => activity === "replying") ?? others[0]
  if (!first) return null
  const person = people.find(({ id }) => id === first.userId)
  const label = text(`presence.${first.activity}`, { name: person ? nameOf(person) : text("presence.somebody") })
  return (
    <span className={styles["corner"]} data-activity={first.activity} role="img" aria-label={label} title={label} />
  )
}
