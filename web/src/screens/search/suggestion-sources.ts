import { useQuery } from "@tanstack/react-query"
import { inboxesQuery } from "../../data/inboxes.ts"
import { assigneesQuery, nameOf } from "../../data/people.ts"
import { useMe } from "../../data/session.ts"
import { tagsQuery } from "../../data/tags.ts"
import type { SuggestionSources } from "./suggestions.ts"

/** Read when somebody begins to search. */
export function useSuggestionSources(wanted: boolean): SuggestionSources {
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
