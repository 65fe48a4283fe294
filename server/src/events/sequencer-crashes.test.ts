import assert from "node:assert/strict"
import type { ChildProcess } from "node:child_process"
import { test } from "node:test"
import { setTimeout as pause } from "node:timers/promises"
import fc from "fast-check"
import { clusterFolder, isRunning, killNow, postmasterOf, query, quietly } from "../../test/desk/embedded.ts"
import {
  OverlappingWriters,
  spawnSequencer,
  type WriterTransaction,
  type WrittenEvent,
  watchFeed,
} from "../../test/desk/overlapping-writers.ts"
import { eventually, listAll } from "../../test/peers/events.ts"
import { isExploring, runs } from "../../test/property.ts"
import { patientLimits } from "../../test/until.ts"
import { openDatabase, sql } from "../db/db.ts"
import { openEmbedded } from "../db/embedded/embedded.ts"
import { migrate } from "../db/migrate.ts"
import { startSequencer } from "./sequencer.ts"

/** A transaction stays open until a step ends it, and may have its id long before it writes. */
const slot = fc.nat(3)
const step = fc.oneof(
  { weight: 1, arbitrary: fc.record({ what: fc.constant("begin" as const), slot }) },
  { weight: 10, arbitrary: fc.record({ what: fc.constant("write" as const), slot }) },
  { weight: 6, arbitrary: fc.record({ what: fc.constant("commit" as const), slot }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("rollback" as const), slot }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("burst" as const), count: fc.integer({ min: 1, max: 5 }) }) },
  { weight: 6, arbitrary: fc.record({ what: fc.constant("pause" as const), ms: fc.integer({ min: 5, max: 50 }) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("start or kill the second node" as const) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("restart the first node" as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** PostgreSQL is killed in some programs, while a burst is being written; other steps follow then. */
const program = fc.record({
  steps: fc.array(step, { minLength: 50, maxLength: 80 }),
  stepsAfterCrash: fc.oneof(
    { weight: 3, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.array(step, { minLength: 10, maxLength: 20 }) },
  ),
})

type Program = typeof program extends fc.Arbitrary<infer Value> ? Value : never

/** Has every kind of step, and both kinds of crashes. The others are drawn. */
const everything: Program = {
  steps: [
    { what: "start or kill the second node" },
    { what: "begin", slot: 0 },
    { what: "write", slot: 1 },
    { what: "write", slot: 2 },
    { what: "burst", count: 3 },
    { what: "commit", slot: 1 },
    { what: "pause", ms: 20 },
    { what: "write", slot: 0 },
    { what: "rollback", slot: 2 },
    { what: "start or kill the second node" },
    { what: "restart the first node" },
    { what: "commit", slot: 0 },
    { what: "write", slot: 3 },
    { what: "start or kill the second node" },
  ],
  stepsAfterCrash: [
    { what: "write", slot: 0 },
    { what: "burst", count: 2 },
    { what: "start or kill the second node" },
    { what: "write", slot: 1 },
    { what: "commit", slot: 0 },
  ],
}

/** The promise is a second; the rest is for a busy machine. Held when exploring, because it depends on the machine. */
const limitMs = 15_000

test("every committed event is numbered once and in order, whatever overlaps, rolls back or crashes", async (t) => {
  const folder = await clusterFolder(t)
  const postgres = await openEmbedded(folder, quietly, { owner: true })
  const { url } = postgres
  const open = (prepared: boolean) => openDatabase({ url, connections: 8, prepared, ...patientLimits })
  const observer = open(false)
  await migrate(observer)
  const db = open(true)
  const feed = watchFeed(observer)
  const lateMs: number[] = []
  let first = startSequencer(db, { error: quietly })
  let second: ChildProcess | undefined

  const crash = async (writers: OverlappingWriters) => {
    const burst = writers.burst(5)
    const postmaster = postmasterOf(folder)
    process.kill(postmaster, "SIGKILL")
    await writers.dropOpen()
    await burst
    // Over a new connection: what is left of the killed one may answer on those that it has.
    await eventually(async () => !isRunning(postmaster) && query(url, "select 1").catch(() => undefined))
    writers.recoveredAt = performance.now()
  }
  const take = async (step: Step, writers: OverlappingWriters) => {
    switch (step.what) {
      case "begin":
        await writers.begin(step.slot)
        return
      case "write":
        return writers.write(step.slot)
      case "commit":
      case "rollback":
        return writers.end(step.slot, step.what)
      case "burst":
        return writers.burst(step.count)
      case "pause":
        return pause(step.ms)
      case "start or kill the second node":
        if (!second) second = spawnSequencer(url)
        else {
          await killNow(second)
          second = undefined
        }
        return
      case "restart the first node":
        await first.stop()
        first = startSequencer(db, { error: quietly })
    }
  }
  const check = async ({ events, transactions, recoveredAt }: OverlappingWriters) => {
    const numbers = new Map((await listAll(observer)).map(({ number, subject_id }) => [subject_id, number]))
    for (const { token, after, transaction } of events) {
      const number = numbers.get(token)
      if (transaction.outcome === "committed") assert.ok(number !== undefined, `event ${token} has no number`)
      if (transaction.outcome === "rolled back") assert.equal(number, undefined, `event ${token} was rolled back`)
      for (const earlier of number === undefined ? [] : after)
        assert.ok((numbers.get(earlier) ?? 0) < (number ?? 0), `event ${token} is numbered before ${earlier}`)
    }
    for (const event of events.filter(isCommitted)) {
      const numberedAt = feed.seenAt.get(event.token) ?? Number.POSITIVE_INFINITY
      lateMs.push(latenessOf(event, { numberedAt, events, transactions, recoveredAt }))
    }
  }

  try {
    let firstToken = 1
    const numbersAll = fc.asyncProperty(program, async ({ steps, stepsAfterCrash }) => {
      const writers = new OverlappingWriters({ url, db, firstToken })
      firstToken += 1_000
      for (const step of steps) await take(step, writers)
      if (stepsAfterCrash) await crash(writers)
      for (const step of stepsAfterCrash ?? []) await take(step, writers)
      await writers.endAll()
      await eventually(async () => (await observer.maybe(sql`select from events`)) === undefined)
      await eventually(async () => writers.events.filter(isCommitted).every(({ token }) => feed.seenAt.has(token)))
      await check(writers)
    })
    await fc.assert(numbersAll, { numRuns: runs(2), endOnFailure: true, examples: [[everything]] })
    const rows = await listAll(observer)
    assert.deepEqual(
      rows.map(({ number }) => number),
      rows.map((_, index) => index + 1),
    )
    assert.equal(new Set(rows.map(({ subject_id }) => subject_id)).size, rows.length, "an event has two numbers")
    t.diagnostic(`numbered at most ${Math.round(Math.max(...lateMs))} ms late`)
    if (isExploring) assert.ok(Math.max(...lateMs) < limitMs)
  } finally {
    await first.stop()
    if (second) await killNow(second)
    await feed.stop()
    for (const database of [db, observer]) await database.close()
    await postgres.stop()
  }
})

function isCommitted({ transaction }: WrittenEvent): boolean {
  return transaction.outcome === "committed"
}

interface Course extends Pick<OverlappingWriters, "events" | "transactions" | "recoveredAt"> {
  numberedAt: number
}

/**
 * Counted from when nothing held the event up any more: it was committed, PostgreSQL ran, and all transactions had
 * ended that were older than its own, or than those of events that were written before it and committed by then.
 */
function latenessOf(event: WrittenEvent, { numberedAt, events, transactions, recoveredAt }: Course): number {
  const endOf = ({ endedAt = Number.POSITIVE_INFINITY }: WriterTransaction) => endedAt
  const ahead = events.filter(({ id, transaction }) => id <= event.id && endOf(transaction) < numberedAt)
  const newest = ahead.reduce((xid, { transaction }) => (transaction.xid > xid ? transaction.xid : xid), 0n)
  const older = transactions.filter(({ xid }) => xid <= newest)
  const causes = [...older.map(endOf), recoveredAt].filter((at) => at < numberedAt)
  return numberedAt - Math.max(endOf(event.transaction), ...causes)
}
