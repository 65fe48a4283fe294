import type { RatingValue } from "@deskhand/contract/conversations/rating"
import { type Db, sql } from "../db/db.ts"
import { notFound } from "../errors.ts"
import { recordEvent } from "../events/record.ts"

export interface GivenRating {
  threadId: number
  rating: RatingValue
  comments: string | null
  now: Date
}

interface RateableRow {
  conversation_id: number
  inbox_id: number
  customer_id: number
  user_id: number
}

/** The last word counts. To say the same again changes nothing, and nobody is told. */
export function rateReply(db: Db, { threadId, rating, comments, now }: GivenRating): Promise<void> {
  return db.transaction(async (db) => {
    const reply = await lockReply(db, threadId)
    if (!reply) throw notFound()
    const { conversation_id: conversationId, inbox_id: inboxId, customer_id: customerId, user_id: userId } = reply
    const changed = await db.maybe<{ id: number }>(sql`
      insert into ratings as kept (thread_id, conversation_id, customer_id, user_id, rating, comments, created_at, modified_at)
      values (${threadId}, ${conversationId}, ${customerId}, ${userId}, ${rating}, ${comments}, ${now}, ${now})
      on conflict (thread_id) do update
        set rating = excluded.rating, comments = excluded.comments, modified_at = excluded.modified_at
        where (kept.rating, kept.comments) is distinct from (excluded.rating, excluded.comments)
      returning id`)
    if (!changed) return
    await recordEvent(db, {
      kind: "satisfaction.ratings",
      subjectId: changed.id,
      userId: null,
      inboxId,
      conversationId,
      data: { threadId, rating },
    })
  })
}

/** It stays where it is meanwhile. */
function lockReply(db: Db, threadId: number): Promise<RateableRow | undefined> {
  return db.maybe(sql`
    select t.conversation_id, c.inbox_id, coalesce(t.customer_id, c.customer_id) as customer_id,
      t.created_by_id as user_id
    from threads t join conversations c on c.id = t.conversation_id
    where t.id = ${threadId} and t.type = 'message' and t.state = 'published' and t.created_by_id is not null
    for share of t`)
}
