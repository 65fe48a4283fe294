import { type Db, join, type Sql, sql, unnamed } from "../db/db.ts"
import { compileQuery, readNumber } from "../search/compile.ts"
import { parseQuery } from "../search/grammar.ts"
import { reading } from "../search/problem.ts"
import { joined, type Query, type Term, termsOf } from "../search/tree.ts"
import { addressQuery, phraseQuery } from "../search/tsquery.ts"
import { conversationFields, freeQuery } from "./search-fields.ts"

export interface Search {
  query: Query
  condition: Sql
  /** Looks beyond the conversation's own row, so that a walk may have to look at many for one match. */
  deep: boolean
  /** Looks there into words or threads, too many to count over a whole desk. */
  uncountable: boolean
  /** Those parts that must hold and look only at the conversation's own row, if there are others too. */
  shallow: Search | undefined
  /** The words that the score is about; undefined without free text. */
  scored: string | undefined
  /** Found by `findFew`: all that can match. */
  candidateIds?: number[]
}

export function readSearch(text: string, now: Date): Search {
  return reading({ path: "query", source: "QUERY", text }, () => searchOf(parseQuery(text), now))
}

export function searchOf(query: Query, now: Date): Search {
  const names = namesIn(query)
  const parts = query.kind === "and" ? query.parts : []
  const shallow = parts.filter((part) => namesIn(part).isDisjointFrom(deepFields))
  const condition = compileQuery(query, conversationFields, now)
  return {
    query,
    condition: sql`${unnamed} ${condition}`,
    deep: !names.isDisjointFrom(deepFields),
    uncountable: !names.isDisjointFrom(uncountableFields),
    shallow: shallow.length > 0 && shallow.length < parts.length ? searchOf(joined("and", shallow), now) : undefined,
    scored: scoredWords(query),
  }
}

function namesIn(query: Query): Set<string> {
  return new Set(termsOf(query).map(nameOf))
}

/** The name of the tag, if that is all that is asked for: a tag has its own index and counter. */
export function tagAlone({ query }: Search): string | undefined {
  if (query.kind !== "term" || nameOf(query) !== "tag") return undefined
  return "text" in query.value ? query.value.text : undefined
}

/** Whether the query speaks of the status itself, so that the default status must not. */
export function namesStatus({ query }: Search): boolean {
  return namesIn(query).has("status")
}

const uncountableFields = new Set(["", "subject", "body", "email", "customerids", "replyuserids"])
const deepFields = new Set([...uncountableFields, "tag"])

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

/**
 * All conversations that can match, if some part of the query that must hold is so rare that there are at most `most`.
 * Undefined when there may be more.
 */
export async function findFew(db: Db, query: Query, most: number): Promise<number[] | undefined> {
  switch (query.kind) {
    case "not":
      return undefined
    case "term": {
      const select = idsOf(query)
      if (select === undefined) return undefined
      const rows = await db.many<{ id: number }>(sql`${unnamed} ${select} limit ${most + 1}`)
      return rows.length > most ? undefined : [...new Set(rows.map(({ id }) => id))]
    }
    case "and":
      for (const part of query.parts.slice(0, mostProbes)) {
        const few = await findFew(db, part, most)
        if (few) return few
      }
      return undefined
    case "or": {
      if (query.parts.length > mostProbes) return undefined
      const ids = new Set<number>()
      for (const part of query.parts) {
        const few = await findFew(db, part, most)
        if (few === undefined) return undefined
        for (const id of few) ids.add(id)
      }
      return ids.size > most ? undefined : [...ids]
    }
  }
}

/** Each is a statement of its own. */
const mostProbes = 16

/** A superset of the conversations that a term finds, from an index of its own; undefined where there is none. */
function idsOf({ field, value }: Term): Sql | undefined {
  if (value.kind !== "word" && value.kind !== "phrase") return undefined
  const { text } = value
  switch (field?.toLowerCase()) {
    case undefined:
      return anyOf([entries(freeQuery(text)), text.includes("@") ? ofAddress(text) : undefined])
    case "subject":
      return anyOf([entries(phraseQuery(text, "A"))])
    case "body":
      return anyOf([entries(phraseQuery(text, "D"))])
    case "email":
      return anyOf([entries(addressQuery(text)), ofAddress(text)])
    case "tag":
      return sql`select conversation_id as id from conversation_tags where tag_id in (select id from tags where lower(name) = lower(${text}))`
    case "customerids": {
      const id = readNumber(value)
      return anyOf([
        sql`select id from conversations where customer_id = ${id}`,
        sql`select conversation_id from threads where customer_id = ${id}`,
      ])
    }
    default:
      return undefined
  }
}

function entries(query: string | undefined): Sql | undefined {
  return query === undefined
    ? undefined
    : sql`select conversation_id as id from search_entries where words @@ ${query}::tsquery`
}

function ofAddress(address: string): Sql {
  return sql`select id from conversations where customer_id =
    (select customer_id from customer_emails where lower(value) = lower(${address}))`
}

function anyOf(selects: (Sql | undefined)[]): Sql | undefined {
  const given = selects.filter((select) => select !== undefined)
  return given.length === 0 ? undefined : sql`select id from (${join(given, " union all ")}) as found`
}
