import {
  conversationStatuses,
  type SearchFieldName,
  searchFields,
  unassigned,
} from "@deskhand/contract/conversations/search-language"
import { text } from "../../messages/text.ts"
import { type Token, written } from "./token.ts"

/** What the desk has that can be asked for by name. */
export interface SuggestionSources {
  inboxes: readonly { id: number; name: string }[]
  people: readonly { id: number; name: string; isTeam: boolean }[]
  tags: readonly string[]
  /** Whoever is signed in comes first among people. */
  myId: number
}

export interface Suggestion {
  kind: "field" | "value" | "search"
  /** What stands in the query afterwards. */
  insert: string
  label: string
  hint?: string
}

/** As many as are looked through at a glance. */
const mostShown = 9

/** Too few letters would offer everything. */
const leastForValues = 2

export function suggestionsFor({ field, typed }: Token, known: SuggestionSources): Suggestion[] {
  if (field !== undefined) {
    const name = nameOf(field)
    return name === undefined ? [] : best(valuesOf(name, known), typed).slice(0, mostShown)
  }
  const fields = fieldNames
    .filter((name) => name.toLowerCase().startsWith(typed.toLowerCase()))
    .map(
      (name): Suggestion => ({
        kind: "field",
        insert: `${name}:`,
        label: `${name}:`,
        hint: text(`search.field.${name}`),
      }),
    )
  if (typed.length < leastForValues) return fields.slice(0, typed === "" ? fields.length : mostShown)
  const values = named.flatMap((name) =>
    best(valuesOf(name, known), typed).map((value) => ({
      ...value,
      insert: `${name}:${value.insert}`,
      label: `${name}:${value.insert}`,
      ...(value.label !== value.insert && !value.insert.startsWith('"') && { hint: value.label }),
    })),
  )
  return [...fields, ...values].slice(0, mostShown)
}

/** Nobody knows ids by heart, so they come last. */
const fieldNames = (Object.keys(searchFields) as SearchFieldName[]).sort(
  (a, b) => Number(searchFields[a].kind === "number") - Number(searchFields[b].kind === "number"),
)

/** Fields whose values people think of before they think of the field. */
const named = ["tag", "assigned", "mailbox", "status"] as const

/** In any case, as the desk takes it. */
function nameOf(field: string): SearchFieldName | undefined {
  return fieldNames.find((name) => name.toLowerCase() === field.toLowerCase())
}

/** Those that begin so before those that only have it somewhere. */
function best(values: Suggestion[], typed: string): Suggestion[] {
  const wanted = typed.toLowerCase()
  const rank = ({ label }: Suggestion) => {
    const lower = label.toLowerCase()
    return lower.startsWith(wanted) ? 0 : lower.split(/\s+/).some((word) => word.startsWith(wanted)) ? 1 : 2
  }
  return values
    .filter(({ label, insert }) => label.toLowerCase().includes(wanted) || insert.toLowerCase().startsWith(wanted))
    .sort((a, b) => rank(a) - rank(b))
}

function valuesOf(name: SearchFieldName, known: SuggestionSources): Suggestion[] {
  switch (name) {
    case "status":
      return conversationStatuses.map((status) => value(status, text(`status.${status}`)))
    case "attachments":
      return [value("true", text("search.yes")), value("false", text("search.no"))]
    case "tag":
      return known.tags.map((tag) => value(written(tag), tag))
    case "mailbox":
      return known.inboxes.map((inbox) => value(written(inbox.name), inbox.name))
    case "mailboxid":
      return known.inboxes.map((inbox) => value(String(inbox.id), inbox.name))
    case "assigned":
      return [
        value(unassigned, text("search.nobody")),
        ...mineFirst(known).map((person) => value(written(person.name), person.name)),
      ]
    case "replyUserIds":
      return mineFirst(known)
        .filter(({ isTeam }) => !isTeam)
        .map(({ id, name }) => value(String(id), name))
    case "createdAt":
    case "modifiedAt":
      return periods.map(([period, insert]) => value(insert, text(`search.period.${period}`)))
    default:
      return []
  }
}

function mineFirst({ people, myId }: SuggestionSources): SuggestionSources["people"] {
  return [...people.filter(({ id }) => id === myId), ...people.filter(({ id }) => id !== myId)]
}

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
