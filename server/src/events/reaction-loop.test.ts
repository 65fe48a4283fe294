import assert from "node:assert/strict"
import { after, afterEach, before, describe, test } from "node:test"
import { type TestDatabase, testDatabase } from "../../test/desk/database.ts"
import { dispatch } from "../../test/peers/dispatch.ts"
import { eventually, numberAll, write } from "../../test/peers/events.ts"
import { type Database, sql } from "../db/db.ts"
import type { Reaction } from "./dispatch.ts"
import { startReactions } from "./reaction-loop.ts"

let database: TestDatabase
let db: Database
let running: { stop(): Promise<void> } | undefined
let logged: Record<string, unknown>[] = []

const log = { warn: (line: object) => logged.push({ ...line }), error: (line: object) => logged.push({ ...line }) }
const now = new Date("2026-03-04T05:06:07Z")
const origin = "https://desk.example"

before(async () => {
  database = await testDatabase()
  db = database.db
})
after(() => database.drop())
afterEach(async () => {
  await running?.stop()
  logged = []
  await db.run(sql`truncate feed, events, event_cursors, failed_reactions`)
})

/** Adds the numbers of its events to a list. */
function counting(name: string, more: Partial<Reaction> = {}): Reaction & { numbers: number[] } {
  const numbers: number[] = []
  const react: Reaction["react"] = async (_, events) => void numbers.push(...events.map(({ number }) => number))
  return { name, hears: ["tag.created"], react, ...more, numbers }
}

/** Starts the loop with a cursor for each reaction. */
async function start(reactions: Reaction[], on = db): Promise<void> {
  for (const reaction of reactions) await dispatch(db, reaction, { now, origin, log })
  running = startReactions({ db: on, reactions, now: () => now, origin, log })
}

async function happen(amount: number): Promise<void> {
  for (let token = 1; token <= amount; token++) await write(db, token)
  await numberAll(db)
}

async function isUpToDate(): Promise<boolean> {
  const { behind } = await db.one<{ behind: number }>(
    sql`select count(*) as behind from event_cursors where number < (select max(number) from feed)`,
  )
  return behind === 0
}

describe("the reaction loop", () => {
  test("reads the cursors of all reactions in one statement", async () => {
    let reads = 0
    const readsBefore: number[] = []
    const counted: Database = {
      ...db,
      many: (statement) => {
        if (statement.text.includes("event_cursors")) reads++
        return db.many(statement)
      },
      transaction: (work) => {
        readsBefore.push(reads)
        return db.transaction(work)
      },
    }
    const reactions = ["one", "two", "three"].map((name) => counting(name))
    for (const reaction of reactions) await dispatch(db, reaction, { now, origin, log })
    await happen(3)
    running = startReactions({ db: counted, reactions, now: () => now, origin, log })
    await eventually(async () => readsBefore.length >= 3)
    assert.deepEqual(readsBefore, [1, 1, 1])
    await running.stop()
    for (const { numbers } of reactions) assert.deepEqual(numbers, [1, 2, 3])
  })

  test("runs a reaction while another one is still busy, and waits for both when it stops", async () => {
    const busy = Promise.withResolvers<void>()
    const slow = counting("slow", { react: () => busy.promise })
    const quick = counting("quick", { most: 1 })
    for (const reaction of [slow, quick]) await dispatch(db, reaction, { now, origin, log })
    // Before the slow one begins: events wait for its transaction to get their numbers.
    await happen(2)
    running = startReactions({ db, reactions: [slow, quick], now: () => now, origin, log })
    await eventually(async () => quick.numbers.length === 2)
    let hasStopped = false
    const stopped = running?.stop().then(() => {
      hasStopped = true
    })
    await db.one(sql`select 1`)
    assert.equal(hasStopped, false)
    busy.resolve()
    await stopped
  })

  test("follows a full batch with the next at once, and lets what comes after that wait for the interval", async () => {
    const patient = counting("patient", { minIntervalMs: 86_400_000, most: 2 })
    const quick = counting("quick", { minIntervalMs: 1 })
    for (const reaction of [patient, quick]) await dispatch(db, reaction, { now, origin, log })
    await happen(5)
    running = startReactions({ db, reactions: [patient, quick], now: () => now, origin, log })
    await eventually(async () => patient.numbers.length === 5)
    await happen(1)
    await eventually(async () => quick.numbers.length === 6)
    assert.deepEqual(patient.numbers, [1, 2, 3, 4, 5])
  })

  test("backs off alone for a reaction whose transaction the database refuses", async () => {
    let refused = 0
    const refusing: Database = {
      ...db,
      transaction: (work) =>
        db.transaction(async (tx) => {
          const maybe: typeof tx.maybe = (statement) => {
            if (!statement.values.includes("refused")) return tx.maybe(statement)
            refused++
            return Promise.reject(new Error("The database refused"))
          }
          return work({ ...tx, maybe })
        }),
    }
    const reactions = [counting("refused", { minIntervalMs: 1 }), counting("quick", { minIntervalMs: 1 })]
    await start(reactions, refusing)
    for (let round = 1; round <= 5; round++) {
      await happen(1)
      await eventually(async () => reactions[1]?.numbers.length === round)
    }
    assert.deepEqual(logged[0]?.["reaction"], "refused")
    assert.ok(refused >= 1)
    assert.deepEqual(reactions[0]?.numbers, [])
  })

  test("moves cursors over events without work in one statement, also over more than one look sees", async () => {
    const deaf = ["deaf", "needy"].map((name) =>
      counting(name, name === "deaf" ? { hears: ["tag.deleted"] } : { needs: sql`false` }),
    )
    await start(deaf)
    await db.run(sql`insert into events (kind, subject_id) select 'tag.created', 1 from generate_series(1, 1200)`)
    await numberAll(db)
    await eventually(isUpToDate)
    await running?.stop()
    assert.deepEqual(
      deaf.map(({ numbers }) => numbers),
      [[], []],
    )
    assert.deepEqual(logged, [])
  })

  test("moves the cursors of reactions that look at different times", async () => {
    const hears = ["tag.deleted"] as const
    await start([counting("often", { hears, minIntervalMs: 1 }), counting("seldom", { hears, minIntervalMs: 400 })])
    // The first look finds both at once, and after the second event they are up to 400 ms apart.
    await happen(1)
    await eventually(isUpToDate)
    await happen(1)
    await happen(1)
    await eventually(isUpToDate)
  })
})
