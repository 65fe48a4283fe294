import { join, type Sql, sql, unnamed } from "../db/db.ts"
import { compileQuery } from "../search/compile.ts"
import { parseQuery } from "../search/grammar.ts"
import { reading } from "../search/problem.ts"
import { type Query, type Term, termsOf } from "../search/tree.ts"
import { addressLike, customerFields, namedLike } from "./search-fields.ts"

export interface CustomerSearch {
  query: Query
  condition: Sql
  /** Looks into texts, which no index has in the order of a list. */
  textual: boolean
  /** A select of at least the customers that a term finds, where an index can tell. */
  idsOf(term: Term): Sql | undefined
  /** All that can match, where they are known to be few. */
  candidateIds?: number[]
}

export function readCustomerSearch(text: string, now: Date): CustomerSearch {
  return reading({ path: "query", source: "QUERY", text }, () => {
    const query = parseQuery(text)
    return {
      query,
      condition: sql`${unnamed} ${compileQuery(query, customerFields, now)}`,
      textual: termsOf(query).some(isTextual),
      idsOf: (term) => idsOf(term, now),
    }
  })
}

function isTextual({ field }: Term): boolean {
  return field === undefined || !["id", "createdat", "modifiedat"].includes(field.toLowerCase())
}

function idsOf(term: Term, now: Date): Sql | undefined {
  const { field, value } = term
  if (value.kind === "any") return undefined
  if ("text" in value && field?.toLowerCase() === "email") return withAddress(value.text)
  if ("text" in value && field === undefined) {
    const named = namedLike(value.text)
    const selects = [named && sql`select id from customers where ${named}`, withAddress(value.text)]
    const given = selects.filter((select) => select !== undefined)
    return given.length === 0 ? undefined : sql`select id from (${join(given, " union all ")}) as found`
  }
  return sql`select id from customers where ${compileQuery(term, customerFields, now)}`
}

function withAddress(part: string): Sql | undefined {
  const like = addressLike(part)
  return like && sql`select customer_id as id from customer_emails where ${like}`
}
