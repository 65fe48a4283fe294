import { type Sql, sql, unnamed } from "../db/db.ts"
import { compileQuery } from "../search/compile.ts"
import { parseQuery } from "../search/grammar.ts"
import { reading } from "../search/problem.ts"
import { type Term, termsOf } from "../search/tree.ts"
import { customerFields } from "./search-fields.ts"

export interface CustomerSearch {
  condition: Sql
  /** Looks into texts, which no index has in the order of a list. */
  textual: boolean
}

export function readCustomerSearch(text: string, now: Date): CustomerSearch {
  return reading({ path: "query", source: "QUERY", text }, () => {
    const query = parseQuery(text)
    const condition = sql`${unnamed} ${compileQuery(query, customerFields, now)}`
    return { condition, textual: termsOf(query).some(isTextual) }
  })
}

function isTextual({ field }: Term): boolean {
  return field === undefined || !["id", "createdat", "modifiedat"].includes(field.toLowerCase())
}
