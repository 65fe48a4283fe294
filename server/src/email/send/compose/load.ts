import { defaultRatingTexts } from "@deskhand/contract/inboxes/rating-texts"
import { type Db, sql } from "../../../db/db.ts"
import { currentTest } from "../../plus-addresses/queries.ts"
import type { Claimed } from "../queue.ts"

export interface InboxOfMail {
  name: string
  email: string
  signature: string
  rating_requests: boolean
  rating_question: string
  auto_reply_subject: string
  auto_reply_text: string
  /** Mail to its address with a name behind a plus arrives. */
  takes_plus: boolean
  /** The relay takes such an address as the envelope's sender. */
  takes_plus_sender: boolean
}

export function findInboxOfMail(db: Db, id: number): Promise<InboxOfMail | undefined> {
  return db.maybe(sql`
    select name, email, signature, rating_requests,
      coalesce(rating_texts ->> 'mailQuestion', ${defaultRatingTexts.mailQuestion}) as rating_question, auto_reply_subject, auto_reply_text,
      p.arrived_at is not null as takes_plus, p.arrived_at is not null and p.takes_sender as takes_plus_sender
    from inboxes i left join ${currentTest} where i.id = ${id}`)
}

export interface ThreadOfMail {
  id: number
  /** Where it stands today. */
  conversation_id: number
  number: number
  subject: string
  body: string
  /** Of who wrote it, of us or of the customers. */
  author: string
  /** Nobody wrote it: a workflow sent it. */
  automatic: boolean
}

const author = sql`coalesce(nullif(btrim(u.first_name || ' ' || u.last_name), ''),
  nullif(concat_ws(' ', cu.first_name, cu.last_name), ''), nullif(first_email(cu.id), ''), 'Somebody')`

export function findThreadOfMail(db: Db, id: number): Promise<ThreadOfMail | undefined> {
  return db.maybe(sql`
    select t.id, t.conversation_id, c.number, c.subject, coalesce(t.body, '') as body, ${author} as author,
      exists (select from account where workflow_user_id = t.created_by_id) as automatic
    from threads t join conversations c on c.id = t.conversation_id
    left join users u on u.id = t.created_by_id
    left join customers cu on cu.id = t.customer_id and t.created_by_id is null
    where t.id = ${id}`)
}

export interface ConversationOfMail {
  id: number
  number: number
  subject: string
  customer: string
}

/** Also one that became part of another. */
export function findConversationOfMail(db: Db, id: number): Promise<ConversationOfMail | undefined> {
  return db.maybe(sql`
    select c.id, c.number, c.subject, coalesce(nullif(concat_ws(' ', cu.first_name, cu.last_name), ''),
      nullif(first_email(cu.id), ''), 'Somebody') as customer
    from conversations c join customers cu on cu.id = c.customer_id
    where c.id = coalesce((select into_id from merged_conversations where id = ${id}), ${id})`)
}

export interface QuotedRow {
  body: string
  author: string
  created_at: Date
}

/** The last thing said before, by the desk or by somebody who takes part: no words of a stranger. */
export function findQuoted(db: Db, thread: ThreadOfMail): Promise<QuotedRow | undefined> {
  return db.maybe(sql`
    select left(t.body, 50000) as body, t.created_at, ${author} as author
    from threads t left join users u on u.id = t.created_by_id
    left join customers cu on cu.id = t.customer_id and t.created_by_id is null
    where t.conversation_id = ${thread.conversation_id} and t.id < ${thread.id} and t.state = 'published'
      and t.type in ('customer', 'message', 'chat', 'widgetchat')
      and not exists (select from mail_messages where thread_id = t.id and facts @> '{"stranger": true}')
    order by t.created_at desc, t.id desc limit 1`)
}

/**
 * Whether each of these addresses took part before: somebody of the desk wrote to it, or it wrote itself and was no
 * stranger then. Who pushes into a conversation learns nothing of what was said before.
 */
export async function knowsHistory(db: Db, thread: ThreadOfMail, addresses: string[]): Promise<boolean> {
  const { known } = await db.one<{ known: boolean }>(sql`
    with earlier as (
      select id, type, customer_id, to_addresses || cc || bcc as addresses from threads
      where conversation_id = ${thread.conversation_id} and id < ${thread.id} and state in ('published', 'hidden')
    )
    select not exists (
      select from unnest(${addresses.map((address) => address.toLowerCase())}::text[]) as given (address)
      where not exists (select from earlier cross join unnest(addresses) as one
          where type in ('message', 'forwardchild') and lower(one) = given.address)
        and not exists (select from earlier
          join customer_emails e on e.customer_id = earlier.customer_id
          left join mail_messages m on m.thread_id = earlier.id
          where earlier.type in ('customer', 'chat', 'widgetchat')
            and case when m.id is null then lower(e.value) = given.address
              else lower(m.facts ->> 'sender') = given.address and not m.facts @> '{"stranger": true}' end)
    ) as known`)
  return known
}

const mostReferences = 20

/** Message-IDs of what was mailed before in the conversation, the newest last, and of which of them it is an answer. */
export async function listReferences(
  db: Db,
  thread: ThreadOfMail,
  { kind }: Pick<Claimed, "kind">,
): Promise<{ references: string[]; inReplyTo: string | undefined }> {
  // An automatic answer is one to the very message that it hangs on.
  const last = kind === "auto-reply" ? thread.id : thread.id - 1
  const rows = await db.many<{ message_id: string; incoming: boolean }>(sql`
    select * from (
      select m.message_id, true as incoming, t.id, m.received_at as at
      from threads t join mail_messages m on m.thread_id = t.id
      where t.conversation_id = ${thread.conversation_id} and t.id <= ${last} and m.message_id is not null
      union all
      select o.message_id, false, t.id, o.created_at
      from threads t join outgoing_mail o on o.thread_id = t.id
      where t.conversation_id = ${thread.conversation_id} and t.id < ${thread.id} and o.message_id is not null
        and o.kind in ('reply', 'forward', 'auto-reply') and o.state <> 'dropped'
    ) named order by id desc, at desc limit ${mostReferences}`)
  const sound = rows.filter(({ message_id: id }) => /^[\x21-\x3b\x3d\x3f-\x7e]{1,250}$/.test(id))
  const inReplyTo = (sound.find(({ incoming }) => incoming) ?? sound[0])?.message_id
  return { references: sound.map(({ message_id: id }) => id).reverse(), inReplyTo }
}

export interface AttachmentOfMail {
  id: number
  filename: string
  mime_type: string
  size_bytes: number
  storage_key: string
  content_id: string | null
  state: "pending" | "valid" | "virus"
}

export function listAttachmentsOfMail(db: Db, threadId: number): Promise<AttachmentOfMail[]> {
  return db.many(sql`
    select id, filename, mime_type, size_bytes, storage_key, content_id, state from attachments
    where thread_id = ${threadId} order by id`)
}

export interface UserOfMail {
  id: number
  first_name: string
}

export function findUserOfMail(db: Db, id: number): Promise<UserOfMail | undefined> {
  return db.maybe(sql`select id, first_name from users where id = ${id} and deactivated_at is null`)
}

/** A mail may have waited, for a relay or for quiet hours to end, and its user may have lost access since. */
export async function seesConversation(
  db: Db,
  { userId, conversationId }: { userId: number; conversationId: number },
): Promise<boolean> {
  const found = await db.maybe(sql`
    select from conversations c join users u on u.id = ${userId}
    where c.id = ${conversationId} and (u.role in ('owner', 'admin')
      or exists (select from inbox_users where inbox_users.inbox_id = c.inbox_id and inbox_users.user_id = u.id))`)
  return found !== undefined
}
