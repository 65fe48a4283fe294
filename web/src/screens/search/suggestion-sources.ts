import { useQuery } from "@tanstack/react-query"
import { inboxesQuery } from "../../data/inboxes.ts"
import { assigneesQuery, nameOf } from "../../data/people.ts"
import { useNamedFields } from "../../data/search/custom-fields.ts"
import { useFound } from "../../data/search/found.ts"
import { type Token, writtenWords } from "../../data/search/token.ts"
import { useMe } from "../../data/session.ts"
import { tagsQuery } from "../../data/tags.ts"
import type { SuggestionSources } from "./suggestions.ts"

/** What suggestions are made of, read when somebody starts to search. `token` is what is being written. */
export function useSuggestionSources(enabled: boolean, token: Token | undefined): SuggestionSources {
  const { id: myId } = useMe()
  const { data: inboxes = [] } = useQuery({ ...inboxesQuery, enabled })
  const { data: people = [] } = useQuery({ ...assigneesQuery, enabled })
  const { data: tags = [] } = useQuery({ ...tagsQuery, enabled })
  const { customers, organizations } = useNamesOf(enabled ? token : undefined)
  return {
    inboxes,
    people: people.map((person) => ({ id: person.id, name: nameOf(person), isTeam: person.type === "team" })),
    tags: tags.map(({ name }) => name),
    customers,
    organizations,
    customFields: useNamedFields(enabled),
    myId,
    hasViewer: true,
  }
}

/** Customers and organizations for the value of a field that takes one. */
function useNamesOf(token: Token | undefined): Pick<SuggestionSources, "customers" | "organizations"> {
  const isName = /^(from|to|customer|org)$/i.test(token?.field ?? "")
  const { found } = useFound(isName && token ? writtenWords(token.typed) : "")
  return {
    customers: (found?.customers ?? []).map((customer) => ({
      name: nameOf(customer),
      ...(customer.email !== undefined && { email: customer.email }),
    })),
    organizations: (found?.organizations ?? []).map(({ name }) => name),
  }
}
