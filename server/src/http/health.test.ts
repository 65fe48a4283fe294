import assert from "node:assert/strict"
import { mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, before, describe, test } from "node:test"
import { isDeepStrictEqual } from "node:util"
import { type TestDatabase, testDatabase } from "../../test/desk/database.ts"
import { absentDatabase, absentFiles, startTestServer } from "../../test/desk/http.ts"
import { listeningTo } from "../../test/desk/statements.ts"
import { eventually, numberAll } from "../../test/peers/events.ts"
import { patienceMs, patientLimits } from "../../test/until.ts"
import { type Database, openDatabase, raw, sql } from "../db/db.ts"
import { openDiskFiles } from "../files/disk.ts"
import type { Files } from "../files/files.ts"

let database: TestDatabase
let folder: string
let files: Files
before(async () => {
  database = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), "deskhand-health-"))
  files = openDiskFiles(folder)
})
after(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

const allOk = { database: "ok", schema: "ok", writes: "ok", files: "ok", events: "ok" }

async function ask(path: string, given: { db?: Database; replica?: Database; files?: Files }) {
  const server = startTestServer({ files, ...given })
  const began = performance.now()
  const answer = await server.app.inject({ url: path })
  const tookMs = performance.now() - began
  await server.close()
  return { status: answer.statusCode, headers: answer.headers, body: answer.json(), text: answer.body, tookMs }
}

/** Asks again, because a check on a busy machine may take longer than the desk waits for it. */
async function assertReadiness(given: Parameters<typeof ask>[1], expected: { status: number; body: object }) {
  const limit = performance.now() + patienceMs
  for (;;) {
    const answer = await ask("/readyz", given)
    const actual = { status: answer.status, body: answer.body }
    if (isDeepStrictEqual(actual, expected)) return answer
    if (performance.now() > limit) assert.deepEqual(actual, expected)
  }
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
    await assertReadiness({ db: database.db }, { status: 200, body: { status: "ok", checks: allOk } })
  })

  test("503 without saying where the database is, when nothing answers there", async () => {
    const unknown = { schema: "unknown", writes: "unknown", events: "unknown" }
    const body = { status: "unavailable", checks: { ...allOk, database: "unreachable", ...unknown } }
    const { headers, text } = await assertReadiness({}, { status: 503, body })
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

  test("503 when no connection comes free for a second", async () => {
    const busy = open(database.url)
    const client = await busy.pool.connect()
    const { status, tookMs } = await ask("/readyz", { db: busy })
    client.release()
    await busy.close()
    assert.equal(status, 503)
    assert.ok(tookMs > 900, `${tookMs} ms`)
  })

  test("asks one question at a time however many ask", async () => {
    const busy = open(database.url)
    const client = await busy.pool.connect()
    const server = startTestServer({ db: busy })
    const asked = Array.from({ length: 20 }, () => server.app.inject({ url: "/readyz" }))
    let mostWaiting = 0
    const watch = setInterval(() => {
      mostWaiting = Math.max(mostWaiting, busy.pool.waitingCount)
    })
    // All get the answer to the one question for which no connection came free.
    for (const answer of await Promise.all(asked)) assert.equal(answer.statusCode, 503)
    clearInterval(watch)
    assert.equal(mostWaiting, 1)
    client.release()
    await server.close()
    await busy.close()
  })

  test("degraded when the database is read-only", async () => {
    const url = new URL(database.url)
    url.searchParams.set("options", "-c default_transaction_read_only=on")
    const readOnly = open(url.href)
    await assertReadiness(
      { db: readOnly },
      { status: 200, body: { status: "degraded", checks: { ...allOk, database: "read-only", writes: "failing" } } },
    )
    await readOnly.close()
  })

  test("degraded when the database refuses to allocate space, and ok again afterwards", async () => {
    const url = new URL(database.url)
    // PostgreSQL refuses to write what a full disk would not take either.
    url.searchParams.set("options", "-c temp_file_limit=100kB")
    const full = open(url.href)
    await assertReadiness(
      { db: full },
      { status: 200, body: { status: "degraded", checks: { ...allOk, writes: "failing" } } },
    )
    await full.close()
    await assertReadiness({ db: database.db }, { status: 200, body: { status: "ok", checks: allOk } })
  })

  test("degraded when no file can be kept, and nothing stays behind of those that are tried", async () => {
    await assertReadiness(
      { db: database.db, files: absentFiles() },
      { status: 200, body: { status: "degraded", checks: { ...allOk, files: "failing" } } },
    )
    // The store clears up behind a check that the desk no longer waits for.
    await eventually(async () => (await readdir(join(folder, "unfinished"))).length === 0)
  })

  test("proves writes once for all who ask within seconds", async () => {
    let writes = 0
    const db = listeningTo(database.db, (text) => {
      if (text === "transaction") writes++
    })
    const server = startTestServer({ db, files })
    await eventually(async () => {
      await Promise.all(Array.from({ length: 20 }, () => server.app.inject({ url: "/readyz" })))
      return writes > 0
    })
    await server.close()
    assert.equal(writes, 1)
  })

  test("degraded while an event older than 30 seconds has no number", async () => {
    const insert = (age: string) =>
      database.db.run(sql`insert into events (kind, subject_id, created_at)
        values ('tag.created', 1, now() - ${age}::interval)`)
    await insert("1 second")
    await assertReadiness({ db: database.db }, { status: 200, body: { status: "ok", checks: allOk } })
    await insert("31 seconds")
    await assertReadiness(
      { db: database.db },
      { status: 200, body: { status: "degraded", checks: { ...allOk, events: "late" } } },
    )
    await numberAll(database.db)
    await assertReadiness({ db: database.db }, { status: 200, body: { status: "ok", checks: allOk } })
  })

  test("degraded when the replica is away", async () => {
    await assertReadiness(
      { db: database.db, replica: absentDatabase() },
      { status: 200, body: { status: "degraded", checks: { ...allOk, replica: "unreachable" } } },
    )
  })

  test("ok when the replica answers", async () => {
    const body = { status: "ok", checks: { ...allOk, replica: "ok" } }
    await assertReadiness({ db: database.db, replica: database.db }, { status: 200, body })
  })

  test("503 when the schema is behind, or not there", async () => {
    await database.db.run(
      sql`update migrations set number = -number where number = (select max(number) from migrations)`,
    )
    const assertBehind = (events: string) => {
      const body = { status: "unavailable", checks: { ...allOk, schema: "behind", events } }
      return assertReadiness({ db: database.db }, { status: 503, body })
    }
    await assertBehind("ok")
    await database.db.run(raw("alter table migrations rename to migrations_away"))
    await assertBehind("unknown")
    await database.db.run(raw("alter table migrations_away rename to migrations"))
    await database.db.run(sql`update migrations set number = -number where number < 0`)
  })
})

function open(url: string): Database {
  return openDatabase({ url, connections: 1, prepared: false, ...patientLimits })
}
