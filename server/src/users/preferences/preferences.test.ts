import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { defaultPreferences, Preferences } from "@deskhand/contract/people/preferences"
import { type TestDesk, testDesk } from "../../../test/desk/desk.ts"
import { numberAll } from "../../../test/peers/events.ts"
import { assertShape } from "../../../test/shape.ts"
import { sql } from "../../db/db.ts"

const url = "/v2/users/me/preferences"

let desk: TestDesk
let adaId: number
let ada: string
let grace: string

before(async () => {
  desk = await testDesk()
  adaId = await desk.addUser({ email: "ada@example.com", role: "light user" })
  ada = await desk.tokenFor(adaId)
  grace = await desk.tokenFor(await desk.addUser({ email: "grace@example.com", role: "admin" }))
})
after(() => desk.close())

const read = async (token: string) => {
  const { status, body, headers } = await desk.get(url, token)
  assert.equal(status, 200)
  assertShape(Preferences, body)
  return { body, etag: headers.get("etag") ?? "" }
}
const put = (body: object, token = ada, headers = {}) => desk.send("PUT", url, { token, body, headers })

describe("GET and PUT /v2/users/me/preferences", () => {
  test("begins with what suits most, and keeps for each what they change", async () => {
    assert.deepEqual((await read(ada)).body, defaultPreferences)
    assert.equal((await put({ theme: "dark", undoSeconds: 30 })).status, 204)
    assert.equal((await put({ undoSeconds: 0, shortcuts: false, unknown: "x", threadOrder: null })).status, 204)
    assert.deepEqual((await read(ada)).body, {
      ...defaultPreferences,
      theme: "dark",
      undoSeconds: 0,
      shortcuts: false,
    })
    assert.deepEqual((await read(grace)).body, defaultPreferences)
    const rows = await desk.db.many(sql`select preferences from user_preferences`)
    assert.deepEqual(rows, [{ preferences: { theme: "dark", undoSeconds: 0, shortcuts: false } }])
  })

  test("two windows at once both count", async () => {
    const answers = await Promise.all([put({ afterSending: "list" }), put({ threadOrder: "newest-first" })])
    assert.deepEqual(
      answers.map(({ status }) => status),
      [204, 204],
    )
    const { body, etag } = await read(ada)
    assert.deepEqual([body.afterSending, body.threadOrder], ["list", "newest-first"])
    assert.equal((await put({ theme: "light" }, ada, { "If-Match": etag })).status, 204)
    assert.equal((await put({ theme: "system" }, ada, { "If-Match": etag })).status, 412)
  })

  test("tells their other windows, and nobody else", async () => {
    await put({ theme: "dark" })
    await numberAll(desk.db)
    const heard = async (token: string) => {
      const { body } = await desk.get("/v2/events", token)
      return body._embedded.events.filter(({ event }: { event: string }) => event === "preferences.updated")
    }
    assert.deepEqual(await heard(grace), [])
    const last = (await heard(ada)).at(-1)
    assert.deepEqual([last.subjectId, last._links.subject.href], [adaId, `${desk.origin}${url}`])
  })

  test("400 for what there is none of, 403 for a read-only token, 401 for nobody", async () => {
    for (const body of [{ undoSeconds: 7 }, { theme: "pink" }, { shortcuts: "maybe" }]) {
      const answer = await put(body)
      assert.equal(answer.status, 400)
      assert.equal(answer.body._embedded.errors[0].path, Object.keys(body)[0])
    }
    assert.equal((await put({ theme: "dark" }, await desk.tokenFor(adaId, "read-only"))).status, 403)
    assert.equal((await desk.get(url)).status, 401)
  })
})
