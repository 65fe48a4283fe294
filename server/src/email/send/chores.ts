import { sql } from "../../db/db.ts"
import type { Desk } from "../../http/route.ts"
import { accountMail } from "./account-mail.ts"
import { oweMail } from "./owe.ts"
import { noRelay } from "./relay.ts"
import { longestHeldMs } from "./schedule.ts"

/** Who asked for a new password is sent a link, once for each time they ask. Without a relay it is an admin who makes one. */
export async function oweResets({ db, config, now }: Desk): Promise<void> {
  if (config.smtpUrl === undefined || config.mailFrom === undefined) return
  const { any } = await db.one<{ any: boolean }>(
    sql`select exists (select from password_resets where asked_at is not null) as any`,
  )
  if (!any) return
  await db.transaction(async (db) => {
    const asked = await db.many<{ id: number; email: string }>(sql`
      with asked as (
        select user_id from password_resets where asked_at is not null order by user_id for update skip locked
      ), first as (
        delete from password_resets using asked where password_resets.user_id = asked.user_id and hash is null
      ), again as (
        update password_resets set asked_at = null from asked
        where password_resets.user_id = asked.user_id and hash is not null
      )
      select id, email from users join asked on user_id = id where deactivated_at is null order by id`)
    const mails = asked.map((user) => accountMail(user, { what: "reset" }))
    await oweMail(db, mails, now())
  })
}

/**
 * What one of us was to be told is no news any more when there is a relay one day. All at once: a desk without mail has a notice
 * for every word of a customer.
 */
export async function dropNotices({ db, config, now }: Desk): Promise<void> {
  if (config.smtpUrl !== undefined) return
  await db.run(sql`
    with lanes as (
      select id from inboxes where not exists (
        select from mail_connections where inbox_id = inboxes.id and kind = 'smtp' and enabled)
      union all select 0
    )
    update outgoing_mail set state = 'dropped', problem = ${noRelay} from lanes
    where coalesce(inbox_id, 0) = lanes.id and state = 'waiting' and due_at <= ${now()} and kind = 'notification'
      and claimed_until is null`)
}

/** What was kept for want of a relay goes out when there is one, unless it is old by then. */
export async function releaseHeld({ db, config, now }: Desk): Promise<void> {
  const relay = config.smtpUrl !== undefined
  const since = new Date(now().getTime() - longestHeldMs)
  const again = JSON.stringify({ againAt: now().toISOString() })
  await db.run(sql`
    update outgoing_mail mail set state = 'waiting', due_at = ${now()}, problem = null, contents = contents || ${again}::jsonb
    where state = 'held' and created_at > ${since} and case when inbox_id is null then ${relay && config.mailFrom !== undefined}
      else ${relay} or exists (
        select from mail_connections c where c.inbox_id = mail.inbox_id and c.kind = 'smtp' and c.enabled) end`)
}
