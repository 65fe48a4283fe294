import assert from "node:assert/strict"
import type { ServerResponse } from "node:http"
import { after, afterEach, before, describe, test } from "node:test"
import { type HookedDesk, hookedDesk } from "../../../test/peers/webhooks.ts"
import { sql } from "../../db/db.ts"
import { claimDue } from "./queue.ts"
import { replayDeliveries } from "./replay.ts"
import { readRetryAfter, retrySeconds } from "./schedule.ts"
import { settle } from "./settle.ts"

const waits = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 43_200]

let on: HookedDesk

before(async () => {
  on = await hookedDesk()
})
afterEach(() => on.desk.db.run(sql`truncate webhooks, webhook_deliveries, webhook_messages`))
after(() => on.close())

const addHook = (path: string) => on.addHook(path, { events: ["convo.note.created"] })

/** A conversation with this note, which webhooks are owed. */
async function note(text: string, conversationId?: number): Promise<number> {
  const id = conversationId ?? (await on.fresh())
  const { status } = await on.desk.send("POST", `/v2/conversations/${id}/notes`, { token: on.ada, body: { text } })
  assert.equal(status, 201)
  await on.hear()
  return id
}

interface Kept {
  state: string
  tries: number
  due_at: Date | null
  statuses: (number | null)[]
}

const keptOf = (webhookId: number): Promise<Kept[]> =>
  on.desk.db.many(sql`select state, tries, due_at, array(
      select (attempt ->> 'status')::integer from jsonb_array_elements(attempts) attempt) as statuses
    from webhook_deliveries where webhook_id = ${webhookId} order by id`)

const webhook = (id: number): Promise<{ state: string; disabled_reason: string | null; paused_until: Date | null }> =>
  on.desk.db.one(sql`select state, disabled_reason, paused_until from webhooks where id = ${id}`)

/** Gives after how many seconds that was; undefined when nothing is to come. */
async function untilNext(): Promise<number | undefined> {
  const { now } = on.desk.clock
  const { next } = await on.desk.db.one<{ next: Date | null }>(sql`
    select min(greatest(due_at, paused_until)) as next from webhook_deliveries
    join webhooks on webhooks.id = webhook_id where due_at is not null and webhooks.state = 'enabled'`)
  if (next === null) return undefined
  on.desk.clock.now = next
  return (next.getTime() - now.getTime()) / 1_000
}

/** All that is pending has only its last attempt left. */
const skipToLastAttempt = () => on.desk.db.run(sql`update webhook_deliveries set tries = 10 where state = 'pending'`)

/** Attempts everything for as long as there is something to attempt. */
async function passTime(): Promise<void> {
  do await on.deliver()
  while ((await untilNext()) !== undefined)
}

const answering = (status: number, headers: Record<string, string> = {}) => {
  on.answer = (path: string, reply: ServerResponse) => {
    reply.writeHead(path.startsWith("/well") ? 200 : status, headers).end()
  }
}

describe("the schedule", () => {
  test("waits longer each time, a fifth more or less, and ends after eleven attempts", () => {
    for (const [index, wait] of waits.entries()) {
      const waited = [0, 0.5, 1].map((chance) => retrySeconds(index + 1, chance)?.toFixed(3))
      assert.deepEqual(
        waited,
        [0.8, 1, 1.2].map((share) => (wait * share).toFixed(3)),
      )
    }
    assert.equal(retrySeconds(11, 0.5), undefined)
  })

  test("a receiver that fails for a day gets it at the last attempt, and what came after it afterwards (W9)", async () => {
    const late = await addHook("/late")
    const well = await addHook("/well")
    answering(500)
    const conversationId = await note("First")
    await note("Second", conversationId)
    for (const wait of waits) {
      await on.deliver()
      const waited = (await untilNext()) ?? 0
      assert.ok(waited >= wait * 0.8 - 0.001 && waited <= wait * 1.2 + 0.001, `${waited} s instead of ${wait}`)
    }
    assert.deepEqual(
      (await keptOf(well)).map(({ state, tries }) => [state, tries]),
      [
        ["delivered", 1],
        ["delivered", 1],
      ],
    )
    assert.deepEqual(
      (await keptOf(late)).map(({ state, tries }) => [state, tries]),
      [
        ["pending", 10],
        ["pending", 0],
      ],
    )
    answering(200)
    await on.deliver()
    assert.deepEqual(
      (await keptOf(late)).map(({ state, statuses }) => [state, statuses]),
      [
        ["delivered", [...Array(10).fill(500), 200]],
        ["delivered", [200]],
      ],
    )
    const [first, ...again] = on.received.filter(({ path }) => path === "/late")
    for (const { headers, body } of again.slice(0, 10))
      assert.deepEqual([headers["webhook-id"], body], [first?.headers["webhook-id"], first?.body])
    assert.notEqual(again[10]?.headers["webhook-id"], first?.headers["webhook-id"])
  })

  test("ten deliveries given up in a row disable the webhook, once; all of it comes back (W10)", async () => {
    const id = await addHook("/failing")
    answering(500)
    for (let count = 0; count < 12; count++) await note(`Note ${count}`)
    await skipToLastAttempt()
    await passTime()
    const { state, disabled_reason } = await webhook(id)
    assert.deepEqual([state, disabled_reason], ["disabled", "failing"])
    const told = await on.desk.db.many(sql`select data ->> 'reason' as reason from events
      where kind = 'webhook.disabled' and subject_id = ${id} union all select data ->> 'reason' from feed
      where kind = 'webhook.disabled' and subject_id = ${id}`)
    assert.deepEqual(told, [{ reason: "failing" }])
    const given = (await keptOf(id)).filter(({ state }) => state === "failed")
    assert.equal(given.length, 10)
    assert.ok(given.every(({ tries, due_at }) => tries === 11 && due_at === null))

    const attempts = on.received.length
    await note("While it is disabled")
    on.later(86_400)
    await on.deliver()
    assert.equal(on.received.length, attempts, "nothing is sent")

    answering(200)
    await on.desk.db.run(sql`update webhooks set state = 'enabled', disabled_reason = null, failing = 0, given_up = 0,
      paused_until = null where id = ${id}`)
    const replay = { webhookId: id, state: "failed", askedAt: on.desk.clock.now.toISOString() }
    await replayDeliveries(on.node, replay, new AbortController().signal)
    await passTime()
    assert.deepEqual(
      (await keptOf(id)).map(({ state }) => state),
      Array(13).fill("delivered"),
    )
  })

  test("failures now and then disable nothing (W10)", async () => {
    const id = await addHook("/sporadic")
    for (let round = 0; round < 2; round++) {
      answering(500)
      for (let count = 0; count < 9; count++) await note(`Note ${count}`)
      await skipToLastAttempt()
      await passTime()
      answering(200)
      await note("Gets through")
      await passTime()
    }
    assert.equal((await webhook(id)).state, "enabled")
    const states = Map.groupBy(await keptOf(id), ({ state }) => state)
    assert.deepEqual([states.get("failed")?.length, states.get("delivered")?.length], [18, 2])
  })
})

describe("Retry-After", () => {
  test("is seconds or a date, from one second to a day, and nothing else (W8)", () => {
    const now = new Date("2026-03-04T05:06:07Z")
    const read = (header?: string) => readRetryAfter(header, now)
    assert.equal(read("120"), 120)
    assert.equal(read(" 120 "), 120)
    assert.equal(read("Wed, 04 Mar 2026 05:08:07 GMT"), 120)
    for (const early of ["0", "-1", "-999999999", "Wed, 04 Mar 2026 05:06:07 GMT", "Tue, 03 Mar 2026 00:00:00 GMT"])
      assert.equal(read(early), 1, early)
    for (const late of ["86401", "999999999", "Thu, 04 Mar 2027 00:00:00 GMT"]) assert.equal(read(late), 86_400, late)
    const garbage = [
      "",
      "soon",
      "1.5",
      "1e3",
      "0x10",
      "120 s",
      "+5",
      "2026-03-04",
      "9".repeat(400),
      "Wed, 99 Foo 2026 05:08:07 GMT",
    ]
    for (const header of [undefined, ...garbage]) assert.equal(read(header), undefined, header)
  })

  test("is a least wait, and nothing else goes to that webhook meanwhile (W8)", async () => {
    const id = await addHook("/busy")
    const well = await addHook("/well-beside")
    answering(503, { "Retry-After": "600" })
    await note("First")
    await on.deliver()
    await note("Of another conversation")
    await on.deliver()
    const times = (path: string) => on.received.filter((arrival) => arrival.path === path).length
    assert.deepEqual([times("/busy"), times("/well-beside")], [1, 2], "others go on")
    answering(200)
    on.later(599)
    await on.deliver()
    assert.equal(times("/busy"), 1)
    on.later(1)
    await on.deliver()
    assert.equal(times("/busy"), 3)
    assert.ok((await keptOf(id)).every(({ state }) => state === "delivered"))
    assert.equal((await keptOf(well)).length, 2)
  })

  test("holds although what was under way beside it fails without a word (W8)", async () => {
    const id = await addHook("/busy-and-broken")
    await note("First")
    await note("Of another conversation")
    const { now } = on.desk.clock
    const [asked, silent] = await claimDue(on.node.db, { now, lentSeconds: 30, most: 2, mostEach: 2, loads: [] })
    assert.ok(asked && silent)
    const attempt = { at: now.toISOString(), status: 503, error: null, durationMs: 1, response: "" }
    await settle(on.node.db, [{ claimed: asked, outcome: { attempt, retryAfterSeconds: 600 } }], now)
    await settle(on.node.db, [{ claimed: silent, outcome: { attempt, retryAfterSeconds: undefined } }], now)
    assert.equal(((await webhook(id)).paused_until?.getTime() ?? 0) - now.getTime(), 600_000)
  })

  test("shorter than the schedule changes nothing (W8)", async () => {
    const id = await addHook("/eager")
    answering(503, { "Retry-After": "1" })
    await note("First")
    await on.deliver()
    const [kept] = await keptOf(id)
    assert.ok((kept?.due_at?.getTime() ?? 0) - on.desk.clock.now.getTime() >= 4_000)
  })
})

describe("a secret that was replaced", () => {
  test("signs beside the new one for a day, and then no more (W14)", async () => {
    const id = await addHook("/rotating")
    answering(200)
    const { ada: token } = on
    const { url } = await on.desk.db.one<{ url: string }>(sql`select url from webhooks where id = ${id}`)
    const body = { url, events: ["convo.note.created"], secret: "another" }
    const shown = async () => {
      await note("Signed")
      await on.deliver()
      const { headers } = on.received.at(-1) ?? assert.fail("nothing came")
      return [String(headers["webhook-signature"]).split(" ").length, "x-deskhand-signature-previous" in headers]
    }
    assert.deepEqual(await shown(), [1, false])
    assert.equal((await on.desk.send("PUT", `/v2/webhooks/${id}`, { token, body })).status, 204)
    assert.deepEqual(await shown(), [2, true])
    on.later(86_399)
    assert.deepEqual(await shown(), [2, true])
    on.later(1)
    assert.deepEqual(await shown(), [1, false])
  })
})
