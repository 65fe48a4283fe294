import assert from "node:assert/strict"
import { after, afterEach, before, describe, test } from "node:test"
import fc from "fast-check"
import { type Reply, scenarioDesk, type TestDesk } from "../../../test/desk/desk.ts"
import { type AddedDelivery, addDeliveries, addDelivery, addWebhook } from "../../../test/peers/deliveries.ts"
import { runs } from "../../../test/property.ts"
import { type Db, sql } from "../../db/db.ts"
import type { ScenarioIds } from "../../seed/scenario.ts"
import { deliveriesDue } from "./queue.ts"
import { replayDeliveries, replayDelivery } from "./replay.ts"

let desk: TestDesk
let ids: ScenarioIds
let ada: string

before(async () => {
  ;({ desk, ids } = await scenarioDesk())
  ada = await desk.tokenFor(ids.users.ada)
})
afterEach(() => desk.db.run(sql`delete from graphile_worker._private_jobs`))
after(() => desk.close())

const at = (seconds: number) => new Date(desk.clock.now.getTime() + seconds * 1_000)
const newWebhook = (more: object = {}) => addWebhook(desk.db, { userId: ids.users.ada, ...more })
const add = (delivery: AddedDelivery) => addDelivery(desk.db, { createdAt: at(-60), ...delivery })

const replayOne = (webhookId: number, id: number, token = ada) =>
  desk.send("POST", `/v2/webhooks/${webhookId}/deliveries/${id}/replay`, { token })
const replayMany = (webhookId: number, body: object, token = ada) =>
  desk.send("POST", `/v2/webhooks/${webhookId}/replay`, { token, body })

interface Kept {
  id: number
  lane: string
  state: string
  due_at: Date | null
  tries: number
  token: string
  attempts: object[]
  settled_at: Date | null
}

const keptOf = (webhookId: number) =>
  desk.db.many<Kept>(sql`select id, lane, state, due_at, tries, token, attempts, settled_at
    from webhook_deliveries where webhook_id = ${webhookId} order by id`)

async function kept(id: number): Promise<Kept> {
  return desk.db.one(sql`select * from webhook_deliveries where id = ${id}`)
}

const owed = async () =>
  (
    await desk.db.many<{ payload: unknown }>(sql`select payload from graphile_worker._private_jobs
      join graphile_worker._private_tasks tasks on tasks.id = task_id where identifier = 'webhooks.replay'
      order by _private_jobs.id`)
  ).map(({ payload }) => payload)

/** As a worker does it. */
async function work(payload: unknown, signal = new AbortController().signal): Promise<void> {
  const { appDb: db, config, files, outgoing, clock } = desk
  await replayDeliveries({ db, config, files, outgoing, replica: undefined, now: () => clock.now }, payload, signal)
}

async function replayAndWork(webhookId: number, body: object): Promise<void> {
  assert.equal((await replayMany(webhookId, body)).status, 202)
  for (const payload of await owed()) await work(payload)
  await desk.db.run(sql`delete from graphile_worker._private_jobs`)
}

describe("POST /v2/webhooks/{id}/deliveries/{id}/replay", () => {
  test("makes it due from the start of the schedule, with the same id, and keeps what was", async () => {
    const webhookId = await newWebhook()
    const attempt = { at: at(-60).toISOString(), status: 500, error: null, durationMs: 3, response: "" }
    const id = await add({ webhookId, state: "failed", attempts: [attempt] })
    await desk.db.run(sql`update webhook_deliveries set tries = 11, claims = 11 where id = ${id}`)
    const before = await kept(id)
    let told = 0
    const end = desk.appDb.hear(deliveriesDue, () => told++)
    assert.equal((await replayOne(webhookId, id)).status, 204)
    end()
    const after = await kept(id)
    assert.deepEqual(after, { ...before, state: "pending", tries: 0, settled_at: null, due_at: at(0) })
    assert.ok(told > 0)
    const again = await replayOne(webhookId, id)
    assert.deepEqual([again.status, again.body._links.about.href], [409, `${desk.origin}/errors/delivery_pending`])
  })

  test("waits where something else of its lane is pending", async () => {
    const webhookId = await newWebhook()
    const first = await add({ webhookId, state: "delivered", lane: "convo:1" })
    const head = await add({ webhookId, lane: "convo:1", dueAt: at(30) })
    const elsewhere = await add({ webhookId: await newWebhook(), state: "failed", lane: "convo:1" })
    await replayOne(webhookId, first)
    assert.deepEqual([(await kept(first)).state, (await kept(first)).due_at], ["pending", null])
    assert.deepEqual((await kept(head)).due_at, at(30))
    assert.equal((await kept(elsewhere)).state, "failed")
  })

  test("waits for who settles the last one of its lane, and is then the head", async () => {
    const webhookId = await newWebhook()
    const earlier = await add({ webhookId, state: "failed", lane: "convo:1" })
    const head = await add({ webhookId, lane: "convo:1", dueAt: at(0) })
    const answer = await meanwhile(
      (db) =>
        db.run(sql`update webhook_deliveries set state = 'delivered', due_at = null, settled_at = ${at(0)}
          where id = ${head}`),
      () => replayOne(webhookId, earlier),
    )
    assert.equal(answer.status, 204)
    assert.deepEqual((await kept(earlier)).due_at, at(0))
  })

  test("waits for another replay: two of one lane make one head", async () => {
    const webhookId = await newWebhook()
    const one = await add({ webhookId, state: "failed", lane: "convo:1" })
    const other = await add({ webhookId, state: "failed", lane: "convo:1" })
    const answer = await meanwhile(
      (db) => replayDelivery(db, { webhookId, id: other }, { now: desk.clock.now }),
      () => replayOne(webhookId, one),
    )
    assert.equal(answer.status, 204)
    assert.deepEqual([(await kept(other)).due_at, (await kept(one)).due_at], [at(0), null])
  })

  test("of a disabled webhook is held until somebody enables it", async () => {
    const webhookId = await newWebhook({ state: "disabled" })
    const id = await add({ webhookId, state: "cancelled" })
    assert.equal((await replayOne(webhookId, id)).status, 204)
    assert.equal((await desk.get(`/v2/webhooks/${webhookId}/deliveries/${id}`, ada)).body.state, "held")
  })

  test("409 for a test, 404 for what is not there or another's", async () => {
    const webhookId = await newWebhook()
    const tested = await add({ webhookId, kind: "webhook.test", eventNumber: null, state: "failed", lane: "test:1" })
    const refused = await replayOne(webhookId, tested)
    assert.deepEqual([refused.status, refused.body._links.about.href], [409, `${desk.origin}/errors/delivery_test`])
    const others = await add({ webhookId: await newWebhook(), state: "failed" })
    for (const [webhook, id] of [
      [webhookId, 999_999],
      [webhookId, others],
      [999_999, others],
    ] as const)
      assert.equal((await replayOne(webhook, id)).status, 404)
    assert.equal((await kept(others)).state, "failed")
  })
})

describe("POST /v2/webhooks/{id}/replay", () => {
  test("sends again all that failed, and nothing else", async () => {
    const webhookId = await newWebhook()
    const failed = await add({ webhookId, state: "failed", lane: "tag:1" })
    const delivered = await add({ webhookId, state: "delivered", lane: "tag:2" })
    const others = await add({ webhookId: await newWebhook(), state: "failed" })
    await replayAndWork(webhookId, { state: "failed" })
    assert.deepEqual([(await kept(failed)).state, (await kept(failed)).due_at], ["pending", at(0)])
    assert.deepEqual([(await kept(delivered)).state, (await kept(others)).state], ["delivered", "failed"])
  })

  test("sends again what was created within a time, whatever became of it, but no test", async () => {
    const webhookId = await newWebhook()
    const made: number[] = []
    for (const [place, state] of ["delivered", "failed", "cancelled", "delivered", "failed"].entries())
      made.push(await add({ webhookId, state, lane: `tag:${place}`, createdAt: at(place - 100) }))
    const test = { kind: "webhook.test", eventNumber: null, lane: "test:1" }
    made.push(await add({ webhookId, ...test, state: "delivered", createdAt: at(-98) }))
    await replayAndWork(webhookId, { since: at(-99).toISOString(), until: at(-96).toISOString() })
    const states = async () => (await keptOf(webhookId)).map(({ state }) => state)
    assert.deepEqual(await states(), ["delivered", "pending", "pending", "pending", "failed", "delivered"])
    await replayAndWork(webhookId, { since: at(-96).toISOString(), state: "failed" })
    assert.equal((await states())[4], "pending")
    await replayAndWork(webhookId, { until: at(-99).toISOString() })
    assert.equal((await states())[0], "pending")
  })

  test("what it made pending and was sent since is not sent once more when the job begins again", async () => {
    const webhookId = await newWebhook()
    const id = await add({ webhookId, state: "delivered" })
    await replayMany(webhookId, { state: "delivered" })
    const [payload] = await owed()
    await work(payload)
    await desk.db.run(sql`update webhook_deliveries set state = 'delivered', due_at = null, settled_at = ${at(1)}
      where id = ${id}`)
    await work(payload)
    assert.equal((await kept(id)).state, "delivered")
  })

  test("goes through many in batches, and on where it was cut off", async () => {
    const webhookId = await newWebhook()
    await addDeliveries(desk.db, { webhookId, amount: 1_500, createdAt: at(-90_000), state: "failed" })
    assert.equal((await replayMany(webhookId, { until: at(0).toISOString() })).status, 202)
    const [payload] = await owed()
    await assert.rejects(work(payload, abortAtSecondLook()), { message: "Cut off" })
    const amount = async () => (await keptOf(webhookId)).filter(({ state, due_at }) => state === "pending" && due_at)
    assert.equal((await amount()).length, 1_000)
    await work(payload)
    assert.equal((await amount()).length, 1_500)
  })

  test("is nothing for a webhook that was deleted meanwhile", async () => {
    const webhookId = await newWebhook()
    const id = await add({ webhookId, state: "failed" })
    await replayMany(webhookId, { state: "failed" })
    await desk.db.run(sql`delete from webhooks where id = ${webhookId}`)
    await work((await owed())[0])
    assert.equal((await kept(id)).state, "failed")
  })

  test("two of them are two jobs, and one key makes one", async () => {
    const webhookId = await newWebhook()
    await replayMany(webhookId, { state: "failed" })
    await replayMany(webhookId, { state: "cancelled" })
    const request = { token: ada, body: { state: "delivered" }, headers: { "Idempotency-Key": `replay-${webhookId}` } }
    await desk.send("POST", `/v2/webhooks/${webhookId}/replay`, request)
    await desk.send("POST", `/v2/webhooks/${webhookId}/replay`, request)
    assert.deepEqual(
      (await owed()).map((payload) => (payload as { state: string }).state),
      ["failed", "cancelled", "delivered"],
    )
  })

  test("400 names what is missing or wrong, 404 for a webhook that is not there", async () => {
    const webhookId = await newWebhook()
    const cases = [
      [{}, "since", /is required, or until, or state/],
      [{ since: null }, "since", /is required/],
      [{ state: "pending" }, "state", /must be one of failed, delivered, cancelled/],
      [{ since: "yesterday" }, "since", /must be a date/],
      [{ until: "2026-02-30" }, "until", /is not a date that exists/],
      [{ since: "2026-03-02", until: "2026-03-02" }, "until", /must be later than since/],
    ] as const
    for (const [body, path, message] of cases) {
      const { status, body: answer } = await replayMany(webhookId, body)
      assert.equal(status, 400, JSON.stringify(body))
      assert.deepEqual([answer._embedded.errors[0].path, answer._embedded.errors[0].source], [path, "JSON"])
      assert.match(answer._embedded.errors[0].message, message)
    }
    assert.equal((await replayMany(999_999, { state: "failed" })).status, 404)
    assert.deepEqual(await owed(), [])
  })
})

describe("who may replay", () => {
  test("403 for who is no admin and for a read-only token", async () => {
    const webhookId = await newWebhook()
    const id = await add({ webhookId, state: "failed" })
    for (const token of [
      await desk.tokenFor(ids.users.grace),
      await desk.tokenFor(ids.users.light),
      await desk.tokenFor(ids.users.ada, "read-only"),
    ]) {
      assert.equal((await replayOne(webhookId, id, token)).status, 403)
      assert.equal((await replayMany(webhookId, { state: "failed" }, token)).status, 403)
    }
  })
})

describe("whatever is replayed", () => {
  const lane = fc.constantFrom("convo:1", "convo:2", "tag:3")
  const settled = fc.constantFrom("failed", "delivered", "cancelled")
  /** As the engine leaves a lane: what is pending comes last, and its first is due. */
  const lanes = fc.array(fc.record({ lane, settled, pending: fc.boolean() }), { minLength: 1, maxLength: 14 })
  const step = fc.oneof(
    fc.record({ one: fc.nat(13) }),
    fc.record({ state: settled }),
    fc.record({ since: fc.integer({ min: -100, max: -80 }) }),
  )

  test("every lane with something pending has exactly one that is due, the others none", async () => {
    await fc.assert(
      fc.asyncProperty(lanes, fc.array(step, { minLength: 1, maxLength: 4 }), async (given, steps) => {
        const webhookId = await newWebhook()
        const headless = new Set<string>()
        const made: number[] = []
        for (const [place, { lane, settled, pending }] of given.entries()) {
          const isHead = pending && !headless.has(lane)
          if (pending) headless.add(lane)
          const state = headless.has(lane) ? "pending" : settled
          made.push(await add({ webhookId, lane, state, dueAt: isHead ? at(9) : null, createdAt: at(place - 100) }))
        }
        for (const step of steps) {
          if ("one" in step) await replayOne(webhookId, made[step.one % made.length] ?? 0)
          else if ("state" in step) await replayAndWork(webhookId, step)
          else await replayAndWork(webhookId, { since: at(step.since).toISOString() })
          const rows = await keptOf(webhookId)
          for (const [lane, of] of Map.groupBy(rows, ({ lane }) => lane)) {
            const pending = of.filter(({ state }) => state === "pending")
            const due = of.filter(({ due_at }) => due_at !== null)
            assert.equal(due.length, Math.min(1, pending.length), lane)
          }
        }
      }),
      { numRuns: runs(5) },
    )
  })
})

/** A signal that lets the first batch pass and ends the job before the second. */
function abortAtSecondLook(): AbortSignal {
  let looks = 0
  const { signal } = new AbortController()
  signal.throwIfAborted = () => {
    if (++looks === 2) throw new Error("Cut off")
  }
  return signal
}

/** What is asked for while somebody has written and not committed: that is done once it has to wait, or has not. */
async function meanwhile(write: (db: Db) => Promise<unknown>, ask: () => Promise<Reply>): Promise<Reply> {
  let asking: Promise<Reply> | undefined
  await desk.db.transaction(async (db) => {
    await write(db)
    let answered = false
    asking = ask().finally(() => {
      answered = true
    })
    for (let waiting = 0; waiting === 0 && !answered; )
      waiting = (
        await desk.db.one<{ waiting: number }>(sql`select count(*) as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`)
      ).waiting
  })
  return asking ?? ask()
}
