import {
  conversationStatuses,
  dayWords,
  type FriendlyFieldName,
  hasValues,
  isValues,
  me,
  ratingValues,
  type SearchFieldName,
  searchFields,
  typeValues,
  unassigned,
} from "@deskhand/contract/conversations/search-language"
import { type Token, written, writtenField } from "../../data/search/token.ts"
import { folded } from "../../data/typing.ts"
import { text } from "../../messages/text.ts"

/** What the desk has that can be searched for by name. */
export interface SuggestionSources {
  inboxes: readonly { id: number; name: string }[]
  people: readonly { id: number; name: string; isTeam: boolean }[]
  tags: readonly string[]
  /** Customers and organizations that fit the value that is being written. */
  customers: readonly { name: string; email?: string }[]
  organizations: readonly string[]
  customFields: readonly { name: string; options: readonly string[] }[]
  /** The person who is signed in comes first among people. */
  myId: number
  /** Whether the query runs for that person, who may be named by `me`. */
  hasViewer: boolean
}

export interface Suggestion {
  kind: "field" | "value"
  /** What stands in the query afterwards. */
  insert: string
  label: string
  hint?: string
}

/** Too few letters would offer everything. */
const leastForValues = 2

interface SuggestionOptions {
  /** Fewer where something else is offered beside them. */
  most?: number
}

export function suggestionsFor(
  { field, typed }: Token,
  known: SuggestionSources,
  { most = 9 }: SuggestionOptions = {},
): Suggestion[] {
  if (field !== undefined) return best(valuesOfNamed(field, known), typed).slice(0, 9)
  const fields = [...fieldsFor(typed), ...customFieldsFor(typed, known)]
  if (typed.length < leastForValues) return typed === "" ? fields : fields.slice(0, most)
  const values = bareFields.flatMap((name) =>
    best(valuesOf(name, known), typed).map((value) => ({
      ...value,
      insert: `${name}:${value.insert}`,
      label: `${name}:${value.insert}`,
      ...(value.label !== value.insert && !value.insert.startsWith('"') && { hint: value.label }),
    })),
  )
  return [...fields, ...values].slice(0, most)
}

/** In the order in which people think of them. */
const offeredFields = [
  "from",
  "to",
  "customer",
  "org",
  "assigned",
  "is",
  "in",
  "tag",
  "has",
  "subject",
  "after",
  "before",
  "on",
  "type",
  "rating",
  "waiting",
] as const satisfies readonly FieldName[]
type FieldName = FriendlyFieldName | SearchFieldName

/** The names that the interface has had from the start. They are completed, but not offered to an empty box. */
const otherFields = (Object.keys(searchFields) as SearchFieldName[])
  .filter((name) => !offeredFields.some((offered) => offered === name))
  .sort((a, b) => Number(searchFields[a].kind === "number") - Number(searchFields[b].kind === "number"))

const fieldNames: readonly FieldName[] = [...offeredFields, ...otherFields]

function fieldsFor(typed: string): Suggestion[] {
  const offered = typed === "" ? offeredFields : fieldNames
  return offered
    .filter((name) => name.toLowerCase().startsWith(typed.toLowerCase()))
    .map((name) => ({ kind: "field", insert: `${name}:`, label: `${name}:`, hint: text(`search.field.${name}`) }))
}

function customFieldsFor(typed: string, { customFields }: SuggestionSources): Suggestion[] {
  if (typed === "") return []
  const wanted = typed.toLowerCase()
  return customFields
    .filter(({ name }) => name.toLowerCase().startsWith(wanted))
    .map(({ name }) => ({
      kind: "field",
      insert: `${writtenField(name)}:`,
      label: `${name}:`,
      hint: text("search.field.custom"),
    }))
}

/** Fields whose values people think of before they think of the field. */
const bareFields = ["is", "tag", "assigned", "in"] as const

/** Those that begin so before those that only have it somewhere. */
function best(values: Suggestion[], typed: string): Suggestion[] {
  const wanted = folded(typed)
  const rank = ({ label }: Suggestion) => {
    const lower = folded(label)
    return lower.startsWith(wanted) ? 0 : lower.split(/\s+/).some((word) => word.startsWith(wanted)) ? 1 : 2
  }
  return values
    .filter(({ label, insert }) => folded(label).includes(wanted) || folded(insert).startsWith(wanted))
    .sort((a, b) => rank(a) - rank(b))
}

/** In any case, as the desk takes it. */
function valuesOfNamed(field: string, known: SuggestionSources): Suggestion[] {
  const isIt = (name: string) => name.toLowerCase() === field.toLowerCase()
  const name = fieldNames.find(isIt)
  if (name !== undefined) return valuesOf(name, known)
  const custom = known.customFields.find((one) => isIt(one.name))
  return (custom?.options ?? []).map((option) => value(written(option), option))
}

function valuesOf(name: FieldName, known: SuggestionSources): Suggestion[] {
  switch (name) {
    case "is":
      return isValues
        .filter((state) => known.hasViewer || state !== "mine")
        .map((state) => value(state, text(`search.is.${state}`)))
    case "status":
      return conversationStatuses.map((status) => value(status, text(`status.${status}`)))
    case "has":
      return hasValues.map((part) => value(part, text(`search.has.${part}`)))
    case "attachments":
      return [value("true", text("search.yes")), value("false", text("search.no"))]
    case "tag":
      return known.tags.map((tag) => value(written(tag), tag))
    case "in":
    case "mailbox":
      return known.inboxes.map((inbox) => value(written(inbox.name), inbox.name))
    case "mailboxid":
      return known.inboxes.map((inbox) => value(String(inbox.id), inbox.name))
    case "assigned":
      return [
        ...(known.hasViewer ? [value(me, text("search.me"))] : []),
        value(unassigned, text("search.nobody")),
        ...mineFirst(known).map((person) => value(written(person.name), person.name)),
      ]
    case "from":
    case "to":
    case "customer":
      return known.customers.map(({ name, email }) => ({
        kind: "value",
        insert: written(email ?? name),
        label: name,
        ...(email !== undefined && email !== name && { hint: email }),
      }))
    case "org":
    case "organization":
      return known.organizations.map((organization) => value(written(organization), organization))
    case "replyUserIds":
      return mineFirst(known)
        .filter(({ isTeam }) => !isTeam)
        .map(({ id, name }) => value(String(id), name))
    case "after":
    case "before":
    case "on":
      // The desk takes hyphens for spaces, which saves the quotes.
      return dayWords.map((day) => value(day.replace(" ", "-"), text(`search.day.${day}`)))
    case "createdAt":
    case "modifiedAt":
      return periods.map(([period, insert]) => value(insert, text(`search.period.${period}`)))
    case "type":
      return typeValues.map((channel) => value(channel, text(`channel.${channel}`)))
    case "rating":
      return ratingValues.map((rating) => value(rating, text(`search.rating.${rating}`)))
    case "waiting":
      return waits.map((wait) => value(wait, text(`search.waiting.${wait}`)))
    default:
      return []
  }
}

function mineFirst({ people, myId }: SuggestionSources): SuggestionSources["people"] {
  return [...people.filter(({ id }) => id === myId), ...people.filter(({ id }) => id !== myId)]
}

const waits = [">2h", ">1d", ">3d"] as const

const periods = [
  ["today", "NOW/DAY"],
  ["yesterday", "NOW/DAY-1DAY"],
  ["week", "[NOW-7DAYS TO *]"],
  ["month", "[NOW-30DAYS TO *]"],
  ["thisMonth", "NOW/MONTH"],
  ["thisYear", "NOW/YEAR"],
  ["older", "[* TO NOW-1YEAR]"],
] as const

function value(insert: string, label: string): Suggestion {
  return { kind: "value", insert, label, ...(![label, `"${label}"`].includes(insert) && { hint: insert }) }
}

/** The query with a suggestion in place of what was being written, and where to go on. */
export function completed(query: string, token: Token, { kind, insert }: Suggestion): { query: string; caret: number } {
  const rest = query.slice(token.to)
  const gap = kind === "field" || /^[\s)]/.test(rest) ? "" : " "
  const before = query.slice(0, token.from) + insert + gap
  return {
    query: before + rest,
    caret: before.length + (gap === "" && rest.startsWith(" ") && kind !== "field" ? 1 : 0),
  }
}
