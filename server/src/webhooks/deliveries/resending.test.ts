import assert from "node:assert/strict"
import { after, afterEach, before, describe, test } from "node:test"
import type { ListedDelivery } from "@deskhand/contract/events/webhook-delivery"
import { type HookedDesk, hookedDesk, type Received } from "../../../test/peers/webhooks.ts"
import { sql } from "../../db/db.ts"
import { replayDeliveries } from "./replay.ts"

let on: HookedDesk

before(async () => {
  on = await hookedDesk()
})
after(() => on.close())
afterEach(async () => {
  on.received.length = 0
  on.answer = (_path, reply) => reply.end("ok")
  await on.desk.db.run(sql`truncate webhooks, webhook_deliveries, webhook_messages`)
})

/** A webhook whose receiver refuses three changes of one conversation, and two of another, until all are given up. */
async function giveUp(): Promise<{ webhookId: number; refused: Received[] }> {
  on.answer = (_path, reply) => reply.writeHead(500).end()
  const webhookId = await on.addHook("/", { events: ["convo.status", "convo.created"] })
  for (const statuses of [["pending", "closed"], ["closed"]]) {
    const id = await on.fresh()
    for (const value of statuses) await on.patch(id, { op: "replace", path: "/status", value })
  }
  await on.hear()
  while (
    await on.desk.db.maybe(sql`select from webhook_deliveries where state = 'pending' and webhook_id = ${webhookId}`)
  ) {
    await on.deliver()
    // Past the longest wait and its jitter.
    on.later(15 * 3_600)
  }
  const firsts = new Map(on.received.map((request) => [request.headers["webhook-id"], request]))
  on.received.length = 0
  on.answer = (_path, reply) => reply.end("ok")
  return { webhookId, refused: [...firsts.values()] }
}

async function logOf(webhookId: number): Promise<ListedDelivery[]> {
  return (await on.desk.get(`/v2/webhooks/${webhookId}/deliveries`, on.ada)).body._embedded.deliveries
}

const tellApart = ({ headers, body }: Received) => [headers["webhook-id"], body]
const byId = (one: Received, other: Received) =>
  String(one.headers["webhook-id"]).localeCompare(String(other.headers["webhook-id"]))

async function replayFailed(webhookId: number): Promise<void> {
  const body = { state: "failed" }
  assert.equal((await on.desk.send("POST", `/v2/webhooks/${webhookId}/replay`, { token: on.ada, body })).status, 202)
  const { payload } = await on.desk.db.one<{ payload: unknown }>(sql`
    delete from graphile_worker._private_jobs where key like 'webhooks.replay:%' returning payload`)
  await replayDeliveries(on.node, payload, new AbortController().signal)
}

describe("what was given up", () => {
  test("arrives after a replay: the same bytes and ids, in the order of each conversation", async () => {
    const { webhookId, refused } = await giveUp()
    const given = await logOf(webhookId)
    assert.deepEqual(
      given.map(({ state, attempts }) => [state, attempts.length]),
      Array.from({ length: 5 }, () => ["failed", 11]),
    )
    await replayFailed(webhookId)
    await on.deliver()
    assert.deepEqual(on.received.toSorted(byId).map(tellApart), refused.toSorted(byId).map(tellApart))
    const order = new Map(given.map(({ messageId, id }) => [messageId, id]))
    const lanes = Map.groupBy(on.received, ({ body }) => JSON.parse(body).id)
    for (const of of lanes.values()) {
      const numbers = of.map(({ headers }) => order.get(String(headers["webhook-id"])) ?? 0)
      assert.deepEqual(
        numbers,
        numbers.toSorted((one, other) => one - other),
      )
    }
    for (const { state, attempts } of await logOf(webhookId))
      assert.deepEqual([state, attempts.length, attempts.at(-1)?.status], ["delivered", 12, 200])
  })

  test("waits for a disabled webhook to be enabled, then goes on", async () => {
    const { webhookId } = await giveUp()
    const { url } = await on.desk.db.one<{ url: string }>(sql`select url from webhooks where id = ${webhookId}`)
    const replace = (state: string) =>
      on.desk.send("PUT", `/v2/webhooks/${webhookId}`, {
        token: on.ada,
        body: { url, events: ["convo.created"], state },
      })
    assert.equal((await replace("disabled")).status, 204)
    await replayFailed(webhookId)
    await on.deliver()
    assert.deepEqual(on.received, [])
    assert.deepEqual(new Set((await logOf(webhookId)).map(({ state }) => state)), new Set(["held"]))
    assert.equal((await replace("enabled")).status, 204)
    await on.deliver()
    assert.equal(on.received.length, 5)
  })
})
