import { createHash } from "node:crypto"
import type pg from "pg"
import { keepAnswers, keepConversations } from "./documents.ts"
import { column, type Operation, type Prepared, perPage, spread } from "./operation.ts"
import { ask, type Caller, get, type Request } from "./requests.ts"

export const floorOne = "floor: one row by primary key"
export const floorMany = "floor: 25 rows by primary key"
export const listDefault = "list 25, default"
export const firstPage = "list 25, by createdAt"

/** How many conversations are asked for again and again: as many as people of a desk have to do with. */
const hotIds = 5_000
/** More than the cache of a node holds, and more than a run of a few seconds comes to. */
const coldIds = 50_000
const coldPages = 5_000

const deepestPage = 1_000
/** How many lists of threads are asked for in turn, and how many pages of people. */
const askedThreads = 300
const askedPages = 20

const sortFields = "createdAt modifiedAt number waitingSince subject customerName customerEmail mailboxid status score"

export async function listReads({ db, desk }: Prepared): Promise<Operation[]> {
  await keepConversations(db, desk)
  return [
    ...(await single(db)),
    ...(await lists(db)),
    ...(await embedded(db, desk)),
    ...(await threads(db, desk)),
    ...(await people(db, desk)),
  ]
}

async function single(db: pg.Client): Promise<Operation[]> {
  const found = await column<string>(
    db,
    `select id as value from conversations where state = 'published' order by md5(id::text) limit ${coldIds}`,
  )
  const all = found.map(Number)
  // The last ones, which the cold operation comes to last.
  const ids = all.slice(-hotIds)
  const requests = (ids: number[]) => ids.map((id) => get(`/v2/conversations/${id}`, { id }))
  return [
    // The floor's documents are dealt out, so that they carry the ids of others.
    { name: floorOne, kind: "other", by: "floor", requests: ids.map((id) => get(`/conversations/${id}`)) },
    { name: "cold: get conversation", kind: "cold", by: "desk", floor: floorOne, requests: requests(all) },
    { name: "get conversation", kind: "get", by: "desk", floor: floorOne, requests: requests(ids) },
    { name: "users/me", kind: "other", by: "desk", floor: floorOne, requests: [get("/v2/users/me")] },
  ]
}

const conversations = { name: "conversations", count: perPage }

async function lists(db: pg.Client): Promise<Operation[]> {
  const list = (what: string, queries: string[], more: Partial<Operation> = {}): Operation => ({
    name: `${more.kind === "cold" ? "cold: " : ""}list 25, ${what}`,
    kind: "list",
    by: "desk",
    floor: floorMany,
    requests: queries.map((query) => get(`/v2/conversations${query}`, { list: conversations })),
    ...more,
  })
  const newest = await newestOf(db, "status = 'active'")
  // In the order that nothing changes: of the active ones, one whose snooze is over may come in at any time.
  const truths: Record<string, number[]> = { createdAt: await newestOf(db, "true") }
  const pages = await countFullPages(db)
  // In a small desk the one in the middle, which is the farthest from both ends and so the dearest.
  const deep = Math.max(1, Math.min(deepestPage, Math.floor(pages / 2)))
  return [
    {
      name: floorMany,
      kind: "other",
      by: "floor",
      requests: [get(`/conversations/${newest.join()}`, { list: conversations })],
    },
    list("random pages", randomPages(deep), { kind: "cold" }),
    list("random pages of all", randomPages(pages), { kind: "cold" }),
    list("default", [""]),
    list("by inbox and status", await inboxesAndStatuses(db)),
    list("by assignee", await assignees(db)),
    list("by tag", await tags(db)),
    ...sortFields.split(" ").map((field) => {
      const truth = truths[field]
      return list(`by ${field}`, [`?status=all&sortField=${field}`], truth && { truth })
    }),
    list("far page", [`?status=all&page=${deep}`], { kind: "page" }),
  ]
}

/** In an order of no meaning, the same in each run. */
function randomPages(last: number): string[] {
  const order = (page: number) => createHash("md5").update(String(page)).digest("hex")
  const pages = Array.from({ length: last }, (_, index) => ({ page: index + 1, order: order(index + 1) }))
  return pages
    .toSorted((one, other) => (one.order < other.order ? -1 : 1))
    .slice(0, coldPages)
    .map(({ page }) => `?status=all&page=${page}`)
}

async function newestOf(db: pg.Client, condition: string): Promise<number[]> {
  const ids = await column<string>(
    db,
    `select id as value from conversations where state = 'published' and ${condition}
    order by created_at desc, id desc limit ${perPage}`,
  )
  return ids.map(Number)
}

async function inboxesAndStatuses(db: pg.Client): Promise<string[]> {
  const values = await column<string>(
    db,
    `select 'mailbox=' || inbox_id || '&status=' || status as value from conversations where state = 'published'
    group by inbox_id, status having count(*) >= ${2 * perPage} order by count(*)`,
  )
  return spread(values).map((value) => `?${value}`)
}

async function assignees(db: pg.Client): Promise<string[]> {
  const values = await column<string>(
    db,
    `select assignee_id as value from conversations
    where state = 'published' and assignee_id is not null
    group by assignee_id having count(*) >= ${2 * perPage} order by count(*)`,
  )
  return spread(values).map((value) => `?status=all&assigned_to=${value}`)
}

async function tags(db: pg.Client): Promise<string[]> {
  const values = await column<string>(
    db,
    `select t.name as value from conversations c
    join conversation_tags on conversation_id = c.id join tags t on t.id = tag_id
    where state = 'published' and position(',' in t.name) = 0
    group by t.name having count(*) >= ${2 * perPage} order by count(*)`,
  )
  return spread(values).map((value) => `?status=all&tag=${encodeURIComponent(value)}`)
}

async function countFullPages(db: pg.Client): Promise<number> {
  const [rows = 0] = await column<number>(
    db,
    "select count(*)::int as value from conversations where state = 'published'",
  )
  return Math.floor(rows / perPage)
}

async function embedded(db: pg.Client, desk: Caller): Promise<Operation[]> {
  const requests = [get("/v2/conversations?embed=threads", { list: conversations })]
  return compared({ name: "list 25, embed=threads", kind: "other", requests }, "25 rows with their threads", {
    db,
    desk,
    table: "full_conversations",
  })
}

async function threads(db: pg.Client, desk: Caller): Promise<Operation[]> {
  const ids = await column<string>(
    db,
    // Of those nothing happens to by itself, as to one whose snooze is over.
    `select id as value from conversations where state = 'published' and status = 'closed' and scheduled_for is null
    order by md5(id::text) limit ${askedThreads}`,
  )
  const requests = ids.map((id) => get(`/v2/conversations/${id}/threads`))
  return compared({ name: "threads list", kind: "threads", requests }, "as many rows as threads lists have", {
    db,
    desk,
    table: "threads",
  })
}

async function people(db: pg.Client, desk: Caller): Promise<Operation[]> {
  const customers = (await walk(desk, "/v2/customers")).map((path) => get(path))
  const byCursor = (await walk(desk, "/v3/customers")).map((path) => get(path))
  const organizations = ["conversationCount,desc", "customerCount,desc", "conversationCount,asc"].map((sort) =>
    get(`/v2/organizations?sort=${sort}`),
  )
  const to = { db, desk }
  return [
    ...(await compared({ name: "customers v2, walk", kind: "customers", requests: customers }, "50 customers, v2", {
      ...to,
      table: "customers",
    })),
    ...(await compared({ name: "customers v3, walk", kind: "customers", requests: byCursor }, "50 customers, v3", {
      ...to,
      table: "customers_by_cursor",
    })),
    ...(await compared({ name: "organizations, by count", kind: "other", requests: organizations }, "organizations", {
      ...to,
      table: "organizations",
    })),
  ]
}

/** The pages that follow one another by their links. */
async function walk(desk: Caller, path: string): Promise<string[]> {
  const paths: string[] = []
  for (let next: string | undefined = path; next !== undefined && paths.length < askedPages; ) {
    paths.push(next)
    const { _links }: { _links: { next?: { href: string } } } = JSON.parse(await ask(desk, get(next)))
    next = _links.next?.href.replace(/^https?:\/\/[^/]*/, "")
  }
  return paths
}

interface Kept {
  db: pg.Client
  desk: Caller
  table: string
}

/** An operation of the desk, after a floor that reads the very same items by their primary keys. */
async function compared(
  { name, kind, requests }: Pick<Operation, "name" | "kind"> & { requests: Request[] },
  floor: string,
  { db, desk, table }: Kept,
): Promise<Operation[]> {
  const kept = await keepAnswers(db, { desk, table, requests })
  return [
    { name: `floor: ${floor}`, kind: "other", by: "floor", requests: kept.floor },
    { name, kind, by: "desk", floor: `floor: ${floor}`, requests: kept.desk },
  ]
}
