import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { setImmediate as nextTurn } from "node:timers/promises"
import { type Database, openDatabase, raw, sql } from "../db/db.ts"
import { type TestDatabase, testDatabase } from "../testing/database.ts"
import { absentDatabase, startTestServer } from "../testing/http.ts"

let database: TestDatabase
before(async () => {
  database = await testDatabase()
})
after(() => database.drop())

async function ask(path: string, given: { db?: Database; replica?: Database }) {
  const server = startTestServer(given)
  const began = performance.now()
  const answer = await server.app.inject({ url: path })
  const tookMs = performance.now() - began
  await server.close()
  return { status: answer.statusCode, headers: answer.headers, body: answer.json(), text: answer.body, tookMs }
}

describe("GET /healthz", () => {
  test("200 without a database", async () => {
    const { status, body, headers } = await ask("/healthz", {})
    assert.equal(status, 200)
    assert.deepEqual(body, { status: "ok" })
    assert.match(String(headers["content-type"]), /^application\/json/)
  })
})

describe("GET /readyz", () => {
  test("200 on a migrated database", async () => {
    const { status, body } = await ask("/readyz", { db: database.db })
    assert.equal(status, 200)
    assert.deepEqual(body, { status: "ok", checks: { database: "ok", schema: "ok" } })
  })

  test("503 without saying where the database is, when nothing answers there", async () => {
    const { status, body, headers, text } = await ask("/readyz", {})
    assert.equal(status, 503)
    assert.deepEqual(body, { status: "unavailable", checks: { database: "unreachable", schema: "unknown" } })
    assert.equal(headers["retry-after"], "2")
    assert.equal(/127|hidden|ECONN|stack/.test(text), false)
  })

  test("503 with a closed pool", async () => {
    const closed = open(database.url)
    await closed.close()
    const { status, body } = await ask("/readyz", { db: closed })
    assert.equal(status, 503)
    assert.equal(body.checks.database, "unreachable")
  })

  test("503 within a little more than a second when no connection comes free", async () => {
    const busy = open(database.url)
    const client = await busy.pool.connect()
    const { status, tookMs } = await ask("/readyz", { db: busy })
    client.release()
    await busy.close()
    assert.equal(status, 503)
    assert(tookMs > 900 && tookMs < 10_000, `${tookMs} ms: neither at once nor never`)
  })

  test("asks one question at a time however many ask", async () => {
    const busy = open(database.url)
    const client = await busy.pool.connect()
    const server = startTestServer({ db: busy })
    const asked = Array.from({ length: 20 }, () => server.app.inject({ url: "/readyz" }))
    while (busy.pool.waitingCount === 0) await nextTurn()
    for (let turns = 0; turns < 20; turns++) await nextTurn()
    assert.equal(busy.pool.waitingCount, 1)
    client.release()
    for (const answer of await Promise.all(asked)) assert.equal(answer.statusCode, 200)
    await server.close()
    await busy.close()
  })

  test("degraded when the database is read-only", async () => {
    const url = new URL(database.url)
    url.searchParams.set("options", "-c default_transaction_read_only=on")
    const readOnly = open(url.href)
    const { status, body } = await ask("/readyz", { db: readOnly })
    await readOnly.close()
    assert.equal(status, 200)
    assert.deepEqual(body, { status: "degraded", checks: { database: "read-only", schema: "ok" } })
  })

  test("degraded when the replica is away", async () => {
    const { status, body } = await ask("/readyz", { db: database.db, replica: absentDatabase() })
    assert.equal(status, 200)
    assert.deepEqual(body, { status: "degraded", checks: { database: "ok", schema: "ok", replica: "unreachable" } })
  })

  test("ok when the replica answers", async () => {
    const { body } = await ask("/readyz", { db: database.db, replica: database.db })
    assert.deepEqual(body, { status: "ok", checks: { database: "ok", schema: "ok", replica: "ok" } })
  })

  test("503 when the schema is behind, or not there", async () => {
    await database.db.run(
      sql`update migrations set number = -number where number = (select max(number) from migrations)`,
    )
    const behind = await ask("/readyz", { db: database.db })
    await database.db.run(raw("alter table migrations rename to migrations_away"))
    const missing = await ask("/readyz", { db: database.db })
    await database.db.run(raw("alter table migrations_away rename to migrations"))
    await database.db.run(sql`update migrations set number = -number where number < 0`)
    for (const { status, body } of [behind, missing]) {
      assert.equal(status, 503)
      assert.deepEqual(body, { status: "unavailable", checks: { database: "ok", schema: "behind" } })
    }
  })
})

function open(url: string): Database {
  return openDatabase({ url, connections: 1, prepared: false, statementTimeoutMs: 5_000 })
}
