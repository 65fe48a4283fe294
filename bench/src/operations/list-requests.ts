import type pg from "pg"
import { perPage } from "./operation.ts"
import { sampleWords } from "./words.ts"

/** Lists that are held against the same bar. */
export interface ListGroup {
  name: string
  /** What their p50 must stay below, in milliseconds; undefined where there is no such promise. */
  bar: number | undefined
  lists: List[]
}

/** Its name, and what stands after the question mark. */
export type List = [name: string, query: string]

const firstPageBar = 100
const otherOrderBar = 300
const middlePageBar = 200

const everything = "status=all"
const farPage = 1_000
/** The last page of a text search: it ends at 10,000 matches. */
const lastSearchPage = 10_000 / perPage
/** A word is listed by age and by score under another bar. */
const otherOrders = [
  "modifiedAt",
  "number",
  "waitingSince",
  "subject",
  "customerName",
  "customerEmail",
  "mailboxid",
  "status",
]
const orders = ["createdAt", ...otherOrders, "score"]

/** Every filter, order, folder and field of the query language by itself, and words, with values that this desk has. */
export async function listGroups(db: pg.Client): Promise<ListGroup[]> {
  const words = await sampleWords(db)
  const word = (share: number) => words(share).word
  const pages = Math.ceil((await count(db, "conversations where state = 'published'")) / perPage)
  const middle = Math.ceil(pages / 2)
  const far = Math.min(farPage, middle)
  const common = encodeURIComponent((await commonTags(db))[0] ?? "")
  const group = (name: string, bar: number | undefined, lists: List[]) => ({ name, bar, lists })
  return [
    group("First page, one filter", firstPageBar, await filters(db)),
    group(
      "First page, each order",
      firstPageBar,
      orders.flatMap((field): List[] => [
        [`by ${field}, descending`, `${everything}&sortField=${field}&sortOrder=desc`],
        [`by ${field}, ascending`, `${everything}&sortField=${field}&sortOrder=asc`],
      ]),
    ),
    group("First page, each folder", firstPageBar, await folders(db)),
    group("First page, each field of the query language", firstPageBar, await fields(db, word(0.05))),
    group(
      "First page, one word",
      firstPageBar,
      [1, 0.4, 0.1, 0.02, 0.005].flatMap((share): List[] => {
        const { word, share: found } = words(share)
        const name = `${word} (${(100 * found).toPrecision(2)} %)`
        return [
          [`${name}, by age`, search(word)],
          [`${name}, by score`, search(word, "&sortField=score")],
        ]
      }),
    ),
    group("Totals, one conversation listed", firstPageBar, await totals(db, common, word)),
    group(`Page ${farPage.toLocaleString("en")} without text`, firstPageBar, [
      ...orders.map((field): List => [`by ${field}`, `${everything}&sortField=${field}&page=${far}`]),
      ["closed ones", `status=closed&page=${far}`],
      ["a common tag", `${everything}&tag=${common}&page=${far}`],
    ]),
    group("The middle page", middlePageBar, [["of everything, by age", `${everything}&page=${middle}`]]),
    group(
      "First page, a word in any other order",
      otherOrderBar,
      otherOrders.map((field): List => [`${word(0.05)}, by ${field}`, search(word(0.05), `&sortField=${field}`)]),
    ),
    group("Other text searches", undefined, [
      ...[`${word(1)} AND ${word(0.05)}`, `${word(0.4)} OR ${word(0.05)}`, '"best regards"', `NOT ${word(0.4)}`].map(
        (query): List => [query, search(query)],
      ),
      [`${word(0.4)}, page ${lastSearchPage}`, search(word(0.4), `&page=${lastSearchPage}`)],
    ]),
  ]
}

async function filters(db: pg.Client): Promise<List[]> {
  const [inbox = ""] = await inboxes(db)
  const assignee = await value(
    db,
    "select assignee_id as value from conversations where assignee_id is not null group by 1 order by count(*) desc limit 1",
  )
  const tags = (await commonTags(db)).map(encodeURIComponent)
  return [
    ["none", ""],
    ["status=closed", "status=closed"],
    ["the largest inbox", `${everything}&mailbox=${inbox}`],
    ["the busiest assignee", `${everything}&assigned_to=${assignee}`],
    ["a common tag", `${everything}&tag=${tags[0]}`],
    ["a rare tag", `${everything}&tag=${tags.at(-1)}`],
    ["two common tags", `${everything}&tag=${tags[0]},${tags[1]}`],
    ["number", `${everything}&number=${await middleOf(db, "number")}`],
    ["modifiedSince the median", `${everything}&modifiedSince=${await middleOf(db, "modified_at")}`],
    ...(await customFields(db, inbox)),
  ]
}

async function customFields(db: pg.Client, inboxId: string): Promise<List[]> {
  const found = await db.query<{ id: string; type: string; value: string }>(`
    select distinct on (type) f.id, type, value from custom_fields f join conversation_fields on field_id = f.id
    where inbox_id = ${inboxId} and type <> 'multiline' order by type, f.id, conversation_id`)
  return found.rows.map(({ id, type, value }) => [
    `a ${type} field`,
    `${everything}&mailbox=${inboxId}&customFieldsByIds=${id}:${encodeURIComponent(value)}`,
  ])
}

async function folders(db: pg.Client): Promise<List[]> {
  const [inbox] = await inboxes(db)
  const { rows } = await db.query<{ id: string; type: string }>(
    `select distinct on (type) id, type from folders where inbox_id = ${inbox} and type <> 'custom' order by type, id`,
  )
  return rows.map(({ id, type }) => [`folder ${type}`, `${everything}&folder=${id}`])
}

async function fields(db: pg.Client, word: string): Promise<List[]> {
  const subject = await value(
    db,
    "select split_part(subject, ' ', 1) as value from conversations tablesample system (1) group by 1 order by count(*) desc limit 1",
  )
  const address = await value(db, "select value from customer_emails order by id desc offset 1000 limit 1")
  const customer = await value(
    db,
    "select customer_id as value from conversations group by 1 order by count(*) desc limit 1",
  )
  const replier = await value(
    db,
    `select created_by_id as value from threads tablesample system (1) where type = 'message' and created_by_id is not null
    group by 1 order by count(*) desc limit 1`,
  )
  const inbox = await value(db, "select name as value from inboxes order by id desc limit 1")
  const user = await value(
    db,
    `select first_name || ' ' || last_name as value from users join conversations on assignee_id = users.id
    group by 1 order by count(*) desc limit 1`,
  )
  const handle = await value(db, "select split_part(lower(first_name), ' ', 1) as value from users order by id limit 1")
  const number = await middleOf(db, "number")
  const queries = [
    `subject:${subject}`,
    `body:${word}`,
    `email:${address}`,
    `tag:"${(await commonTags(db))[0]}"`,
    `mailbox:"${inbox}"`,
    `mailboxid:${(await inboxes(db))[0]}`,
    `assigned:"${user}"`,
    "status:closed",
    `number:[* TO ${number}]`,
    `id:${number}`,
    `customerIds:${customer}`,
    `replyUserIds:${replier}`,
    `mentions:${handle}`,
    "attachments:true",
    "createdAt:[NOW-90DAYS TO NOW]",
    "modifiedAt:[* TO NOW-1YEAR]",
  ]
  return queries.map((query) => [query, search(query)])
}

/** The column of totals says which are estimates. */
async function totals(db: pg.Client, tag: string, word: (share: number) => string): Promise<List[]> {
  const size = "&size=1"
  const [inbox] = await inboxes(db)
  const all = await count(db, "search_documents")
  return [
    ["an inbox and a tag", `${everything}&mailbox=${inbox}&tag=${tag}${size}`],
    ["changed since the median", `${everything}&modifiedSince=${await middleOf(db, "modified_at")}${size}`],
    ["a word of about 5,000", search(word(Math.min(1, 5_000 / all)), size)],
    ["a word of four in ten", search(word(0.4), size)],
  ]
}

function search(query: string, more = ""): string {
  return `${everything}&query=${encodeURIComponent(query)}${more}`
}

/** The most common first. */
function commonTags(db: pg.Client): Promise<string[]> {
  return values(
    db,
    `select name as value from tags join conversation_tags on tag_id = id where name not like '%,%'
    group by name order by count(*) desc`,
  )
}

/** The largest first. */
function inboxes(db: pg.Client): Promise<string[]> {
  return values(db, "select inbox_id as value from conversations group by 1 order by count(*) desc")
}

async function count(db: pg.Client, from: string): Promise<number> {
  return Number(await value(db, `select count(*) as value from ${from}`))
}

function middleOf(db: pg.Client, column: string): Promise<string> {
  return value(
    db,
    `select percentile_disc(0.5) within group (order by ${column}) as value from conversations tablesample system (1)
    where state = 'published'`,
  )
}

async function value(db: pg.Client, statement: string): Promise<string> {
  return (await values(db, statement))[0] ?? ""
}

async function values(db: pg.Client, statement: string): Promise<string[]> {
  const { rows } = await db.query<{ value: unknown }>(statement)
  return rows.map((row) => (row.value instanceof Date ? row.value.toISOString() : String(row.value)))
}
