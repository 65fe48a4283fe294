import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { type TestDatabase, testDatabase } from "../../test/desk/database.ts"
import { startTestServer, type TestServer } from "../../test/desk/http.ts"

let database: TestDatabase
let server: TestServer
before(async () => {
  database = await testDatabase()
  server = startTestServer({ db: database.db, replica: database.db })
})
after(async () => {
  await server.close()
  await database.drop()
})

async function read(from = server): Promise<string> {
  const answer = await from.app.inject({ url: "/metrics", headers: { authorization: "Bearer owner" } })
  assert.equal(answer.statusCode, 200)
  assert.match(String(answer.headers["content-type"]), /^text\/plain; version=/)
  return answer.body
}

function count(text: string, labels: string): number {
  return Number(text.split(`http_request_duration_seconds_count{${labels}} `)[1]?.split("\n")[0])
}

describe("GET /metrics", () => {
  test("401 without credentials", async () => {
    assert.equal((await server.app.inject({ url: "/metrics" })).statusCode, 401)
  })

  test("counts answers by method, route and class of status", async () => {
    for (let id = 1; id <= 3; id++) await server.app.inject({ url: `/errors/nothing-${id}` })
    await server.app.inject({ url: "/healthz" })
    await server.app.inject({ url: "/healthz?again" })
    await server.app.inject({ method: "HEAD", url: "/healthz" })
    await server.app.inject({ method: "POST", url: "/healthz" })
    const text = await read()
    assert.equal(count(text, 'method="GET",route="/errors/:code",status="4xx"'), 3)
    assert.equal(count(text, 'method="GET",route="/healthz",status="2xx"'), 2)
    assert.equal(count(text, 'method="HEAD",route="/healthz",status="2xx"'), 1)
    assert.equal(count(text, 'method="POST",route="/healthz",status="4xx"'), 1)
  })

  test("gathers what matches no route, whatever was asked", async () => {
    for (let number = 1; number <= 5; number++) await server.app.inject({ url: `/nowhere/${number}` })
    const text = await read()
    assert.equal(count(text, 'method="GET",route="unmatched",status="4xx"'), 5)
    assert.equal(text.includes("nowhere"), false)
  })

  test("tells of the process, the build and the connections to both databases", async () => {
    const text = await read()
    for (const name of ["nodejs_eventloop_lag_seconds", "nodejs_heap_size_used_bytes", "nodejs_gc_duration_seconds"])
      assert(text.includes(`# TYPE ${name}`), name)
    assert.match(text, /deskhand_build_info\{version="\d+\.\d+\.\d+",node="v\d+\./)
    for (const database of ["primary", "replica"])
      for (const state of ["total", "idle", "waiting"])
        assert.match(text, new RegExp(`database_connections\\{database="${database}",state="${state}"\\} \\d`))
  })

  test("does not mix the counts of two servers", async () => {
    const other = startTestServer({ db: database.db })
    assert.equal((await read(other)).includes('route="/healthz"'), false)
    await other.close()
  })
})
