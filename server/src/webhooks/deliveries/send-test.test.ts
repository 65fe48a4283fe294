import assert from "node:assert/strict"
import { createHmac } from "node:crypto"
import { after, before, beforeEach, describe, test } from "node:test"
import { Delivery } from "@deskhand/contract/events/webhook-delivery"
import { type HookedDesk, hookedDesk } from "../../../test/peers/webhooks.ts"
import { assertShape } from "../../../test/shape.ts"
import { sql } from "../../db/db.ts"

let on: HookedDesk
let id: number

before(async () => {
  on = await hookedDesk()
})
beforeEach(async () => {
  on.received.length = 0
  on.answer = (_path, reply) => reply.end("welcome\r\n")
  id = await on.addHook("/test", { events: ["tag.created"], secret: "known" })
})
after(() => on.close())

const send = (webhookId: number, token = on.ada) => on.desk.send("POST", `/v2/webhooks/${webhookId}/test`, { token })
const log = async () =>
  (await on.desk.get(`/v2/webhooks/${id}/deliveries`, on.ada)).body._embedded.deliveries as Delivery[]

describe("POST /v2/webhooks/{id}/test", () => {
  test("sends one signed request now, and answers what came of it", async () => {
    const { status, body } = await send(id)
    assert.equal(status, 200)
    assertShape(Delivery, body)
    const { payload, ...delivery } = body
    const href = `${on.desk.origin}/v2/webhooks/${id}`
    assert.equal(payload, JSON.stringify({ id, _links: { self: { href } } }))
    assert.deepEqual([delivery.event, delivery.state, "eventId" in delivery], ["webhook.test", "delivered", false])
    assert.equal(delivery.attempts.length, 1)
    const [{ status: answered, durationMs, response }] = delivery.attempts
    assert.deepEqual([answered, response, durationMs >= 0], [200, "welcome\\u{d}\n", true])
    const [request] = on.received
    assert.equal(on.received.length, 1)
    assert.deepEqual([request?.path, request?.body], ["/test", payload])
    assert.equal(request?.headers["x-deskhand-event"], "webhook.test")
    assert.equal(request?.headers["webhook-id"], delivery.messageId)
    const signature = createHmac("sha1", "known")
      .update(request?.body ?? "")
      .digest("base64")
    assert.equal(request?.headers["x-deskhand-signature"], signature)
    assert.deepEqual(await log(), [delivery])
  })

  test("signs with every byte of a secret of 128 or 255 characters, as given", async () => {
    for (const secret of ["0123456789abcdef".repeat(8), ` ${"ß".repeat(253)} `]) {
      const { url } = (await on.desk.get(`/v2/webhooks/${id}`, on.ada)).body
      const body = { url, events: ["tag.created"], secret }
      const replaced = await on.desk.send("PUT", `/v2/webhooks/${id}`, { token: on.ada, body })
      assert.equal(replaced.status, 204, JSON.stringify(replaced.body))
      on.received.length = 0
      assert.equal((await send(id)).body.state, "delivered")
      const [request] = on.received
      assert.ok(request)
      const { headers, body: sent } = request
      assert.equal(headers["x-deskhand-signature"], createHmac("sha1", secret).update(sent).digest("base64"))
      const content = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${sent}`
      const [signature] = String(headers["webhook-signature"]).split(" ")
      assert.equal(signature, `v1,${createHmac("sha256", secret).update(content).digest("base64")}`)
    }
  })

  test("names its headers by its own prefix or by all of the desk, and always adds those of Standard Webhooks", async () => {
    const own = await on.addHook("/own", { events: ["tag.created"], secret: "new", headerPrefix: "X-Acme" })
    await on.addHook("/shared", { events: ["tag.created"], secret: "known" })
    await on.desk.db.run(sql`
      update webhooks set previous_secret = secret, previous_secret_until = ${new Date(on.desk.clock.now.getTime() + 1_000)}
      where id = ${own}`)
    await on.desk.send("POST", "/v2/tags", { token: on.ada, body: { name: "prefixed" } })
    await on.hear()
    await on.deliver()
    assert.equal((await send(own)).body.state, "delivered")
    const requests = (path: string) => on.received.filter((request) => request.path === path)
    assert.deepEqual(
      requests("/own").map(({ headers }) => headers["x-acme-event"]),
      ["tag.created", "webhook.test"],
    )
    for (const { headers, body } of requests("/own")) {
      const signature = createHmac("sha1", "new").update(body).digest("base64")
      assert.equal(headers["x-acme-signature"], signature)
      assert.equal(headers["x-acme-signature-previous"], signature)
      assert.deepEqual(
        Object.keys(headers).filter((name) => /^x-(deskhand|helpscout)/.test(name)),
        [],
      )
      const content = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`
      const standard = `v1,${createHmac("sha256", "new").update(content).digest("base64")}`
      assert.equal(headers["webhook-signature"], `${standard} ${standard}`)
    }
    const [request] = requests("/shared")
    assert.ok(request)
    const { headers, body } = request
    const signature = createHmac("sha1", "known").update(body).digest("base64")
    for (const prefix of ["x-deskhand", "x-helpscout"])
      assert.deepEqual([headers[`${prefix}-event`], headers[`${prefix}-signature`]], ["tag.created", signature])
    assert.match(String(headers["webhook-signature"]), /^v1,/)
    assert.equal("x-acme-event" in headers, false)
  })

  test("to a disabled one too, and what fails is neither tried again nor held against it", async () => {
    on.answer = (_path, reply) => reply.writeHead(410).end()
    await on.desk.db.run(sql`update webhooks set state = 'disabled' where id = ${id}`)
    const { status, body } = await send(id)
    assert.deepEqual([status, body.state, body.attempts[0].status], [200, "failed", 410])
    assert.equal("response" in body.attempts[0], false)
    await on.desk.db.run(sql`update webhooks set state = 'enabled' where id = ${id}`)
    on.later(86_400)
    await on.deliver()
    assert.equal(on.received.length, 1)
    const { failing, state, attempt_count } = await on.desk.db.one<Record<string, unknown>>(
      sql`select failing, state, attempt_count from webhooks where id = ${id}`,
    )
    assert.deepEqual([failing, state, attempt_count], [0, "enabled", 0])
  })

  test("says why nothing came back", async () => {
    on.answer = (_path, reply) => reply.destroy()
    const { body } = await send(id)
    assert.equal(body.state, "failed")
    assert.match(body.attempts[0].error, /closed the connection without an answer/)
    assert.equal("status" in body.attempts[0], false)
  })

  test("404 for one that is not there, 403 for who may not write webhooks", async () => {
    assert.equal((await send(999_999)).status, 404)
    for (const token of [
      await on.desk.tokenFor(on.ids.users.grace),
      await on.desk.tokenFor(on.ids.users.ada, "read-only"),
    ])
      assert.equal((await send(id, token)).status, 403)
    assert.deepEqual(on.received, [])
  })
})
