import { useQuery } from "@tanstack/react-query"
import { inboxesQuery } from "../../../data/inboxes.ts"
import { assigneesQuery, nameOf } from "../../../data/people.ts"
import { useNamedFields } from "../../../data/search/custom-fields.ts"
import { useFound } from "../../../data/search/found.ts"
import { writtenWords } from "../../../data/search/token.ts"
import { useMe } from "../../../data/session.ts"
import { tagsQuery } from "../../../data/tags.ts"
import type { FilterSources } from "./filter-options.ts"

/** `from` is what is typed to find a customer. */
export function useFilterSources(from: string): FilterSources {
  const { id: myId } = useMe()
  const { data: inboxes = [] } = useQuery(inboxesQuery)
  const { data: people = [] } = useQuery(assigneesQuery)
  const { data: tags = [] } = useQuery(tagsQuery)
  const { found } = useFound(writtenWords(from))
  return {
    inboxes: inboxes.map(({ name }) => name),
    people: people.filter(({ id }) => id !== myId).map(nameOf),
    tags: tags.map(({ name }) => name),
    fields: useNamedFields(true),
    customers: (found?.customers ?? []).map((customer) => ({
      name: nameOf(customer),
      ...(customer.email !== undefined && { email: customer.email }),
    })),
  }
}
