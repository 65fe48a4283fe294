import type { SortField } from "@deskhand/contract/conversations/conversation"
import fc from "fast-check"
import { wordsOfBody } from "../../src/conversations/threads/summary/words.ts"
import { putEntries, threadEntries } from "../../src/conversations/threads/writing/insert.ts"
import { type Db, raw, sql } from "../../src/db/db.ts"
import type { Viewer } from "../../src/http/viewer.ts"
import { insertConversation } from "../../src/seed/insert/conversations.ts"
import { insertCustomer, insertOrganization, type NewCustomer } from "../../src/seed/insert/customers.ts"
import { insertInbox } from "../../src/seed/insert/inboxes.ts"
import { findOrInsertTag } from "../../src/seed/insert/tags.ts"
import { fromCustomer, insertThreads, type NewThread, reply } from "../../src/seed/insert/threads.ts"
import { testDatabase } from "./database.ts"

export const now = new Date("2026-03-04T05:06:07.891Z")
export const vocabulary = "alder birch cedar dogwood elm".split(" ")
export const statuses = ["active", "pending", "closed", "spam"] as const

/** Common, and in none of the newest. */
export const oldWord = "yew"

/** What a conversation was made of, for a reference that knows nothing of the database. */
export interface Made {
  id: number
  number: number
  /** Its author alone sees it. */
  isDraft: boolean
  inboxId: number
  createdAt: Date
  modifiedAt: Date
  subject: string[]
  /** Of threads that are no drafts. */
  bodies: string[][]
  status: string
  tags: string[]
  /** Of the one field there is. */
  value: string | undefined
  repliers: number[]
  /** Of the addresses of its customer, and of its threads that are no drafts. */
  domains: string[]
  /** The words of its customer's name, and of their organization's. */
  customer: string[]
  organization: string[]
}

/** A query and what it means. */
export interface Asked {
  text: string
  holds(conversation: Made): boolean
}

export interface Order {
  field: SortField
  descending: boolean
}

/** Conversations whose words, tags and places are known without asking the database. */
export interface FindingDesk {
  db: Db
  url: string
  viewer: Viewer
  /** Somebody who replies too. */
  others: number
  fieldId: number
  made: Made[]
  /** The ids of these as a list in that order should have them. */
  inOrder(conversations: Made[], order: Order): Promise<number[]>
  drop(): Promise<void>
}

export async function findingDesk(): Promise<FindingDesk> {
  const { db, url, drop } = await testDatabase()
  const desk = await makeDesk(db)
  // So that statistics tell how common the words are.
  await db.run(sql`analyze search_documents`)
  return { ...desk, db, url, drop, inOrder: (conversations, order) => inOrder(db, conversations, order) }
}

const sortKeys: Partial<Record<SortField, string>> = {
  createdAt: "created_at",
  modifiedAt: "modified_at",
  number: "number",
  waitingSince: "waiting_since",
  subject: "subject_key",
  customerName: "customer_name_key",
  mailboxid: "inbox_id, created_at",
  status: "status, created_at",
}
/** All that a reference can sort by. */
export const anyField = fc.constantFrom(...(Object.keys(sortKeys) as SortField[]))
async function inOrder(db: Db, conversations: Made[], { field, descending }: Order): Promise<number[]> {
  const direction = descending ? "desc" : "asc"
  const by = `${sortKeys[field]}, id`.split(", ").map((key) => `${key} ${direction} nulls last`)
  const ids = conversations.map(({ id }) => id)
  const rows = await db.many<{ id: number }>(sql`
    select id from conversations where id = any(${ids}::bigint[]) order by ${raw(by.join(", "))}`)
  return rows.map(({ id }) => id)
}

/** Two inboxes, 90 conversations of few words, some with drafts in them and some drafts themselves; a third got a thread later. */
async function makeDesk(db: Db): Promise<Pick<FindingDesk, "viewer" | "others" | "fieldId" | "made">> {
  const user = (name: string) => sql`
    insert into users (type, first_name, last_name, email, role, initials, mention)
    values ('user', ${name}, 'Tester', ${`${name}@wood.example`}, 'admin', 'TT', ${name}) returning id`
  const userId = (await db.one<{ id: number }>(user("ada"))).id
  const others = (await db.one<{ id: number }>(user("bob"))).id
  const inboxIds = [
    await insertInbox(db, { name: "Wood", email: "wood@desk.example", createdAt: now }),
    await insertInbox(db, { name: "Trees", email: "trees@desk.example", createdAt: now }),
  ]
  const viewer: Viewer = { userId, role: "admin", scope: "full", inboxIds }
  const customer = (own: Pick<NewCustomer, "firstName" | "lastName" | "organizationId">, emails: string[]) =>
    insertCustomer(db, { ...own, createdAt: now, emails: emails.map((value) => ({ value, type: "work" })) })
  const ann = {
    id: await customer({ firstName: "Ann" }, ["Ann@wood.example"]),
    domains: ["wood.example"],
    customer: ["ann"],
    organization: [],
  }
  // Her name and her organization's are words of subjects and bodies too.
  const organizationId = await insertOrganization(db, { name: "Cedar Works", createdAt: now })
  const zoe = {
    id: await customer({ firstName: "Zoe", lastName: "Birch", organizationId }, [
      "zoe@fern.example",
      "zoe@Moss.example",
    ]),
    domains: ["fern.example", "moss.example"],
    customer: ["zoe", "birch"],
    organization: ["cedar", "works"],
  }
  const tagIds = new Map<string, number>()
  for (const name of ["wood", "leaf"]) {
    const { id } = await findOrInsertTag(db, { name, slug: name, color: "#112233", createdAt: now })
    tagIds.set(name, id)
  }
  const { id: fieldId } = await db.one<{ id: number }>(sql`
    insert into custom_fields (inbox_id, name, type) values (${inboxIds[0]}, 'Rings', 'number') returning id`)
  const made: Made[] = []
  // The same desk every time, with every mixture of what may occur.
  const pick = (seed: number, share: number) => (seed * 7_919) % 100 < share
  for (let index = 0; index < 90; index++) {
    const some = (salt: number) =>
      vocabulary.filter((_, at) => pick(index * 31 + at * 17 + salt * 101 + 3, 22 + at * 6))
    // Nearly by age, two of each moment, in ten weeks.
    const age = 90 - Math.floor((index - (index % 10) + ((index * 3) % 10)) / 2)
    const at = (minutes: number) => new Date(now.getTime() - age * 36 * 3_600_000 + minutes * 60_000)
    const state = index % 30 === 7 ? "draft" : "published"
    const author = index % 3 === 0 ? others : userId
    const { id: customerId, domains, customer, organization } = index % 11 === 3 ? zoe : ann
    const cc = index % 9 === 4 ? ["bob@Moss.example"] : []
    const threads: Record<string, NewThread> = {
      first: state === "draft" ? reply(userId, at(0), "", { state }) : fromCustomer(at(0), some(1).join(" "), { cc }),
    }
    const isDraft = index % 8 === 0
    const given = { to: index % 12 < 3 ? ["eve@reed.example"] : [], cc: [], bcc: [] }
    const answer = reply(author, at(5), some(2).join(" "), { state: isDraft ? "draft" : "published", ...given })
    // Its words wait to be put into the index.
    const added = index % 2 === 0 && !isDraft ? [answer] : []
    if (index % 2 === 0 && isDraft) threads["answer"] = answer
    const status = statuses[index % 4]!
    const subject = [...some(0), ...(index < 45 ? [oldWord] : [])]
    const tags = [...(index % 6 === 0 ? ["wood"] : []), ...(index % 4 < 2 ? ["leaf"] : [])]
    const inboxId = inboxIds[index % 5 === 0 ? 1 : 0]!
    const value = inboxId === inboxIds[0] && index % 7 < 4 ? `${index % 7 < 3 ? 50 : 60}` : undefined
    const { id, number } = await insertConversation(db, {
      inboxId,
      customerId,
      subject: subject.join(" "),
      status,
      state,
      tagIds: tags.map((name) => tagIds.get(name)!),
      fields: value === undefined ? [] : [{ fieldId, value }],
      threads,
    })
    const threadIds = await insertThreads(db, { conversationId: id, customerId, status }, added)
    const indexed = added.map(({ body = "" }, at) => ({ id: threadIds[at]!, words: wordsOfBody(body), ...given }))
    await putEntries(db, threadEntries(id, indexed))
    // Some long after they began, and none in the order of age.
    const modifiedAt = new Date(Math.min(+at(10 + index) + (index % 3) * (index % 5) * 8 * 86_400_000, +now))
    await db.run(sql`update conversations set modified_at = ${modifiedAt} where id = ${id}`)
    const published = [...Object.values(threads), ...added].filter((thread) => thread.state !== "draft")
    made.push({
      id,
      number,
      isDraft: state === "draft",
      inboxId,
      createdAt: at(0),
      modifiedAt,
      subject,
      bodies: published.map(({ body = "" }) => body.split(" ")),
      status,
      tags,
      value,
      customer,
      organization,
      domains: [
        ...domains,
        ...published
          .flatMap(({ to = [], cc = [] }) => [...to, ...cc])
          .map((address) => address.split("@")[1]!.toLowerCase()),
      ],
      repliers: published.flatMap(({ type, createdById }) => (type === "message" && createdById ? [createdById] : [])),
    })
  }
  return { viewer, others, fieldId, made }
}
