import { type Db, sql } from "../../db/db.ts"

/** A mail of ours that told one of us of something. */
export interface NotificationRow {
  user_id: number
  /** Where it was written, by which its name is signed. */
  signed_conversation_id: number | null
  /** Where what it told of is now. */
  conversation_id: number | null
  recipients: string[]
  /** By which the user is known, in lower case. */
  addresses: string[]
}

export function findNotification(db: Db, mailId: number): Promise<NotificationRow | undefined> {
  return db.maybe(sql`
    select m.user_id, m.conversation_id as signed_conversation_id,
      coalesce(t.conversation_id, merged.into_id, m.conversation_id) as conversation_id,
      array(select address from outgoing_recipients where mail_id = m.id) as recipients,
      array(select lower(address) from unnest(u.alternate_emails || u.email) as address where address is not null)
        as addresses
    from outgoing_mail m join users u on u.id = m.user_id
    left join threads t on t.id = m.thread_id
    left join merged_conversations merged on merged.id = m.conversation_id
    where m.id = ${mailId} and m.kind = 'notification'`)
}

export interface WrittenReply {
  conversation_id: number
  thread_id: number
}

export interface ReplyKey {
  mailId: number
  messageKey: string
}

export function findWritten(db: Db, { mailId, messageKey }: ReplyKey): Promise<WrittenReply | undefined> {
  return db.maybe(sql`
    select conversation_id, thread_id from agent_replies where mail_id = ${mailId} and message_key = ${messageKey}`)
}

/** Fails where another has written it meanwhile, and with it all that the transaction did. */
export async function insertWritten(
  db: Db,
  { mailId, messageKey }: ReplyKey,
  { conversation_id: conversationId, thread_id: threadId }: WrittenReply,
): Promise<void> {
  await db.run(sql`
    insert into agent_replies (mail_id, message_key, conversation_id, thread_id)
    values (${mailId}, ${messageKey}, ${conversationId}, ${threadId})`)
}
