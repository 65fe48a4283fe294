import assert from "node:assert/strict"
import { after, afterEach, before, beforeEach, describe, test } from "node:test"
import { type Presence, PresenceList, PresenceNews } from "@deskhand/contract/people/presence"
import { type Creating, creatingDesk } from "../../test/desk/creating.ts"
import { eventually } from "../../test/peers/events.ts"
import { listen, type TestStream } from "../../test/peers/stream.ts"
import { assertShape } from "../../test/shape.ts"
import { patientLimits } from "../../test/until.ts"
import { buildApp } from "../app.ts"
import { hashPassword } from "../auth/sessions/passwords.ts"
import { sendScheduled } from "../conversations/threads/scheduling/send-scheduled.ts"
import { type Database, openDatabase, sql } from "../db/db.ts"
import { deleteLapsed } from "./queries.ts"
import { PresenceWatch } from "./watch.ts"

let on: Creating
let ada: string
let grace: string
let limited: string
let conversationId: number
let hiddenId: number
let open: TestStream[] = []
const begunAt = new Date("2026-03-04T05:06:07.891Z")

before(async () => {
  on = await creatingDesk()
  const { users, inboxes } = on.ids
  ada = await on.desk.tokenFor(users.ada)
  grace = await on.desk.tokenFor(users.grace)
  limited = await on.desk.tokenFor(users.limited)
  conversationId = (await on.made({})).id
  hiddenId = (await on.made({ mailboxId: inboxes.hidden })).id
})
beforeEach(async () => {
  on.desk.clock.now = begunAt
  await on.desk.db.run(sql`delete from presences`)
})
afterEach(async () => {
  for (const stream of open) await stream.close()
  open = []
})
after(() => on.desk.close())

const pass = (seconds: number) => {
  on.desk.clock.now = new Date(on.desk.clock.now.getTime() + seconds * 1_000)
}
const say = (token: string, activity: string, more: object = {}) =>
  on.desk.send("PUT", "/v2/users/me/presence", { token, body: { conversationId, activity, ...more } })
const leave = (token: string, query = "") => on.desk.send("DELETE", `/v2/users/me/presence${query}`, { token })

async function seen(token: string, query = ""): Promise<Presence[]> {
  const { status, body } = await on.desk.get(`/v2/presence${query}`, token)
  assert.equal(status, 200)
  assertShape(PresenceList, body)
  return body._embedded.presence
}

const brief = (presence: { userId: number; conversationId: number; activity: string }[]) =>
  presence.map(({ userId, conversationId, activity }) => [userId, conversationId, activity])

describe("PUT /v2/users/me/presence", () => {
  test("shows to others what somebody does, since when, and one thing for each user", async () => {
    const { users } = on.ids
    assert.equal((await say(ada, "viewing")).status, 204)
    pass(10)
    assert.deepEqual(await seen(grace), [
      { conversationId, userId: users.ada, activity: "viewing", since: "2026-03-04T05:06:07Z" },
    ])
    await say(ada, "viewing")
    assert.equal((await seen(grace))[0]?.since, "2026-03-04T05:06:07Z", "a heartbeat begins nothing anew")
    await say(ada, "replying")
    assert.deepEqual(await seen(grace), [
      { conversationId, userId: users.ada, activity: "replying", since: "2026-03-04T05:06:17Z" },
    ])
    await say(ada, "viewing", { client: "second-window" })
    await say(grace, "noting")
    assert.deepEqual(brief(await seen(ada)), [
      [users.ada, conversationId, "replying"],
      [users.grace, conversationId, "noting"],
    ])
    await leave(ada)
    assert.deepEqual(brief(await seen(ada)), [
      [users.ada, conversationId, "viewing"],
      [users.grace, conversationId, "noting"],
    ])
    await leave(ada, "?client=second-window")
    assert.deepEqual(brief(await seen(ada)), [[users.grace, conversationId, "noting"]])
  })

  test("moves a window from one conversation to the next", async () => {
    const { id } = await on.made({})
    await say(ada, "replying")
    await say(ada, "viewing", { conversationId: id })
    assert.deepEqual(brief(await seen(grace)), [[on.ids.users.ada, id, "viewing"]])
    assert.deepEqual(await seen(grace, `?conversation=${conversationId}`), [])
    assert.equal((await seen(grace, `?conversation=${conversationId},${id}`)).length, 1)
  })

  test("who says nothing for 45 seconds is gone, and forgotten", async () => {
    await say(ada, "viewing")
    pass(44)
    assert.equal((await seen(grace)).length, 1)
    await say(ada, "viewing")
    pass(44)
    assert.equal((await seen(grace)).length, 1)
    pass(1)
    assert.deepEqual(await seen(grace), [])
    await deleteLapsed(on.desk.db, on.desk.clock.now)
    assert.deepEqual(await on.desk.db.many(sql`select from presences`), [])
    await say(ada, "viewing")
    assert.equal((await seen(grace))[0]?.since, "2026-03-04T05:07:36Z")
  })

  test("only for those who may read the conversation", async () => {
    await say(ada, "viewing", { conversationId: hiddenId })
    assert.equal((await seen(ada)).length, 1)
    assert.deepEqual(await seen(limited), [])
    assert.deepEqual(await seen(limited, `?conversation=${hiddenId}`), [])
    assert.equal((await say(limited, "viewing", { conversationId: hiddenId })).status, 404)
    assert.equal((await say(ada, "viewing", { conversationId: 999_999_999 })).status, 404)
  })

  test("light users are seen too; 403 for a read-only token, 400 for what nobody does, 401 for nobody", async () => {
    const light = await on.desk.tokenFor(on.ids.users.light)
    const readOnly = await on.desk.tokenFor(on.ids.users.ada, "read-only")
    assert.equal((await say(light, "viewing")).status, 204)
    assert.equal((await say(readOnly, "viewing")).status, 403)
    assert.equal((await say(ada, "sleeping")).status, 400)
    assert.equal((await say(ada, "viewing", { client: "a b" })).status, 400)
    assert.equal((await on.desk.get("/v2/presence")).status, 401)
  })

  test("is in no journal, and no event is told of it", async () => {
    const { persistence } = await on.desk.db.one<{ persistence: string }>(
      sql`select relpersistence as persistence from pg_class where relname = 'presences'`,
    )
    assert.equal(persistence, "u")
    const before = await on.desk.db.one(
      sql`select (select count(*) from events) + (select count(*) from feed) as total`,
    )
    await say(ada, "viewing")
    await leave(ada)
    const after = await on.desk.db.one(sql`select (select count(*) from events) + (select count(*) from feed) as total`)
    assert.deepEqual(after, before)
  })

  test("goes with the session", async () => {
    await on.desk.db.run(sql`update users set password_hash = ${await hashPassword("correct horse battery")}
      where id = ${on.ids.users.ada}`)
    const signedIn = await on.desk.send("POST", "/session", {
      body: { email: on.ids.emails.ada, password: "correct horse battery" },
    })
    const cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? ""
    const headers = { Cookie: cookie, "Sec-Fetch-Site": "same-origin" }
    const body = { conversationId, activity: "replying" }
    assert.equal((await on.desk.send("PUT", "/v2/users/me/presence", { body, headers })).status, 204)
    const { until } = await follow(grace)
    await until([[on.ids.users.ada, conversationId, "replying"]])
    assert.equal((await on.desk.send("DELETE", "/session", { headers })).status, 204)
    assert.deepEqual(await seen(grace), [])
    await until([])
  })
})

describe("somebody whose reply is in its undo time", () => {
  const sendReply = async (id = conversationId) => {
    const body = { text: "On its way", undoSeconds: 30 }
    const answer = await on.desk.send("POST", `/v2/conversations/${id}/reply`, { token: ada, body })
    assert.equal(answer.headers.get("thread-state"), "draft")
    return `/v2/conversations/${id}/threads/${answer.headers.get("resource-id")}`
  }
  const replying = () => [
    {
      conversationId,
      userId: on.ids.users.ada,
      activity: "replying",
      since: "2026-03-04T05:06:07Z",
      sendsAt: "2026-03-04T05:06:37Z",
    },
  ]
  const undo = (url: string) =>
    on.desk.send("PATCH", url, { token: ada, body: { op: "replace", path: "/state", value: "draft" } })

  test("is replying until it is published, wherever they go", async () => {
    await say(ada, "replying")
    await sendReply()
    await say(ada, "viewing")
    assert.deepEqual(await seen(grace), replying())
    await leave(ada)
    pass(31)
    assert.deepEqual(await seen(grace), replying(), "it is due, and not out yet")
    assert.deepEqual(await seen(grace, `?conversation=${hiddenId}`), [])
    const { appDb: db, config, files, outgoing, clock } = on.desk
    const desk = { db, config, files, outgoing, replica: undefined, now: () => clock.now }
    await sendScheduled(desk, undefined, new AbortController().signal)
    assert.deepEqual(await seen(grace), [])
  })

  test("is not replying any more after an undo", async () => {
    const url = await sendReply()
    assert.deepEqual(await seen(grace), replying())
    assert.equal((await undo(url)).status, 204)
    assert.deepEqual(await seen(grace), [])
  })

  test("is told to those who listen, and only in inboxes that they may see", async () => {
    const hiddenUrl = await sendReply(hiddenId)
    const url = await sendReply()
    const { until, news } = await follow(limited)
    await until([[on.ids.users.ada, conversationId, "replying"]])
    assert.equal(news().at(-1)?.presence[0]?.sendsAt, "2026-03-04T05:06:37Z")
    await undo(url)
    await until([])
    await undo(hiddenUrl)
  })
})

async function follow(token: string, origin = on.desk.origin) {
  const stream = await listen(`${origin}/v2/events/stream?presence=true`, { token })
  open.push(stream)
  const news = () => stream.events().flatMap(({ event, data }) => (event === "presence" ? [data as PresenceNews] : []))
  return {
    stream,
    news,
    /** Waits until a listener who keeps what was told knows just this. */
    async until(expected: unknown[]) {
      const isRight = async () => JSON.stringify(brief(kept(news()))) === JSON.stringify(expected)
      await eventually(isRight).catch(() => assert.deepEqual(brief(kept(news())), expected))
    },
  }
}

function kept(news: PresenceNews[]): PresenceNews["presence"] {
  const known = new Map<string, PresenceNews["presence"][number]>()
  for (const { complete, presence } of news) {
    if (complete) known.clear()
    for (const one of presence) {
      const key = `${one.userId} ${one.conversationId}`
      if (one.activity === "gone") known.delete(key)
      else known.set(key, one)
    }
  }
  return [...known.values()]
}

describe("GET /v2/events/stream?presence=true", () => {
  test("tells who is there and what changes, on every node", async () => {
    const { users } = on.ids
    const { config, files, outgoing, clock, databaseUrl } = on.desk
    const db = openDatabase({ url: databaseUrl, connections: 4, prepared: true, ...patientLimits })
    const other = buildApp({ config, db, replica: undefined, files, outgoing, now: () => clock.now })
    const origin = await other.listen({ port: 0, host: "127.0.0.1" })
    try {
      await say(ada, "viewing")
      const listeners = [await follow(grace), await follow(grace, origin)]
      for (const { until } of listeners) await until([[users.ada, conversationId, "viewing"]])
      await say(ada, "replying")
      for (const { until } of listeners) await until([[users.ada, conversationId, "replying"]])
      await leave(ada)
      for (const { until, news, stream } of listeners) {
        await until([])
        assert.deepEqual(
          news().map(({ complete }) => complete),
          [
            true,
            ...news()
              .slice(1)
              .map(() => false),
          ],
        )
        for (const one of news()) assertShape(PresenceNews, one)
        assert.ok(stream.frames.every(({ event, id }) => event !== "presence" || id === undefined))
      }
    } finally {
      for (const stream of open) await stream.close()
      open = []
      await other.close()
      await db.close()
    }
  })

  test("tells who says nothing more as gone", async () => {
    await say(ada, "viewing")
    const { until } = await follow(grace)
    await until([[on.ids.users.ada, conversationId, "viewing"]])
    pass(45)
    await until([])
  })

  test("tells only what the listener may see, also when a conversation moves out of their sight", async () => {
    const { users, inboxes } = on.ids
    const { id } = await on.made({})
    const { until, news } = await follow(limited)
    await say(ada, "viewing", { conversationId: hiddenId, client: "hidden" })
    await say(ada, "viewing", { conversationId: id })
    await until([[users.ada, id, "viewing"]])
    const body = { op: "move", path: "/mailboxId", value: inboxes.hidden }
    assert.equal((await on.desk.send("PATCH", `/v2/conversations/${id}`, { token: ada, body })).status, 204)
    await until([])
    assert.ok(!JSON.stringify(news()).includes(String(hiddenId)))
  })

  test("tells everything anew to who is let into another inbox", async () => {
    const { users, inboxes } = on.ids
    const newcomer = await on.desk.addUser({ email: "newcomer@scenario.example", role: "user" })
    const { until } = await follow(await on.desk.tokenFor(newcomer))
    await say(ada, "viewing")
    const body = { userIds: [newcomer, users.grace, users.limited] }
    const answer = await on.desk.send("PUT", `/v2/mailboxes/${inboxes.support}/users`, { token: ada, body })
    assert.equal(answer.status, 204)
    await until([[users.ada, conversationId, "viewing"]])
  })

  test("without the parameter nothing of it is told", async () => {
    const stream = await listen(`${on.desk.origin}/v2/events/stream`, { token: grace })
    open.push(stream)
    const { until } = await follow(grace)
    await say(ada, "noting")
    await until([[on.ids.users.ada, conversationId, "noting"]])
    assert.ok(stream.events().every(({ event }) => event !== "presence"))
  })
})

describe("the watch of a node", () => {
  test("is not begun for who still asks while the desk stops: nobody would end it", async () => {
    const heard: string[] = []
    const db: Database = {
      ...on.desk.db,
      hear: (topic, told) => {
        heard.push(topic)
        return on.desk.db.hear(topic, told)
      },
    }
    const watch = new PresenceWatch({ db, now: () => begunAt })
    await watch.close()
    watch.open(on.desk.app.log, () => {})
    await watch.close()
    assert.deepEqual(heard, [])
  })
})
