import assert from "node:assert/strict"
import { once } from "node:events"
import { connect } from "node:net"
import { createInterface } from "node:readline"
import { after, afterEach, before, describe, test } from "node:test"
import { type TestDesk, testDesk } from "../../test/desk/desk.ts"
import { eventually, numberAll } from "../../test/peers/events.ts"
import { listen, type TestStream } from "../../test/peers/stream.ts"
import { type Database, type Sql, sql } from "../db/db.ts"
import { accessEnded, Hub } from "./hub.ts"
import { feedGrew } from "./number.ts"
import { pruneFeed } from "./prune.ts"
import { type NewEvent, recordEvent } from "./record.ts"
import { framesFor } from "./stream.ts"

let desk: TestDesk
let support: number
let sales: number
let admin: string
let agent: string
let agentId: number
let open: TestStream[] = []

before(async () => {
  desk = await testDesk({ streamHeartbeatSeconds: 0.03 })
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
})
after(() => desk.close())
afterEach(async () => {
  for (const stream of open) await stream.close()
  open = []
})

async function happen(...events: (Partial<NewEvent> & { kind: NewEvent["kind"] })[]): Promise<void> {
  await desk.db.transaction(async (db) => {
    for (const event of events) await recordEvent(db, { subjectId: 1, userId: null, ...event })
  })
  await numberAll(desk.db)
}

/** Inserts that number of events in one statement, with the subjects 1, 2 and so on. */
async function happenOften(count: number, data: object = {}): Promise<void> {
  await desk.db.run(sql`
    insert into events (kind, subject_id, data)
    select 'tag.created', n, ${JSON.stringify(data)} from generate_series(1, ${count}::int) n order by n`)
  await numberAll(desk.db)
}

async function follow(
  token: string,
  { query = "", headers = {} }: { query?: string; headers?: Record<string, string> } = {},
): Promise<TestStream> {
  const stream = await listen(`${desk.origin}/v2/events/stream${query}`, { token, headers })
  open.push(stream)
  return stream
}

/** A node's follower of events that reads in this way, and hears of new ones when it is told. */
function openHub(many: Database["many"]): { hub: Hub; tell: () => void } {
  let tell = () => {}
  const hear: Database["hear"] = (topic, listener) => {
    if (topic === feedGrew) tell = listener
    return () => {}
  }
  const hub = new Hub({ ...desk.db, many, hear })
  hub.open(desk.app.log)
  return { hub, tell: () => tell() }
}

const newest = async () =>
  (await desk.db.one<{ newest: number }>(sql`select coalesce(max(number), 0) as newest from feed`)).newest

const subjects = (stream: TestStream) => stream.events().map(({ data }) => data.subjectId)

describe("GET /v2/events/stream", () => {
  test("sends what happens from now on, as the list has it, with its number as id", async () => {
    await happen({ kind: "tag.created", subjectId: 1 })
    const known = await newest()
    const stream = await follow(admin)
    assert.equal(stream.status, 200)
    assert.equal(stream.headers.get("content-type"), "text/event-stream")
    await happen({ kind: "tag.updated", subjectId: 2 }, { kind: "convo.created", subjectId: 3, inboxId: support })
    const [first, second] = await stream.untilEvents(2)
    const { body } = await desk.get(`/v2/events?after=${known}`, admin)
    assert.deepEqual([first?.data, second?.data], body._embedded.events)
    assert.deepEqual([first?.id, first?.event], [String(known + 1), "tag.updated"])
    // So that who loses the connection before anything has happened knows where to go on.
    assert.equal(stream.frames[0]?.id, String(known))
    assert.match(stream.frames[0]?.retry ?? "", /^[12]\d{3}$/)
  })

  test("goes on after Last-Event-ID, else after `after`, however far behind that is", async () => {
    const known = await newest()
    await happenOften(1_500)
    const first = await follow(admin, { query: `?after=${known}` })
    assert.equal((await first.untilEvents(1_500)).length, 1_500)
    const last = first.events()[699]?.id ?? ""
    const second = await follow(admin, { query: "?after=0", headers: { "Last-Event-ID": last } })
    await second.untilEvents(800)
    await happen({ kind: "tag.created", subjectId: 9_999 })
    await Promise.all([first.untilEvents(1_501), second.untilEvents(801)])
    const expected = [...Array.from({ length: 1_500 }, (_, index) => index + 1), 9_999]
    assert.deepEqual(subjects(first), expected)
    assert.deepEqual(subjects(second), expected.slice(700))
  })

  test("is filtered to what the viewer may see, and passes over the rest", async () => {
    const [theirs, all] = [await follow(agent), await follow(admin)]
    await happen(
      { kind: "convo.created", subjectId: 1, inboxId: sales },
      { kind: "convo.created", subjectId: 2, inboxId: support },
      { kind: "convo.draft.changed", subjectId: 3, inboxId: support, userId: agentId },
      { kind: "convo.moved", subjectId: 4, inboxId: sales, fromInboxId: support },
      { kind: "convo.status", subjectId: 5, inboxId: sales },
    )
    await all.untilEvents(4)
    await theirs.untilEvents(3)
    assert.deepEqual(subjects(theirs), [2, 3, 4])
    assert.deepEqual(subjects(all), [1, 2, 4, 5])
    const last = String(await newest())
    await eventually(async () => theirs.frames.some(({ id, comment }) => comment && id === last))
  })

  test("says that it is alive when nothing happens", async () => {
    const stream = await follow(admin)
    await eventually(async () => stream.frames.filter(({ comment }) => comment).length >= 3)
    assert.deepEqual(stream.events(), [])
  })

  test("reads the database once for all who listen", async () => {
    let reads = 0
    let ended = 0
    let held = Promise.resolve()
    const many: Database["many"] = async <Row>(statement: Sql) => {
      reads++
      await held
      const rows = await desk.db.many<Row>(statement)
      ended++
      return rows
    }
    const { hub, tell } = openHub(many)
    await eventually(async () => ended > 0)
    // It looks again each second, and the event may take longer than that to get its number.
    const numbered = Promise.withResolvers<void>()
    held = numbered.promise
    const ending = new AbortController()
    const viewer = { userId: agentId, role: "user", scope: "full", inboxIds: [support] } as const
    const known = await newest()
    const listeners = Array.from({ length: 500 }, async () => {
      const frames = framesFor({
        hub,
        after: known,
        viewer: { ...viewer, inboxIds: [support] },
        recheck: async () => undefined,
        origin: desk.origin,
        heartbeatMs: 60_000,
        signal: ending.signal,
      })
      await frames.next()
      return (await frames.next()).value
    })
    await happen({ kind: "tag.created", subjectId: 1 })
    numbered.resolve()
    tell()
    const told = await Promise.all(listeners)
    ending.abort()
    await hub.close()
    assert.equal(new Set(told).size, 1)
    assert.match(told[0] ?? "", /^id: \d+\nevent: tag.created\ndata: \{.*\}\n\n$/)
    assert.ok(reads < 10, `${reads} reads`)
  })

  test("looks again who may listen as soon as any node tells that somebody's access has ended", async () => {
    let forgotten = 0
    const hub = new Hub(desk.appDb, () => forgotten++)
    hub.open(desk.app.log)
    const ending = new AbortController()
    let mayListen = true
    const viewer = { userId: agentId, role: "user", scope: "full", inboxIds: [support] } as const
    let rechecks = 0
    const frames = framesFor({
      hub,
      after: await newest(),
      viewer: { ...viewer, inboxIds: [support] },
      recheck: async () => {
        rechecks++
        return mayListen ? { ...viewer, inboxIds: [support] } : undefined
      },
      origin: desk.origin,
      heartbeatMs: 3_600_000,
      recheckMs: 3_600_000,
      signal: ending.signal,
    })
    await frames.next()
    const last = frames.next()
    const tellAccess = () => desk.db.run(sql`select pg_notify(${accessEnded}, ${String(agentId)})`)
    // Told until it is heard, because nobody knows when the node has begun to listen.
    await eventually(async () => {
      await tellAccess()
      return rechecks > 0
    })
    assert.ok(forgotten > 0)
    mayListen = false
    await tellAccess()
    assert.equal((await last).done, true)
    assert.ok(hub.endingsOf(agentId) > hub.endingsOf(agentId + 1), "nobody else is looked at again")
    ending.abort()
    await hub.close()
  })

  test("refuses strangers and numbers that are none", async () => {
    const { status } = await desk.get("/v2/events/stream")
    assert.equal(status, 401)
    for (const after of ["999999", "x", "-1"])
      assert.equal((await desk.get(`/v2/events/stream?after=${after}`, admin)).status, 400)
    for (const id of ["x", "1.5", "99999999999999999999"])
      assert.equal((await desk.get("/v2/events/stream", admin, { "Last-Event-ID": id })).status, 400)
    assert.equal((await desk.send("HEAD", "/v2/events/stream", { token: admin })).status, 200)
  })

  test("goes on after a number that this node has yet to read", async () => {
    await (await follow(admin)).close()
    const number = (await newest()) + 1
    // Nobody is notified of it, as where the notification is late.
    await desk.db.run(sql`insert into feed (number, kind, subject_id, data, created_at)
      values (${number}, 'tag.created', 1, '{}', now())`)
    const stream = await follow(admin, { query: `?after=${number}` })
    assert.equal(stream.status, 200)
    await happen({ kind: "tag.updated", subjectId: 2 })
    await stream.untilEvents(1)
    assert.deepEqual(subjects(stream), [2])
  })

  test("answers 410 where events are no longer kept", async () => {
    await happen({ kind: "tag.created" }, { kind: "tag.created" })
    await desk.db.run(sql`update feed set created_at = '2020-01-01'`)
    await pruneFeed(desk.db, { since: new Date(), reactions: [] })
    const { status, body } = await desk.get("/v2/events/stream?after=0", admin)
    assert.equal(status, 410)
    assert.match(body.message, new RegExp(`the oldest is ${await newest()}`))
  })

  test("says so in the stream where they are forgotten while somebody reads too slowly", async () => {
    const hub = new Hub(desk.db)
    const frames = framesFor({
      hub,
      after: 0,
      viewer: { userId: agentId, role: "user", scope: "full", inboxIds: [] },
      recheck: async () => undefined,
      origin: desk.origin,
      heartbeatMs: 60_000,
      signal: new AbortController().signal,
    })
    await frames.next()
    const { value } = await frames.next()
    assert.match(value ?? "", new RegExp(`^event: too-old\\ndata: .*the oldest is ${await newest()}.*\\n\\n$`))
    assert.equal((await frames.next()).done, true)
  })

  test("goes on after the node was away for longer than events are kept, and tells who has missed some", async () => {
    const back = Promise.withResolvers<void>()
    let isAway = false
    let [begun, ended] = [0, 0]
    const many: Database["many"] = async <Row>(statement: Sql) => {
      if (isAway) await back.promise
      begun++
      const rows = await desk.db.many<Row>(statement)
      ended++
      return rows
    }
    const { hub, tell } = openHub(many)
    await eventually(async () => ended > 0)
    const ending = new AbortController()
    const listening = async (after: number) => {
      const frames = framesFor({
        hub,
        after,
        viewer: { userId: agentId, role: "user", scope: "full", inboxIds: [support] },
        recheck: async () => undefined,
        origin: desk.origin,
        heartbeatMs: 60_000,
        signal: ending.signal,
      })
      await frames.next()
      return frames.next()
    }
    const behind = listening(await newest())

    isAway = true
    // A look that began before would find what happens now.
    await eventually(async () => begun === ended)
    await happen({ kind: "tag.created" }, { kind: "tag.created" })
    await desk.db.run(sql`update feed set created_at = '2020-01-01'`)
    await pruneFeed(desk.db, { since: new Date(), reactions: [] })
    isAway = false
    back.resolve()
    tell()
    assert.match((await behind).value ?? "", /^event: too-old\n/)

    const next = listening(await newest())
    await happen({ kind: "tag.updated" })
    tell()
    assert.match((await next).value ?? "", /\nevent: tag.updated\n/)
    ending.abort()
    await hub.close()
  })

  test("holds nothing back for a reader who does not read, and reads on when they do", async () => {
    const known = await newest()
    // More than the buffers of both sockets hold.
    await happenOften(400, { text: "x".repeat(50_000) })
    const { hostname, port } = new URL(desk.origin)
    const socket = connect(Number(port), hostname)
    socket.write(
      `GET /v2/events/stream?after=${known} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${admin}\r\n\r\n`,
    )
    await once(socket, "readable")
    socket.pause()
    // Others are not held up.
    const other = await follow(admin)
    await happen({ kind: "tag.updated" })
    await other.untilEvents(1)
    const kinds: string[] = []
    createInterface(socket).on("line", (line) => {
      if (line.startsWith("event: ")) kinds.push(line)
    })
    await eventually(async () => kinds.length > 400)
    assert.deepEqual(kinds, [...Array(400).fill("event: tag.created"), "event: tag.updated"])
    socket.destroy()
  })
})

describe("a stream ends", () => {
  test("when its token is revoked", async () => {
    const token = await desk.tokenFor(agentId)
    const stream = await follow(token)
    await desk.db.run(sql`update tokens set revoked_at = now() where id = (select max(id) from tokens)`)
    await stream.ended
  })

  test("when its user is deactivated, and nothing is sent that happens afterwards", async () => {
    const id = await desk.addUser({ email: "gone@example.com", role: "user", inboxIds: [support] })
    const stream = await follow(await desk.tokenFor(id))
    const all = await follow(admin)
    await desk.db.run(sql`update users set deactivated_at = now() where id = ${id}`)
    await happen({ kind: "user.deleted", subjectId: id }, { kind: "convo.created", subjectId: 77, inboxId: support })
    await stream.ended
    assert.ok(!subjects(stream).includes(77))
    // So that those who listen next begin behind it.
    await all.untilEvents(2)
  })

  test("at once where an event tells that its user is deactivated, with that event", async () => {
    const { hub, tell } = openHub(desk.db.many)
    const ending = new AbortController()
    const frames = framesFor({
      hub,
      after: await newest(),
      viewer: { userId: agentId, role: "user", scope: "full", inboxIds: [support] },
      // Asked only where an event tells of it: every few seconds is an hour here.
      recheck: async () => undefined,
      origin: desk.origin,
      heartbeatMs: 3_600_000,
      recheckMs: 3_600_000,
      signal: ending.signal,
    })
    await frames.next()
    const last = frames.next()
    await happen(
      { kind: "user.deleted", subjectId: agentId },
      { kind: "convo.created", subjectId: 77, inboxId: support },
    )
    tell()
    const { value } = await last
    assert.match(value ?? "", /^id: \d+\nevent: user\.deleted\ndata: \{.*\}\n\n$/)
    assert.equal((await frames.next()).done, true)
    ending.abort()
    await hub.close()
  })

  test("for an inbox that its viewer may no longer see", async () => {
    const id = await desk.addUser({ email: "moved@example.com", role: "user", inboxIds: [support] })
    const stream = await follow(await desk.tokenFor(id))
    await happen({ kind: "convo.created", subjectId: 1, inboxId: support })
    await stream.untilEvents(1)
    await desk.db.run(sql`delete from inbox_users where user_id = ${id}`)
    await happen(
      { kind: "user.updated", subjectId: id },
      { kind: "convo.created", subjectId: 2, inboxId: support },
      { kind: "tag.created", subjectId: 3 },
    )
    await stream.untilEvents(3)
    assert.deepEqual(subjects(stream), [1, id, 3])
  })

  test("and who still asks while the desk stops begins nothing that nobody would end", async () => {
    const heard: string[] = []
    const db: Database = {
      ...desk.db,
      hear: (topic, told) => {
        heard.push(topic)
        return desk.db.hear(topic, told)
      },
    }
    const hub = new Hub(db)
    await hub.close()
    hub.open(desk.app.log)
    await hub.close()
    assert.deepEqual(heard, [])
  })

  test("when the desk stops, which does not wait for it", async () => {
    const other = await testDesk()
    const token = await other.tokenFor(await other.addUser({ email: "ada@example.com", role: "admin" }))
    const stream = await listen(`${other.origin}/v2/events/stream`, { token })
    await eventually(async () => stream.frames.length > 0)
    await Promise.all([other.close(), stream.ended])
  })
})

describe("the listener of a node", () => {
  const listeners = () =>
    desk.db.many<{ pid: number }>(sql`select pid from pg_stat_activity
      where application_name = 'deskhand listener' and datname = current_database() and state = 'idle'`)

  test("is one, and when it is lost events still come, and another takes its place", async () => {
    const stream = await follow(admin)
    const [{ pid } = { pid: 0 }, ...more] = await eventually(async () => {
      const all = await listeners()
      return all.length > 0 && all
    })
    assert.equal(more.length, 0)
    await desk.db.run(sql`select pg_terminate_backend(${pid})`)
    await happen({ kind: "tag.created", subjectId: 1 })
    await stream.untilEvents(1)
    // The process that is ended may live for a moment longer.
    await eventually(async () => (await listeners()).find((next) => next.pid !== pid))
    await happen({ kind: "tag.created", subjectId: 2 })
    await stream.untilEvents(2)
  })
})
