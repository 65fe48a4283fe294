import { type Db, sql } from "../../db/db.ts"
import { conflict, notFound } from "../../errors.ts"
import { tellAutoReply } from "./auto-reply-lines.ts"
import { isSendable } from "./compose/addresses.ts"
import { type MailKind, mailDue } from "./owe.ts"
import { tellThread } from "./settle.ts"

export interface MailPlace {
  inboxId: number
  id: number
}

interface HeldMail {
  id: number
  kind: MailKind
  state: string
  thread_id: number | null
  claimed: boolean
}

/** Now, also what was held or given up; whoever got it already does not get it again. */
export function sendAgain(db: Db, place: MailPlace, now: Date): Promise<void> {
  return db.transaction(async (db) => {
    const mail = await lockMail(db, place, now)
    if (mail.state === "sent") throw conflict("mail_state", "Everybody has got this mail already")
    const recipients = await listRecipients(db, mail.id)
    if (!recipients.some(isSendable))
      throw conflict("mail_state", "No mail can be sent to these addresses. Write a reply to another address")
    const again = JSON.stringify({ againAt: now.toISOString() })
    await db.run(sql`
      update outgoing_mail set state = 'waiting', due_at = ${now}, attempts = 0, problem = null, claim = null, suspect = false,
        crashes = 0,
        contents = contents || ${again}::jsonb
      where id = ${mail.id}`)
    await db.run(sql`
      update outgoing_recipients set state = 'waiting', answer = null, updated_at = ${now}
      where mail_id = ${mail.id} and state in ('failed', 'bounced')
        and address = any(${recipients.filter(isSendable)}::text[])`)
    await tellThread(db, mail, { state: "waiting", recipients: [], now })
    await tellAutoReply(db, mail.id, now)
    db.tell(mailDue)
  })
}

/** Nobody who has not got it yet ever gets it. */
export function dropMail(db: Db, place: MailPlace, now: Date): Promise<void> {
  return db.transaction(async (db) => {
    const mail = await lockMail(db, place, now)
    if (mail.state !== "waiting" && mail.state !== "held")
      throw conflict("mail_state", "Only mail that has not gone out can be dropped")
    await db.run(sql`update outgoing_mail set state = 'dropped', problem = null where id = ${mail.id}`)
    await tellThread(db, mail, { state: "dropped", recipients: [], now })
    await tellAutoReply(db, mail.id, now)
  })
}

async function listRecipients(db: Db, mailId: number): Promise<string[]> {
  const rows = await db.many<{ address: string }>(
    sql`select address from outgoing_recipients where mail_id = ${mailId}`,
  )
  return rows.map(({ address }) => address)
}

/** What is being sent this very moment is nobody else's to decide. */
async function lockMail(db: Db, { inboxId, id }: MailPlace, now: Date): Promise<HeldMail> {
  const mail = await db.maybe<HeldMail>(sql`
    select id, kind, state, thread_id, coalesce(claimed_until > ${now}, false) as claimed from outgoing_mail
    where id = ${id} and inbox_id = ${inboxId} for update`)
  if (!mail) throw notFound()
  if (mail.state === "waiting" && mail.claimed)
    throw conflict("mail_state", "This mail is being sent at the moment. Look again in a minute")
  return mail
}
