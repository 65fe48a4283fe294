import assert from "node:assert/strict"
import { execFile } from "node:child_process"
import { once } from "node:events"
import type { Socket } from "node:net"
import { join } from "node:path"
import { after, before, describe, test } from "node:test"
import { promisify } from "node:util"
import { type TestDatabase, testDatabase } from "../../test/desk/database.ts"
import { type Gate, gateTo } from "../../test/failures/gate.ts"
import { patienceMs, until } from "../../test/until.ts"
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
  const limits = { statementTimeoutMs: 1_000, connectTimeoutMs: patienceMs }
  const db = openDatabase({ url: gate.url, connections: 1, prepared: true, ...limits, ...options })
  opened.push(db)
  return db
}

describe("a connection that says nothing", () => {
  const away = { status: 503, message: "The database is not reachable at the moment" }
  const one = sql`select 1 as one`

  test("is given up under a statement, and the next one serves", async () => {
    const db = open({})
    // On a busy machine an answer may come too late.
    const isServed = () => db.one(one).then(Boolean, () => false)
    await until(isServed)
    gate.freeze()
    await assert.rejects(db.one(one), away)
    gate.open()
    await until(isServed)
  })

  test("is given up under a transaction, of which nothing is kept", async () => {
    const db = open({})
    let isFrozen = false
    const silent = () =>
      db.transaction(async (db) => {
        await db.run(sql`insert into notes values ('lost')`)
        gate.freeze()
        isFrozen = true
        await db.run(sql`insert into notes values ('lost too')`)
      })
    let ended: Promise<void> | undefined
    // On a busy machine the first answer may come too late.
    await until(async () => {
      ended = silent()
      await ended.catch(() => {})
      return isFrozen
    })
    await assert.rejects(ended ?? Promise.resolve(), away)
    gate.open()
    assert.deepEqual(await scratch.db.many(sql`select text from notes`), [])
  })

  test("is kept where nobody asks it for anything", async () => {
    const db = open({ statementTimeoutMs: 3_000 })
    const client = await db.pool.connect()
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
    await once(stream, "timeout")
    assert.deepEqual((await client.query("select 1 as one")).rows, [{ one: 1 }])
    client.release()
  })
})

test("what statements leave behind does not outlive the next scavenges", async () => {
  const script = join(import.meta.dirname, "../../test/desk/statement-garbage.ts")
  const args = ["--max-semi-space-size=1", script, scratch.url]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  const rounds: { scavenges: number; kept: number }[] = JSON.parse(stdout)
  assert.ok(
    rounds.every(({ scavenges }) => scavenges > 1),
    stdout,
  )
  // A round reads at least 3.5 MB. In one round V8 may move what it made for itself; statements would be kept in every one.
  const kept = Math.min(...rounds.map((round) => round.kept))
  assert.ok(kept < 350_000, stdout)
})
