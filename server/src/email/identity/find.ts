import { type Db, sql } from "../../db/db.ts"
import { isGenuine, type ReadName } from "./names.ts"

/** A mail of ours that a name speaks of, and where its conversation is today. */
export interface NamedMail {
  name: ReadName
  /** It told one of us of something. */
  toUser: boolean
  /** The inbox it was sent from; null for what the desk itself sent. */
  inboxId: number | null
  /** Where its thread stands now; null where it belongs to none. */
  conversationId: number | null
  /** It was written in another, which became part of that one. */
  merged: boolean
}

interface NamedRow {
  id: number
  inbox_id: number | null
  conversation_id: number | null
  place: number | null
  merged: boolean
  to_user: boolean
  recipients: string[]
}

/** Those of them that this desk has made, in their order. */
export async function findGenuine(db: Db, key: Buffer, names: ReadName[]): Promise<NamedMail[]> {
  if (names.length === 0) return []
  const rows = await db.many<NamedRow>(sql`
    select id, inbox_id, conversation_id, user_id is not null as to_user,
      coalesce((select conversation_id from threads where threads.id = mail.thread_id), merged.into_id,
        mail.conversation_id) as place,
      merged.into_id is not null as merged,
      array(select address from outgoing_recipients where mail_id = mail.id)
        || array(select email from users where users.id = mail.user_id) as recipients
    from outgoing_mail mail
    left join lateral (select into_id from merged_conversations where id = mail.conversation_id) merged on true
    where id = any(${names.map(({ mailId }) => mailId)}::bigint[])`)
  const mails = new Map(rows.map((row) => [row.id, row]))
  return names.flatMap((name) => {
    const mail = mails.get(name.mailId)
    const { recipients = [], conversation_id: conversationId = null } = mail ?? {}
    // All of them, so that it takes the same time whichever it is.
    const fits = recipients.map((recipient) => isGenuine(key, name, { conversationId, recipient }))
    if (!mail || !fits.includes(true)) return []
    const { to_user: toUser, inbox_id: inboxId, place, merged } = mail
    return [{ name, toUser, inboxId, conversationId: place, merged }]
  })
}
