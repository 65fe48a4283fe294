import type pg from "pg"
import { sampleWords } from "./words.ts"

export interface ListRequest {
  group: string
  name: string
  /** After the question mark. */
  query: string
}

const everything = "status=all"
const perPage = 25
/** Than by age, downwards. */
const otherOrders = "modifiedAt number waitingSince subject customerName customerEmail mailboxid status score".split(
  " ",
)

/** Each filter, each order and each field of the query language by itself, with values that this desk has. */
export async function listRequests(db: pg.Client): Promise<ListRequest[]> {
  const groups: Record<string, [name: string, query: string][]> = {
    "Pages and orders": await orders(db),
    "One filter": await filters(db),
    "One field of the query language": await fields(db),
    "Text search": await words(db),
  }
  return Object.entries(groups).flatMap(([group, requests]) =>
    requests.map(([name, query]) => ({ group, name, query })),
  )
}

type Requests = [name: string, query: string][]

async function orders(db: pg.Client): Promise<Requests> {
  const total = Number(await value(db, "select count(*) as value from conversations where state = 'published'"))
  const pages = Math.ceil(total / perPage)
  const middle = Math.ceil(pages / 2)
  return [
    ["default", ""],
    ["every status", everything],
    ["open ones", "status=open"],
    ...["createdAt", ...otherOrders].flatMap((field): Requests => {
      const sorted = `${everything}&sortField=${field}`
      return [
        [`by ${field}, descending`, `${sorted}&sortOrder=desc`],
        [`by ${field}, ascending`, `${sorted}&sortOrder=asc`],
        [`by ${field}, page 1,000`, `${sorted}&page=${Math.min(1_000, middle)}`],
        [`by ${field}, last page`, `${sorted}&page=${pages}`],
      ]
    }),
    [`the page in the middle`, `${everything}&page=${middle}`],
  ]
}

async function filters(db: pg.Client): Promise<Requests> {
  const inboxes = await values(db, "select inbox_id as value from conversations group by 1 order by count(*) desc")
  const assignees = await values(
    db,
    "select assignee_id as value from conversations where assignee_id is not null group by 1 order by count(*) desc",
  )
  const tags = await values(
    db,
    `select name as value from tags join conversation_tags on tag_id = id where name not like '%,%'
    group by name order by count(*) desc`,
  )
  const common = encodeURIComponent(tags[0]!)
  const rare = encodeURIComponent(tags.at(-1)!)
  const median = await middleOf(db, "modified_at")
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString()
  const folders = await db.query<{ id: string; type: string }>(
    `select id, type from folders where inbox_id = ${inboxes[0]} and type <> 'custom' order by position, id`,
  )
  return [
    ["status=closed", "status=closed"],
    ["status=closed, page 1,000", "status=closed&page=1000"],
    ["the largest inbox", `${everything}&mailbox=${inboxes[0]}`],
    ["the largest inbox, page 1,000", `${everything}&mailbox=${inboxes[0]}&page=1000`],
    ["the smallest inbox", `${everything}&mailbox=${inboxes.at(-1)}`],
    ["the busiest assignee", `${everything}&assigned_to=${assignees[0]}`],
    ["the busiest assignee, page 500", `${everything}&assigned_to=${assignees[0]}&page=500`],
    ["the busiest assignee, by subject", `${everything}&assigned_to=${assignees[0]}&sortField=subject`],
    [
      "the busiest assignee, by subject, page 500",
      `${everything}&assigned_to=${assignees[0]}&sortField=subject&page=500`,
    ],
    ["a common tag", `${everything}&tag=${common}`],
    ["a common tag, page 1,000", `${everything}&tag=${common}&page=1000`],
    ["a common tag, by subject", `${everything}&tag=${common}&sortField=subject`],
    ["a common tag, by modifiedAt", `${everything}&tag=${common}&sortField=modifiedAt`],
    ["a common tag, by subject, page 100", `${everything}&tag=${common}&sortField=subject&page=100`],
    ...otherOrders.map((field): [string, string] => [
      `a common tag, by ${field}, page 1,000`,
      `${everything}&tag=${common}&sortField=${field}&page=1000`,
    ]),
    ["a rare tag", `${everything}&tag=${rare}`],
    ["two tags", `${everything}&tag=${common},${rare}`],
    ["two common tags", `${everything}&tag=${common},${encodeURIComponent(tags[1]!)}`],
    ["two common tags, page 1,000", `${everything}&tag=${common},${encodeURIComponent(tags[1]!)}&page=1000`],
    ["number", `${everything}&number=${await middleOf(db, "number")}`],
    ["modifiedSince long ago", `${everything}&modifiedSince=2000-01-01T00:00:00Z`],
    ["modifiedSince long ago, page 1,000", `${everything}&modifiedSince=2000-01-01T00:00:00Z&page=1000`],
    ["modifiedSince the median", `${everything}&modifiedSince=${median}`],
    ["modifiedSince the median, page 1,000", `${everything}&modifiedSince=${median}&page=1000`],
    ...["createdAt", "number", "waitingSince", "subject"].map((field): [string, string] => [
      `modifiedSince the median, by ${field}, ascending, page 1,000`,
      `${everything}&modifiedSince=${median}&sortField=${field}&sortOrder=asc&page=1000`,
    ]),
    ["modifiedSince an hour ago", `${everything}&modifiedSince=${hourAgo}`],
    ["modifiedSince an hour ago, by number", `${everything}&modifiedSince=${hourAgo}&sortField=number`],
    ...folders.rows.flatMap(
      ({ id, type }): Requests => [
        [`folder ${type}`, `${everything}&folder=${id}`],
        [`folder ${type}, by subject`, `${everything}&folder=${id}&sortField=subject`],
      ],
    ),
    [
      "folder closed, page 1,000",
      `${everything}&folder=${folders.rows.find(({ type }) => type === "closed")?.id}&page=1000`,
    ],
    ...(await customFields(db, inboxes[0]!)),
  ]
}

async function customFields(db: pg.Client, inboxId: string): Promise<Requests> {
  const found = await db.query<{ id: string; type: string; value: string }>(`
    select distinct on (type) f.id, type, value from custom_fields f join conversation_fields on field_id = f.id
    where inbox_id = ${inboxId} and type <> 'multiline' order by type, f.id, conversation_id`)
  return found.rows.flatMap(({ id, type, value }): Requests => {
    const asked = (text: string) =>
      `${everything}&mailbox=${inboxId}&customFieldsByIds=${id}:${encodeURIComponent(text)}`
    const word = value.split(" ").findLast((part) => /^\w{4,}$/.test(part))
    return [
      [`a ${type} field`, asked(value)],
      ...(type === "dropdown"
        ? ([
            ...otherOrders.map((field): [string, string] => [
              `a ${type} field, by ${field}, page 1,000`,
              `${asked(value)}&sortField=${field}&page=1000`,
            ]),
          ] satisfies Requests)
        : []),
      ...(type === "singleline" && word ? ([[`a ${type} field, one word`, asked(word)]] satisfies Requests) : []),
    ]
  })
}

async function fields(db: pg.Client): Promise<Requests> {
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
  const tag = await value(
    db,
    "select name as value from tags join conversation_tags on tag_id = id group by 1 order by count(*) desc limit 1",
  )
  const inbox = await value(db, "select name as value from inboxes order by id desc limit 1")
  const user = await value(
    db,
    `select first_name || ' ' || last_name as value from users join conversations on assignee_id = users.id
    group by 1 order by count(*) desc limit 1`,
  )
  const number = Number(await middleOf(db, "number"))
  const few = [
    `email:${address}`,
    `customerIds:${customer}`,
    `number:${number}`,
    `id:${number}`,
    "attachments:true",
    "createdAt:[NOW-1DAY TO NOW]",
    "modifiedAt:[NOW-7DAYS TO *]",
  ]
  /** Of these a desk of 1,000,000 has a page 1,000. */
  const many = [
    `replyUserIds:${replier}`,
    "replyUserIds:*",
    `tag:"${tag}"`,
    "tag:*",
    "email:*",
    `mailbox:"${inbox}"`,
    `mailboxid:${await value(db, "select min(id) as value from inboxes")}`,
    `assigned:"${user}"`,
    "assigned:unassigned",
    "assigned:*",
    "status:closed",
    "status:(closed OR pending)",
    `number:[* TO ${number}]`,
    "attachments:false",
    "createdAt:[NOW-90DAYS TO NOW]",
    "createdAt:[* TO NOW-1YEAR]",
    "createdAt:[NOW-13MONTHS TO NOW-12MONTHS]",
    "modifiedAt:[NOW-90DAYS TO *]",
    "modifiedAt:[* TO NOW-1YEAR]",
    "modifiedAt:[NOW-13MONTHS TO NOW-12MONTHS]",
    `NOT replyUserIds:${replier}`,
    `NOT tag:"${tag}"`,
    `NOT mailbox:"${inbox}"`,
    `NOT assigned:"${user}"`,
    "NOT assigned:*",
    "NOT status:closed",
    "NOT attachments:true",
    "NOT tag:*",
    "NOT email:*",
  ]
  const asked = (query: string) => `${everything}&query=${encodeURIComponent(query)}`
  const sorted = [
    [`number:[* TO ${number}]`, "modifiedAt"],
    ["createdAt:[* TO NOW-1YEAR]", "number"],
    ["modifiedAt:[* TO NOW-1YEAR]", "waitingSince"],
    ["tag:*", "subject"],
    ["NOT tag:*", "subject"],
    ["replyUserIds:*", "subject"],
    [`replyUserIds:${replier}`, "customerName"],
    [`NOT tag:"${tag}"`, "customerEmail"],
  ] as const
  return [
    ...[...few, ...many].map((query): [string, string] => [query, asked(query)]),
    ...many.map((query): [string, string] => [`${query}, page 1,000`, `${asked(query)}&page=1000`]),
    ...sorted.map(([query, field]): [string, string] => [
      `${query}, by ${field}, page 1,000`,
      `${asked(query)}&sortField=${field}&page=1000`,
    ]),
  ]
}

async function words(db: pg.Client): Promise<Requests> {
  const near = await sampleWords(db)
  const subject = await value(
    db,
    "select split_part(subject, ' ', 1) as value from conversations tablesample system (1) group by 1 order by count(*) desc limit 1",
  )
  const search = (query: string, more = "") => `${everything}&query=${encodeURIComponent(query)}${more}`
  const common = near(1).word
  const half = near(0.4).word
  const some = near(0.05).word
  return [
    ...[1, 0.7, 0.4, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001].map((share): [string, string] => {
      const { word, share: found } = near(share)
      return [`a word of ${(100 * found).toPrecision(2)} %: ${word}`, search(word)]
    }),
    ["a word that is nowhere", search("xyzzyplugh")],
    [`${common}, active ones alone`, `query=${common}`],
    [`${common}, page 40`, search(common, "&page=40")],
    [`${common}, page 1,000`, search(common, "&page=1000")],
    [`${half}, page 1,000`, search(half, "&page=1000")],
    [`${some}, page 1,000`, search(some, "&page=1000")],
    [`subject:${subject}, page 1,000`, search(`subject:${subject}`, "&page=1000")],
    [`body:${some}, page 1,000`, search(`body:${some}`, "&page=1000")],
    ['"best regards", page 1,000', search('"best regards"', "&page=1000")],
    [`NOT ${common}, page 1,000`, search(`NOT ${common}`, "&page=1000")],
    [`NOT ${half}, page 1,000`, search(`NOT ${half}`, "&page=1000")],
    [`NOT ${some}, page 1,000`, search(`NOT ${some}`, "&page=1000")],
    ...[common, half, near(0.15).word, near(0.1).word, near(0.07).word, some].flatMap((word) =>
      ["modifiedAt", "subject", "mailboxid", "status", "score"].map((field): [string, string] => [
        `${word}, by ${field}`,
        search(word, `&sortField=${field}`),
      ]),
    ),
    ...[common, half, near(0.15).word, some, `NOT ${common}`, `NOT ${half}`, '"best regards"'].flatMap((query) =>
      otherOrders.map((field): [string, string] => [
        `${query}, by ${field}, page 1,000`,
        search(query, `&sortField=${field}&page=1000`),
      ]),
    ),
    [`${near(0.005).word}, by score`, search(near(0.005).word, "&sortField=score")],
    [`subject:${subject}`, search(`subject:${subject}`)],
    [`body:${common}`, search(`body:${common}`)],
    [`body:${some}`, search(`body:${some}`)],
    [`${common} AND ${some}`, search(`${common} AND ${some}`)],
    [`${half} OR ${some}`, search(`${half} OR ${some}`)],
    [`${common} NOT ${some}`, search(`${common} NOT ${some}`)],
    [`NOT ${common}`, search(`NOT ${common}`)],
    [`NOT ${half}`, search(`NOT ${half}`)],
    [`NOT ${some}`, search(`NOT ${some}`)],
    ['"best regards"', search('"best regards"')],
    [`${half} createdAt:[NOW-30DAYS TO NOW]`, search(`${half} createdAt:[NOW-30DAYS TO NOW]`)],
  ]
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
