import { useQuery } from "@tanstack/react-query"
import { inboxesQuery } from "../../data/inboxes.ts"
import { assigneesQuery, nameOf } from "../../data/people.ts"
import { useMe } from "../../data/session.ts"
import { tagsQuery } from "../../data/tags.ts"
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
