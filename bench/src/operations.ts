import type pg from "pg"

export interface Operation {
  name: string
  /** Who answers it. */
  by: "desk" | "floor"
  /** The floor operation that it is compared with; none for the floor's own. */
  floor?: string
  paths: string[]
  /** How many conversations every answer must hold, where it is a list. */
  listed?: number
}

export const floorOne = "floor: one row by primary key"
export const floorMany = "floor: 25 rows by primary key"

/** The specification's page of conversations. */
const perPage = 25
const deepestPage = 1_000

/** Everything that is measured, with addresses that exist on this desk and that differ from request to request. */
export async function listOperations(db: pg.Client): Promise<Operation[]> {
  const ids = await column<string>(
    db,
    "select id as value from conversations where state = 'published' order by md5(id::text) limit 10000",
  )
  const newest = await column<string>(
    db,
    `select id as value from conversations where state = 'published' and status = 'active'
    order by created_at desc, id desc limit ${perPage}`,
  )
  const list = (name: string, queries: string[]): Operation => ({
    name: `list 25, ${name}`,
    by: "desk",
    floor: floorMany,
    paths: queries.map((query) => `/v2/conversations${query}`),
    listed: perPage,
  })
  const deep = await deepPage(db)
  return [
    { name: floorOne, by: "floor", paths: ids.map((id) => `/${id}`) },
    { name: floorMany, by: "floor", paths: [`/${newest.join()}`] },
    { name: "get conversation", by: "desk", floor: floorOne, paths: ids.map((id) => `/v2/conversations/${id}`) },
    { name: "users/me", by: "desk", floor: floorOne, paths: ["/v2/users/me"] },
    list("default", [""]),
    list("by inbox and status", await inboxesAndStatuses(db)),
    list("by assignee", await assignees(db)),
    list("by tag", await tags(db)),
    list("by subject", ["?sortField=subject&sortOrder=asc", "?sortField=subject&sortOrder=desc"]),
    list(`page ${deep.toLocaleString("en")}`, [`?status=all&page=${deep}`]),
  ]
}

async function inboxesAndStatuses(db: pg.Client): Promise<string[]> {
  const values = await column<string>(
    db,
    `select 'mailbox=' || inbox_id || '&status=' || status as value from conversations where state = 'published'
    group by inbox_id, status having count(*) >= ${perPage} order by count(*)`,
  )
  return spread(values).map((value) => `?${value}`)
}

async function assignees(db: pg.Client): Promise<string[]> {
  const values = await column<string>(
    db,
    `select assignee_id as value from conversations
    where state = 'published' and status = 'active' and assignee_id is not null
    group by assignee_id having count(*) >= ${perPage} order by count(*)`,
  )
  return spread(values).map((value) => `?assigned_to=${value}`)
}

async function tags(db: pg.Client): Promise<string[]> {
  const values = await column<string>(
    db,
    `select t.name as value from conversations c
    join conversation_tags on conversation_id = c.id join tags t on t.id = tag_id
    where state = 'published' and status = 'active' and position(',' in t.name) = 0
    group by t.name having count(*) >= ${perPage} order by count(*)`,
  )
  return spread(values).map((value) => `?tag=${encodeURIComponent(value)}`)
}

/** In a small desk the one in the middle, which is the farthest from both ends and so the dearest. */
async function deepPage(db: pg.Client): Promise<number> {
  const [rows = 0] = await column<number>(
    db,
    "select count(*)::int as value from conversations where state = 'published'",
  )
  return Math.max(1, Math.min(deepestPage, Math.floor(rows / perPage / 2)))
}

async function column<Value>(db: pg.Client, statement: string): Promise<Value[]> {
  const { rows } = await db.query<{ value: Value }>(statement)
  return rows.map((row) => row.value)
}

/** Up to ten values from the rarest to the most common: what is common is often what is fast. */
export function spread<Value>(values: Value[], count = 10): Value[] {
  if (values.length <= count) return values
  return Array.from({ length: count }, (_, index) => values[Math.round((index * (values.length - 1)) / (count - 1))]!)
}
