import { type Database, type Db, sql } from "../db/db.ts"
import { refusal } from "../errors.ts"
import { clockAt } from "./clock.ts"
import { insertConversations } from "./insert/conversations.ts"
import { tellReports } from "./insert/reports.ts"
import { recordRows } from "./sample/record.ts"
import { insertShop } from "./sample/shop.ts"
import { quietConversations } from "./sample/support-quiet.ts"
import { urgentConversations } from "./sample/support-urgent.ts"
import { wholesaleConversations } from "./sample/wholesale.ts"

export { removeSample } from "./sample/remove.ts"

/** The small shop that a new desk starts with. Its rows are recorded, so that removeSample finds them again. */
export async function loadSample(db: Database, now: Date, ownerId: number): Promise<void> {
  await db.transaction(async (db) => {
    await refuseSecondLoad(db)
    const shop = await insertShop(db, clockAt(now), ownerId)
    const conversations = await insertConversations(db, {
      ...urgentConversations(shop),
      ...quietConversations(shop),
      ...wholesaleConversations(shop),
    })
    const ids = Object.values(conversations).map(({ id }) => id)
    await recordRows(db, "conversations", ids)
    await tellReports(db, { firstId: Math.min(...ids) })
  })
}

async function refuseSecondLoad(db: Db): Promise<void> {
  const loaded = await db.maybe(sql`select row_id from sample_rows limit 1`)
  if (loaded) throw refusal("The sample desk is in this database already. Remove it first with: desk sample remove")
}
