import { sql } from "../../db/db.ts"
import type { Desk } from "../../http/route.ts"
import { forgetAutomatic } from "./automatic.ts"

const keptMs = 30 * 86_400_000

/** What one of us was told, once nobody asks any more; mail of conversations is kept as long as they are. */
export async function forgetMail({ db, now }: Desk): Promise<void> {
  await forgetAutomatic(db, now())
  await db.run(sql`
    delete from outgoing_mail where id in (
      select id from outgoing_mail where kind in ('notification', 'account')
        and state in ('sent', 'dropped', 'failed', 'bounced', 'partly')
        and created_at < ${new Date(now().getTime() - keptMs)} limit 10000)`)
}
