import { isValues, me, ratingValues, typeValues, unassigned } from "@deskhand/contract/conversations/search-language"
import type { NamedField } from "../../../data/search/custom-fields.ts"
import { type FilterName, fieldFilterName, filterNames, statusValues } from "../../../data/search/filters.ts"
import { hasWords } from "../../../data/typing.ts"
import { text } from "../../../messages/text.ts"
import type { Option } from "../../../ui/parts/Choices.tsx"
import { dateValues, nameOfFilter, valueText, waitingValues } from "./filter-texts.ts"

/** What the desk has to filter by. */
export interface FilterSources {
  inboxes: readonly string[]
  /** Customers that fit what is typed. */
  customers: readonly { name: string; email?: string }[]
  /** The person who looks is not among them. */
  people: readonly string[]
  tags: readonly string[]
  fields: readonly NamedField[]
}

/** Shown whether they are set or not. The others are chosen from a list. */
export const quickFilters: readonly FilterName[] = ["status", "inbox", "assignee", "tag", "from", "date"]

/** They are set or not, and have no value to choose. */
export const flagValues: Partial<Record<FilterName, string>> = { attachment: "attachment", unread: "unread" }

/** Whether a filter takes several values, all of which must fit. */
export function takesSeveral(name: FilterName): boolean {
  return name === "tag"
}

export function offeredFilters(fields: readonly NamedField[]): FilterName[] {
  const offersUnread = isValues.some((value: string) => value === "unread")
  return [
    ...filterNames.filter((name) => name !== "unread" || offersUnread),
    ...fields.map(({ name }) => fieldFilterName(name)),
  ]
}

/** The key of the option that opens the dialog for a range of days. */
export const customRange = "range"

/** The values that a filter offers for what is typed, those that are set marked. */
export function filterOptions(
  name: FilterName,
  { typed, values, sources }: { typed: string; values: readonly string[]; sources: FilterSources },
): Option[] {
  const fitting = optionsOf(name, sources).filter(
    ({ label, hint }) => name === "from" || hasWords(`${label} ${hint ?? ""}`, typed),
  )
  const written = typed.trim()
  const isFree = takesText(name) && written !== "" && !fitting.some(({ key }) => key === written)
  return [
    ...fitting.map((option) => ({ ...option, chosen: values.includes(option.key) })),
    ...(isFree ? [{ key: written, label: text("filter.typed", { value: written }) }] : []),
  ]
}

/** Where what is typed is a value of its own. */
export function takesText(name: FilterName): boolean {
  return name === "from" || name.startsWith("field ")
}

interface PlainOption {
  key: string
  label: string
  hint?: string
}

function optionsOf(name: FilterName, sources: FilterSources): PlainOption[] {
  const valueOption = (value: string): PlainOption => ({ key: value, label: valueText(name, value) })
  switch (name) {
    case "status":
      return statusValues.map(valueOption)
    case "inbox":
      return sources.inboxes.map(valueOption)
    case "assignee":
      return [me, unassigned, "assigned", ...sources.people].map(valueOption)
    case "tag":
      return sources.tags.map(valueOption)
    case "from":
      return sources.customers.map(({ name, email }) => ({
        key: email ?? name,
        label: name,
        ...(email !== undefined && email !== name && { hint: email }),
      }))
    case "date":
      return [...dateValues.map(valueOption), { key: customRange, label: text("filter.date.custom") }]
    case "waiting":
      return waitingValues.map(valueOption)
    case "type":
      return typeValues.map(valueOption)
    case "rating":
      return ratingValues.map(valueOption)
    default:
      return (sources.fields.find((field) => fieldFilterName(field.name) === name)?.options ?? []).map(valueOption)
  }
}

/** The values after one was chosen: what was set is taken off again. */
export function chosenValues(name: FilterName, values: readonly string[], chosen: string): string[] {
  if (values.includes(chosen)) return values.filter((value) => value !== chosen)
  return takesSeveral(name) ? [...values, chosen] : [chosen]
}

/** A filter in the list of all filters. */
export function filterOption(name: FilterName): Option {
  return { key: name, label: nameOfFilter(name) }
}
