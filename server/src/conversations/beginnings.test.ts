import assert from "node:assert/strict"
import { after, before, beforeEach, describe, test } from "node:test"
import type { ConversationQuery } from "@deskhand/contract/conversation"
import fc from "fast-check"
import { sql } from "../db/db.ts"
import type { Desk } from "../http/route.ts"
import type { Viewer } from "../http/viewer.ts"
import { type Changing, changingDesk } from "../testing/changing.ts"
import { typed } from "../testing/creating.ts"
import { runs } from "../testing/property.ts"
import { listeningTo } from "../testing/statements.ts"
import { until } from "../testing/until.ts"
import { findOften } from "./beginnings.ts"
import { filterOf } from "./filter.ts"
import { findConversationIds } from "./find.ts"
import type { FindLimits } from "./looked.ts"
import { removeConversations } from "./remove.ts"

let on: Changing
let viewer: Viewer
let desk: Desk
/** The statements that were sent. */
let sent: string[] = []

before(async () => {
  on = await changingDesk()
  await on.desk.db.run(sql`update routing set state = 'disabled'`)
  const inboxIds = [on.ids.inboxes.support, on.ids.inboxes.empty]
  viewer = { userId: on.ids.users.ada, role: "owner", scope: "full", inboxIds }
  for (let index = 0; index < 24; index++) await make(index)
})
after(() => on.desk.close())
// Who has just been started remembers nothing.
beforeEach(() => {
  desk = { db: listeningTo(on.desk.appDb, (text) => sent.push(text)) } as Desk
})

const vocabulary = "alder birch cedar dogwood".split(" ")
const some = (salt: number) => vocabulary.filter((_, at) => (salt * 31 + at * 17) % 5 < 3).join(" ")
const statuses = ["active", "pending", "closed", "spam"] as const

async function make(salt: number): Promise<void> {
  await on.made({
    subject: `${some(salt + 1)} ${salt}`,
    mailboxId: salt % 4 === 0 ? on.ids.inboxes.empty : on.ids.inboxes.support,
    status: statuses[salt % 3],
    tags: salt % 2 === 0 ? ["leafy"] : [],
    threads: [{ type: salt % 7 === 0 ? "note" : "customer", text: `<p>${some(salt)}</p>` }],
  })
  on.passSeconds(3_600)
}

const send = (method: "POST" | "PATCH" | "PUT" | "DELETE", path: string, body?: unknown) =>
  on.desk.send(method, path, { token: on.ada, ...(body === undefined ? {} : { body }) })
const replace = (path: string, value: unknown) => ({ op: "replace", path, value })

interface Target {
  id: number
  threadId: number
  customerId: number
  salt: number
}

/** Whatever may put a conversation into a list, out of it, or elsewhere in it. */
const changes: Record<string, (target: Target) => Promise<unknown>> = {
  "a new one": ({ salt }) => make(salt),
  "a status": ({ id, salt }) => on.patch(id, replace("/status", statuses[salt % 3])),
  "a subject": ({ id, salt }) => on.patch(id, replace("/subject", `${some(salt)} anew`)),
  "an inbox": ({ id, salt }) =>
    on.patch(id, {
      op: "move",
      path: "/mailboxId",
      value: Object.values([on.ids.inboxes.empty, on.ids.inboxes.support, on.ids.inboxes.hidden])[salt % 3],
    }),
  tags: ({ id, salt }) => on.put(id, "tags", { tags: salt % 2 === 0 ? ["leafy"] : ["other"] }),
  "a reply": ({ id, customerId, salt }) =>
    send("POST", `/v2/conversations/${id}/reply`, { text: some(salt), customer: { id: customerId } }),
  "a draft": ({ id, customerId, salt }) =>
    send("POST", `/v2/conversations/${id}/reply`, { text: some(salt), customer: { id: customerId }, draft: true }),
  "one that is a draft": ({ salt }) =>
    on.made({ subject: some(salt), threads: [{ type: "reply", text: some(salt + 1), draft: true }] }),
  "what the customer says": ({ id, customerId, salt }) =>
    send("POST", `/v2/conversations/${id}/customer`, { text: some(salt), customer: { id: customerId } }),
  "words of a thread": ({ id, threadId, salt }) =>
    send("PATCH", `/v2/conversations/${id}/threads/${threadId}`, replace("/text", some(salt))),
  "a hidden thread": ({ id, threadId, salt }) =>
    send("PATCH", `/v2/conversations/${id}/threads/${threadId}`, replace("/hidden", salt % 2 === 0)),
  "its end": ({ id }) => send("DELETE", `/v2/conversations/${id}`),
  "its return": ({ id }) => on.patch(id, replace("/state", "published")),
  "its last end": ({ id }) => removeConversations(on.desk.db, [id], { userId: null }),
  "a name": ({ customerId, salt }) =>
    send("PATCH", `/v2/customers/${customerId}`, replace("/firstName", `${some(salt)} ${salt}`)),
  "the name of a tag": async ({ salt }) => {
    const tag = await on.desk.db.maybe<{ id: number }>(sql`select id from tags where name in ('leafy', 'mossy')`)
    return tag && send("PUT", `/v2/tags/${tag.id}`, { name: salt % 2 === 0 ? "leafy" : "mossy" })
  },
  "a tag that goes": async () => {
    const tag = await on.desk.db.maybe<{ id: number }>(sql`select id from tags where name = 'other'`)
    return tag && send("DELETE", `/v2/tags/${tag.id}`)
  },
  "words that are put in": () =>
    on.desk.db.run(sql`
    select renew_searched_words(array(select distinct conversation_id from new_words))`),
}

async function change(kind: string, salt: number): Promise<void> {
  const targets = await on.desk.db.many<Target>(sql`
    select id, customer_id as "customerId", ${salt}::int as salt, coalesce((
      select min(id) from threads where conversation_id = conversations.id and type <> 'lineitem'), 0) as "threadId"
    from conversations where inbox_id = any(${viewer.inboxIds}::bigint[]) order by id`)
  const target = targets[salt % targets.length]
  if (target) await changes[kind]!(target)
  on.passSeconds(60)
}

const queries: ConversationQuery[] = [
  { query: "alder" },
  { query: "NOT birch" },
  { query: '"alder birch"' },
  { query: "cedar OR tag:leafy" },
  { query: "NOT tag:leafy" },
  { query: "tag:*" },
  { query: "subject:dogwood", tag: ["leafy"] },
  { tag: ["leafy"] },
  { tag: ["leafy", "other"] },
]

async function wantedBy(query: ConversationQuery, page: { skip: number; size: number }) {
  const asked = { status: "all", ...query } as const
  const filter = await filterOf(on.desk.appDb, asked, { viewer, modifiedSince: undefined, now: on.desk.clock.now })
  const order = { field: query.sortField ?? "createdAt", descending: query.sortOrder !== "asc" } as const
  return { filter, order, viewer, ...page }
}

/** Everything counts as too many to be counted. */
const uncounted: FindLimits = {
  sample: 1,
  soon: 5,
  readPerTest: 20,
  tested: 0,
  together: 10,
  few: 0,
  counted: 0,
  gathered: 1_000,
  passedPerSorted: 1_000,
  walked: 5,
}

const always = { longMs: 0, most: 1_000 }

describe("a list that is remembered", () => {
  test("has what was changed since, where it belongs, and as many as there are", async () => {
    const step = fc.record({ kind: fc.constantFrom(...Object.keys(changes)), salt: fc.nat(1_000) })
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...queries),
        fc.constantFrom("createdAt", "modifiedAt", "waitingSince", "subject", "customerName", "status", "mailboxid"),
        fc.constantFrom("asc", "desc"),
        fc.constantFrom({}, { limits: uncounted }, { most: 12 }),
        fc.array(
          fc.record({
            steps: fc.array(step, { maxLength: 3 }),
            skip: fc.nat(12),
            size: fc.integer({ min: 1, max: 9 }),
          }),
          {
            minLength: 3,
            maxLength: 6,
          },
        ),
        async (query, sortField, sortOrder, remembering, asks) => {
          for (const { steps, ...page } of asks) {
            for (const { kind, salt } of steps) await change(kind, salt)
            const list = await wantedBy({ ...query, sortField, sortOrder } as ConversationQuery, page)
            const expected = await findConversationIds(on.desk.appDb, list)
            const { ids, total, estimated } = await findOften(desk, list, { ...always, ...remembering })
            assert.deepEqual(ids, expected.ids)
            if (!estimated) assert.equal(total, expected.total)
          }
        },
      ),
      { numRuns: runs(5) },
    )
  })

  const alders: ConversationQuery = { query: "alder", sortField: "subject", sortOrder: "asc" }

  async function find(query: ConversationQuery, page = { skip: 2, size: 5 }) {
    sent = []
    const { ids } = await findOften(desk, await wantedBy(query, page), always)
    // What was written to, and its place.
    const isRemembered =
      sent.length <= 2 && !sent.includes("transaction") && sent.join().includes("conversation_changes")
    return { ids, isRemembered }
  }

  /** So that the next answer comes from what is remembered. What runs in other databases of the same PostgreSQL may put it off. */
  async function remember(query: ConversationQuery): Promise<number[]> {
    let found = await find(query)
    await until(async () => {
      if (!found.isRemembered) found = await find(query)
      return found.isRemembered
    })
    return found.ids
  }

  async function isRight(query: ConversationQuery): Promise<{ isRemembered: boolean }> {
    const { ids, isRemembered } = await find(query)
    assert.deepEqual(ids, (await findConversationIds(on.desk.appDb, await wantedBy(query, { skip: 2, size: 5 }))).ids)
    return { isRemembered }
  }

  test("is not looked for again when something else was written, or some of it", async () => {
    const [first] = await remember(alders)
    await on.patch(first!, replace("/subject", "Nothing of that"))
    await on.desk.db.run(sql`update users set timezone = timezone where id = ${viewer.userId}`)
    assert.deepEqual(await isRight(alders), { isRemembered: true })
  })

  test("takes in words that were changed by hand", async () => {
    const { id } = await on.made({ subject: "Aaa" })
    const draft = await on.made({ subject: "Aab alder", threads: [typed("reply", { draft: true })] })
    const [first] = await remember(alders)
    await on.desk.db.run(sql`update search_entries set words = '' where conversation_id = ${first}`)
    assert.deepEqual(await isRight(alders), { isRemembered: true })
    await on.desk.db.run(sql`
      insert into search_entries (conversation_id, thread_id, words) values (${id}, 987654, 'alder:1D')`)
    assert.deepEqual(await isRight(alders), { isRemembered: true })
    await on.desk.db.run(sql`delete from search_entries where conversation_id = ${draft.id}`)
    assert.deepEqual(await isRight(alders), { isRemembered: true })
  })

  test("takes in who has replied, as soon as that is sent", async () => {
    const { id, threads } = await on.made({ subject: "Aaa", threads: [{ type: "reply", text: "We wrote" }] })
    const mine: ConversationQuery = { ...alders, query: `replyUserIds:${viewer.userId}` }
    await remember(mine)
    await on.desk.db.run(sql`update threads set state = 'review' where id = ${threads[0].id}`)
    assert.deepEqual(await isRight(mine), { isRemembered: true })
    assert.ok(!(await find(mine, { skip: 0, size: 50 })).ids.includes(id))
  })

  for (const [name, isForgotten] of [
    ["takes in what began before it was remembered and was committed after", false],
    ["and when it was forgotten what others have changed since that began", true],
  ] as const)
    test(name, async () => {
      const yews: ConversationQuery = { ...alders, query: isForgotten ? "yew" : "taxus" }
      for (let place = 0; place < 9; place++) await on.made({ subject: `${yews.query} ${place}` })
      const [first] = await remember(yews)
      desk = { ...desk }
      const held = Promise.withResolvers<void>()
      const isWritten = Promise.withResolvers<void>()
      const late = on.desk.db.transaction(async (db) => {
        await db.run(sql`update conversations set subject = 'Zzz' where id = ${first}`)
        isWritten.resolve()
        await held.promise
      })
      await isWritten.promise
      // Began later, and has ended.
      await make(4)
      await remember(yews)
      await make(5)
      if (isForgotten) await on.desk.db.run(sql`select forget_conversation_changes(0)`)
      held.resolve()
      await late
      assert.deepEqual(await isRight(yews), { isRemembered: !isForgotten })
      assert.ok(!(await find(yews)).ids.includes(first!))
    })

  test("is not found as a whole again where hardly anybody asked for it while it was right", async () => {
    await on.desk.db.run(sql`select forget_conversation_changes(0)`)
    const outdate = async () => {
      for (let times = 0; times < 2; times++) await make(times)
      await on.desk.db.run(sql`select forget_conversation_changes(0)`)
    }
    const isFoundAsAWhole = async () => {
      await isRight(alders)
      return sent.includes("transaction")
    }
    await remember(alders)
    await outdate()
    assert.equal(await isFoundAsAWhole(), false)
    await remember(alders)
    await find(alders)
    await outdate()
    assert.equal(await isFoundAsAWhole(), true)
  })

  test("is looked for anew when what was changed since is forgotten, lost in a crash, or too much", async () => {
    await remember(alders)
    for (let times = 0; times < 2; times++) await make(times)
    await on.desk.db.run(sql`select forget_conversation_changes(0)`)
    assert.deepEqual(await isRight(alders), { isRemembered: false })
    await remember(alders)
    await on.desk.db.run(sql`truncate conversation_changes, conversation_changes_kept`)
    assert.deepEqual(await isRight(alders), { isRemembered: false })
    await on.desk.db.run(sql`select forget_conversation_changes(10)`)
    await remember(alders)
    await on.desk.db.run(sql`insert into conversation_changes (conversation_id) select generate_series(1, 1001)`)
    assert.deepEqual(await isRight(alders), { isRemembered: false })
    await remember(alders)
  })

  test("is remembered where changes are left that another database has noted", async () => {
    await on.desk.db.run(sql`insert into conversation_changes
      select (pg_current_xact_id()::text::bigint + 1000000)::text::xid8, id from generate_series(1, 1001) as id`)
    await on.desk.db.run(sql`update conversation_changes_kept set since = '9000000000'`)
    await on.desk.db.run(sql`select forget_conversation_changes(10)`)
    await remember(alders)
  })

  for (const query of [
    "email:ann@else.example",
    "alder mailbox:Support OR cedar",
    "alder createdAt:[NOW-1DAY TO NOW]",
    "status:closed",
  ])
    test(`is none that asks for ${query}`, async () => {
      for (let times = 0; times < 3; times++) assert.equal((await find({ query })).isRemembered, false)
    })
})
