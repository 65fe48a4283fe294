import assert from "node:assert/strict"
import { after, afterEach, before, beforeEach, describe, test } from "node:test"
import { type TestDatabase, testDatabase } from "../../test/desk/database.ts"
import { dispatch } from "../../test/peers/dispatch.ts"
import { eventually, numberAll, write } from "../../test/peers/events.ts"
import { patientLimits } from "../../test/until.ts"
import { type Database, type Db, openDatabase, sql } from "../db/db.ts"
import type { Reaction } from "./dispatch.ts"
import { hearAgain, listFailures } from "./failures.ts"
import { startReactions } from "./reaction-loop.ts"

let database: TestDatabase
let db: Database
let nodes: Database[]
let logged: { level: string; line: Record<string, unknown> }[]

const log = {
  warn: (line: object) => logged.push({ level: "warn", line: { ...line } }),
  error: (line: object) => logged.push({ level: "error", line: { ...line } }),
}
const now = new Date("2026-03-04T05:06:07Z")
const origin = "https://desk.example"
const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000)

before(async () => {
  database = await testDatabase()
  db = database.db
  nodes = [1, 2].map(() => openDatabase({ url: database.url, connections: 5, prepared: true, ...patientLimits }))
  await db.run(sql`create table effects (number bigint)`)
})
after(async () => {
  for (const node of nodes) await node.close()
  await database.drop()
})
beforeEach(() => {
  logged = []
})
afterEach(() => db.run(sql`truncate feed, events, event_cursors, failed_reactions, effects`))

/** Notes each event that it hears. */
function noting(more: Partial<Reaction> = {}): Reaction {
  return {
    name: "noting",
    hears: ["tag.created"],
    async react(db, events) {
      for (const { number } of events) await db.run(sql`insert into effects values (${number})`)
    },
    ...more,
  }
}

async function happen(amount: number): Promise<void> {
  for (let token = 1; token <= amount; token++) await write(db, token)
  await numberAll(db)
}

async function dispatchAll(reaction: Reaction, at = now): Promise<void> {
  while (await dispatch(db, reaction, { now: at, origin, log }));
}

/** As after a start, before anything happened. */
async function begin(reaction: Reaction): Promise<void> {
  await dispatch(db, reaction, { now, origin, log })
}

const effects = async () =>
  (await db.many<{ number: number }>(sql`select number from effects order by number`)).map(({ number }) => number)
const numbersTo = (amount: number) => Array.from({ length: amount }, (_, index) => index + 1)

describe("a reaction", () => {
  test("hears every event of its kinds once, in order, in batches", async () => {
    await begin(noting())
    await happen(150)
    await write(db, 1, { kind: "tag.deleted" })
    await happen(100)
    const heard: number[] = []
    const react: Reaction["react"] = async (db, events, occasion) => {
      heard.push(...events.map(({ number }) => number))
      await noting().react(db, events, occasion)
    }
    await dispatchAll(noting({ react }))
    await dispatchAll(noting({ react }))
    const expected = numbersTo(251).filter((number) => number !== 151)
    assert.deepEqual(heard, expected)
    assert.deepEqual(await effects(), expected)
  })

  test("that has enough for one transaction hears the rest in the next, each once", async () => {
    await begin(noting())
    await happen(5)
    const heard: number[][] = []
    const react: Reaction["react"] = async (db, events, occasion) => {
      heard.push(events.map(({ number }) => number))
      await noting().react(db, events.slice(0, 2), occasion)
      return events[1]?.number
    }
    await dispatchAll(noting({ react }))
    assert.deepEqual(heard, [[1, 2, 3, 4, 5], [3, 4, 5], [5]])
    assert.deepEqual(await effects(), numbersTo(5))
  })

  test("goes on at once to the newest that there was, and leaves what happens meanwhile to its next turn", async () => {
    await begin(noting())
    await happen(3)
    const heard: number[][] = []
    const react: Reaction["react"] = async (_, events) => void heard.push(events.map(({ number }) => number))
    const hear = () => dispatch(db, noting({ react, most: 2 }), { now, origin, log })
    assert.equal(await hear(), true)
    await happen(1)
    assert.equal(await hear(), false)
    assert.deepEqual(heard, [
      [1, 2],
      [3, 4],
    ])
  })

  test("that would hear nothing need not note at once how far that goes, and hears what is for it at once", async () => {
    const reaction = noting()
    const patiently = () => dispatch(db, reaction, { now, origin, log, delayedSkips: new Set([reaction]) })
    const reached = async () => (await db.one<{ number: number }>(sql`select number from event_cursors`)).number
    await begin(noting())
    await write(db, 1, { kind: "tag.deleted" })
    await numberAll(db)
    assert.equal(await patiently(), false)
    assert.equal(await reached(), 0)
    await happen(1)
    assert.equal(await patiently(), false)
    assert.deepEqual([await effects(), await reached()], [[2], 2])
    await write(db, 1, { kind: "tag.deleted" })
    await numberAll(db)
    await dispatchAll(noting())
    assert.equal(await reached(), 3)
  })

  test("hears nothing while what it needs is not there, and all that happens once it is", async () => {
    const needy = noting({ needs: sql`exists (select from tags)` })
    await begin(needy)
    await happen(700)
    await dispatchAll(needy)
    assert.deepEqual(await effects(), [])
    assert.deepEqual(await db.many(sql`select name, number from event_cursors`), [{ name: "noting", number: 700 }])
    await db.run(sql`insert into tags (name, slug) values ('needed', 'needed')`)
    await happen(2)
    await dispatchAll(needy)
    assert.deepEqual(await effects(), [701, 702])
    await db.run(sql`delete from tags`)
  })

  test("that is new begins with what happens from then on", async () => {
    await happen(3)
    await begin(noting())
    await happen(2)
    await dispatchAll(noting())
    assert.deepEqual(await effects(), [4, 5])
  })

  test("whose node dies before the commit has done nothing, and does it once when it comes back", async () => {
    await begin(noting())
    await happen(5)
    const dying: Db = {
      ...db,
      transaction: (work) =>
        db.transaction(async (db) => {
          await work(db)
          assert.equal((await db.many(sql`select from effects`)).length, 5)
          // What is gone with its connection cannot say so either.
          await db.run(sql`select pg_terminate_backend(pg_backend_pid())`)
          throw new Error("never comes here")
        }),
    }
    await assert.rejects(dispatch(dying, noting(), { now, origin, log }))
    assert.deepEqual(await effects(), [])
    await dispatchAll(noting())
    assert.deepEqual(await effects(), numbersTo(5))
  })

  test("hears each event on one node only", async () => {
    await begin(noting())
    const running = nodes.map((node) =>
      startReactions({ db: node, reactions: [noting()], now: () => now, origin, log }),
    )
    for (let round = 0; round < 5; round++) await happen(40)
    await eventually(async () => (await effects()).length >= 200)
    for (const part of running) await part.stop()
    assert.deepEqual(await effects(), numbersTo(200))
    assert.deepEqual(logged, [])
  })

  test("that fails is tried again after growing waits, and given up after five tries; the others are heard", async () => {
    const reaction = noting({
      async react(db, events, occasion) {
        await noting().react(db, events, occasion)
        if (events.some(({ number }) => number === 3)) await db.run(sql`select 1 / 0`)
      },
    })
    await begin(reaction)
    await happen(5)
    const tries: number[] = []
    for (const second of [0, 0.5, 1, 5, 6, 30, 31, 155, 156]) {
      await dispatchAll(reaction, later(second))
      assert.deepEqual(await effects(), second < 156 ? [1, 2] : [1, 2, 4, 5])
      tries.push(logged.length)
    }
    assert.deepEqual(tries, [1, 1, 2, 2, 3, 3, 4, 4, 5])
    assert.deepEqual(
      logged.map(({ level }) => level),
      ["warn", "warn", "warn", "warn", "error"],
    )
    const failures = await db.many(sql`select reaction, number, error from failed_reactions`)
    assert.deepEqual(failures, [{ reaction: "noting", number: 3, error: "error: division by zero" }])

    // It is heard again when somebody wants it; where it fails again, it stays.
    await assert.rejects(hearAgain(db, reaction, 3, { now, origin }))
    assert.deepEqual(
      (await listFailures(db, 10)).map(({ reaction, number, kind }) => [reaction, number, kind]),
      [["noting", 3, "tag.created"]],
    )
    await hearAgain(db, noting(), 3, { now, origin })
    await hearAgain(db, noting(), 3, { now, origin })
    assert.deepEqual(await effects(), [1, 2, 3, 4, 5])
    assert.deepEqual(await listFailures(db, 10), [])
  })

  test("that fails holds up no other reaction", async () => {
    const react = (): Promise<void> => Promise.reject(new Error("It rained"))
    const broken = noting({ name: "broken", react })
    for (const reaction of [broken, noting()]) await begin(reaction)
    const running = startReactions({
      db: nodes[0] as Database,
      reactions: [broken, noting()],
      now: () => now,
      origin,
      log,
    })
    await happen(3)
    await eventually(async () => (await effects()).length === 3)
    await running.stop()
  })

  test("that was away for longer than events are kept is told so", async () => {
    await begin(noting())
    await happen(5)
    await db.run(sql`delete from feed where number <= 3`)
    await dispatchAll(noting())
    assert.deepEqual(await effects(), [4, 5])
    assert.deepEqual(
      logged.map(({ level, line }) => [level, line["reaction"]]),
      [["error", "noting"]],
    )
  })
})
