import type pg from "pg"
import { makeBareTables, newest } from "../floor/bare-tables.ts"
import type { BareWrite } from "../floor/floor-writes.ts"
import { column, type Operation, type Prepared } from "./operation.ts"
import type { Request } from "./requests.ts"

export const createName = "create conversation"
export const addName = "add customer thread"
/** The same rows: who has written last and waits stands in the conversation. */
const addFloor = "floor: bare INSERT of a thread and UPDATE of its conversation"

/** A bench of an hour adds to each some dozens, and a conversation takes 100. */
const mostThreads = 40

interface Customer {
  customer: string
  email: string
  inbox: string
  name_key: string
  email_key: string
  organization: string | null
  subject: string
}

export async function listWrites({ db }: Prepared): Promise<Operation[]> {
  await makeBareTables(db)
  const texts = await column<string>(
    db,
    `select body as value from bench.bare_threads where type = 'customer' order by md5(id::text) limit 1000`,
  )
  const customers = await listCustomers(db)
  const pick = <Value>(values: Value[], index: number) => values[index % values.length]!
  const news = customers.map((customer, index) => ({ ...customer, text: pick(texts, index) }))
  const ids = await listConversations(db)
  const additions = ids.map((id, index) => ({ id, ...pick(news, index) }))
  const [userId = ""] = await column<string>(db, "select id as value from users where role = 'owner'")
  return [
    bare("floor: bare INSERT of a conversation and its thread", "/create", news.map(bareNews)),
    desk(createName, "floor: bare INSERT of a conversation and its thread", news.map(create)),
    bare("floor: bare INSERT of a thread", "/thread", additions.map(bareAddition)),
    bare(addFloor, "/thread-and-conversation", additions.map(bareAddition)),
    desk(addName, addFloor, additions.map(add)),
    bare(
      "floor: bare UPDATE of a status and INSERT of its line item",
      "/status",
      changesOf(ids, (conversationId, status) => ({ conversationId, status, userId })),
    ),
    {
      ...desk(
        "change the status",
        "floor: bare UPDATE of a status and INSERT of its line item",
        changesOf(ids, changeStatus),
      ),
      kind: "change",
    },
  ]
}

function bare(name: string, path: string, bodies: BareWrite[]): Operation {
  const requests = bodies.map((body): Request => ({ method: "POST", path, body, answer: { status: 201 } }))
  return { name, kind: "other", by: "floor", requests }
}

function desk(name: string, floor: string, requests: Request[]): Operation {
  return { name, kind: "write", by: "desk", floor, requests }
}

type News = Customer & { text: string }

function create({ inbox, subject, email, text }: News): Request {
  const customer = { email }
  return {
    method: "POST",
    path: "/v2/conversations",
    body: {
      subject,
      type: "email",
      mailboxId: Number(inbox),
      status: "active",
      customer,
      threads: [{ type: "customer", customer, text }],
    },
    answer: { status: 201 },
  }
}

function bareNews(news: News): BareWrite {
  return {
    inboxId: news.inbox,
    subject: news.subject,
    preview: previewOf(news.text),
    customerId: news.customer,
    nameKey: news.name_key,
    emailKey: news.email_key,
    organizationId: news.organization,
    text: news.text,
  }
}

type Addition = News & { id: number }

function add({ id, email, text }: Addition): Request {
  return {
    method: "POST",
    path: `/v2/conversations/${id}/customer`,
    body: { customer: { email }, text },
    answer: { status: 201 },
  }
}

function bareAddition({ id, customer, text }: Addition): BareWrite {
  return { conversationId: id, customerId: customer, text, preview: previewOf(text) }
}

function previewOf(text: string): string {
  return text.replace(/<[^>]*>/g, " ").slice(0, 150)
}

function changeStatus(id: number, status: string): Request {
  return {
    method: "PATCH",
    path: `/v2/conversations/${id}`,
    body: { op: "replace", path: "/status", value: status },
    answer: { status: 204 },
  }
}

/** All to one status and then all to the next, so that each change changes something. */
function changesOf<Change>(ids: number[], change: (id: number, status: string) => Change): Change[] {
  return ["pending", "closed", "active"].flatMap((status) => ids.map((id) => change(id, status)))
}

async function listCustomers(db: pg.Client): Promise<Customer[]> {
  const { rows } = await db.query<Customer>(`
    select c.customer_id as customer, e.value as email, inbox_id as inbox, customer_name_key as name_key,
      customer_email_key as email_key, organization_id as organization, subject
    from (select * from bench.bare_conversations where state = 'published' order by md5(id::text) limit 1000) c
    join lateral (select value from customer_emails e where e.customer_id = c.customer_id order by id limit 1) e on true`)
  return rows
}

/** Those that have few threads, because others take no more, and whose threads the floor has too. */
async function listConversations(db: pg.Client): Promise<number[]> {
  const ids = await column<string>(
    db,
    `select id as value from bench.bare_conversations where id in ${newest} and state = 'published'
      and status <> 'spam' and snoozed_until is null and held_thread_count < ${mostThreads}
    order by md5(id::text) limit 10000`,
  )
  return ids.map(Number)
}
