import assert from "node:assert/strict"
import { afterEach, beforeEach, describe, test } from "node:test"
import { Setup } from "@deskhand/contract/people/setup"
import { addUser, bearer, cookieOf, fromPage, signInAs, startTestDesk, type TestDesk } from "../../test/desk/auth.ts"
import { testDatabase } from "../../test/desk/database.ts"
import { countRows } from "../../test/desk/seeded.ts"
import { assertShape } from "../../test/shape.ts"
import { makeOwner, type Owner } from "../commands/first-run.ts"
import { readConfig } from "../config.ts"
import { sql } from "../db/db.ts"
import { loadSample } from "../seed/sample.ts"

let desk: TestDesk
let owner: Owner
let cookie: string

const url = "/session/setup"
const chosen = "a password of my own"
const wish = {
  firstName: "Grace",
  lastName: "Hopper",
  password: chosen,
  deskName: "Hopper & Daughters",
  mailbox: { name: "Hello", email: "hello@hopper.example" },
}

beforeEach(async () => {
  const database = await testDatabase()
  const made = await makeOwner(database.db, readConfig({ OWNER_EMAIL: "owner@example.com" }))
  assert.ok(made)
  owner = made
  desk = startTestDesk(database)
  cookie = cookieOf(await signInAs(desk, "owner", { password: owner.password }))
})
afterEach(() => desk.close())

const read = async (headers: Record<string, string>) => {
  const answer = await desk.app.inject({ url, headers })
  assert.equal(answer.statusCode, 200)
  assertShape(Setup, answer.json())
  return answer.json()
}
const send = (payload: object, headers = fromPage(cookie)) => desk.app.inject({ method: "POST", url, headers, payload })
const conversations = () => desk.app.inject({ url: "/v2/conversations?status=all", headers: fromPage(cookie) })
const session = () => desk.app.inject({ url: "/session", headers: fromPage(cookie) })

describe("GET /session/setup", () => {
  test("is open for the owner of a new desk, and says what to begin with", async () => {
    assert.deepEqual(await read(fromPage(cookie)), {
      open: true,
      email: "owner@example.com",
      deskName: "My desk",
      mailbox: { name: "Support", email: "support@example.com" },
      passwordNeeded: true,
      sampleConversations: 0,
    })
    await loadSample(desk.db, desk.now(), owner.id)
    const { count } = await desk.db.one<{ count: number }>(sql`select count(*) from conversations`)
    assert.ok(count > 0)
    assert.equal((await read(fromPage(cookie))).sampleConversations, count)
  })

  test("waits for nobody else", async () => {
    await addUser(desk.db, { name: "ada", role: "admin" })
    const other = cookieOf(await signInAs(desk, "ada"))
    assert.deepEqual(await read(fromPage(other)), { open: false })
  })
})

describe("POST /session/setup", () => {
  test("sets names, password, desk and inbox, and is closed from then on", async () => {
    const second = cookieOf(await signInAs(desk, "owner", { password: owner.password }))
    const answer = await send({ ...wish, email: "grace@hopper.example", timezone: "Europe/Berlin" })
    assert.equal(answer.statusCode, 201)
    const { user, passwordOneTime, deskName } = (await session()).json()
    assert.deepEqual(
      [user.firstName, user.lastName, user.email, passwordOneTime, deskName],
      ["Grace", "Hopper", "grace@hopper.example", false, "Hopper & Daughters"],
    )
    const inbox = await desk.app.inject({ url: String(answer.headers["location"]), headers: fromPage(cookie) })
    assert.deepEqual([inbox.json().name, inbox.json().email], ["Hello", "hello@hopper.example"])
    const sign = (email: string, password: string) =>
      desk.app.inject({ method: "POST", url: "/session", headers: fromPage(), payload: { email, password } })
    assert.equal((await sign("grace@hopper.example", owner.password)).statusCode, 401)
    assert.equal((await sign("grace@hopper.example", chosen)).statusCode, 204)
    assert.equal((await desk.app.inject({ url: "/session", headers: fromPage(second) })).statusCode, 401)

    assert.deepEqual(await read(fromPage(cookie)), { open: false })
    const again = await send({ ...wish, deskName: "Another", mailbox: { name: "More", email: "more@hopper.example" } })
    assert.equal(again.statusCode, 409)
    assert.match(again.json()._links.about.href, /set_up_already$/)
    assert.equal((await session()).json().deskName, "Hopper & Daughters")
  })

  test("drops the samples with everything that belongs to them", async () => {
    const before = await countRows(desk.db)
    await loadSample(desk.db, desk.now(), owner.id)
    assert.notEqual((await conversations()).json().page.totalElements, 0)
    assert.equal((await send(wish)).statusCode, 201)
    assert.equal((await conversations()).json().page.totalElements, 0)
    const inboxes = await desk.app.inject({ url: "/v2/mailboxes", headers: fromPage(cookie) })
    assert.deepEqual(
      inboxes.json()._embedded.mailboxes.map(({ name }: { name: string }) => name),
      ["Hello"],
    )
    const after = await countRows(desk.db)
    for (const table of ["conversations", "threads", "customers", "tags", "users", "sample_rows", "saved_replies"])
      assert.equal(after[table], before[table], table)
  })

  test("keeps them where the owner wants so", async () => {
    await loadSample(desk.db, desk.now(), owner.id)
    const { totalElements } = (await conversations()).json().page
    assert.equal((await send({ ...wish, keepSamples: true })).statusCode, 201)
    assert.equal((await conversations()).json().page.totalElements, totalElements)
  })

  test("of many at once one does it", async () => {
    const answers = await Promise.all(
      ["One", "Two", "Three", "Four"].map((deskName, index) =>
        send({ ...wish, deskName, mailbox: { name: deskName, email: `inbox${index}@hopper.example` } }),
      ),
    )
    assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [201, 409, 409, 409])
    const rows = await desk.db.many<{ name: string }>(sql`select name from inboxes`)
    assert.deepEqual(rows, [{ name: (await session()).json().deskName }])
  })

  test("changes nothing when a part of it is refused", async () => {
    await loadSample(desk.db, desk.now(), owner.id)
    const before = await countRows(desk.db)
    await desk.db.run(sql`insert into inboxes (name, email) values ('There', ${wish.mailbox.email})`)
    assert.equal((await send(wish)).statusCode, 409)
    await desk.db.run(sql`delete from inboxes where name = 'There'`)
    const refused: [path: string, body: object][] = [
      ["password", { ...wish, password: "short" }],
      ["password", { ...wish, password: undefined }],
      ["deskName", { ...wish, deskName: " " }],
      ["firstName", { ...wish, firstName: " " }],
      ["email", { ...wish, email: "nobody" }],
      ["mailbox.email", { ...wish, mailbox: { name: "Hello", email: "nowhere" } }],
    ]
    for (const [path, body] of refused) {
      const answer = await send(body)
      assert.equal(answer.statusCode, 400, path)
      assert.equal(answer.json()._embedded.errors[0].path, path)
      assert.ok(!answer.body.includes("short"), "a password is not sent back")
    }
    assert.deepEqual(await countRows(desk.db), before)
    assert.equal((await read(fromPage(cookie))).open, true)
    assert.equal((await session()).json().passwordOneTime, true)
  })

  test("leaves a password alone that the owner has chosen", async () => {
    const changed = await desk.app.inject({
      method: "PUT",
      url: "/session/password",
      headers: fromPage(cookie),
      payload: { currentPassword: owner.password, newPassword: chosen },
    })
    assert.equal(changed.statusCode, 204)
    assert.equal((await read(fromPage(cookie))).passwordNeeded, false)
    assert.equal((await send({ ...wish, password: "yet another one" })).statusCode, 400)
    const { password: _, ...rest } = wish
    assert.equal((await send(rest)).statusCode, 201)
    assert.equal((await signInAs(desk, "owner", { password: chosen })).statusCode, 204)
  })

  test("403 for an admin, for a token of the owner and for another site", async () => {
    await addUser(desk.db, { name: "ada", role: "admin" })
    const other = cookieOf(await signInAs(desk, "ada"))
    assert.equal((await send(wish, fromPage(other))).statusCode, 403)
    assert.equal((await send(wish, bearer(owner.token))).statusCode, 403)
    assert.equal((await send(wish, { ...fromPage(cookie), "sec-fetch-site": "cross-site" })).statusCode, 403)
    assert.equal((await send(wish, { host: "desk.example" })).statusCode, 401)
    assert.equal((await read(fromPage(cookie))).open, true)
  })
})
