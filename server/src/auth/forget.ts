import { type Db, type Sql, sql } from "../db/db.ts"
import { failuresBefore } from "./failures.ts"

/** Removes what can no longer matter: expired tokens, codes, sessions and links, and failures outside the window. */
export async function forgetExpired(db: Db, now: Date): Promise<void> {
  await deleteInBatches(db, sql`tokens`, sql`expires_at <= ${now}`)
  await deleteInBatches(db, sql`authorization_codes`, sql`expires_at <= ${now}`)
  await deleteInBatches(db, sql`sessions`, sql`expires_at <= ${now}`)
  await deleteInBatches(db, sql`password_resets`, sql`expires_at <= ${now}`)
  await deleteInBatches(db, sql`sign_in_failures`, sql`failed_at <= ${failuresBefore(now)}`)
}

const batch = 5_000

/** Clients that fetch a token before every call leave millions; short statements keep out of everybody's way. */
async function deleteInBatches(db: Db, table: Sql, condition: Sql): Promise<void> {
  let deleted: number
  do {
    deleted = await db.run(sql`
      delete from ${table} where ctid = any(array(select ctid from ${table} where ${condition} limit ${batch}))`)
  } while (deleted === batch)
}
