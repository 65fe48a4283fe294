import assert from "node:assert/strict"
import { createServer, type Server } from "node:net"
import { join } from "node:path"
import { describe, test } from "node:test"
import { setTimeout as pause } from "node:timers/promises"
import { clusterFolder, isRunning, postmasterOf, query, quietly } from "../../../test/desk/embedded.ts"
import { patientLimits, until } from "../../../test/until.ts"
import { DeskError } from "../../errors.ts"
import { type Database, openDatabase, sql } from "../db.ts"
import { openEmbedded } from "./embedded.ts"

describe("the owner's PostgreSQL, killed", () => {
  test("comes back by itself; the pool answers 503 meanwhile and then goes on without a restart", async (t) => {
    const folder = await clusterFolder(t)
    const said: string[] = []
    const desk = await openEmbedded(folder, (line) => said.push(line), { owner: true })
    const db = openDatabase({ url: desk.url, connections: 4, prepared: true, ...patientLimits })
    t.after(() => db.close().catch(quietly))
    await db.run(sql`create table kept as select 42 as answer`)
    for (let round = 1; round <= 2; round++) {
      await Promise.all([1, 2, 3].map(() => db.run(sql`select pg_sleep(0.01)`)))
      const cut = await sleepingQuery(db)
      const killed = await killPostmaster(folder)
      const statuses = [await cut.status]
      // A connection of the dead one may live a moment longer than it.
      await until(() => startedAnew(folder, killed))
      statuses.push(...(await statusesUntilWell(db)))
      assert.deepEqual(new Set(statuses), new Set([503]))
      assert.deepEqual(await db.many(sql`select answer from kept`), [{ answer: 42 }])
    }
    await until(() => said.filter((line) => line === "PostgreSQL runs again.").length === 2)
    assert.equal(said.filter((line) => line === "PostgreSQL has ended unexpectedly: starting it again …").length, 2)

    await db.close()
    const last = postmasterOf(folder)
    await desk.stop()
    assert.equal(isRunning(last), false)
    await pause(1_200)
    assert.throws(() => postmasterOf(folder), { code: "ENOENT", path: join(folder, "postgres/postmaster.pid") })
  })

  test("comes back too where a command had started it, and whoever opens it first takes the same port", async (t) => {
    const folder = await clusterFolder(t)
    const command = await openEmbedded(folder, quietly, { owner: false })
    const desk = await openEmbedded(folder, quietly, { owner: true })
    await killPostmaster(folder)
    await untilAnswered(desk.url)
    await killPostmaster(folder)
    const next = await openEmbedded(folder, quietly, { owner: false })
    assert.equal(next.url, desk.url)
    await Promise.all([next.stop(), command.stop()])
    assert.deepEqual(await query(desk.url, "select 1 as one"), [{ one: 1 }])
    await desk.stop()
  })

  test("waits for its port where somebody else has taken it", async (t) => {
    const folder = await clusterFolder(t)
    const desk = await openEmbedded(folder, quietly, { owner: true })
    const port = Number(new URL(desk.url).port)
    let intruder: Server | undefined
    t.after(() => intruder?.close())
    // On a busy machine PostgreSQL may be back before the port is taken.
    await until(async () => {
      await untilAnswered(desk.url)
      await killPostmaster(folder)
      intruder = await listenOn(port)
      return intruder !== undefined
    })
    await pause(1_000)
    intruder?.close()
    await untilAnswered(desk.url)
    await desk.stop()
  })
})

function listenOn(port: number): Promise<Server | undefined> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once("error", () => resolve(undefined))
    server.listen(port, "127.0.0.1", () => resolve(server))
  })
}

async function killPostmaster(folder: string): Promise<number> {
  const pid = postmasterOf(folder)
  process.kill(pid, "SIGKILL")
  await until(() => !isRunning(pid))
  return pid
}

function startedAnew(folder: string, killed: number): boolean {
  try {
    return postmasterOf(folder) !== killed
  } catch {
    return false
  }
}

/** One that is under way when this returns, and for longer than a test waits. */
async function sleepingQuery(db: Database): Promise<{ status: Promise<unknown> }> {
  const status = db.run(sql`select pg_sleep(1000)`).then(() => 200, statusOf)
  await until(async () => {
    const rows = await db.many(sql`select from pg_stat_activity where wait_event = 'PgSleep'`)
    return rows.length > 0
  })
  return { status }
}

const statusOf = (error: unknown) => (error instanceof DeskError ? error.status : error)

async function statusesUntilWell(db: Database): Promise<unknown[]> {
  const statuses: unknown[] = []
  await until(() =>
    db.run(sql`select 1`).then(
      () => true,
      (error: unknown) => {
        statuses.push(statusOf(error))
        return false
      },
    ),
  )
  return statuses
}

function untilAnswered(url: string): Promise<void> {
  return until(() =>
    query(url, "select 1").then(
      () => true,
      () => false,
    ),
  )
}
