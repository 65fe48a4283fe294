import assert from "node:assert/strict"
import { once } from "node:events"
import type { Socket } from "node:net"
import { after, before, describe, test } from "node:test"
import { GCProfiler, type GCProfilerResult } from "node:v8"
import { type TestDatabase, testDatabase } from "../testing/database.ts"
import { type Gate, gateTo } from "../testing/gate.ts"
import { type Database, type DatabaseOptions, openDatabase, raw, sql } from "./db.ts"

let scratch: TestDatabase
let gate: Gate
const opened: Database[] = []

before(async () => {
  scratch = await testDatabase()
  await scratch.db.run(raw("create table notes (text text not null)"))
  gate = await gateTo(scratch.url)
})
after(async () => {
  await Promise.all(opened.map((db) => db.close()))
  await gate.close()
  await scratch.drop()
})

function open(options: Partial<DatabaseOptions>): Database {
  const db = openDatabase({ url: gate.url, connections: 1, prepared: true, statementTimeoutMs: 200, ...options })
  opened.push(db)
  return db
}

describe("a connection that says nothing", () => {
  const away = { status: 503, message: "The database is not reachable at the moment" }
  const one = sql`select 1 as one`

  test("is given up under a statement, and the next one serves", async () => {
    const db = open({})
    assert.deepEqual(await db.one(one), { one: 1 })
    gate.freeze()
    await assert.rejects(db.one(one), away)
    gate.open()
    assert.deepEqual(await db.one(one), { one: 1 })
  })

  test("is given up under a transaction, of which nothing is kept", async () => {
    const db = open({})
    const silent = db.transaction(async (db) => {
      await db.run(sql`insert into notes values ('lost')`)
      gate.freeze()
      await db.run(sql`insert into notes values ('lost too')`)
    })
    await assert.rejects(silent, away)
    gate.open()
    assert.deepEqual(await scratch.db.many(sql`select text from notes`), [])
  })

  test("is kept where nobody asks it for anything", async () => {
    const db = open({})
    const client = await db.pool.connect()
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
    await once(stream, "timeout")
    assert.deepEqual((await client.query("select 1 as one")).rows, [{ one: 1 }])
    client.release()
  })
})

type Heap = GCProfilerResult["statistics"][number]["afterGC"]

test("what statements leave behind does not outlive the next scavenges", async () => {
  const db = open({ url: scratch.url, connections: 2, statementTimeoutMs: 5_000 })
  const ask = () => db.many(sql`select number, repeat('x', 100) as text from generate_series(1, 20) as number`)
  for (let times = 0; times < 1_000; times++) await ask()
  const profiler = new GCProfiler()
  profiler.start()
  for (let times = 0; times < 4_000; times++) await ask()
  const scavenges = (profiler.stop()?.statistics ?? []).filter(({ gcType }) => gcType === "Scavenge")
  const oldBytes = ({ heapSpaceStatistics }: Heap) =>
    heapSpaceStatistics.find(({ spaceName }) => spaceName === "old_space")?.spaceUsedSize ?? 0
  const kept = scavenges.reduce((sum, { beforeGC, afterGC }) => sum + oldBytes(afterGC) - oldBytes(beforeGC), 0)
  assert.ok(scavenges.length > 1)
  // What was read is 15 MB at least.
  assert.ok(kept < 1_500_000, `${kept} bytes were kept`)
})
