import type { RatingValue } from "@deskhand/contract/rating"
import { type Db, empty, type Sql, sql } from "../db/db.ts"
import type { PageRequest } from "../http/hal.ts"
import { rowsOf } from "../http/page-rows.ts"
import { type Viewer, visibleTo } from "../http/viewer.ts"

export interface RatingRow {
  id: number
  thread_id: number
  conversation_id: number
  conversation_number: number
  inbox_id: number
  rating: RatingValue
  comments: string | null
  created_at: Date
  modified_at: Date
  user_id: number
  user_email: string | null
  user_first_name: string
  user_last_name: string
  customer_id: number
  customer_email: string | null
  customer_first_name: string | null
  customer_last_name: string | null
  customer_photo_url: string | null
}

/** With the people only of the ratings that are shown. */
function withPeople(ratings: Sql): Sql {
  return sql`select shown.*, users.email as user_email, users.first_name as user_first_name,
      users.last_name as user_last_name, nullif(first_email(customer_id), '') as customer_email,
      customers.first_name as customer_first_name, customers.last_name as customer_last_name,
      customers.photo_url as customer_photo_url
    from (${ratings}) shown join users on users.id = user_id join customers on customers.id = customer_id`
}

const columns = sql`ratings.id, thread_id, conversation_id, conversations.number as conversation_number, inbox_id, rating,
  comments, ratings.created_at, ratings.modified_at, user_id, ratings.customer_id`

const tables = sql`ratings join conversations on conversations.id = conversation_id`

/** As a conversation that was deleted can still be read, so can what was said about it. */
export function findRating(db: Db, viewer: Viewer, id: number): Promise<RatingRow | undefined> {
  return db.maybe(
    withPeople(sql`select ${columns} from ${tables} where ratings.id = ${id} and ${visibleTo(viewer, sql`inbox_id`)}`),
  )
}

export interface RatingFilter {
  viewer: Viewer
  inboxId: number | undefined
  rating: RatingValue | undefined
  userId: number | undefined
  modifiedSince: Date | undefined
}

export function listRatings(db: Db, filter: RatingFilter, page: PageRequest): Promise<RatingRow[]> {
  return db.many(sql`
    ${withPeople(sql`select ${columns} from ${tables} where ${matching(filter)}
      order by ratings.modified_at desc, ratings.id desc ${rowsOf(page)}`)}
    order by modified_at desc, id desc`)
}

/** No counter is kept: there is a rating to a small part of the conversations, and both sides are read from indexes. */
export async function countRatings(db: Db, filter: RatingFilter): Promise<number> {
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from ${tables} where ${matching(filter)}`,
  )
  return total
}

function matching({ viewer, inboxId, rating, userId, modifiedSince }: RatingFilter): Sql {
  return sql`${visibleTo(viewer, sql`inbox_id`)} and conversations.state = 'published'
    ${inboxId === undefined ? empty : sql`and inbox_id = ${inboxId}`}
    ${rating === undefined ? empty : sql`and rating = ${rating}`}
    ${userId === undefined ? empty : sql`and user_id = ${userId}`}
    ${modifiedSince === undefined ? empty : sql`and ratings.modified_at > ${modifiedSince}`}`
}
