import { useQuery } from "@tanstack/react-query"
import { assigneesQuery, nameOf } from "../desk/people.ts"
import { tagsQuery } from "../desk/tags.ts"
import { inboxesQuery } from "../navigation/counts.ts"
import { useMe } from "../session/session.ts"
import type { Known } from "./suggestions.ts"

/** Read when somebody begins to search. */
export function useKnown(wanted: boolean): Known {
  const { id: myId } = useMe()
  const { data: inboxes = [] } = useQuery({ ...inboxesQuery, enabled: wanted })
  const { data: people = [] } = useQuery({ ...assigneesQuery, enabled: wanted })
  const { data: tags = [] } = useQuery({ ...tagsQuery, enabled: wanted })
  return {
    inboxes,
    people: people.map((person) => ({ id: person.id, name: nameOf(person), isTeam: person.type === "team" })),
    tags: tags.map(({ name }) => name),
    myId,
  }
}
