import { type Db, type Sql, sql } from "../../db/db.ts"
import { compileQuery } from "../../search/compile.ts"
import { parseQuery } from "../../search/grammar.ts"
import { reading } from "../../search/problem.ts"
import { leavesOf, type Query, type Term, termsOf } from "../../search/tree.ts"
import { type Resolution, resolveQuery } from "./resolve/resolve.ts"
import type { Searcher } from "./resolve/searcher.ts"
import { conversationFields, freeQuery } from "./search-fields.ts"

export interface Search {
  query: Query
  /** On rows of `conversations`. */
  condition: Sql
}

export function readSearch(db: Db, text: string, searcher: Searcher): Promise<Search> {
  return reading({ path: "query", source: "QUERY", text }, () => resolveSearch(db, text, searcher))
}

export async function resolveSearch(db: Db, text: string, searcher: Searcher): Promise<Search & Resolution> {
  const resolution = await resolveQuery(db, parseQuery(text), searcher)
  return { ...resolution, ...searchOf(resolution.query, searcher.now) }
}

/** Refuses what could not be asked for. */
export async function checkSavedQuery(db: Db, text: string, searcher: Searcher, path = "query"): Promise<void> {
  await reading({ path, source: "JSON", text }, () => resolveSearch(db, text, searcher))
}

export function searchOf(query: Query, now: Date): Search {
  return { query, condition: compileQuery(query, conversationFields, now) }
}

/** Whether the query names a status, so that the default status must not contradict it. */
export function namesStatus(query: Query): boolean {
  return leavesOf(query).some((leaf) => (leaf.kind === "term" ? nameOf(leaf) === "status" : leaf.namesStatus === true))
}

const deepFields = new Set(["", "subject", "body", "email", "customerids", "replyuserids", "mentions", "tag"])

/** Looks beyond the conversation's own row, so that a test takes some time. */
export function isDeep({ query }: Search): boolean {
  return leavesOf(query).some((leaf) => (leaf.kind === "term" ? deepFields.has(nameOf(leaf)) : leaf.isDeep === true))
}

const textFields = new Set(["", "subject", "body", "email", "mentions"])

export function looksForText({ query }: Search): boolean {
  return termsOf(query).some((term) => textFields.has(nameOf(term)))
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
    case "resolved":
      return undefined
    case "term":
      return query.field === undefined && "text" in query.value
        ? freeQuery(query.value.text, query.value.prefix)
        : undefined
    default: {
      const parts = query.parts.map(scoredWords).filter((part) => part !== undefined)
      return parts.length === 0 ? undefined : parts.map((part) => `(${part})`).join(" | ")
    }
  }
}
