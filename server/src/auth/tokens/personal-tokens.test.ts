import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import {
  addUser,
  bearer,
  cookieOf,
  fromPage,
  signInAs,
  startTestDesk,
  statusOf,
  type TestDesk,
} from "../../../test/desk/auth.ts"
import { testDatabase } from "../../../test/desk/database.ts"
import { createApp } from "../oauth/apps.ts"
import { issuePersonalToken } from "./personal-tokens.ts"

const url = "/v2/users/me/tokens"

let desk: TestDesk
let adaId: number
let token: string

before(async () => {
  desk = startTestDesk(await testDatabase())
  adaId = await addUser(desk.db, { name: "ada" })
  token = (await issuePersonalToken(desk.db, { userId: adaId, name: "First", scope: "full", now: desk.now() })).token
})
after(() => desk.close())

function make(payload: object, headers: Record<string, string>) {
  return desk.app.inject({ method: "POST", url, headers, payload })
}

describe("POST /v2/users/me/tokens", () => {
  test("201 shows the token once; the list never does", async () => {
    const cookie = cookieOf(await signInAs(desk, "ada"))
    const answer = await make({ name: " Laptop " }, fromPage(cookie))
    assert.equal(answer.statusCode, 201)
    assert.deepEqual(Object.keys(answer.json()), ["token"])
    assert.equal(await statusOf(desk, answer.json().token), 200)
    const list = (await desk.app.inject({ url, headers: bearer(token) })).json()
    assert.deepEqual(
      list._embedded.tokens.map((row: { name: string }) => row.name),
      ["Laptop", "First"],
    )
    assert.deepEqual(list._embedded.tokens[0], {
      id: Number(answer.headers["resource-id"]),
      name: "Laptop",
      scope: "full",
      createdAt: "2026-03-01T12:00:00Z",
    })
    assert.deepEqual(list.page, { size: 50, totalElements: 2, totalPages: 1, number: 1 })
  })

  test("is not repeated for an Idempotency-Key, so that the secret is kept nowhere", async () => {
    const headers = { ...bearer(token), "idempotency-key": "k1" }
    const [one, two] = [await make({ name: "A" }, headers), await make({ name: "A" }, headers)]
    assert.notEqual(one.json().token, two.json().token)
  })

  test("never wider than the token that asks", async () => {
    const drafts = await issuePersonalToken(desk.db, { userId: adaId, name: "x", scope: "drafts-only" })
    const cases: [object, number, string?][] = [
      [{ name: "x", scope: "full" }, 403],
      [{ name: "x", scope: "drafts-only" }, 201, "drafts-only"],
      [{ name: "x", scope: "read-only" }, 201, "read-only"],
      [{ name: "x" }, 201, "drafts-only"],
    ]
    for (const [payload, status, scope] of cases) {
      const answer = await make(payload, bearer(drafts.token))
      assert.equal(answer.statusCode, status, answer.body)
      if (scope === undefined) continue
      const viewer = await desk.app.inject({ url: "/viewer", headers: bearer(answer.json().token) })
      assert.equal(viewer.json().scope, scope)
    }
  })

  test("403 for read-only tokens, also to delete", async () => {
    const narrow = await issuePersonalToken(desk.db, { userId: adaId, name: "x", scope: "read-only" })
    assert.equal((await make({ name: "x", scope: "read-only" }, bearer(narrow.token))).statusCode, 403)
    const gone = await desk.app.inject({ method: "DELETE", url: `${url}/${narrow.id}`, headers: bearer(narrow.token) })
    assert.equal(gone.statusCode, 403)
    assert.equal((await desk.app.inject({ url, headers: bearer(narrow.token) })).statusCode, 200)
  })

  test("403 for apps: the token would outlive the consent", async () => {
    const app = await createApp(desk.db, { name: "App", userId: adaId, redirectUris: [], public: false })
    const granted = await desk.app.inject({
      method: "POST",
      url: "/v2/oauth2/token",
      payload: { grant_type: "client_credentials", client_id: app.clientId, client_secret: app.clientSecret },
    })
    const answer = await make({ name: "x" }, bearer(granted.json().access_token))
    assert.equal(answer.statusCode, 403)
    assert.match(answer.json().message, /app cannot make personal tokens/)
  })

  test("400 for what does not fit", async () => {
    for (const payload of [
      {},
      { name: "" },
      { name: "x".repeat(121) },
      { name: "a\u0000" },
      { name: "x", scope: "all" },
    ])
      assert.equal((await make(payload, bearer(token))).statusCode, 400, JSON.stringify(payload))
  })

  test("403 for a cookie from another site, 401 for nobody", async () => {
    const cookie = cookieOf(await signInAs(desk, "ada"))
    assert.equal((await make({ name: "x" }, { cookie, "sec-fetch-site": "cross-site" })).statusCode, 403)
    assert.equal((await make({ name: "x" }, {})).statusCode, 401)
  })
})

describe("DELETE /v2/users/me/tokens/{tokenId}", () => {
  test("204, and it stops working at once", async () => {
    const made = await issuePersonalToken(desk.db, { userId: adaId, name: "x", scope: "full" })
    const remove = () => desk.app.inject({ method: "DELETE", url: `${url}/${made.id}`, headers: bearer(token) })
    assert.equal((await remove()).statusCode, 204)
    assert.equal(await statusOf(desk, made.token), 401)
    assert.equal((await remove()).statusCode, 404)
  })

  test("404 for somebody else's", async () => {
    const userId = await addUser(desk.db, { name: "eve" })
    const made = await issuePersonalToken(desk.db, { userId, name: "x", scope: "full" })
    const answer = await desk.app.inject({ method: "DELETE", url: `${url}/${made.id}`, headers: bearer(token) })
    assert.equal(answer.statusCode, 404)
    assert.equal(await statusOf(desk, made.token), 200)
  })

  test("a token can also revoke itself", async () => {
    const made = await issuePersonalToken(desk.db, { userId: adaId, name: "x", scope: "read-only" })
    const answer = await desk.app.inject({ method: "POST", url: "/v2/oauth2/revoke", headers: bearer(made.token) })
    assert.equal(answer.statusCode, 200)
    assert.equal(await statusOf(desk, made.token), 401)
  })
})
