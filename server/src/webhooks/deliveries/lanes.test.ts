import assert from "node:assert/strict"
import { after, afterEach, before, describe, test } from "node:test"
import { setTimeout as pause } from "node:timers/promises"
import fc from "fast-check"
import { type HookedDesk, hookedDesk } from "../../../test/peers/webhooks.ts"
import { patientLimits } from "../../../test/until.ts"
import { type Database, openDatabase, sql } from "../../db/db.ts"
import { insertDeliveries, insertMessages } from "./owe.ts"
import { type Claimed, claimDue, type Load } from "./queue.ts"
import { settle } from "./settle.ts"

let on: HookedDesk
let others: Database[]

before(async () => {
  on = await hookedDesk()
  others = [1, 2, 3].map(() =>
    openDatabase({ url: on.desk.databaseUrl, connections: 2, prepared: true, ...patientLimits }),
  )
})
after(async () => {
  for (const other of others) await other.close()
  await on.close()
})
afterEach(() => on.desk.db.run(sql`truncate webhooks, webhook_deliveries, webhook_messages`))

let told = 0
/** Gives the number that tells it apart. */
async function owe(webhookId: number, lane: string, amount = 1): Promise<void> {
  await on.desk.db.transaction(async (db) => {
    const now = on.desk.clock.now
    const messages = await insertMessages(
      db,
      Array.from({ length: amount }, () => `${++told}`),
      now,
    )
    const owed = messages.map((messageId) => ({
      webhookId,
      messageId,
      kind: "tag.created",
      eventNumber: null,
      inboxId: null,
      lane,
    }))
    await insertDeliveries(db, owed, now)
  })
}

const claim = (more: { db?: Database; most?: number; mostEach?: number; loads?: Load[] } = {}) => {
  const { db = on.desk.appDb, most = 100, mostEach = 100, loads = [] } = more
  return claimDue(db, { now: on.desk.clock.now, lentSeconds: 30, most, mostEach, loads })
}

const ended = (claimed: Claimed, status: number | "forbidden" | "stopped") => ({
  claimed,
  outcome:
    typeof status === "string"
      ? status
      : {
          attempt: { at: "2026-03-04T05:06:07.000Z", status, error: null, durationMs: 1, response: "" },
          retryAfterSeconds: undefined,
        },
})
const finish = (claimed: Claimed[], status: number | "forbidden" | "stopped" = 200, db = on.desk.appDb) =>
  settle(
    db,
    claimed.map((entry) => ended(entry, status)),
    on.desk.clock.now,
  )
const bodies = (claimed: Claimed[]) => claimed.map(({ body }) => Number(body) - told)

describe("deliveries of one lane", () => {
  test("wait for one another, those of others do not", async () => {
    const one = await on.addHook("/one", { events: ["tag.created"] })
    const other = await on.addHook("/other", { events: ["tag.created"] })
    await owe(one, "convo:1", 3)
    await owe(one, "convo:2")
    await owe(other, "convo:1")
    const first = await claim()
    assert.deepEqual(bodies(first), [-4, -1, 0])
    assert.deepEqual(await claim(), [])
    await finish(first)
    const second = await claim()
    assert.deepEqual(bodies(second), [-3])
    // What failed keeps its place.
    await finish(second, 500)
    assert.deepEqual(await claim(), [])
    on.later(6)
    const again = await claim()
    assert.deepEqual(bodies(again), [-3])
    assert.equal(again[0]?.tries, 1)
    await finish(again, "forbidden")
    assert.deepEqual(bodies(await claim()), [-2])
  })

  test("one that was lent and not heard of again is lent anew; who comes late settles nothing", async () => {
    const id = await on.addHook("/", { events: ["tag.created"] })
    await owe(id, "convo:1", 2)
    const lost = await claim()
    on.later(31)
    const taken = await claim()
    assert.deepEqual(bodies(taken), bodies(lost))
    await finish(lost)
    assert.deepEqual(await claim(), [])
    await finish(taken, "stopped")
    const third = await claim()
    assert.deepEqual(bodies(third), bodies(lost))
    assert.equal(third[0]?.tries, 0)
  })

  test("arrive in order and all of them, whoever writes, claims and settles at once", async () => {
    const ids = [
      await on.addHook("/one", { events: ["tag.created"] }),
      await on.addHook("/two", { events: ["tag.created"] }),
    ]
    const seed = fc.sample(fc.integer(), 1)[0] ?? 0
    const chance = fc.sample(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { numRuns: 5_000, seed })
    let at = 0
    const next = () => chance[at++ % chance.length] ?? 0
    const amount = 120
    const before = told
    const arrived = new Map<string, number[]>()
    let writing = true
    const write = async () => {
      for (let count = 0; count < amount; count += 4)
        await owe(ids[Math.floor(next() * 2)] ?? 0, `convo:${Math.floor(next() * 5)}`, 4)
      writing = false
    }
    const work = async (db: Database) => {
      for (;;) {
        const wasWriting = writing
        const claimed = await claim({ db, most: 1 + Math.floor(next() * 4) })
        for (const entry of claimed) {
          // Fails now and then, and is tried at once.
          const status = next() < 0.2 ? "stopped" : 200
          const lane = (await db.one<{ lane: string }>(sql`select lane from webhook_deliveries where id = ${entry.id}`))
            .lane
          const key = `${entry.webhook_id} ${lane}`
          if (status === 200) arrived.set(key, [...(arrived.get(key) ?? []), Number(entry.body)])
          await finish([entry], status, db)
        }
        if (claimed.length > 0) continue
        if (!wasWriting) return
        // Others have the heads of all lanes, and are slowed down by whoever asks for more.
        await pause(5)
      }
    }
    await Promise.all([write(), ...others.map(work)])
    const all = [...arrived.values()]
    const sorted = all.map((numbers) => numbers.toSorted((one, other) => one - other))
    assert.deepEqual(all, sorted, `seed ${seed}`)
    assert.deepEqual(
      all.flat().toSorted((one, other) => one - other),
      Array.from({ length: amount }, (_, index) => before + 1 + index),
      `seed ${seed}`,
    )
  })
})

describe("a claim", () => {
  test("takes the first of every webhook before the second of any", async () => {
    const busy = await on.addHook("/busy", { events: ["tag.created"] })
    const quiet = await on.addHook("/quiet", { events: ["tag.created"] })
    for (let lane = 0; lane < 10; lane++) await owe(busy, `convo:${lane}`)
    on.later(1)
    await owe(quiet, "convo:1")
    const claimed = await claim({ most: 3 })
    assert.deepEqual(
      claimed.map(({ webhook_id }) => webhook_id),
      [busy, busy, quiet],
    )
  })

  test("gives each only as much as it has room for", async () => {
    const id = await on.addHook("/", { events: ["tag.created"] })
    for (let lane = 0; lane < 10; lane++) await owe(id, `convo:${lane}`)
    assert.equal((await claim({ mostEach: 4, loads: [{ webhookId: id, busy: 1, allowed: 50 }] })).length, 3)
    assert.equal((await claim({ mostEach: 4, loads: [{ webhookId: id, busy: 0, allowed: 2 }] })).length, 2)
    assert.equal((await claim({ mostEach: 4, loads: [{ webhookId: id, busy: 4, allowed: 9 }] })).length, 0)
    await on.desk.db.run(sql`update webhooks set failing = 5`)
    assert.equal((await claim({ mostEach: 4, loads: [{ webhookId: id, busy: 1, allowed: 9 }] })).length, 0)
    assert.equal((await claim({ mostEach: 4 })).length, 1)
    await on.desk.db.run(sql`update webhooks set state = 'disabled'`)
    assert.equal((await claim()).length, 0)
  })
})

describe("a receiver that keeps failing", () => {
  test("is asked by one delivery at a time after ever longer pauses, until one arrives", async () => {
    const id = await on.addHook("/", { events: ["tag.created"] })
    for (let lane = 0; lane < 30; lane++) await owe(id, `convo:${lane}`)
    await finish(await claim({ most: 5 }), 500)
    const pauses = [1, 2, 4, 8, 16, 32, 60, 60, 60]
    for (const [round, pause] of pauses.entries()) {
      on.later(pause - 1)
      assert.deepEqual(await claim(), [], `after ${pause - 1} s`)
      on.later(1)
      const probe = await claim()
      assert.equal(probe.length, 1, `after ${pause} s`)
      await finish(probe, round < pauses.length - 1 ? 500 : 204)
    }
    assert.ok((await claim()).length > 10)
    const counts = await on.desk.db.one(sql`select failing, attempt_count, failure_count from webhooks`)
    assert.deepEqual(counts, { failing: 0, attempt_count: 14, failure_count: 13 })
  })
})
