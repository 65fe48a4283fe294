import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { Delivery, DeliveryPage, type ListedDelivery } from "@deskhand/contract/events/webhook-delivery"
import { scenarioDesk, type TestDesk } from "../../../test/desk/desk.ts"
import { addDeliveries, addDelivery, addWebhook } from "../../../test/peers/deliveries.ts"
import { assertShape } from "../../../test/shape.ts"
import { sql } from "../../db/db.ts"
import type { ScenarioIds } from "../../seed/scenario.ts"
import { removeDeliveries } from "./remove.ts"

let desk: TestDesk
let ids: ScenarioIds
let ada: string

before(async () => {
  ;({ desk, ids } = await scenarioDesk())
  ada = await desk.tokenFor(ids.users.ada, "read-only")
})
after(() => desk.close())

const at = (seconds: number) => new Date(desk.clock.now.getTime() + seconds * 1_000)
const newWebhook = (more: object = {}) => addWebhook(desk.db, { userId: ids.users.ada, ...more })

async function list(webhookId: number, query = ""): Promise<ListedDelivery[]> {
  const { status, body } = await desk.get(`/v2/webhooks/${webhookId}/deliveries${query}`, ada)
  assert.equal(status, 200)
  assertShape(DeliveryPage, body)
  return body._embedded.deliveries
}

const idsOf = (deliveries: ListedDelivery[]) => deliveries.map(({ id }) => id)

describe("GET /v2/webhooks/{id}/deliveries", () => {
  test("tells every attempt: when, what came back, or why nothing did", async () => {
    const webhookId = await newWebhook()
    const answered = { status: 503, error: null, durationMs: 120, response: "busy\\r\\n" }
    const silent = { status: null, error: "The receiver did not answer in time", durationMs: 10_000, response: "" }
    const id = await addDelivery(desk.db, {
      webhookId,
      kind: "convo.status",
      eventNumber: 77,
      lane: "convo:7",
      dueAt: at(30),
      createdAt: at(-60),
      attempts: [
        { at: at(-60).toISOString(), ...answered },
        { at: at(-50).toISOString(), ...silent },
      ],
    })
    const { token } = await desk.db.one<{ token: string }>(sql`select token from webhook_deliveries where id = ${id}`)
    assert.deepEqual(await list(webhookId), [
      {
        id,
        event: "convo.status",
        messageId: token,
        eventId: 77,
        state: "pending",
        createdAt: "2026-03-04T05:05:07Z",
        nextAttemptAt: "2026-03-04T05:06:37Z",
        attempts: [
          { at: "2026-03-04T05:05:07Z", status: 503, durationMs: 120, response: "busy\\r\\n" },
          { at: "2026-03-04T05:05:17Z", error: "The receiver did not answer in time", durationMs: 10_000 },
        ],
        _links: {
          self: { href: `${desk.origin}/v2/webhooks/${webhookId}/deliveries/${id}` },
          webhook: { href: `${desk.origin}/v2/webhooks/${webhookId}` },
        },
      },
    ])
  })

  test("leaves out what is not known: of a test, of one that waits for another, of a pause", async () => {
    const webhookId = await newWebhook()
    const tested = await addDelivery(desk.db, {
      webhookId,
      kind: "webhook.test",
      eventNumber: null,
      lane: "test:1",
      state: "failed",
      createdAt: at(1),
    })
    await addDelivery(desk.db, { webhookId, lane: "tag:1", dueAt: at(0), createdAt: at(2) })
    await addDelivery(desk.db, { webhookId, lane: "tag:1", dueAt: null, createdAt: at(3) })
    const [behind, head, test] = await list(webhookId)
    assert.deepEqual([test?.id, test?.event, test && "eventId" in test], [tested, "webhook.test", false])
    assert.equal(test?.settledAt, "2026-03-04T05:06:08Z")
    assert.equal(behind && "nextAttemptAt" in behind, false)
    assert.equal(head?.nextAttemptAt, "2026-03-04T05:06:07Z")
    await desk.db.run(sql`update webhooks set paused_until = ${at(60)} where id = ${webhookId}`)
    assert.equal((await list(webhookId))[1]?.nextAttemptAt, "2026-03-04T05:07:07Z")
  })

  test("has the newest first, 50 a page", async () => {
    const webhookId = await newWebhook()
    await addDeliveries(desk.db, { webhookId, amount: 120, createdAt: at(-3_600) })
    const first = await list(webhookId)
    const rest = [...(await list(webhookId, "?page=2")), ...(await list(webhookId, "?page=3"))]
    assert.deepEqual([first.length, rest.length], [50, 70])
    const all = [...first, ...rest]
    assert.deepEqual(
      idsOf(all),
      idsOf(all).toSorted((one, other) => other - one),
    )
    const { headers, body } = await desk.get(`/v2/webhooks/${webhookId}/deliveries?size=100`, ada)
    assert.deepEqual(body.page, { size: 100, totalElements: 120, totalPages: 2, number: 1 })
    assert.equal(headers.get("x-deskhand-hint"), null)
  })

  test("filters by state and time", async () => {
    const webhookId = await newWebhook()
    const made: Record<string, number> = {}
    for (const [place, state] of (["pending", "delivered", "failed", "cancelled"] as const).entries())
      made[state] = await addDelivery(desk.db, { webhookId, state, lane: `tag:${place}`, createdAt: at(place * 60) })
    for (const [state, id] of Object.entries(made))
      assert.deepEqual(idsOf(await list(webhookId, `?state=${state}`)), [id], state)
    assert.deepEqual(await list(webhookId, "?state=held"), [])
    assert.deepEqual(idsOf(await list(webhookId, `?since=${at(60).toISOString()}&until=${at(120).toISOString()}`)), [
      made["delivered"],
    ])
    assert.deepEqual(idsOf(await list(webhookId, `?since=${at(120).toISOString()}&state=FAILED`)), [made["failed"]])
    assert.equal((await list(webhookId, "?until=2026-03-04")).length, 0)

    await desk.db.run(sql`update webhooks set state = 'disabled' where id = ${webhookId}`)
    const [held] = await list(webhookId, "?state=held")
    assert.deepEqual([held?.id, held?.state, held && "nextAttemptAt" in held], [made["pending"], "held", false])
    assert.deepEqual(await list(webhookId, "?state=pending"), [])
    assert.equal((await list(webhookId)).length, 4)
  })

  test("400 names what will not do", async () => {
    const webhookId = await newWebhook()
    const cases = [
      ["state=lost", "state", /must be one of pending, held, delivered, failed, cancelled/],
      ["since=yesterday", "since", /must be a date/],
      ["until=2026-02-30", "until", /is not a date that exists/],
      ["page=0", "page", /at least 1/],
    ] as const
    for (const [query, path, message] of cases) {
      const { status, body } = await desk.get(`/v2/webhooks/${webhookId}/deliveries?${query}`, ada)
      assert.equal(status, 400, query)
      const [{ path: named, message: said, source }] = body._embedded.errors
      assert.deepEqual([named, source], [path, "QUERY"])
      assert.match(said, message)
    }
  })

  test("404 for a webhook that is not there, also while its deliveries still are", async () => {
    const webhookId = await newWebhook()
    const id = await addDelivery(desk.db, { webhookId })
    await desk.db.run(sql`delete from webhooks where id = ${webhookId}`)
    for (const path of ["", `/${id}`])
      assert.equal((await desk.get(`/v2/webhooks/${webhookId}/deliveries${path}`, ada)).status, 404)
  })
})

describe("GET /v2/webhooks/{id}/deliveries/{id}", () => {
  test("shows it as the list does, with the body as it is sent", async () => {
    const webhookId = await newWebhook()
    const id = await addDelivery(desk.db, { webhookId, body: '{"id":1,  "text":"Grüße"}' })
    const { status, body } = await desk.get(`/v2/webhooks/${webhookId}/deliveries/${id}`, ada)
    assert.equal(status, 200)
    assertShape(Delivery, body)
    const { payload, ...rest } = body
    assert.equal(payload, '{"id":1,  "text":"Grüße"}')
    assert.deepEqual([rest], await list(webhookId))
    await desk.db.run(sql`delete from webhook_messages`)
    assert.equal("payload" in (await desk.get(`/v2/webhooks/${webhookId}/deliveries/${id}`, ada)).body, false)
  })

  test("404 for another webhook's", async () => {
    const webhookId = await newWebhook()
    const id = await addDelivery(desk.db, { webhookId: await newWebhook() })
    assert.equal((await desk.get(`/v2/webhooks/${webhookId}/deliveries/${id}`, ada)).status, 404)
  })
})

describe("a long log", () => {
  let webhookId: number

  before(async () => {
    webhookId = await newWebhook()
    await addDeliveries(desk.db, { webhookId, amount: 30_000, createdAt: at(-86_400), state: "delivered" })
    await desk.db.run(sql`analyze webhook_deliveries`)
  })

  test("has a total that is a guess, and says so", async () => {
    const { body, headers } = await desk.get(`/v2/webhooks/${webhookId}/deliveries`, ada)
    assert.equal(headers.get("x-deskhand-hint"), "totalElements is an estimate; follow next to the end.")
    assert.ok(body.page.totalElements > 20_000 && body.page.totalElements < 40_000, `${body.page.totalElements}`)
    const failed = await desk.get(`/v2/webhooks/${webhookId}/deliveries?state=failed`, ada)
    assert.deepEqual([failed.body.page.totalElements, failed.headers.get("x-deskhand-hint")], [0, null])
  })

  test("leads to its end, whatever is guessed", async () => {
    const guessed = await newWebhook()
    await addDeliveries(desk.db, { webhookId: guessed, amount: 12_345, createdAt: at(-86_400), state: "delivered" })
    const page = (number: number) =>
      desk.get(`/v2/webhooks/${guessed}/deliveries?state=delivered&size=100&page=${number}`, ada)
    const middle = await page(101)
    assert.ok(middle.body._links.next)
    const last = await page(124)
    assert.deepEqual(
      [last.body._embedded.deliveries.length, last.body.page.totalElements, last.body._links.next],
      [45, 12_345, undefined],
    )
    assert.equal(last.headers.get("x-deskhand-hint"), null)
    assert.deepEqual((await page(200)).body._embedded.deliveries, [])
  })

  test("is removed in batches, and nobody else's with it", async () => {
    const other = await newWebhook()
    await addDelivery(desk.db, { webhookId: other })
    const { appDb, config, files, clock } = desk
    const started = { db: appDb, config, files, replica: undefined, now: () => clock.now, outgoing: desk.outgoing }
    const ended = new AbortController()
    ended.abort()
    await assert.rejects(removeDeliveries(started, { webhookId }, ended.signal))
    assert.equal((await list(webhookId)).length, 50)
    await removeDeliveries(started, { webhookId }, new AbortController().signal)
    assert.deepEqual([await list(webhookId), (await list(other)).length], [[], 1])
  })
})

describe("who may read the log", () => {
  test("403 for who is no admin, 401 for nobody", async () => {
    const webhookId = await newWebhook()
    const id = await addDelivery(desk.db, { webhookId })
    for (const path of ["", `/${id}`]) {
      const url = `/v2/webhooks/${webhookId}/deliveries${path}`
      for (const name of ["grace", "light"] as const)
        assert.equal((await desk.get(url, await desk.tokenFor(ids.users[name]))).status, 403)
      assert.equal((await desk.get(url)).status, 401)
    }
  })
})
