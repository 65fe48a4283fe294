import assert from "node:assert/strict"
import { after, before, beforeEach, describe, test } from "node:test"
import {
  addUser,
  bearer,
  cookieOf,
  fromPage,
  origin,
  password,
  signInAs,
  startTestDesk,
  type TestDesk,
} from "../../../test/desk/auth.ts"
import { testDatabase } from "../../../test/desk/database.ts"
import { sql } from "../../db/db.ts"
import { forgetExpired } from "../forget.ts"
import { issuePersonalToken } from "../tokens/personal-tokens.ts"

let desk: TestDesk
let adaId: number
let ownerId: number
let admin: string

const chosen = "something new entirely"

before(async () => {
  desk = startTestDesk(await testDatabase())
  adaId = await addUser(desk.db, { name: "ada" })
  ownerId = await addUser(desk.db, { name: "owner", role: "owner" })
  const adminId = await addUser(desk.db, { name: "admin", role: "admin" })
  admin = (await issuePersonalToken(desk.db, { userId: adminId, name: "Test", scope: "administration" })).token
})
beforeEach(async () => {
  await desk.db.run(sql`delete from sign_in_failures`)
  await desk.db.run(sql`delete from password_resets`)
})
after(() => desk.close())

const send = (
  method: "POST" | "PUT",
  url: string,
  payload?: object,
  more: { headers?: Record<string, string>; ip?: string } = {},
) =>
  desk.app.inject({
    method,
    url,
    headers: more.headers ?? fromPage(),
    ...(payload && { payload }),
    ...(more.ip !== undefined && { remoteAddress: more.ip }),
  })
const makeLink = (userId: number, token = admin) =>
  send("POST", `/v2/users/${userId}/reset-link`, undefined, { headers: bearer(token) })
const tokenFor = async (userId: number) => {
  const answer = await makeLink(userId)
  assert.equal(answer.statusCode, 201)
  return String(answer.json().url).split("#")[1] ?? ""
}
const check = (token: string) => send("POST", "/session/reset/check", { token })
const use = (token: string, newPassword = chosen) => send("PUT", "/session/reset", { token, newPassword })
const owed = () =>
  desk.db.many<{ user_id: number }>(sql`select user_id from password_resets where asked_at is not null`)

describe("POST /session/reset", () => {
  const ask = (email: string, ip?: string) => send("POST", "/session/reset", { email }, ip === undefined ? {} : { ip })

  test("owes a link to whoever has the address, and answers the same to all", async () => {
    const known = await ask(" ADA@example.com ")
    const unknown = await ask("nobody@example.com")
    for (const answer of [known, unknown]) {
      assert.equal(answer.statusCode, 202)
      assert.equal(answer.body, "")
    }
    assert.deepEqual(Object.keys(known.headers), Object.keys(unknown.headers))
    assert.deepEqual(await owed(), [{ user_id: adaId }])
    assert.equal((await ask("ada@example.com")).statusCode, 202)
    assert.equal((await owed()).length, 1)
    await tokenFor(adaId)
    assert.deepEqual(await owed(), [], "a link that was made is owed no longer")
  })

  test("owes nothing to who was deactivated or is no person", async () => {
    const id = await addUser(desk.db, { name: "leaver" })
    await desk.db.run(sql`update users set deactivated_at = now() where id = ${id}`)
    await addUser(desk.db, { name: "robot", type: "system_user" })
    for (const name of ["leaver", "robot"]) assert.equal((await ask(`${name}@example.com`)).statusCode, 202)
    assert.deepEqual(await owed(), [])
  })

  test("429 after ten for one account from anywhere, known or not, and after two hundred from one network", async () => {
    for (const email of ["ada@example.com", "nobody@example.com"]) {
      for (let times = 0; times < 10; times++) assert.equal((await ask(email, `192.0.2.${times}`)).statusCode, 202)
      assert.equal((await ask(email, "198.51.100.1")).statusCode, 429)
    }
    for (let times = 0; times < 200; times++)
      assert.equal((await ask(`user${times}@example.com`, "203.0.113.9")).statusCode, 202)
    assert.equal((await ask("another@example.com", "203.0.113.9")).statusCode, 429)
    assert.equal((await signInAs(desk, "ada", { ip: "203.0.113.9" })).statusCode, 204, "who knows it may sign in")
  })

  test("403 for a page of another site", async () => {
    const headers = { ...fromPage(), "sec-fetch-site": "cross-site" }
    assert.equal((await send("POST", "/session/reset", { email: "ada@example.com" }, { headers })).statusCode, 403)
  })
})

describe("a link", () => {
  test("says whose it is, lets them choose a password once, and signs them out everywhere", async () => {
    const cookie = cookieOf(await signInAs(desk, "ada"))
    await desk.db.run(sql`update users set password_one_time = true where id = ${adaId}`)
    const answer = await makeLink(adaId)
    assert.match(answer.json().url, new RegExp(`^${origin}/reset-password#dh_pr_[\\w-]{43}$`))
    const token = String(answer.json().url).split("#")[1] ?? ""
    assert.equal(answer.json().expiresAt, new Date(desk.now().getTime() + 3_600_000).toISOString().replace(".000", ""))
    assert.deepEqual((await check(token)).json(), {
      email: "ada@example.com",
      expiresAt: answer.json().expiresAt,
      personalTokens: 0,
      apps: [],
    })
    const rows = await desk.db.many<{ row: string }>(sql`select password_resets::text as row from password_resets`)
    assert.ok(rows.every(({ row }) => !row.includes(token.slice(6))))

    assert.equal((await use(token)).statusCode, 204)
    assert.equal((await desk.app.inject({ url: "/session", headers: fromPage(cookie) })).statusCode, 401)
    assert.equal((await signInAs(desk, "ada")).statusCode, 401)
    const fresh = cookieOf(await signInAs(desk, "ada", { password: chosen }))
    const session = await desk.app.inject({ url: "/session", headers: fromPage(fresh) })
    assert.equal(session.json().passwordOneTime, false)
    for (const again of [await use(token, "yet another password"), await check(token)]) {
      assert.equal(again.statusCode, 404)
      assert.match(again.json()._links.about.href, /reset_link$/)
      assert.ok(!again.body.includes(token))
    }
    await use(await tokenFor(adaId), password)
  })

  test("of two who use it at once one does", async () => {
    const token = await tokenFor(adaId)
    const choices = ["the first of them", "the second of them"]
    const answers = await Promise.all(choices.map((choice) => use(token, choice)))
    assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [204, 404])
    const winner = choices[answers.findIndex(({ statusCode }) => statusCode === 204)] ?? ""
    assert.equal((await signInAs(desk, "ada", { password: winner })).statusCode, 204)
    await use(await tokenFor(adaId), password)
  })

  test("ends after an hour, and is forgotten then", async () => {
    const token = await tokenFor(adaId)
    desk.pass({ minutes: 59 })
    assert.equal((await check(token)).statusCode, 200)
    desk.pass({ minutes: 1 })
    assert.equal((await check(token)).statusCode, 404)
    assert.equal((await use(token)).statusCode, 404)
    await forgetExpired(desk.db, desk.now())
    assert.deepEqual(await desk.db.many(sql`select from password_resets`), [])
  })

  test("ends with the next one, and with a change of the password", async () => {
    const first = await tokenFor(adaId)
    const second = await tokenFor(adaId)
    assert.deepEqual([(await check(first)).statusCode, (await check(second)).statusCode], [404, 200])
    const cookie = cookieOf(await signInAs(desk, "ada"))
    const payload = { currentPassword: password, newPassword: chosen }
    await send("PUT", "/session/password", payload, { headers: fromPage(cookie) })
    assert.equal((await check(second)).statusCode, 404)
    await use(await tokenFor(adaId), password)
  })

  test("lets in who was locked out by failures", async () => {
    for (let tries = 0; tries < 20; tries++) await signInAs(desk, "ada", { ip: `192.0.2.${tries}`, password: "wrong" })
    assert.equal((await signInAs(desk, "ada", { ip: "198.51.100.7" })).statusCode, 429)
    assert.equal((await use(await tokenFor(adaId), password)).statusCode, 204)
    assert.equal((await signInAs(desk, "ada", { ip: "198.51.100.7" })).statusCode, 204)
  })

  test("is not used up by a password that is too short", async () => {
    const token = await tokenFor(adaId)
    const answer = await use(token, "short")
    assert.equal(answer.statusCode, 400)
    assert.equal(answer.json()._embedded.errors[0].path, "newPassword")
    assert.equal((await use(token, password)).statusCode, 204)
  })

  test("429 for who tries many", async () => {
    for (let tries = 0; tries < 30; tries++) assert.equal((await check("dh_pr_guess")).statusCode, 404)
    assert.equal((await check("dh_pr_guess")).statusCode, 429)
    assert.equal((await use("dh_pr_guess")).statusCode, 429)
    assert.equal((await check(await tokenFor(adaId))).statusCode, 200)
  })
})

describe("POST /v2/users/{id}/reset-link", () => {
  test("gives a colleague who never had a password their first one", async () => {
    const id = await addUser(desk.db, { name: "newcomer" })
    await desk.db.run(sql`update users set password_hash = null where id = ${id}`)
    assert.equal((await use(await tokenFor(id))).statusCode, 204)
    assert.equal((await signInAs(desk, "newcomer", { password: chosen })).statusCode, 204)
  })

  test("refuses for the owner, by who may not write users, by narrow tokens; 404 for who cannot sign in", async () => {
    const ada = (await issuePersonalToken(desk.db, { userId: adaId, name: "Test", scope: "full" })).token
    const adminId = (await desk.db.one<{ id: number }>(sql`select id from users where role = 'admin'`)).id
    const narrow = (await issuePersonalToken(desk.db, { userId: adminId, name: "Test", scope: "drafts-only" })).token
    const robot = await addUser(desk.db, { name: "machine", type: "system_user" })
    assert.equal((await makeLink(ownerId)).statusCode, 403)
    assert.equal((await makeLink(adaId, ada)).statusCode, 403)
    assert.equal((await makeLink(adaId, narrow)).statusCode, 403)
    assert.equal((await makeLink(robot)).statusCode, 404)
    assert.equal((await makeLink(999_999)).statusCode, 404)
    const owner = (await issuePersonalToken(desk.db, { userId: ownerId, name: "Test", scope: "administration" })).token
    assert.equal((await makeLink(ownerId, owner)).statusCode, 201)
  })
})
