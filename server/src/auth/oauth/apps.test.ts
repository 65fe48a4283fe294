import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { App, AppPage, AppUserPage } from "@deskhand/contract/people/app"
import { type TestDesk, testDesk } from "../../../test/desk/desk.ts"
import { assertShape } from "../../../test/shape.ts"
import { issuePersonalToken } from "../tokens/personal-tokens.ts"

const url = "/v2/apps"
const callback = "https://app.example/cb"

let desk: TestDesk
let ids: { owner: number; ada: number; grace: number }
let ada: string
let grace: string

before(async () => {
  desk = await testDesk()
  ids = {
    owner: await desk.addUser({ email: "owner@desk.example", role: "owner" }),
    ada: await desk.addUser({ email: "ada@desk.example", role: "admin" }),
    grace: await desk.addUser({ email: "grace@desk.example", role: "user" }),
  }
  ada = await desk.tokenFor(ids.ada)
  grace = await desk.tokenFor(ids.grace)
})
after(() => desk.close())

const post = (body: object, token = ada) => desk.send("POST", url, { token, body })
const grant = (clientId: string, clientSecret: string) =>
  desk.send("POST", "/v2/oauth2/token", {
    body: { grant_type: "client_credentials", client_id: clientId, client_secret: clientSecret },
  })
const works = async (token: string) => (await desk.get("/v2/users/me", token)).status

describe("apps", () => {
  let id: number
  let clientId: string
  let secret: string
  let access: string

  test("are made, and the answer alone shows the secret", async () => {
    const made = await post({ name: " Robot ", redirectUris: [callback], userId: ids.grace })
    assert.equal(made.status, 201)
    id = Number(made.headers.get("Resource-ID"))
    clientId = made.body.clientId
    secret = made.body.clientSecret
    assert.match(secret, /^dh_cs_/)
    const { body } = await desk.get(`${url}/${id}`, ada)
    assertShape(App, body)
    assert.deepEqual([body.name, body.clientId, body.public, body.people], ["Robot", clientId, false, 0])
    assert.deepEqual([body.redirectUris, body.actsFor.id], [[callback], ids.grace])
    assert.doesNotMatch(JSON.stringify(body), /dh_cs_/)
    access = (await grant(clientId, secret)).body.access_token
    assert.equal((await desk.get("/v2/users/me", access)).body.id, ids.grace)
    const list = await desk.get(url, ada)
    assertShape(AppPage, list.body)
    assert.deepEqual(
      list.body._embedded.apps.map((app: { id: number; people: number }) => [app.id, app.people]),
      [[id, 1]],
    )
  })

  test("tell who uses them", async () => {
    const { body } = await desk.get(`${url}/${id}/users`, ada)
    assertShape(AppUserPage, body)
    assert.deepEqual(
      body._embedded.users.map((one: { user: { id: number } }) => one.user.id),
      [ids.grace],
    )
  })

  test("get another secret, and the old one is worth nothing", async () => {
    const rotated = await desk.send("POST", `${url}/${id}/secret`, { token: ada })
    assert.deepEqual([rotated.status, rotated.body.clientId], [200, clientId])
    assert.equal((await grant(clientId, secret)).body.error, "invalid_client")
    assert.equal((await grant(clientId, rotated.body.clientSecret)).status, 200)
    assert.equal(await works(access), 200)
  })

  test("are renamed, and lead elsewhere", async () => {
    const body = { name: "Robot 2", redirectUris: ["http://localhost:8080/cb", "com.example.app:/cb"] }
    assert.equal((await desk.send("PUT", `${url}/${id}`, { token: ada, body })).status, 204)
    const read = (await desk.get(`${url}/${id}`, ada)).body
    assert.deepEqual([read.name, read.redirectUris], [body.name, body.redirectUris])
    const bad = { ...body, redirectUris: [callback, "http://app.example/cb"] }
    const refused = await desk.send("PUT", `${url}/${id}`, { token: ada, body: bad })
    assert.deepEqual([refused.status, refused.body._embedded.errors[0].path], [400, "redirectUris[1]"])
  })

  test("are deleted with all that they were given, and the log says who did it", async () => {
    assert.equal((await desk.send("DELETE", `${url}/${id}`, { token: ada })).status, 204)
    assert.equal(await works(access), 401)
    assert.equal((await desk.get(`${url}/${id}`, ada)).status, 404)
    const { body } = await desk.get("/v2/audit-log?noun=app", ada)
    const acts = body._embedded.entries.map((one: { act: string; by: { id: number } }) => [one.act, one.by.id])
    assert.deepEqual(acts, [
      ["deleted", ids.ada],
      ["updated", ids.ada],
      ["updated", ids.ada],
      ["created", ids.ada],
    ])
    assert.deepEqual(body._embedded.entries[2].changes, [
      { field: "client_secret_hash", before: "(secret)", after: "(secret)" },
    ])
  })

  test("without a secret need an address, and get none later", async () => {
    const refused = await post({ name: "Phone", public: true })
    assert.deepEqual([refused.status, refused.body._embedded.errors[0].path], [400, "redirectUris"])
    const made = await post({ name: "Phone", public: true, redirectUris: [callback] })
    assert.deepEqual(Object.keys(made.body), ["clientId"])
    const path = `${url}/${made.headers.get("Resource-ID")}/secret`
    assert.equal((await desk.send("POST", path, { token: ada })).status, 400)
  })

  test("are nobody's to make who may less, for nobody who may more", async () => {
    assert.equal((await desk.get(url, grace)).status, 403)
    assert.equal((await post({ name: "x" }, grace)).status, 403)
    const path = ({ body }: Awaited<ReturnType<typeof post>>) => body._embedded.errors[0].path
    assert.equal(path(await post({ name: "x", userId: ids.owner })), "userId")
    assert.equal(path(await post({ name: "x", userId: 999_999 })), "userId")
    assert.equal(path(await post({ name: " " })), "name")
    for (const scope of ["read-only", "drafts-only"] as const) {
      const narrow = await issuePersonalToken(desk.db, { userId: ids.ada, name: "x", scope })
      assert.equal((await post({ name: "x" }, narrow.token)).status, 403, scope)
    }
    const own = (await post({ name: "Own" })).body
    const app = (await grant(own.clientId, own.clientSecret)).body.access_token
    assert.equal(await works(app), 200)
    assert.equal((await post({ name: "x" }, app)).status, 403)
  })
})
