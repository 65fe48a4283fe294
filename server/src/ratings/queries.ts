import type { RatingValue } from "@deskhand/contract/conversations/rating"
import { type Db, empty, join, type Sql, sql } from "../db/db.ts"
import { pageIds, walkToPage } from "../db/page-walk.ts"
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

const columns = sql`ratings.id, thread_id, conversation_id, conversations.number as conversation_number, ratings.inbox_id,
  rating, comments, ratings.created_at, ratings.modified_at, user_id, users.email as user_email,
  users.first_name as user_first_name, users.last_name as user_last_name, ratings.customer_id,
  nullif(first_email(ratings.customer_id), '') as customer_email, customers.first_name as customer_first_name,
  customers.last_name as customer_last_name, customers.photo_url as customer_photo_url`

const tables = sql`ratings join conversations on conversations.id = conversation_id
  join users on users.id = user_id join customers on customers.id = ratings.customer_id`

/** As a conversation that was deleted can still be read, so can what was said about it. */
export function findRating(db: Db, viewer: Viewer, id: number): Promise<RatingRow | undefined> {
  return db.maybe(
    sql`select ${columns} from ${tables} where ratings.id = ${id} and ${visibleTo(viewer, sql`ratings.inbox_id`)}`,
  )
}

/** All of these; undefined does not ask. */
export interface RatingFilter {
  /** Those that were asked for, of those that the viewer may see. */
  inboxIds: number[]
  rating: RatingValue | undefined
  userId: number | undefined
  modifiedSince: Date | undefined
}

export interface RatingList {
  filter: RatingFilter
  /** How many there are in all, which decides from which end a page is walked to. */
  total: number
  skip: number
  size: number
}

/** What changed last comes first. */
export async function listRatings(db: Db, list: RatingList): Promise<RatingRow[]> {
  if (list.filter.inboxIds.length === 0) return []
  return walkToPage(db, list, (walk) => {
    const ids = pageIds(walk, true, ({ direction, limit }) => {
      const walks = walksOf(list.filter).map(
        (where) => sql`(select id, modified_at from ratings where ${where}
          order by modified_at ${direction}, id ${direction} limit ${limit})`,
      )
      return sql`select id from (${join(walks, " union all ")}) as merged
        order by modified_at ${direction}, id ${direction} limit ${limit}`
    })
    return db.many<RatingRow>(sql`
      select ${columns} from unnest(array(${ids})) with ordinality as page (id, position)
      join (${tables}) on ratings.id = page.id order by page.position`)
  })
}

/** A user's ratings have an index of their own; others are one walk per inbox. */
function walksOf(filter: RatingFilter): Sql[] {
  if (filter.userId !== undefined) return [matching(filter)]
  return filter.inboxIds.map((inboxId) => matching({ ...filter, inboxIds: [inboxId] }))
}

/** No counter is kept: few conversations are rated, and the indexes answer alone. */
export async function countRatings(db: Db, filter: RatingFilter): Promise<number> {
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from ratings where ${matching(filter)}`,
  )
  return total
}

function matching({ inboxIds, rating, userId, modifiedSince }: RatingFilter): Sql {
  const [inboxId] = inboxIds
  return sql`listed
    and ${inboxIds.length === 1 ? sql`inbox_id = ${inboxId}` : sql`inbox_id = any(${inboxIds}::bigint[])`}
    ${rating === undefined ? empty : sql`and rating = ${rating}`}
    ${userId === undefined ? empty : sql`and user_id = ${userId}`}
    ${modifiedSince === undefined ? empty : sql`and modified_at > ${modifiedSince}`}`
}
