import { type Db, sql } from "../../db/db.ts"
import type { Desk } from "../../http/route.ts"
import { accountMail } from "./account-mail.ts"
import { tellAutoReply } from "./auto-reply-lines.ts"
import { oweMail } from "./owe.ts"
import { longestHeldMs } from "./schedule.ts"
import { type MailOfThread, tellThread } from "./settle.ts"
import { noRelay } from "./transport/relay.ts"

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

/** What was kept for want of a relay goes out when there is one; what is old by then has failed. */
export async function releaseHeld({ db, config, now }: Desk): Promise<void> {
  const relay = config.smtpUrl !== undefined
  await failHeld(db, now())
  const again = JSON.stringify({ againAt: now().toISOString() })
  await db.run(sql`
    update outgoing_mail mail set state = 'waiting', due_at = ${now()}, problem = null, contents = contents || ${again}::jsonb
    where state = 'held' and case when inbox_id is null then ${relay && config.mailFrom !== undefined}
      else ${relay} or exists (
        select from mail_connections c where c.inbox_id = mail.inbox_id and c.kind = 'smtp' and c.enabled) end`)
}

/** So that whoever wrote it learns that it was never sent. */
function failHeld(db: Db, now: Date): Promise<void> {
  const since = new Date(now.getTime() - longestHeldMs)
  return db.transaction(async (db) => {
    const failed = await db.many<MailOfThread & { id: number }>(sql`
      update outgoing_mail set state = 'failed', problem = 'For five days there was nothing set up to send it through'
      where id in (
        select id from outgoing_mail
        where state = 'held' and coalesce((contents ->> 'againAt')::timestamptz, created_at) <= ${since}
        order by id limit 100 for update skip locked)
      returning id, kind, thread_id`)
    for (const mail of failed) {
      await tellThread(db, mail, { state: "failed", recipients: [], now })
      await tellAutoReply(db, mail.id, now)
    }
  })
}
