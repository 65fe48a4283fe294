import { type Sql, sql } from "../../db/db.ts"
import { compileQuery } from "../../search/compile.ts"
import { parseQuery } from "../../search/grammar.ts"
import { reading } from "../../search/problem.ts"
import { type Query, type Term, termsOf } from "../../search/tree.ts"
import { conversationFields, freeQuery } from "./search-fields.ts"

export interface Search {
  query: Query
  /** On rows of `conversations`. */
  condition: Sql
}

export function readSearch(text: string, now: Date): Search {
  return reading({ path: "query", source: "QUERY", text }, () => searchOf(parseQuery(text), now))
}

/** Refuses what no folder could be asked for. */
export function checkSavedQuery(text: string, now: Date, path = "query"): void {
  reading({ path, source: "JSON", text }, () => searchOf(parseQuery(text), now))
}

export function searchOf(query: Query, now: Date): Search {
  return { query, condition: compileQuery(query, conversationFields, now) }
}

/** Whether the query speaks of the status itself, so that the default status must not. */
export function namesStatus(query: Query): boolean {
  return namesIn(query).has("status")
}

const deepFields = new Set(["", "subject", "body", "email", "customerids", "replyuserids", "mentions", "tag"])

/** Looks beyond the conversation's own row, so that a test takes some time. */
export function isDeep({ query }: Search): boolean {
  return !namesIn(query).isDisjointFrom(deepFields)
}

const textFields = new Set(["", "subject", "body", "email", "mentions"])

export function looksForText({ query }: Search): boolean {
  return !namesIn(query).isDisjointFrom(textFields)
}

function namesIn(query: Query): Set<string> {
  return new Set(termsOf(query).map(nameOf))
}

/** Empty for free text. */
function nameOf({ field = "" }: Term): string {
  return field.toLowerCase()
}

/** How well a conversation fits: its best entry counts, and a subject ten times a body. Undefined without free text. */
export function scoreOf({ query }: Search): Sql | undefined {
  const words = scoredWords(query)
  if (words === undefined) return undefined
  return sql`coalesce((select max(ts_rank(words, ${words}::tsquery)) from search_entries
    where conversation_id = conversations.id and words @@ ${words}::tsquery), 0)`
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
