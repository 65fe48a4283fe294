import { type Sql, sql } from "../db/db.ts"
import type { PageRequest } from "./hal.ts"

/** The end of a statement that gives one page; for lists so short that skipping rows costs nothing. */
export function rowsOf(page: PageRequest): Sql {
  return sql`limit ${page.size} offset ${(page.number - 1) * page.size}`
}
