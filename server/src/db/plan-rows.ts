import { type Db, type Sql, sql } from "./db.ts"

/** How many rows the planner expects of a statement, from its statistics: close for what is common, within a millisecond. */
export async function planRows(db: Db, statement: Sql): Promise<number> {
  const row = await db.one<{ "QUERY PLAN": [{ Plan: { "Plan Rows": number } }] }>(
    sql`explain (format json) ${statement}`,
  )
  return row["QUERY PLAN"][0].Plan["Plan Rows"]
}
