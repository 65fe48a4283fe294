import type { RatingValue } from "@deskhand/contract/conversations/rating"
import { defaultRatingTexts, type RatingTexts } from "@deskhand/contract/inboxes/rating-texts"
import { findSigningKey } from "../account/queries.ts"
import { type Db, sql } from "../db/db.ts"
import { isGenuine, readName } from "../email/identity/names.ts"

/** A reply that somebody was asked about, and what they have said of it so far. */
export interface RatedReply {
  mail_id: number
  thread_id: number
  inbox_name: string
  texts: RatingTexts
  rating: RatingValue | null
  comments: string | null
}

interface RatedMailRow extends RatedReply {
  signed_conversation_id: number | null
  recipients: string[]
}

/** Whoever has the link may rate: nothing else is asked of them, and it opens nothing else. */
export async function findRatedReply(db: Db, token: string): Promise<RatedReply | undefined> {
  const name = readName(token)
  if (name?.purpose !== "rating") return undefined
  const [key, row] = await Promise.all([findSigningKey(db), findRatedMail(db, name.mailId)])
  const genuine = row?.recipients.some((recipient) =>
    isGenuine(key, name, { conversationId: row.signed_conversation_id, recipient }),
  )
  return genuine ? row : undefined
}

function findRatedMail(db: Db, mailId: number): Promise<RatedMailRow | undefined> {
  return db.maybe(sql`
    select m.id as mail_id, m.thread_id, m.conversation_id as signed_conversation_id, i.name as inbox_name,
      ${JSON.stringify(defaultRatingTexts)}::jsonb || i.rating_texts as texts,
      r.rating, r.comments, array(select address from outgoing_recipients where mail_id = m.id) as recipients
    from outgoing_mail m join threads t on t.id = m.thread_id join conversations c on c.id = t.conversation_id
    join inboxes i on i.id = c.inbox_id left join ratings r on r.thread_id = t.id
    where m.id = ${mailId} and m.kind = 'reply' and t.type = 'message' and t.state = 'published'
      and t.created_by_id is not null`)
}
