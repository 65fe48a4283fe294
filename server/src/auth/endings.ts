import { type Db, sql } from "../db/db.ts"
import { accessEnded } from "../events/hub.ts"

/**
 * Has every node look again who may still listen to it. To be called in the transaction that ends somebody's access; that
 * is rare enough for a NOTIFY.
 */
export async function tellAccessEnded(db: Db): Promise<void> {
  await db.run(sql`select pg_notify(${accessEnded}, '')`)
  db.tell(accessEnded)
}
