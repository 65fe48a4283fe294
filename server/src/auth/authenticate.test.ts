import assert from "node:assert/strict"
import { after, before, describe, mock, test } from "node:test"
import {
  addInbox,
  addUser,
  bearer,
  cookieOf,
  fromPage,
  origin,
  signInAs,
  startTestDesk,
  statusOf,
  type TestDesk,
} from "../../test/desk/auth.ts"
import { testDatabase } from "../../test/desk/database.ts"
import { until } from "../../test/until.ts"
import { sql } from "../db/db.ts"
import { createApp } from "./oauth/apps.ts"
import { issuePersonalToken } from "./tokens/personal-tokens.ts"

let desk: TestDesk
let adaId: number
let token: string
let inboxIds: number[]

before(async () => {
  desk = startTestDesk(await testDatabase())
  const { db } = desk
  adaId = await addUser(db, { name: "ada" })
  inboxIds = [await addInbox(db, "sales", [adaId]), await addInbox(db, "support")]
  token = (await issuePersonalToken(db, { userId: adaId, name: "test", scope: "full" })).token
})
after(() => desk.close())

describe("bearer tokens", () => {
  test("give user, role, scope and the inboxes that were given", async () => {
    const answer = await desk.app.inject({ url: "/viewer", headers: bearer(token) })
    assert.deepEqual(answer.json(), { userId: adaId, role: "user", scope: "full", inboxIds: [inboxIds[0]] })
    assert.match(token, /^dh_pat_[\w-]{43}$/)
  })

  test("give owners and admins every inbox", async () => {
    for (const role of ["owner", "admin"]) {
      const userId = await addUser(desk.db, { name: role, role })
      const { token } = await issuePersonalToken(desk.db, { userId, name: "x", scope: "full" })
      const answer = await desk.app.inject({ url: "/viewer", headers: bearer(token) })
      assert.deepEqual(answer.json().inboxIds, inboxIds)
    }
  })

  test("are kept as a hash only", async () => {
    const rows = await desk.db.many<{ row: string }>(sql`select tokens::text as row from tokens`)
    assert.ok(rows.length > 0)
    assert.ok(rows.every(({ row }) => !row.includes(token.slice(7))))
  })

  test("the scheme is read in any case", async () => {
    for (const scheme of ["bearer", "BEARER", "BeArEr"]) {
      const answer = await desk.app.inject({ url: "/viewer", headers: { authorization: `${scheme} ${token}` } })
      assert.equal(answer.statusCode, 200)
    }
  })

  test("401 with a challenge for whatever is wrong", async () => {
    const wrong = [
      "",
      "Bearer",
      "Bearer ",
      `Bearer ${token} x`,
      `Bearer ${token}x`,
      `Basic ${token}`,
      token,
      "Bearer null",
      "Bearer \u00e9",
    ]
    for (const authorization of wrong) {
      const answer = await desk.app.inject({ url: "/viewer", headers: { authorization } })
      assert.equal(answer.statusCode, 401, authorization)
      assert.equal(answer.headers["www-authenticate"], 'Bearer error="invalid_token"')
      assert.equal(answer.headers["content-type"], "application/vnd.error+json")
    }
  })

  test("401 without credentials, and for a token in the query", async () => {
    for (const url of ["/viewer", `/viewer?access_token=${token}`, `/viewer?token=${token}`]) {
      const answer = await desk.app.inject({ url })
      assert.equal(answer.statusCode, 401)
      assert.equal(answer.headers["www-authenticate"], "Bearer")
    }
  })

  test("401 for two Authorization headers, even equal ones", async () => {
    const answer = await desk.app.inject({
      url: "/viewer",
      headers: { authorization: [`Bearer ${token}`, `Bearer ${token}`] as unknown as string },
    })
    assert.equal(answer.statusCode, 401)
    assert.match(answer.json().message, /two Authorization/)
    const address = await desk.app.listen({ port: 0, host: "127.0.0.1" })
    assert.equal(await rawStatus(address, token), 401)
  })

  test("401 at once for a deactivated user", async () => {
    const userId = await addUser(desk.db, { name: "leaver" })
    const { token } = await issuePersonalToken(desk.db, { userId, name: "x", scope: "full" })
    assert.equal(await statusOf(desk, token), 200)
    await desk.db.run(sql`update users set deactivated_at = now() where id = ${userId}`)
    assert.equal(await statusOf(desk, token), 401)
    await assert.rejects(issuePersonalToken(desk.db, { userId, name: "x", scope: "full" }), { status: 400 })
  })

  test("401 for expired, revoked and refresh tokens", async () => {
    const app = await createApp(desk.db, { name: "App", userId: adaId, redirectUris: [], public: false })
    const states = [
      { token: "good", kind: "access", expires: 60, revoked: null, status: 200 },
      { token: "expired", kind: "access", expires: 0, revoked: null, status: 401 },
      { token: "revoked", kind: "access", expires: 60, revoked: desk.now(), status: 401 },
      { token: "refresh", kind: "refresh", expires: 60, revoked: null, status: 401 },
    ]
    for (const { token, kind, expires, revoked, status } of states) {
      const end = new Date(desk.now().getTime() + expires * 1_000)
      await desk.db.run(sql`
        insert into tokens (hash, kind, user_id, app_id, expires_at, revoked_at, consent_ends_at)
        values (sha256(${Buffer.from(token)}), ${kind}, ${adaId}, ${app.id}, ${end}, ${revoked}, ${end})`)
      assert.equal(await statusOf(desk, token), status, token)
    }
  })

  test("work for system users and never for teams", async () => {
    const robot = await addUser(desk.db, { name: "robot", type: "system_user" })
    const { token } = await issuePersonalToken(desk.db, { userId: robot, name: "x", scope: "drafts-only" })
    const answer = await desk.app.inject({ url: "/viewer", headers: bearer(token) })
    assert.deepEqual(answer.json(), { userId: robot, role: "user", scope: "drafts-only", inboxIds: [] })
    const team = await addUser(desk.db, { name: "team", type: "team" })
    await assert.rejects(issuePersonalToken(desk.db, { userId: team, name: "x", scope: "full" }), { status: 400 })
    await desk.db.run(sql`
      insert into tokens (hash, kind, user_id, name) values (sha256('team'), 'personal', ${team}, 'x')`)
    assert.equal(await statusOf(desk, "team"), 401)
  })

  test("403 for a write by a light user or a read-only token", async () => {
    const userId = await addUser(desk.db, { name: "light", role: "light user" })
    const light = await issuePersonalToken(desk.db, { userId, name: "x", scope: "full" })
    const narrow = await issuePersonalToken(desk.db, { userId: adaId, name: "x", scope: "read-only" })
    for (const [given, status] of [
      [light.token, 403],
      [narrow.token, 403],
      [token, 204],
    ] as const) {
      const answer = await desk.app.inject({ method: "POST", url: "/write", headers: bearer(given) })
      assert.equal(answer.statusCode, status)
    }
  })

  test("a bad one on a public route does no harm", async () => {
    const answer = await desk.app.inject({ url: "/.well-known/oauth-authorization-server", headers: bearer("wrong") })
    assert.equal(answer.statusCode, 200)
  })
})

describe("last visit", () => {
  test("is noted at most every five minutes", async () => {
    const userId = await addUser(desk.db, { name: "visitor" })
    const { token } = await issuePersonalToken(desk.db, { userId, name: "x", scope: "full" })
    const first = desk.now()
    await statusOf(desk, token)
    await visitBecomes(userId, first)
    desk.pass({ minutes: 4 })
    await statusOf(desk, token)
    desk.pass({ minutes: 2 })
    const later = desk.now()
    await statusOf(desk, token)
    await visitBecomes(userId, later)
    const written = await desk.db.one<{ count: number }>(
      sql`select count(*) from users where id = ${userId} and last_visit_at = ${later} and updated_at < now()`,
    )
    assert.equal(written.count, 1)
  })
})

/** It is written in the background, so the test asks until it is there. */
async function visitBecomes(userId: number, moment: Date): Promise<void> {
  await until(async () => {
    const { at } = await desk.db.one<{ at: Date | null }>(
      sql`select last_visit_at as at from users where id = ${userId}`,
    )
    return at?.getTime() === moment.getTime()
  })
}

describe("session cookies", () => {
  let cookie: string
  before(async () => {
    cookie = cookieOf(await signInAs(desk, "ada"))
  })
  const write = (headers: Record<string, string>) =>
    desk.app.inject({ method: "POST", url: "/write", headers: { host: "desk.example", cookie, ...headers } })

  test("open the interface", async () => {
    const answer = await desk.app.inject({ url: "/viewer", headers: { cookie: `a=b; ${cookie}; c=d` } })
    assert.deepEqual(answer.json(), {
      userId: adaId,
      role: "user",
      scope: "administration",
      inboxIds: [inboxIds[0]],
      hasSession: true,
    })
  })

  test("a read from another site is answered, because it changes nothing", async () => {
    const headers = { cookie, "sec-fetch-site": "cross-site" }
    assert.equal((await desk.app.inject({ url: "/viewer", headers })).statusCode, 200)
    assert.equal((await desk.app.inject({ method: "HEAD", url: "/viewer", headers })).statusCode, 200)
  })

  test("writes need our own page", async () => {
    const own = [{ "sec-fetch-site": "same-origin" }, { "sec-fetch-site": "none" }, { origin }]
    for (const headers of own) assert.equal((await write(headers as Record<string, string>)).statusCode, 204)
    const foreign = [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "cross-site", origin },
      { origin: "null" },
      { origin: "http://other.desk.example" },
      { origin: "https://desk.example" },
      {},
    ]
    for (const headers of foreign) {
      const answer = await write(headers as Record<string, string>)
      assert.equal(answer.statusCode, 403, JSON.stringify(headers))
      assert.match(answer.json().message, /another site/)
    }
  })

  test("a method override changes nothing", async () => {
    const headers = { cookie, host: "desk.example", "x-http-method-override": "POST", "sec-fetch-site": "cross-site" }
    assert.equal((await desk.app.inject({ url: "/write", headers })).statusCode, 405)
  })

  test("a bearer token wins over the cookie, and a bad one is not made up for", async () => {
    const headers = { ...bearer(token), cookie, "sec-fetch-site": "cross-site" }
    assert.equal((await desk.app.inject({ method: "POST", url: "/write", headers })).statusCode, 204)
    const bad = { ...bearer("wrong"), cookie }
    assert.equal((await desk.app.inject({ url: "/viewer", headers: bad })).statusCode, 401)
  })

  test("unknown, empty and doubled cookies are no credentials", async () => {
    for (const value of ["desk_session=x", "desk_session=", `${cookie}; desk_session=x`, `x${cookie}`]) {
      const answer = await desk.app.inject({ url: "/viewer", headers: fromPage(value) })
      assert.equal(answer.statusCode, 401, value)
      assert.equal(answer.headers["www-authenticate"], "Bearer")
    }
  })
})

async function rawStatus(address: string, token: string): Promise<number> {
  const { connect } = await import("node:net")
  const { port } = new URL(address)
  const socket = connect(Number(port), "127.0.0.1")
  const header = `Authorization: Bearer ${token}\r\n`
  socket.write(`GET /viewer HTTP/1.1\r\nHost: desk.example\r\n${header}${header}Connection: close\r\n\r\n`)
  let text = ""
  for await (const chunk of socket) text += chunk
  return Number(text.split(" ")[1])
}

describe("a node that caches viewers", () => {
  test("asks the database once a second, and counts at once what it changes itself", async () => {
    const caching = startTestDesk(await testDatabase(), { VISITOR_MEMORY: "1000" })
    const { db, app } = caching
    const userId = await addUser(db, { name: "grace" })
    const issued = await issuePersonalToken(db, { userId, name: "test", scope: "full" })
    const status = async () => (await app.inject({ url: "/viewer", headers: bearer(issued.token) })).statusCode
    let at = performance.now()
    const timer = mock.method(performance, "now", () => at)
    try {
      assert.equal(await status(), 200)
      // Behind its back, as another node would.
      await db.run(sql`update users set deactivated_at = now() where id = ${userId}`)
      at += 999
      assert.equal(await status(), 200)
      at += 2
      assert.equal(await status(), 401)
    } finally {
      timer.mock.restore()
    }
    await db.run(sql`update users set deactivated_at = null where id = ${userId}`)
    assert.equal(await status(), 200)

    const own = await app.inject({ url: "/v2/users/me/tokens", headers: bearer(issued.token) })
    const [{ id }] = own.json()._embedded.tokens
    const revoked = await app.inject({
      method: "DELETE",
      url: `/v2/users/me/tokens/${id}`,
      headers: bearer(issued.token),
    })
    assert.equal(revoked.statusCode, 204)
    assert.equal(await status(), 401)
    await caching.close()
  })

  test("holds to when a token expires", async () => {
    const caching = startTestDesk(await testDatabase(), { VISITOR_MEMORY: "1000" })
    const { db, app } = caching
    const userId = await addUser(db, { name: "grace" })
    const { token } = await issuePersonalToken(db, { userId, name: "test", scope: "full" })
    const status = async () => (await app.inject({ url: "/viewer", headers: bearer(token) })).statusCode
    const soon = new Date(caching.now().getTime() + 1_000)
    await db.run(sql`update tokens set expires_at = ${soon}`)
    assert.equal(await status(), 200)
    caching.pass({ seconds: 2 })
    assert.equal(await status(), 401)
    await caching.close()
  })

  test("takes no session for a token", async () => {
    const caching = startTestDesk(await testDatabase(), { VISITOR_MEMORY: "1000" })
    await addUser(caching.db, { name: "grace" })
    const cookie = cookieOf(await signInAs(caching, "grace"))
    const secret = cookie.split("=")[1] ?? ""
    const asked = (headers: Record<string, string>) => caching.app.inject({ url: "/viewer", headers })
    assert.equal((await asked({ cookie })).statusCode, 200)
    assert.equal((await asked(bearer(secret))).statusCode, 401)
    await caching.close()
  })
})
