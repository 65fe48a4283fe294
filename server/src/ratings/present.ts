import type { Rating } from "@deskhand/contract/conversations/rating"
import { link, timestamp } from "../http/hal.ts"
import type { RatingRow } from "./queries.ts"

export function presentRating(row: RatingRow, origin: string): Rating {
  return {
    id: row.id,
    threadId: row.thread_id,
    conversationId: row.conversation_id,
    conversationNumber: row.conversation_number,
    mailboxId: row.inbox_id,
    rating: row.rating,
    ...(row.comments !== null && { comments: row.comments }),
    createdAt: timestamp(row.created_at),
    modifiedAt: timestamp(row.modified_at),
    user: {
      id: row.user_id,
      ...(row.user_email !== null && { email: row.user_email }),
      firstName: row.user_first_name,
      lastName: row.user_last_name,
    },
    customer: {
      id: row.customer_id,
      ...(row.customer_email !== null && { email: row.customer_email }),
      ...(row.customer_first_name !== null && { firstName: row.customer_first_name }),
      ...(row.customer_last_name !== null && { lastName: row.customer_last_name }),
      ...(row.customer_photo_url !== null && { photoUrl: row.customer_photo_url }),
    },
    _links: {
      self: link(origin, `/v2/ratings/${row.id}`),
      conversation: link(origin, `/v2/conversations/${row.conversation_id}`),
      mailbox: link(origin, `/v2/mailboxes/${row.inbox_id}`),
      customer: link(origin, `/v2/customers/${row.customer_id}`),
      user: link(origin, `/v2/users/${row.user_id}`),
    },
  }
}
