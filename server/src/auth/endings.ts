import { type Db, sql } from "../db/db.ts"
import { accessEnded } from "../events/hub.ts"

/**
 * Has every node look again whether this user may still listen to it. To be called in the transaction that ends some access
 * of theirs; that is rare enough for a NOTIFY.
 */
export async function tellAccessEnded(db: Db, userId: number): Promise<void> {
  await db.run(sql`select pg_notify(${accessEnded}, ${String(userId)})`)
}
