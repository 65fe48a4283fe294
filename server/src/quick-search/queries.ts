import type { QuickSearchResults } from "@deskhand/contract/conversations/quick-search"
import { customersLike, patternOf } from "../conversations/list/resolve/names.ts"
import { type Db, join, type Sql, sql, unnamed } from "../db/db.ts"
import { type Viewer, visibleTo } from "../http/viewer.ts"

export interface CustomerRow {
  id: number
  first_name: string | null
  last_name: string | null
  email: string | null
}

/** Whole words of a name first, then starts of words, then addresses; the newest first. */
export function listCustomers(
  db: Db,
  words: string[],
  size: number,
): Promise<(CustomerRow & { organization: string | null })[]> {
  const conditions = words.map((word) => customersLike(word)).filter((each) => each !== undefined)
  if (conditions.length === 0) return Promise.resolve([])
  return db.many(sql`${unnamed}
    select customers.id, first_name, last_name,
      (select value from customer_emails where customer_id = customers.id order by id limit 1) as email,
      coalesce((select left(name, 60) from organizations
        where id = customers.organization_id and removed_at is null), organization) as organization
    from (
      select id, ${matchesIn(sql`customers.name_words`, words, false)} as whole,
        ${matchesIn(sql`customers.name_words`, words, true)} as started
      from customers where ${join(conditions, " and ")}
      order by whole desc, started desc, id desc limit ${size}
    ) found join customers using (id)
    order by whole desc, started desc, customers.id desc`)
}

/** Whole words first, then the organizations with most customers. */
export function listOrganizations(db: Db, words: string[], size: number): Promise<{ id: number; name: string }[]> {
  if (words.length === 0) return Promise.resolve([])
  const like = words.map((word) => sql`words_of_name(name) like ${patternOf(word, true)}`)
  return db.many(sql`${unnamed}
    select id, name from organizations where removed_at is null and ${join(like, " and ")}
    order by ${matchesIn(sql`words_of_name(name)`, words, false)} desc, customer_count desc, id limit ${size}`)
}

/** How many of the words a column has. */
function matchesIn(column: Sql, words: string[], isPrefix: boolean): Sql {
  return join(
    words.map((word) => sql`(${column} like ${patternOf(word, isPrefix)})::integer`),
    " + ",
  )
}

export interface FoundConversation {
  id: number
  number: number
  subject: string
  status: QuickSearchResults["conversations"][number]["status"]
  inbox_id: number
  preview: string
  modified_at: Date
  customer: CustomerRow
}

/** In the order of the ids. */
export function listFoundConversations(db: Db, ids: number[]): Promise<FoundConversation[]> {
  if (ids.length === 0) return Promise.resolve([])
  return db.many(sql`
    select c.id, c.number, c.subject, c.status, c.inbox_id, c.preview, c.modified_at,
      json_build_object('id', customer.id, 'first_name', customer.first_name, 'last_name', customer.last_name,
        'email', (select value from customer_emails where customer_id = customer.id order by id limit 1)) as customer
    from unnest(${ids}::bigint[]) with ordinality as found (id, place)
    join conversations c on c.id = found.id join customers customer on customer.id = c.customer_id
    order by place`)
}

/** Those that have the number, or that what had it was merged into; as far as a list would show them. */
export async function listNumbered(db: Db, viewer: Viewer, numbers: number[]): Promise<number[]> {
  if (numbers.length === 0) return []
  const rows = await db.many<{ id: number }>(sql`
    select c.id from (
      select id, number from conversations where number = any(${numbers}::bigint[])
      union all select into_id, number from merged_conversations
      where number = any(${numbers}::bigint[]) and ${visibleTo(viewer, sql`inbox_id`)}
    ) typed join conversations c using (id)
    where ${visibleTo(viewer, sql`c.inbox_id`)}
      and (c.state = 'published' or (c.state = 'draft' and c.created_by_user_id = ${viewer.userId}))
    order by array_position(${numbers}::bigint[], typed.number), c.id`)
  return rows.map(({ id }) => id)
}
