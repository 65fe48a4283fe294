import type { Db } from "../../db/db.ts"
import { insertDetails } from "../insert/rows.ts"

/** In the order in which they can go: what stands later may be in use by what stands before it. */
export const sampleTables = [
  "conversations",
  "tags",
  "customers",
  "organizations",
  "saved_replies",
  "custom_fields",
  "inboxes",
  "users",
] as const

export type SampleTable = (typeof sampleTables)[number]

/** What belongs to one of these rows alone, such as a customer's addresses, is not recorded and goes with it. */
export async function recordRows(db: Db, tableName: SampleTable, ids: number[]): Promise<void> {
  await insertDetails(
    db,
    "sample_rows",
    ids.map((rowId) => ({ tableName, rowId })),
  )
}
