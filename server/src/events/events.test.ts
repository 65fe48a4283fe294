import assert from "node:assert/strict"
import { after, afterEach, before, describe, test } from "node:test"
import { testDatabase } from "../../test/desk/database.ts"
import { type TestDesk, testDesk } from "../../test/desk/desk.ts"
import { listAll, numberAll, write } from "../../test/peers/events.ts"
import { sql } from "../db/db.ts"
import { reactions } from "../reactions.ts"
import { pruneFeed } from "./prune.ts"
import { type NewEvent, recordEvent } from "./record.ts"

let desk: TestDesk
let support: number
let sales: number
let admin: string
let agent: string
let agentId: number
let light: string

before(async () => {
  desk = await testDesk()
  const inbox = async (name: string) =>
    (
      await desk.db.one<{ id: number }>(
        sql`insert into inboxes (name, email) values (${name}, ${`${name}@example.com`}) returning id`,
      )
    ).id
  support = await inbox("support")
  sales = await inbox("sales")
  admin = await desk.tokenFor(await desk.addUser({ email: "ada@example.com", role: "admin" }))
  agentId = await desk.addUser({ email: "grace@example.com", role: "user", inboxIds: [support] })
  agent = await desk.tokenFor(agentId)
  light = await desk.tokenFor(await desk.addUser({ email: "lin@example.com", role: "light user" }), "read-only")
})
after(() => desk.close())
afterEach(() => desk.db.run(sql`truncate feed, events, event_cursors, failed_reactions`))

async function happen(...events: (Partial<NewEvent> & { kind: NewEvent["kind"] })[]): Promise<void> {
  await desk.db.transaction(async (db) => {
    for (const event of events) await recordEvent(db, { subjectId: 1, userId: null, ...event })
  })
  await numberAll(desk.db)
}

async function kindsFor(token: string): Promise<string[]> {
  const { body } = await desk.get("/v2/events", token)
  return body._embedded.events.map(({ event }: { event: string }) => event)
}

describe("GET /v2/events", () => {
  test("tells what happened, by number", async () => {
    await happen({
      kind: "convo.status",
      subjectId: 7,
      conversationId: 7,
      inboxId: support,
      userId: agentId,
      data: { from: "active", to: "closed" },
    })
    const { status, body } = await desk.get("/v2/events", agent)
    assert.equal(status, 200)
    const { createdAt, ...event } = body._embedded.events[0]
    assert.deepEqual(event, {
      id: 1,
      event: "convo.status",
      userId: agentId,
      mailboxId: support,
      conversationId: 7,
      subjectId: 7,
      data: { from: "active", to: "closed" },
      _links: { subject: { href: `${desk.origin}/v2/conversations/7` } },
    })
    assert.deepEqual(body.page, { size: 200, last: 1, latest: 1 })
    assert.deepEqual(body._links, { self: { href: `${desk.origin}/v2/events` } })
  })

  test("begins with the oldest, or after a number; an empty one is a list too", async () => {
    assert.deepEqual((await desk.get("/v2/events", admin)).body._embedded, { events: [] })
    await happen({ kind: "tag.created" }, { kind: "tag.updated" }, { kind: "tag.deleted" })
    assert.deepEqual(await kindsFor(admin), ["tag.created", "tag.updated", "tag.deleted"])
    const { body } = await desk.get("/v2/events?after=2", admin)
    assert.deepEqual(
      body._embedded.events.map(({ id, _links }: { id: number; _links: object }) => [id, _links]),
      [[3, {}]],
    )
  })

  test("gives 200 a page, whose next link leads through all of them", async () => {
    await happen(...Array.from({ length: 450 }, (_, index) => ({ kind: "tag.created", subjectId: index }) as const))
    const sizes: number[] = []
    const seen: number[] = []
    for (let path: string | undefined = "/v2/events"; path !== undefined; ) {
      const { body } = await desk.get(path, admin)
      sizes.push(body._embedded.events.length)
      seen.push(...body._embedded.events.map(({ id }: { id: number }) => id))
      assert.equal(body.page.latest, 450)
      path = body._links.next?.href
    }
    assert.deepEqual(sizes, [200, 200, 50])
    assert.deepEqual(
      seen,
      Array.from({ length: 450 }, (_, index) => index + 1),
    )
  })

  test("goes on past what the viewer may not see, with bounded work for each page", async () => {
    await desk.db.run(sql`insert into events (kind, subject_id, inbox_id)
      select 'convo.created', n, ${sales} from generate_series(1, 6000) n`)
    await numberAll(desk.db)
    await happen({ kind: "tag.created" })
    const { body } = await desk.get("/v2/events", agent)
    assert.deepEqual(body._embedded.events, [])
    assert.deepEqual(body.page, { size: 200, last: 5_000, latest: 6_001 })
    assert.equal(body._links.next.href, `${desk.origin}/v2/events?after=5000`)
    const next = await desk.get(body._links.next.href, agent)
    assert.deepEqual(
      next.body._embedded.events.map(({ id }: { id: number }) => id),
      [6_001],
    )
    assert.equal(next.body._links.next, undefined)
  })

  test("shows events of the viewer's inboxes and of none; all of them to admins, also of an inbox that is gone", async () => {
    await happen(
      { kind: "convo.created", inboxId: support },
      { kind: "convo.status", inboxId: sales },
      { kind: "customer.created" },
      { kind: "saved-reply.created", inboxId: 999_999 },
      { kind: "inbox.deleted", subjectId: 999_999, inboxId: 999_999, data: { name: "Secret" } },
    )
    assert.deepEqual(await kindsFor(agent), ["convo.created", "customer.created", "inbox.deleted"])
    assert.deepEqual(await kindsFor(light), ["customer.created", "inbox.deleted"])
    assert.equal((await kindsFor(admin)).length, 5)
    const { body } = await desk.get("/v2/events?after=4", agent)
    assert.deepEqual(body._embedded.events[0].data, {})
  })

  test("shows changes of a draft to its writer alone, whatever the others' role", async () => {
    await happen(
      { kind: "convo.draft.changed", inboxId: support, userId: agentId },
      { kind: "convo.draft.changed", inboxId: sales, userId: agentId },
      { kind: "convo.draft.changed", inboxId: support, userId: null },
    )
    assert.deepEqual(await kindsFor(agent), ["convo.draft.changed"])
    assert.deepEqual(await kindsFor(admin), [])
  })

  test("tells of webhooks to administrators alone, with where each can be read", async () => {
    const kinds = ["webhook.created", "webhook.updated", "webhook.disabled", "webhook.deleted"] as const
    await happen(...kinds.map((kind) => ({ kind, subjectId: 9, userId: agentId })), { kind: "tag.created" })
    assert.deepEqual(await kindsFor(agent), ["tag.created"])
    assert.deepEqual(await kindsFor(light), ["tag.created"])
    assert.deepEqual(await kindsFor(admin), [...kinds, "tag.created"])
    const { body } = await desk.get("/v2/events", admin)
    const subject = { href: `${desk.origin}/v2/webhooks/9` }
    assert.deepEqual(
      body._embedded.events.slice(0, 4).map(({ _links }: { _links: object }) => _links),
      [{ subject }, { subject }, { subject }, {}],
    )
  })

  test("tells those who see only the inbox that a conversation has left that it is gone, not where it is", async () => {
    await happen({
      kind: "convo.moved",
      subjectId: 7,
      conversationId: 7,
      inboxId: sales,
      fromInboxId: support,
      data: { to: sales },
    })
    const seen = async (token: string) => {
      const { createdAt, ...event } = (await desk.get("/v2/events", token)).body._embedded.events[0]
      return event
    }
    const gone = { id: 1, event: "convo.moved", fromMailboxId: support, conversationId: 7, subjectId: 7 }
    assert.deepEqual(await seen(agent), { ...gone, data: {}, _links: {} })
    assert.deepEqual(await seen(admin), {
      ...gone,
      mailboxId: sales,
      data: { to: sales },
      _links: { subject: { href: `${desk.origin}/v2/conversations/7` } },
    })
    assert.deepEqual(await kindsFor(light), [])
  })

  test("refuses strangers, and numbers that were never given", async () => {
    assert.equal((await desk.get("/v2/events")).status, 401)
    for (const after of ["1", "x", "-1", "9007199254740993", "1e3"]) {
      const { status, body } = await desk.get(`/v2/events?after=${after}`, admin)
      assert.equal(status, 400, after)
      assert.equal(body._embedded.errors[0].path, "after")
    }
  })
})

describe("events that are no longer kept", () => {
  const days = (amount: number) => new Date(Date.now() - amount * 86_400_000)
  const age = (numbers: number[]) =>
    desk.db.run(sql`update feed set created_at = ${days(100)} where number = any(${numbers}::bigint[])`)
  const numbers = async () => (await listAll(desk.db)).map(({ number }) => number)

  test("are said to be gone, with the oldest that is kept; without a number reading begins there", async () => {
    await happen({ kind: "tag.created" }, { kind: "tag.created" }, { kind: "tag.created" })
    await age([1, 2])
    assert.equal(await pruneFeed(desk.db, { since: days(90), reactions: [] }), 2)
    for (const gone of [0, 1]) {
      const { status, body } = await desk.get(`/v2/events?after=${gone}`, admin)
      assert.equal(status, 410)
      assert.match(body.message, /the oldest is 3\..*after=2$/)
      assert.match(body._links.about.href, /\/errors\/events_gone$/)
    }
    for (const path of ["/v2/events?after=2", "/v2/events"]) {
      const { body } = await desk.get(path, admin)
      assert.deepEqual(
        body._embedded.events.map(({ id }: { id: number }) => id),
        [3],
      )
    }
  })

  test("are the old ones up to the first that is young, never the newest", async () => {
    for (let token = 1; token <= 5; token++) await write(desk.db, token)
    await numberAll(desk.db)
    await age([1, 2, 4, 5])
    await pruneFeed(desk.db, { since: days(90), reactions: [] })
    assert.deepEqual(await numbers(), [3, 4, 5])
    await age([3])
    await pruneFeed(desk.db, { since: days(90), reactions: [] })
    assert.deepEqual(await numbers(), [5])
    await happen({ kind: "tag.created" })
    assert.deepEqual(await numbers(), [5, 6])
  })

  test("have been heard by every reaction there is", async () => {
    for (let token = 1; token <= 5; token++) await write(desk.db, token)
    await numberAll(desk.db)
    await age([1, 2, 3, 4, 5])
    await desk.db.run(sql`insert into event_cursors (name, number) values ('slow', 2), ('fast', 4), ('forgotten', 0)`)
    await pruneFeed(desk.db, { since: days(90), reactions: ["slow", "fast"] })
    assert.deepEqual(await numbers(), [3, 4, 5])
  })

  test("are not those that a reaction was given up on", async () => {
    for (let token = 1; token <= 5; token++) await write(desk.db, token)
    await numberAll(desk.db)
    await age([1, 2, 3, 4, 5])
    await desk.db.run(sql`insert into failed_reactions (reaction, number, error) values ('slow', 3, 'It rained')`)
    await pruneFeed(desk.db, { since: days(90), reactions: [] })
    assert.deepEqual(await numbers(), [3, 4, 5])
  })
})

describe("metrics", () => {
  test("say how far each reaction is behind now", async () => {
    const lag = async () => {
      const { body } = await desk.get("/metrics", admin)
      return Number(/^event_reaction_lag\{reaction="slow"\} (\d+)$/m.exec(body)?.[1])
    }
    await happen({ kind: "tag.created" }, { kind: "tag.created" }, { kind: "tag.created" })
    await desk.db.run(sql`insert into event_cursors (name, number) values ('slow', 1)`)
    assert.equal(await lag(), 2)
    await desk.db.run(sql`update event_cursors set number = 3`)
    assert.equal(await lag(), 0)
  })

  test("say how long the oldest event has waited for its number, wherever it stands", async () => {
    const waitingSeconds = async () => {
      const { body } = await desk.get("/metrics", admin)
      return Number(/^events_waiting_seconds (\S+)$/m.exec(body)?.[1])
    }
    assert.equal(await waitingSeconds(), 0)
    await desk.db.run(sql`insert into events (kind, subject_id, created_at)
      values ('tag.created', 1, now()), ('tag.created', 2, now() - interval '40 seconds')`)
    assert.ok((await waitingSeconds()) >= 40)
    await numberAll(desk.db)
    assert.equal(await waitingSeconds(), 0)
  })
})

describe("a new desk", () => {
  test("keeps for every reaction what happens before the first worker is started", async () => {
    const fresh = await testDatabase()
    const cursors = await fresh.db.many<{ name: string }>(sql`select name from event_cursors where number = 0`)
    assert.deepEqual(cursors.map(({ name }) => name).toSorted(), reactions.map(({ name }) => name).toSorted())
    await fresh.drop()
  })
})
