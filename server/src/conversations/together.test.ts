import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import type { NewConversation } from "@deskhand/contract/conversations/new-conversation"
import { type Changing, changingDesk } from "../../test/desk/changing.ts"
import { listWrongConversations, listWrongCounts, listWrongSearchEntries } from "../../test/desk/seeded.ts"
import { sql } from "../db/db.ts"
import type { Viewer } from "../http/viewer.ts"
import { createConversation } from "./create.ts"
import { addCustomerThread } from "./threads/writing/add-customer-thread.ts"

let on: Changing
let viewer: Viewer

before(async () => {
  on = await changingDesk()
  await on.desk.db.run(sql`update routing set state = 'disabled'`)
  const inboxIds = (await on.desk.db.many<{ id: number }>(sql`select id from inboxes`)).map(({ id }) => id)
  viewer = { userId: on.ids.users.ada, role: "owner", scope: "full", inboxIds }
})
after(() => on.desk.close())

const now = () => on.desk.clock.now

function given(changes: Partial<NewConversation> = {}): NewConversation {
  return {
    subject: "One of many",
    type: "email",
    mailboxId: on.ids.inboxes.support,
    status: "active",
    customer: { id: on.ids.customers.silent },
    threads: [{ type: "customer", text: '<p>Hello, "you"</p>' }],
    ...changes,
  } as NewConversation
}

const create = (conversation: NewConversation) =>
  createConversation(on.desk.appDb, conversation, { viewer, now: now(), attachments: [[]] })

const add = (conversationId: number, more: { text?: string; cc?: string[]; imported?: boolean } = {}) =>
  addCustomerThread(
    on.desk.appDb,
    { text: "One <b>more</b>", customer: { id: on.ids.customers.crowd[0] ?? 0 }, ...more },
    { type: "customer", conversationId, viewer, now: now(), attachments: [], check: async () => {} },
  )

/** Everything that is kept of it, but for ids. */
async function kept(id: number): Promise<unknown> {
  const { row } = await on.desk.db.one<{ row: unknown }>(sql`
    select json_build_object(
      'conversation', to_jsonb(c) - '{id,number}'::text[],
      'threads', (select json_agg(to_jsonb(t) - '{id,conversation_id}'::text[] order by id) from threads t
        where conversation_id = c.id),
      'words', (select json_agg(words::text order by thread_id) from search_entries where conversation_id = c.id),
      'events', (select json_agg(json_build_array(kind, user_id, inbox_id, from_inbox_id, data - '{threadId,threadIds}'::text[],
        data ? 'threadId', data ? 'threadIds') order by id) from events where conversation_id = c.id),
      'tells thread', not exists (
        select from events, jsonb_array_elements(coalesce(data->'threadIds', '[]') || coalesce(data->'threadId', '[]')) told
        where conversation_id = c.id
          and told::bigint not in (select id from threads where conversation_id = c.id and type <> 'lineitem')),
      'found by', (select words::text from search_documents where conversation_id = c.id)
    ) as row from conversations c where id = ${id}`)
  return row
}

const transactionsOf = async (ids: number[]) =>
  (
    await on.desk.db.one<{ count: number }>(
      sql`select count(distinct xmin::text) as count from conversations where id = any(${ids}::bigint[])`,
    )
  ).count

async function nothingIsWrong(): Promise<void> {
  const { db } = on.desk
  assert.deepEqual(
    [await listWrongCounts(db), await listWrongConversations(db), await listWrongSearchEntries(db)],
    [[], [], []],
  )
}

describe("conversations that are created at once", () => {
  test("are written in one transaction, each as if it had come alone", async () => {
    const { crowd } = on.ids.customers
    const all = [
      given(),
      given({ subject: 'Ünïcode 😀 \\ "quoted"\n', mailboxId: on.ids.inboxes.empty }),
      given({ status: "closed", assignTo: on.ids.users.grace, customer: { id: crowd[3] ?? 0 } }),
      given({ status: "pending", assignTo: null, customer: { id: crowd[1] ?? 0 } }),
      given({ type: "phone", threads: [{ type: "phone", text: "They called" }] }),
      given({ threads: [{ type: "note", text: "Nobody wrote" }] }),
      given({ threads: [{ type: "reply", text: "We wrote", cc: ["a@b.example"], bcc: ["c@d.example"] }] }),
      given({ threads: [{ type: "reply", text: "We will", draft: true }] }),
      given({ imported: true, status: "closed", closedAt: "2026-01-05T00:00:00Z", createdAt: "2026-01-04T00:00:00Z" }),
    ]
    const alone: number[] = []
    for (const one of all) alone.push((await create(one)).id)
    const together = (await Promise.all(all.map(create))).map(({ id }) => id)
    assert.equal(await transactionsOf(together), 1)
    for (const [index, id] of together.entries()) assert.deepEqual(await kept(id), await kept(alone[index] ?? 0))
    await nothingIsWrong()
  })

  test("are refused for their own faults alone, and get what only some of them need", async () => {
    const results = await Promise.allSettled(
      [
        given(),
        given({ mailboxId: 987_654 }),
        given({ customer: { id: 987_654 }, threads: [{ type: "customer", text: "Who?" }] }),
        given({ customer: { email: "new.one@elsewhere.example" }, threads: [{ type: "customer", text: "New" }] }),
        given({ assignTo: 987_654 }),
        given({ tags: ["together"] }),
        given(),
      ].map(create),
    )
    assert.deepEqual(
      results.map((result) => (result.status === "rejected" ? result.reason.fields?.[0]?.path : "made")),
      ["made", "mailboxId", "customer.id", "made", "assignTo", "made", "made"],
    )
    await nothingIsWrong()
  })

  test("are all written where one has a text that the shared statement cannot take", async () => {
    const made = await Promise.all([given(), given({ subject: "Half a \ud83d character" }), given()].map(create))
    const { subject } = await on.desk.db.one<{ subject: string }>(
      sql`select subject from conversations where id = ${made[1]?.id}`,
    )
    assert.deepEqual([made.length, subject], [3, "Half a \ufffd character"])
    await nothingIsWrong()
  })

  test("take turns where routing has somebody for each, in the same transaction and as if each had come alone", async () => {
    const { support } = on.ids.inboxes
    const { db } = on.desk
    await db.run(sql`update routing set state = 'enabled', assignment_limit = 100 where inbox_id = ${support}`)
    await db.run(sql`update routing_users set last_assigned_at = null where inbox_id = ${support}`)
    // Two of the rotation can take them.
    const all = [given(), given(), given(), given()]
    const alone: number[] = []
    for (const one of all) alone.push((await create(one)).id)
    const together = (await Promise.all(all.map(create))).map(({ id }) => id)
    await db.run(sql`update routing set state = 'disabled' where inbox_id = ${support}`)
    assert.equal(await transactionsOf(together), 1)
    const assigneesOf = async (ids: number[]) =>
      (await db.many(sql`select assignee_id from conversations where id = any(${ids}::bigint[]) order by id`)).map(
        (row) => (row as { assignee_id: number }).assignee_id,
      )
    const [first, second] = await assigneesOf(alone)
    assert.notEqual(first, second)
    assert.deepEqual(await assigneesOf(alone), [first, second, first, second])
    assert.deepEqual(await assigneesOf(together), await assigneesOf(alone))
    for (const [index, id] of together.entries()) assert.deepEqual(await kept(id), await kept(alone[index] ?? 0))
    await nothingIsWrong()
  })

  test("make a new tag once, whoever wants it", async () => {
    for (let round = 0; round < 4; round++) {
      const name = `Brand new ${round}`
      const answers = await Promise.all([1, 2].map(() => on.post({ ...on.minimal, tags: [name] })))
      assert.deepEqual(
        answers.map(({ status }) => status),
        [201, 201],
      )
      const { tags, tagged } = await on.desk.db.one<{ tags: number; tagged: number }>(sql`
        select count(distinct id) as tags, count(conversation_id) as tagged
        from tags left join conversation_tags on tag_id = id where name = ${name}`)
      assert.deepEqual([tags, tagged], [1, 2])
    }
  })
})

describe("customers' threads that are added at once", () => {
  /** Of every kind there is something to do with. */
  async function prepare(): Promise<number[]> {
    const grace = { assignTo: on.ids.users.grace }
    const made: number[] = []
    for (const one of [
      given(),
      given({ status: "closed", ...grace }),
      given({ status: "pending", assignTo: null }),
      given({ status: "closed", assignTo: on.ids.users.ada, mailboxId: on.ids.inboxes.empty }),
      given({ threads: [{ type: "reply", text: "We wrote", cc: ["a@b.example"] }] }),
      given({ threads: [{ type: "reply", text: "We will", draft: true }] }),
    ])
      made.push((await create(one)).id)
    await on.desk.db.run(sql`
      update conversations set snoozed_until = ${new Date("2027-01-01")}, snoozed_by_id = ${on.ids.users.ada},
        unsnooze_on_customer_reply = true where id = ${made[4]}`)
    return made
  }

  test("are written in one transaction, each as if it had come alone", async () => {
    const [alone, together] = [await prepare(), await prepare()]
    const more = [{}, {}, { cc: ["copied@b.example"] }, { imported: true }, { text: 'half "quoted" \\' }, {}]
    on.passSeconds(60)
    for (const [index, id] of alone.entries()) await add(id, more[index])
    const threads = await Promise.all(together.map((id, index) => add(id, more[index])))
    assert.equal(await transactionsOf(together), 1)
    for (const [index, id] of together.entries()) assert.deepEqual(await kept(id), await kept(alone[index] ?? 0))
    for (const [index, id] of threads.entries())
      assert.deepEqual(await on.desk.db.one(sql`select conversation_id as id from threads where id = ${id}`), {
        id: together[index],
      })
    await nothingIsWrong()
  })

  test("come one after the other where they are for the same conversation", async () => {
    const { id } = await create(given())
    const added = await Promise.all(Array.from({ length: 5 }, (_, index) => add(id, { text: `Number ${index}` })))
    assert.equal(new Set(added).size, 5)
    const { threads } = await on.desk.db.one<{ threads: number }>(
      sql`select thread_count as threads from conversations where id = ${id}`,
    )
    assert.equal(threads, 6)
    await nothingIsWrong()
  })

  test("are refused for their own faults alone", async () => {
    const [one, other] = [await create(given()), await create(given())]
    const results = await Promise.allSettled([add(one.id), add(987_654), add(other.id)])
    assert.deepEqual(
      results.map((result) => (result.status === "rejected" ? result.reason.status : "added")),
      ["added", 404, "added"],
    )
  })
})
