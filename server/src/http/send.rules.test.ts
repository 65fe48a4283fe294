import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import Fastify, { type FastifyInstance } from "fastify"
import type { Answer } from "./route.ts"
import { send } from "./send.ts"

let app: FastifyInstance
let origin: string
let given: Answer
before(async () => {
  app = Fastify()
  app.get("/", async (request, reply) => send(given, request, reply))
  origin = await app.listen({ port: 0, host: "127.0.0.1" })
})
after(() => app.close())

describe("JSON", () => {
  for (const [kind, letters] of Object.entries({ ASCII: "a", "Latin-1": "é", any: "漢🎉" }))
    for (const count of [1, 7_000, 70_000])
      test(`arrives whole with its length: ${count} × ${kind}`, async () => {
        const body = { text: letters.repeat(count) }
        for (const answer of [
          { status: 200, body },
          { status: 200, json: JSON.stringify(body) },
        ]) {
          given = answer
          const response = await fetch(origin)
          const bytes = Buffer.from(await response.arrayBuffer())
          assert.equal(response.headers.get("content-length"), String(bytes.length))
          assert.equal(response.headers.get("content-type"), "application/hal+json")
          assert.deepEqual(JSON.parse(bytes.toString()), body)
        }
      })

  test("has the safe headers, unless the answer brings its own", async () => {
    given = { status: 201, body: { id: 1 }, headers: { "Cache-Control": "no-cache" }, hint: "Look there." }
    const { status, headers } = await fetch(origin)
    assert.equal(status, 201)
    assert.equal(headers.get("cache-control"), "no-cache")
    assert.equal(headers.get("referrer-policy"), "no-referrer")
    assert.equal(headers.get("x-deskhand-hint"), "Look there.")
    assert.match(headers.get("correlation-id") ?? "", /^req-/)
  })

  test("is not sent again to who has it, nor to who asks for the head alone", async () => {
    given = { status: 200, body: { id: 1 }, etag: '"x"' }
    const unchanged = await fetch(origin, { headers: { "If-None-Match": 'W/"x"' } })
    assert.deepEqual([unchanged.status, await unchanged.text()], [304, ""])
    assert.deepEqual(
      ["etag", "cache-control", "content-type"].map((name) => unchanged.headers.get(name)),
      ['"x"', "private, no-store", null],
    )
    const head = await fetch(origin, { method: "HEAD" })
    assert.deepEqual([head.status, head.headers.get("content-length"), await head.text()], [200, "8", ""])
  })
})

describe("what is no JSON", () => {
  test("is sent as it is, with the safe headers", async () => {
    for (const body of ["plain", Buffer.from("plain")]) {
      given = { status: 200, body, headers: { "Content-Type": "text/plain" } }
      const response = await fetch(origin)
      assert.equal(await response.text(), "plain")
      assert.equal(response.headers.get("x-content-type-options"), "nosniff")
    }
  })
})
