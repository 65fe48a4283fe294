import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { Connections } from "../bad-input/connection.ts"
import { createApp } from "../client/oauth.ts"
import { clientOf, get, ids, origin, read, tokenOf } from "../interface/desk.ts"
import { ago, listed } from "../interface/scenario.ts"

/** What client libraries in the field send, and rely on. */
describe("habits of clients", () => {
  test("a token is asked for as a form, as JSON and in the query", async () => {
    const { clientId, clientSecret } = await createApp(await clientOf("owner"))
    const parameters = { grant_type: "client_credentials", client_id: clientId, client_secret: clientSecret }
    const url = `${origin}/v2/oauth2/token`
    const json = { "Content-Type": "application/json;charset=UTF-8" }
    const answers = [
      await fetch(url, { method: "POST", body: new URLSearchParams(parameters) }),
      await fetch(url, { method: "POST", body: JSON.stringify(parameters), headers: json }),
      await fetch(`${url}?${new URLSearchParams(parameters)}`, { method: "POST" }),
    ]
    for (const response of answers) {
      assert.equal(response.status, 200)
      const { access_token, token_type, expires_in } = (await response.json()) as Record<string, unknown>
      assert.deepEqual([token_type, expires_in], ["bearer", 172_800])
      const headers = { Authorization: `Bearer ${access_token}` }
      assert.equal((await get("/v2/users/me", { as: null, headers })).body.role, "owner")
    }
  })

  test("a wrong secret is refused as the standard says", async () => {
    const grant = { grant_type: "client_credentials" }
    const inBody = await fetch(`${origin}/v2/oauth2/token`, {
      method: "POST",
      body: new URLSearchParams({ ...grant, client_id: "nobody", client_secret: "x" }),
    })
    const inHeader = await fetch(`${origin}/v2/oauth2/token`, {
      method: "POST",
      body: new URLSearchParams(grant),
      headers: { Authorization: `Basic ${btoa("nobody:x")}` },
    })
    assert.deepEqual([inBody.status, inHeader.status], [400, 401])
    assert.match(inHeader.headers.get("WWW-Authenticate") ?? "", /^Basic/)
    for (const response of [inBody, inHeader]) {
      const { error, error_description } = (await response.json()) as Record<string, string>
      assert.equal(error, "invalid_client")
      assert.ok(error_description)
    }
  })

  test("blank, unknown and repeated parameters, a leading & and a trailing slash change nothing", async () => {
    const plain = await listed("/v2/conversations?status=pending")
    assert.ok(plain.length > 1)
    for (const path of [
      "/v2/conversations?status=pending&page=",
      "/v2/conversations?status=pending&mailbox=&folder=&tag=&query=&number=",
      "/v2/conversations?&status=pending",
      "/v2/conversations?status=closed&status=pending",
      "/v2/conversations?status=pending&nonsense=1&_=1700000000",
      "/v2/conversations/?status=pending",
      "/v2/conversations?status=%20pending%20",
    ])
      assert.deepEqual(await listed(path), plain, path)
  })

  test("a near miss is ignored, but named", async () => {
    const { status, headers } = await get(`/v2/conversations?assignedTo=${ids.users.busy}`)
    assert.equal(status, 200)
    assert.match(headers.get("X-Deskhand-Hint") ?? "", /assignedTo was ignored.*assigned_to/)
    assert.equal((await get("/v2/conversations")).headers.get("X-Deskhand-Hint"), null)
  })

  test("any Accept or none, and a Content-Type on a read", async () => {
    const Authorization = `Bearer ${await tokenOf("ada")}`
    const connections = new Connections(origin, 1)
    for (const more of [
      {},
      { Accept: "*/*" },
      { Accept: "text/xml" },
      { Accept: "application/json; charset=utf-8", "Content-Type": "application/json" },
      { "Content-Type": "application/x-www-form-urlencoded" },
    ] as Record<string, string>[]) {
      const request = { method: "GET", path: "/v2/users/me", headers: { Authorization, ...more } }
      const { status, headers, text } = await connections.send(request)
      assert.equal(status, 200, JSON.stringify(more))
      assert.equal(headers["content-type"], "application/hal+json")
      assert.equal(JSON.parse(text).id, ids.users.ada)
    }
    connections.close()
  })

  test("moments come with and without fractions and offsets", async () => {
    const moment = ago({ hours: 23 })
    const expected = await listed(`/v2/conversations?modifiedSince=${moment}`)
    assert.ok(expected.length > 0)
    const inParis = `${new Date(Date.parse(moment) + 3_600_000).toISOString().slice(0, 19)}+01:00`
    for (const spelling of [
      moment.replace("Z", ""),
      moment.replace("Z", ".000Z"),
      moment.replace("Z", "+00:00"),
      moment.replace("Z", "+0000"),
      inParis,
    ])
      assert.deepEqual(
        await listed(`/v2/conversations?modifiedSince=${encodeURIComponent(spelling)}`),
        expected,
        spelling,
      )
  })

  test("links are of the address that was called, also where a merged conversation has gone", async () => {
    const called = origin.replace("127.0.0.1", "localhost")
    const { _links, _embedded } = await read(`${called}/v2/conversations`)
    for (const { href } of Object.values<{ href: string }>(_links)) assert.ok(href.startsWith(`${called}/`))
    assert.ok(_embedded.conversations[0]._links.self.href.startsWith(`${called}/`))
    const { headers } = await get(`${called}/v2/conversations/${ids.conversations.merged}`)
    assert.equal(headers.get("Location"), `${called}/v2/conversations/${ids.conversations.mergedInto}`)
  })

  test("what was read before is not sent again", async () => {
    const path = `/v2/customers/${ids.customers.full}`
    const etag = (await get(path)).headers.get("ETag") ?? ""
    assert.notEqual(etag, "")
    const again = await get(path, { headers: { "If-None-Match": etag } })
    assert.deepEqual([again.status, again.body], [304, undefined])
    assert.equal((await get(path, { headers: { "If-None-Match": '"other"' } })).status, 200)
  })

  test("errors have one media type, a reference and a page that explains them", async () => {
    const { status, headers, body } = await get("/v2/conversations?status=sleeping&page=0")
    assert.equal(status, 400)
    assert.equal(headers.get("Content-Type"), "application/vnd.error+json")
    assert.equal(body.logRef, headers.get("Correlation-Id"))
    const paths = body._embedded.errors.map(({ path, source }: Record<string, string>) => [path, source])
    assert.deepEqual(paths, [
      ["status", "QUERY"],
      ["page", "QUERY"],
    ])
    assert.equal(body._embedded.errors[0].rejectedValue, "sleeping")
    for (const { href } of [body._links.about, body._embedded.errors[0]._links.about])
      assert.equal((await get(href, { as: null })).status, 200)
  })
})
