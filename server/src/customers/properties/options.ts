import { randomUUID } from "node:crypto"
import { refused } from "../../organizations/properties/rules.ts"
import type { PropertyOption } from "./queries.ts"

export interface GivenOption {
  /** As the client chose it. */
  id?: string
  label: string
}

/** Refuses an id that stands twice, in whatever case. */
export function refuseTwinIds(options: GivenOption[]): void {
  const ids = options.map(({ id }) => id?.toLowerCase())
  for (const [index, id] of ids.entries()) {
    const first = ids.indexOf(id)
    if (id !== undefined && first < index)
      throw refused(`options[${index}].id`, `is the same as options[${first}].id`, options[index]?.id)
  }
}

/** Options with their ids: the given one, else that of the former option with the same label, else a new one. */
export function identifyOptions(given: GivenOption[], former: PropertyOption[]): PropertyOption[] {
  const taken = new Set(given.map(({ id }) => id?.toLowerCase()))
  const free = former.filter(({ id }) => !taken.has(id))
  return given.map(({ id, label }) => {
    const same = free.find((option) => option.label.toLowerCase() === label.toLowerCase())
    return { id: id?.toLowerCase() ?? same?.id ?? randomUUID(), label }
  })
}
