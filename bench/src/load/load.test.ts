import assert from "node:assert/strict"
import type { RequestListener } from "node:http"
import { describe, test } from "node:test"
import { get, type Request } from "../operations/requests.ts"
import { type Job, load } from "./load.ts"
import { answering, serving } from "./testing.ts"

const job = (address: string, requests: Request[]): Job => ({
  addresses: [address],
  requests,
  turn: 0,
  connections: 2,
  seconds: 0.3,
})

describe("load", () => {
  test("asks in turn, on connections that are kept, and counts what was answered", async () => {
    const asked: string[] = []
    const sockets = new Set<unknown>()
    const listener: RequestListener = (request, response) => {
      asked.push(`${request.method} ${request.url}`)
      sockets.add(request.socket)
      answering(200, { id: 1 })(request, response)
    }
    await serving(listener, async (address) => {
      const done = await load(job(address, [get("/1", { id: 1 }), get("/2")]))
      assert.equal(done.requests, asked.length)
      assert.equal(done.turn, asked.length)
      const inTurn = asked.map((_, turn) => (turn % 2 === 0 ? "GET /1" : "GET /2"))
      assert.deepEqual(asked.toSorted(), inTurn.toSorted())
      assert.equal(sockets.size, 2)
    })
  })

  test("sends bodies, and takes an answer without one", async () => {
    const bodies: string[] = []
    const listener: RequestListener = (request, response) => {
      let body = ""
      request.setEncoding("utf8").on("data", (text: string) => {
        body += text
      })
      request.on("end", () => {
        bodies.push(body)
        response.writeHead(204).end()
      })
    }
    await serving(listener, async (address) => {
      const body = { text: "Grüße" }
      await load(job(address, [{ method: "PATCH", path: "/", body, answer: { status: 204 } }]))
      assert.deepEqual(JSON.parse(bodies[0] ?? ""), body)
    })
  })

  test("fails by an answer of another status", async () => {
    await serving(answering(500, {}), (address) => assert.rejects(load(job(address, [get("/1")])), /answered 500/))
  })

  test("fails by a list that is shorter than it must be", async () => {
    const request = get("/", { list: { name: "tags", count: 2 } })
    await serving(answering(200, { _embedded: { tags: [1] } }), (address) =>
      // The fiftieth is looked at, which a busy machine might not come to.
      assert.rejects(load({ ...job(address, [request]), turn: 49 }), /lists 1 tags instead of 2, under load/),
    )
  })
})
