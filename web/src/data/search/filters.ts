import { partsOf, type QueryPart } from "./terms.ts"
import { written, writtenField } from "./token.ts"

export const filterNames = [
  "status",
  "inbox",
  "assignee",
  "tag",
  "from",
  "date",
  "attachment",
  "unread",
  "waiting",
  "type",
  "rating",
] as const
export type FilterName = (typeof filterNames)[number] | `field ${string}`

/** What a filter may read and how it writes: a value as people choose it, a term as the query has it. */
interface FilterLanguage {
  /** The chosen value that a term stands for; undefined where the term belongs to no such filter. */
  read(field: string, value: string): string | undefined
  write(value: string): string
}

export const statusValues = ["open", "active", "pending", "closed", "spam", "snoozed", "draft"] as const

const languages: Record<(typeof filterNames)[number], FilterLanguage> = {
  status: {
    read: (field, value) =>
      /^(is|status)$/.test(field) ? statusValues.find((status) => status === value.toLowerCase()) : undefined,
    write: (value) => `is:${value}`,
  },
  inbox: fieldFilter("in", "mailbox"),
  assignee: {
    read: (field, value) => {
      if (field === "assigned") return /^(me|unassigned)$/i.test(value) ? value.toLowerCase() : value
      if (field !== "is") return undefined
      if (/^mine$/i.test(value)) return "me"
      return /^(un)?assigned$/i.test(value) ? value.toLowerCase() : undefined
    },
    write: (value) => (/^(un)?assigned$/.test(value) ? `is:${value}` : `assigned:${written(value)}`),
  },
  tag: fieldFilter("tag"),
  from: fieldFilter("from"),
  date: {
    read: (field, value) => (/^(after|before|on)$/.test(field) ? `${field} ${hyphened(value)}` : undefined),
    write: (value) =>
      value.replace(/^(\w+) (.*)$/s, (_, field: string, moment: string) => `${field}:${written(moment)}`),
  },
  attachment: {
    read: (field, value) =>
      (field === "has" && /^attachments?$/i.test(value)) || (field === "attachments" && /^true$/i.test(value))
        ? "attachment"
        : undefined,
    write: () => "has:attachment",
  },
  unread: {
    read: (field, value) => (field === "is" && /^unread$/i.test(value) ? "unread" : undefined),
    write: () => "is:unread",
  },
  waiting: {
    read: (field, value) => {
      if (field === "waiting") return value
      return field === "is" && /^waiting$/i.test(value) ? "any" : undefined
    },
    write: (value) => (value === "any" ? "is:waiting" : `waiting:${written(value)}`),
  },
  type: fieldFilter("type"),
  rating: fieldFilter("rating"),
}

/** Words for days may have hyphens for spaces, which saves the quotes. */
function hyphened(moment: string): string {
  return /^[a-z]/i.test(moment)
    ? moment
        .trim()
        .toLowerCase()
        .replace(/[\s_-]+/g, "-")
    : moment
}

/** The first name is the one that is written. */
function fieldFilter(...names: [string, ...string[]]): FilterLanguage {
  return {
    read: (field, value) => (names.includes(field) ? value : undefined),
    write: (value) => `${names[0]}:${written(value)}`,
  }
}

/** A custom field, by the name that the query has for it. */
export function fieldFilterName(field: string): FilterName {
  return `field ${field}`
}

function languageOf(name: FilterName): FilterLanguage {
  if (!name.startsWith("field ")) return languages[name as (typeof filterNames)[number]]
  const own = name.slice("field ".length)
  return {
    read: (field, value) => (field === own.toLowerCase() ? value : undefined),
    write: (value) => `${writtenField(own)}:${written(value)}`,
  }
}

/**
 * The values that a query has for a filter. Only terms outside of brackets that everything found must fit: nothing where
 * the query has alternatives, and nothing that NOT excludes.
 */
export function readFilter(query: string, name: FilterName): string[] {
  const parts = partsOf(query)
  return filterTerms(parts, name).map((index) => valueIn(parts[index], name) ?? "")
}

/** The query with these values for a filter in place of those that it had. What else it says stays as it was written. */
export function writeFilter(query: string, name: FilterName, values: readonly string[]): string {
  const parts = partsOf(query)
  const own = filterTerms(parts, name)
  const terms = values.map(languageOf(name).write).join(" ")
  const place = values.length > 0 ? own[0] : undefined
  const kept = render(query, parts, {
    without: withOperators(
      parts,
      own.filter((index) => index !== place),
    ),
    ...(place !== undefined && { replaced: { index: place, text: terms } }),
  })
  if (values.length === 0 || place !== undefined) return kept
  if (kept === "") return terms
  if (parts.some(({ operator }) => operator === "OR")) return `(${kept}) ${terms}`
  // After an operator it would belong to that, and after what was not closed it would be part of it.
  return isComplete(query, parts) ? `${kept} ${terms}` : `${terms} ${kept}`
}

/** The last term with a field, and the query without it; undefined where nothing else would be left. */
export function withoutLastFilter(query: string): { term: string; rest: string } | undefined {
  const parts = partsOf(query)
  if (parts.some(({ operator }) => operator === "OR")) return undefined
  const index = parts.findLastIndex(({ field }) => field !== undefined)
  const part = parts[index]
  if (!part) return undefined
  const negation = parts[index - 1]?.operator === "NOT" ? index - 1 : index
  const rest = render(query, parts, { without: withOperators(parts, [index]) })
  return rest === "" ? undefined : { term: query.slice(parts[negation]?.from, part.to), rest }
}

/** The query with its last word as the start of one; undefined where it does not end in a plain word. */
export function withPrefix(query: string): string | undefined {
  const last = partsOf(query).at(-1)
  const word = last && last.operator === undefined && last.field === undefined ? query.slice(last.from, last.to) : ""
  return /^[\p{L}\p{N}\p{M}]{2,}$/u.test(word) ? `${query.trimEnd()}*` : undefined
}

function filterTerms(parts: readonly QueryPart[], name: FilterName): number[] {
  if (parts.some(({ operator }) => operator === "OR")) return []
  return [...parts.keys()].filter(
    (index) => parts[index - 1]?.operator !== "NOT" && valueIn(parts[index], name) !== undefined,
  )
}

function valueIn(part: QueryPart | undefined, name: FilterName): string | undefined {
  if (part?.field === undefined || part.value === undefined || part.value === "" || part.value === "*") return undefined
  return languageOf(name).read(part.field.toLowerCase(), part.value)
}

/** With the operators that join these parts to others. */
function withOperators(parts: readonly QueryPart[], indexes: readonly number[]): ReadonlySet<number> {
  const gone = new Set(indexes)
  for (const index of indexes) {
    let before = index - 1
    while (parts[before]?.operator === "NOT") gone.add(before--)
    if (parts[before]?.operator === "AND" && !gone.has(before)) gone.add(before)
    else if (parts[index + 1]?.operator === "AND") gone.add(index + 1)
  }
  return gone
}

interface Changes {
  without: ReadonlySet<number>
  replaced?: { index: number; text: string }
}

function render(query: string, parts: readonly QueryPart[], { without, replaced }: Changes): string {
  let text = ""
  let last = -1
  for (const [index, { from, to }] of parts.entries()) {
    if (without.has(index)) continue
    const isNext = last === index - 1
    const gap = last === -1 ? "" : isNext ? query.slice(parts[last]?.to, from) : " "
    text += gap + (replaced?.index === index ? replaced.text : query.slice(from, to))
    last = index
  }
  return text
}

/** Whether what is added behind it becomes a part of its own. */
function isComplete(query: string, parts: readonly QueryPart[]): boolean {
  return parts.at(-1)?.operator === undefined && partsOf(`${query} x`).length > parts.length
}
