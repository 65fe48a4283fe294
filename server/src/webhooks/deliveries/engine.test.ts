import assert from "node:assert/strict"
import { after, afterEach, before, describe, test } from "node:test"
import { eventually } from "../../../test/peers/events.ts"
import { type HookedDesk, hookedDesk } from "../../../test/peers/webhooks.ts"
import { sql } from "../../db/db.ts"
import { startDeliveries } from "./engine.ts"
import { forgetDeliveries } from "./forget.ts"
import { insertDeliveries, insertMessages } from "./owe.ts"
import { Pace } from "./pace.ts"

let on: HookedDesk
let running: { stop(): Promise<void> } | undefined

before(async () => {
  on = await hookedDesk({ webhookRate: 1_000 })
})
after(() => on.close())
afterEach(async () => {
  await running?.stop()
  running = undefined
  on.received.length = 0
  on.answer = (_path, reply) => reply.end("ok")
  await on.desk.db.run(sql`truncate webhooks, webhook_deliveries, webhook_messages`)
})

/** The bodies are numbers; each is of a lane of its own unless one is named. */
async function owe(webhookId: number, amount: number, lane?: string): Promise<void> {
  await on.node.db.transaction(async (db) => {
    const now = on.desk.clock.now
    const bodies = Array.from({ length: amount }, (_, index) => String(index))
    const owed = (await insertMessages(db, bodies, now)).map((messageId, index) => ({
      webhookId,
      messageId,
      kind: "tag.created",
      eventNumber: null,
      inboxId: null,
      lane: lane ?? `tag:${index}`,
    }))
    await insertDeliveries(db, owed, now)
  })
}

const states = () =>
  on.desk.db.many<{ state: string; amount: number }>(
    sql`select state, count(*) as amount from webhook_deliveries group by 1 order by 1`,
  )
const log = () => on.desk.app.log

describe("a node that delivers", () => {
  test("sends all that is owed, also what is owed later, and in the order of each lane", async () => {
    const id = await on.addHook("/", { events: ["tag.created"] })
    await owe(id, 300)
    running = startDeliveries(on.node, log())
    await owe(id, 40, "tag:one")
    await eventually(async () => (await states()).every(({ state }) => state === "delivered"))
    await running.stop()
    assert.deepEqual(await states(), [{ state: "delivered", amount: 340 }])
    assert.equal(on.received.length, 340)
    assert.equal(new Set(on.received.map(({ headers }) => headers["webhook-id"])).size, 340)
    const inLane = await on.desk.db.many<{ token: string }>(
      sql`select token from webhook_deliveries where lane = 'tag:one' order by id`,
    )
    const tokens = new Set(inLane.map(({ token }) => token))
    assert.deepEqual(
      on.received.flatMap(({ headers }) => (tokens.has(String(headers["webhook-id"])) ? headers["webhook-id"] : [])),
      inLane.map(({ token }) => token),
    )
  })

  test("that is stopped gives back what has not been answered, without counting it", async () => {
    const id = await on.addHook("/", { events: ["tag.created"] })
    on.answer = () => {}
    await owe(id, 3)
    running = startDeliveries(on.node, log())
    await eventually(async () => on.received.length === 3)
    await running.stop()
    const rows = await on.desk.db.many(sql`select state, tries, attempts, due_at from webhook_deliveries`)
    const again = { state: "pending", tries: 0, attempts: [], due_at: on.desk.clock.now }
    assert.deepEqual(rows, [again, again, again])
  })

  test("holds no healthy receiver up for one that never answers", async () => {
    const dead = await on.addHook("/dead", { events: ["tag.created"] })
    const healthy = await on.addHook("/healthy", { events: ["tag.created"] })
    let [waiting, mostWaiting] = [0, 0]
    on.answer = (path, reply) => {
      if (path !== "/dead") reply.end()
      else {
        mostWaiting = Math.max(mostWaiting, ++waiting)
        reply.once("close", () => waiting--)
      }
    }
    await owe(dead, 500)
    running = startDeliveries(on.node, log())
    await eventually(async () => on.received.length >= 16)
    await owe(healthy, 200)
    await eventually(async () => on.received.filter(({ path }) => path === "/healthy").length === 200)
    // On a busy machine the first of them may be given up by now, and asked again.
    assert.equal(mostWaiting, 16)
    await running.stop()
  })
})

describe("the pace of a webhook", () => {
  test("is so many a second, of which as many may come at once", () => {
    let clock = 0
    const pace = new Pace(10, () => clock)
    assert.deepEqual(pace.loads(), [])
    for (let count = 0; count < 10; count++) pace.begin(7)
    assert.deepEqual(pace.loads(), [{ webhookId: 7, busy: 10, allowed: 0 }])
    assert.equal(pace.isFull(), true)
    for (let count = 0; count < 10; count++) pace.end(7)
    clock = 250
    assert.deepEqual(pace.loads(), [{ webhookId: 7, busy: 0, allowed: 2 }])
    assert.equal(pace.isFull(), false)
    clock = 1_000
    assert.deepEqual(pace.loads(), [])
  })
})

describe("what is older than it is kept", () => {
  test("is forgotten with what was sent, and holds nothing up that came after it", async () => {
    const id = await on.addHook("/", { events: ["tag.created"] })
    await owe(id, 3, "tag:one")
    on.later(30 * 86_400 + 1)
    await owe(id, 2, "tag:one")
    await forgetDeliveries(on.node, undefined, new AbortController().signal)
    const rows = await on.desk.db.many(sql`
      select body, due_at is not null as is_due from webhook_deliveries
      join webhook_messages on webhook_messages.id = message_id order by webhook_deliveries.id`)
    assert.deepEqual(rows, [
      { body: "0", is_due: true },
      { body: "1", is_due: false },
    ])
    assert.equal((await on.desk.db.many(sql`select from webhook_messages`)).length, 2)
  })
})

describe("metrics", () => {
  test("of each webhook: what it is owed, how late, attempts and failures", async () => {
    const id = await on.addHook("/", { events: ["tag.created"] })
    await owe(id, 4)
    on.answer = (_path, reply) => reply.writeHead(500).end()
    await on.deliver()
    await owe(id, 1, "tag:late")
    const { body } = await on.desk.get("/metrics", on.ada)
    const value = (name: string) => Number(new RegExp(`^${name}\\{webhook="${id}"\\} (\\S+)$`, "m").exec(body)?.[1])
    assert.equal(value("webhook_deliveries_pending"), 5)
    assert.equal(value("webhook_attempts_total"), 4)
    assert.equal(value("webhook_failures_total"), 4)
    assert.equal(value("webhook_failing"), 4)
    // The desk's clock stands in the past.
    assert.ok(value("webhook_oldest_due_seconds") > 86_400)
  })
})
