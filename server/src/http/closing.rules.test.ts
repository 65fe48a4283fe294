import assert from "node:assert/strict"
import { once } from "node:events"
import { connect } from "node:net"
import { PassThrough } from "node:stream"
import { test } from "node:test"
import type { FastifyInstance } from "fastify"
import { startTestServer } from "../../test/desk/http.ts"
import { type Route, route } from "./route.ts"

test("a connection that is being answered when the server closes ends with its answer", async () => {
  const { app, body, client, answer } = await startAnswering()
  const closed = app.close()
  body.end(" and ended")
  await Promise.all([closed, once(client, "close")])
  assert.match(answer(), /^HTTP\/1.1 200 .*begun.* and ended/s)
})

test("a request that comes on an open connection while the server closes is answered", async () => {
  const { app, body, client, answer } = await startAnswering()
  const closed = app.close()
  const arrived = once(app.server, "request")
  client.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
  await arrived
  body.end()
  await Promise.all([closed, once(client, "close")])
  assert.deepEqual(answer().match(/^HTTP\/1.1 \d+/gm), ["HTTP/1.1 200", "HTTP/1.1 200"])
})

test("a connection that was opened and never used does not hold up the end", async () => {
  const { app } = startTestServer()
  const port = await listenPatiently(app)
  const accepted = once(app.server, "connection")
  const client = connect(port, "127.0.0.1")
  await accepted
  client.resume()
  await Promise.all([app.close(), once(client, "close")])
})

/** No limit of Node ends a connection that the server itself fails to end. */
async function listenPatiently(app: FastifyInstance): Promise<number> {
  Object.assign(app.server, { headersTimeout: 0, requestTimeout: 0, keepAliveTimeout: 0 })
  return Number(new URL(await app.listen({ port: 0, host: "127.0.0.1" })).port)
}

/** A server whose one connection has the beginning of an answer. */
async function startAnswering() {
  const body = new PassThrough()
  const slow: Route = route({
    method: "GET",
    url: "/slow",
    permission: "public",
    summary: "Begins, and ends when it may",
    answers: { 200: "All of it" },
    handle: async () => ({ status: 200, headers: { "Content-Type": "text/plain" }, body }),
  })
  const { app } = startTestServer({ extraRoutes: [slow] })
  const port = await listenPatiently(app)
  const client = connect(port, "127.0.0.1")
  let answer = ""
  client.on("data", (part) => (answer += part))
  client.write("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n")
  body.write("begun")
  await once(client, "data")
  return { app, body, client, answer: () => answer }
}
