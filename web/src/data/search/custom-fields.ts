import type { CustomField } from "@deskhand/sdk/client"
import { useQueries, useQuery } from "@tanstack/react-query"
import { fieldsQuery } from "../customers.ts"
import { inboxesQuery } from "../inboxes.ts"

/** A custom field as a query names it. Inboxes may each have one of the same name. */
export interface NamedField {
  name: string
  type: CustomField["type"]
  /** Of a dropdown. */
  options: readonly string[]
}

/** The custom fields of all inboxes by their names. */
export function useNamedFields(enabled: boolean): readonly NamedField[] {
  const { data: inboxes = [] } = useQuery({ ...inboxesQuery, enabled })
  return useQueries({
    queries: inboxes.map(({ id }) => ({ ...fieldsQuery(id), enabled })),
    combine: mergeFields,
  })
}

function mergeFields(results: readonly { data: CustomField[] | undefined }[]): NamedField[] {
  const named = new Map<string, NamedField>()
  for (const { name, type, options = [] } of results.flatMap(({ data = [] }) => data)) {
    const before = named.get(name.toLowerCase())
    const labels = [...(before?.options ?? []), ...options.map(({ label }) => label)]
    named.set(name.toLowerCase(), {
      name: before?.name ?? name,
      type: before?.type ?? type,
      options: [...new Set(labels)],
    })
  }
  return [...named.values()].sort((a, b) => a.name.localeCompare(b.name))
}
