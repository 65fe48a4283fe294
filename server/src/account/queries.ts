import { type Db, sql } from "../db/db.ts"

/** What cursors are signed with: one for all nodes of a desk, another for every desk. */
export async function findSigningKey(db: Db): Promise<Buffer> {
  return (await db.one<{ signing_key: Buffer }>(sql`select signing_key from account`)).signing_key
}
