import { type Sql, sql, unnamed } from "../db/db.ts"
import { compileQuery } from "../search/compile.ts"
import { parseQuery } from "../search/grammar.ts"
import { reading } from "../search/problem.ts"
import { type Query, type Term, termsOf } from "../search/tree.ts"
import { customerFields } from "./search-fields.ts"

export interface CustomerSearch {
  condition: Sql
  /** Looks into texts, which no index has in the order of a list. */
  textual: boolean
  /** The words that the score is about; undefined without free text. */
  scored: string | undefined
}

export function readCustomerSearch(text: string, now: Date): CustomerSearch {
  return reading({ path: "query", source: "QUERY", text }, () => {
    const query = parseQuery(text)
    const condition = sql`${unnamed} ${compileQuery(query, customerFields, now)}`
    return { condition, textual: termsOf(query).some(isTextual), scored: freeText(query) }
  })
}

function isTextual({ field }: Term): boolean {
  return field === undefined || !["id", "createdat", "modifiedat"].includes(field.toLowerCase())
}

function freeText(query: Query): string | undefined {
  switch (query.kind) {
    case "not":
    case "resolved":
      return undefined
    case "term":
      return query.field === undefined && "text" in query.value ? query.value.text : undefined
    default: {
      const parts = query.parts.map(freeText).filter((part) => part !== undefined)
      return parts.length === 0 ? undefined : parts.join(" ")
    }
  }
}

/** How well a customer fits: a name counts twice as much as an address. */
export function scoreOf(words: string): Sql {
  return sql`(2 * similarity(customers.name_words, words_of_name(${words}))
    + word_similarity(lower(${words}), customers.addresses))`
}
