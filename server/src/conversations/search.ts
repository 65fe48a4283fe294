import { type Sql, sql, unnamed } from "../db/db.ts"
import { compileQuery, type MomentRange, momentRange, type NumberRange, numberRange } from "../search/compile.ts"
import { parseQuery } from "../search/grammar.ts"
import { reading } from "../search/problem.ts"
import { joined, type Query, type Term, termsOf } from "../search/tree.ts"
import { conversationFields, countedFields, freeQuery } from "./search-fields.ts"

export interface Search {
  query: Query
  condition: Sql
  /** The same, as it is soonest counted. */
  counted: Sql
  /** Looks at more of the conversation's row than its id. */
  needsRow: boolean
  /** Looks beyond the conversation's own row, so that a walk may have to look at many for one match. */
  deep: boolean
  /** Those parts that must hold and look only at the conversation's own row, if there are others too. */
  shallow: Search | undefined
  /** The words that the score is about; undefined without free text. */
  scored: string | undefined
  /** What the query asks for, where it asks for nothing else. */
  ranges: Ranges | undefined
  /** What must not be, where the query asks for nothing else. */
  leftOut: Search | undefined
}

/** All must hold. */
export interface Ranges {
  numbers: NumberRange[]
  ids: NumberRange[]
  created: MomentRange[]
  changed: MomentRange[]
}

export function readSearch(text: string, now: Date): Search {
  return reading({ path: "query", source: "QUERY", text }, () => searchOf(parseQuery(text), now))
}

/** Refuses what no folder could be asked for. */
export function checkSavedQuery(text: string, now: Date, path = "query"): void {
  reading({ path, source: "JSON", text }, () => searchOf(parseQuery(text), now))
}

/** Of a part of a query that was read before. */
export function searchOf(given: Query, now: Date): Search {
  const query = joined("and", (given.kind === "and" ? given.parts : [given]).map(turned))
  const names = namesIn(query)
  const parts = query.kind === "and" ? query.parts : []
  const leftOut = leftOutBy(query)
  const shallow = parts.filter((part) => namesIn(part).isDisjointFrom(deepFields))
  // All texts that are looked for by themselves make the same few statements.
  const isKept = query.kind === "term" && textFields.has(nameOf(query))
  const compiled = compileQuery(query, conversationFields, now)
  const condition = isKept ? compiled : sql`${unnamed} ${compiled}`
  return {
    query,
    condition,
    counted: names.has("modifiedat") ? sql`${unnamed} ${compileQuery(query, countedFields, now)}` : condition,
    needsRow: !termsOf(query).every(isWords),
    deep: !names.isDisjointFrom(deepFields),
    shallow: shallow.length > 0 && shallow.length < parts.length ? searchOf(joined("and", shallow), now) : undefined,
    scored: scoredWords(query),
    ranges: rangesOf(query, now),
    leftOut: leftOut && searchOf(leftOut, now),
  }
}

/** Never missing, so that what is not before a moment or number is behind it. */
const orderedFields = new Set(["number", "id", "createdat", "modifiedat"])

/** What is not on one side is on the other, which can be counted and walked to. */
function turned(query: Query): Query {
  const term = query.kind === "not" ? query.part : undefined
  if (term?.kind !== "term" || term.value.kind !== "range" || !orderedFields.has(nameOf(term))) return query
  const { from, to } = term.value
  const isUp = from.value !== undefined
  if (isUp === (to.value !== undefined)) return query
  const [open, end] = isUp ? [to, from] : [from, to]
  const turnedEnd = { ...end, included: !end.included }
  return { ...term, value: { ...term.value, from: isUp ? open : turnedEnd, to: isUp ? turnedEnd : open } }
}

function leftOutBy(query: Query): Query | undefined {
  const parts = query.kind === "and" ? query.parts : [query]
  const left = parts.flatMap((part) => (part.kind === "not" ? [part.part] : []))
  return left.length < parts.length ? undefined : joined("or", left)
}

function rangesOf(query: Query, now: Date): Ranges | undefined {
  const ranges: Ranges = { numbers: [], ids: [], created: [], changed: [] }
  for (const part of query.kind === "and" ? query.parts : [query]) {
    if (part.kind !== "term" || part.value.kind === "any") return undefined
    const name = nameOf(part)
    if (name === "number") ranges.numbers.push(numberRange(part.value))
    else if (name === "id") ranges.ids.push(numberRange(part.value))
    else if (name === "createdat") ranges.created.push(momentRange(part.value, now))
    else if (name === "modifiedat") ranges.changed.push(momentRange(part.value, now))
    else return undefined
  }
  return ranges
}

function namesIn(query: Query): Set<string> {
  return new Set(termsOf(query).map(nameOf))
}

/** What it leaves out, where that is all it asks for and is sooner counted than the rest. */
export function oppositeOf({ query }: Search): "unassigned" | "attachments" | undefined {
  if (query.kind !== "term") return undefined
  if (nameOf(query) === "assigned" && query.value.kind === "any") return "unassigned"
  const isFalse = "text" in query.value && /^(false|no|0)$/i.test(query.value.text)
  return nameOf(query) === "attachments" && isFalse ? "attachments" : undefined
}

/** Whether the query speaks of the status itself, so that the default status must not. */
export function namesStatus({ query }: Search): boolean {
  return namesIn(query).has("status")
}

export function namesNumber({ query }: Search): boolean {
  const names = namesIn(query)
  return names.has("number") || names.has("id")
}

/** Words, and no address, which may be the customer's own. */
function isWords(term: Term): boolean {
  return textFields.has(nameOf(term)) && "text" in term.value && !term.value.text.includes("@")
}

const textFields = new Set(["", "subject", "body"])
const deepFields = new Set(["", "subject", "body", "email", "customerids", "replyuserids", "mentions", "tag"])

/** Empty for free text. */
function nameOf({ field = "" }: Term): string {
  return field.toLowerCase()
}

function scoredWords(query: Query): string | undefined {
  switch (query.kind) {
    case "not":
      return undefined
    case "term":
      return query.field === undefined && "text" in query.value ? freeQuery(query.value.text) : undefined
    default: {
      const parts = query.parts.map(scoredWords).filter((part) => part !== undefined)
      return parts.length === 0 ? undefined : parts.map((part) => `(${part})`).join(" | ")
    }
  }
}

/** How well a conversation fits: its best entry counts, and a subject ten times a body. */
export function scoreOf(words: string): Sql {
  return sql`coalesce((select max(ts_rank(words, ${words}::tsquery)) from search_entries
    where conversation_id = conversations.id and words @@ ${words}::tsquery), 0)`
}
