import assert from "node:assert/strict"
import { after, before, describe, mock, test } from "node:test"
import { until } from "../until.ts"
import type { Arrival } from "../webhooks/arrivals.ts"
import { HookedDesk, secret } from "../webhooks/hooked-desk.ts"
import { bytesOf, isSigned, legacySignature } from "../webhooks/signatures.ts"
import type { Node } from "./ground.ts"

let desk: HookedDesk
let worker: Node

before(async () => {
  desk = await HookedDesk.open()
  worker = await desk.startWorker()
})
after(() => desk.close())

const arrivalsAt = (path: string) => desk.receiver.arrivals(path)
const untilArrived = async (path: string, times: number): Promise<Arrival[]> => {
  await until(async () => (await arrivalsAt(path)).length >= times)
  return arrivalsAt(path)
}

/** A conversation that nothing else happens to, and who hears of it. */
async function place(): Promise<{ mailboxIds: number[]; conversationId: number }> {
  const inboxId = await desk.newInbox()
  return { mailboxIds: [inboxId], conversationId: await desk.newConversation(inboxId) }
}

/** Why it was disabled, as often as that was told. */
async function reasonsTold(hookId: number): Promise<string[]> {
  const select = "select data ->> 'reason' as reason from feed where kind = 'webhook.disabled' and subject_id = $1"
  await until(async () => ((await desk.db.query(select, [hookId])).rowCount ?? 0) > 0)
  return (await desk.db.query(select, [hookId])).rows.map(({ reason }) => reason)
}

describe("what is signed", () => {
  test("is accepted by the published verifier, and nothing that was altered, or is old (W13)", async () => {
    const { mailboxIds, conversationId } = await place()
    const libraryOwn = `whsec_${Buffer.from("24 bytes of randomness!!").toString("base64")}`
    await desk.newWebhook({ url: "/ok/signed", mailboxIds })
    await desk.newWebhook({ url: "/ok/signed-as-library", mailboxIds, secret: libraryOwn })
    await desk.addNote(conversationId, "Größe, 日本, \u2028 and 😀")
    const [arrival] = await untilArrived("/ok/signed", 1)
    const [other] = await untilArrived("/ok/signed-as-library", 1)
    assert.ok(arrival && other)
    assert.ok(isSigned(arrival, secret) && isSigned(other, libraryOwn))
    assert.equal(arrival.headers["x-deskhand-signature"], legacySignature(arrival, secret))
    assert.equal(other.headers["x-deskhand-signature"], legacySignature(other, libraryOwn))
    assert.equal(arrival.headers["x-deskhand-signature-previous"], undefined)

    const { headers, body } = arrival
    const timestamp = Number(headers["webhook-timestamp"])
    const altered = {
      body: { ...arrival, body: bytesOf(body).toString().replace("Told to many", "Told to some") },
      id: { ...arrival, headers: { ...headers, "webhook-id": other.headers["webhook-id"] ?? "" } },
      timestamp: { ...arrival, headers: { ...headers, "webhook-timestamp": String(timestamp + 1) } },
      secret: other,
    }
    altered.body.body = Buffer.from(altered.body.body).toString("base64")
    assert.notEqual(altered.body.body, body)
    for (const [name, forged] of Object.entries(altered)) assert.equal(isSigned(forged, secret), false, name)

    const acceptedAt = (seconds: number) => {
      mock.timers.enable({ apis: ["Date"], now: (timestamp + seconds) * 1_000 })
      try {
        return isSigned(arrival, secret)
      } finally {
        mock.timers.reset()
      }
    }
    assert.deepEqual([-301, -300, 300, 301].map(acceptedAt), [false, true, true, false])
  })
})

describe("a webhook that hears of little", () => {
  test("is told where to read, and nothing more (W18)", async () => {
    const { mailboxIds, conversationId } = await place()
    await desk.newWebhook({ url: "/ok/link", mailboxIds, notification: true })
    await desk.addNote(conversationId, "Confidential")
    const [arrival] = await untilArrived("/ok/link", 1)
    const href = `${desk.web.origin}/v2/conversations/${conversationId}`
    const { _links, ...rest } = JSON.parse(bytesOf(arrival?.body ?? "").toString())
    assert.deepEqual(rest, {})
    assert.equal(new URL(_links.self.href).pathname, new URL(href).pathname)
    assert.ok(isSigned(arrival ?? assert.fail(), secret))
  })

  test("hears of its inboxes as of when it happened, and never what is elsewhere now (W19)", async () => {
    const [here, there] = [await place(), await place()]
    const events = ["convo.note.created", "convo.moved"] as const
    const id = await desk.newWebhook({ url: "/ok/of-here", mailboxIds: here.mailboxIds, events: [...events] })
    // What happens now is told when all of it has happened.
    await worker.signal("SIGTERM")
    const move = async (conversationId: number, [value]: number[]) => {
      const body = { op: "move", path: "/mailboxId", value }
      assert.equal((await desk.call("PATCH", `/v2/conversations/${conversationId}`, { body })).status, 204)
    }
    await desk.addNote(here.conversationId, "Seen here, gone since")
    await move(here.conversationId, there.mailboxIds)
    await desk.addNote(here.conversationId, "Secret of there")
    await desk.addNote(there.conversationId, "Secret of before")
    await move(there.conversationId, here.mailboxIds)
    await desk.addNote(there.conversationId, "Seen here")
    worker = await desk.startWorker()
    await desk.untilStates(id, "delivered", "delivered", "delivered", "delivered")
    const told = (await arrivalsAt("/ok/of-here")).map(({ headers, body }) => ({
      kind: headers["x-deskhand-event"],
      body: bytesOf(body).toString(),
    }))
    const bodiesOf = (conversationId: number) => told.filter(({ body }) => JSON.parse(body).id === conversationId)
    assert.deepEqual(
      bodiesOf(here.conversationId),
      [
        { kind: "convo.note.created", body: `{"id":${here.conversationId}}` },
        { kind: "convo.moved", body: `{"id":${here.conversationId}}` },
      ],
      "that it was here and went is all",
    )
    assert.deepEqual(
      bodiesOf(there.conversationId).map(({ kind }) => kind),
      ["convo.moved", "convo.note.created"],
      "what happened before it came is not told",
    )
  })
})

describe("the owner of a webhook", () => {
  /** Somebody with a webhook and the token that made it. */
  async function hire(name: string, mailboxIds: number[]) {
    const { id: userId } = await desk.call("POST", "/v2/users", {
      body: { firstName: name, lastName: "Owner", email: `${name}@hooks.example`, role: "admin", sendInvite: false },
    })
    const token = (await desk.run("token", "--user", `${name}@hooks.example`)).trim()
    const path = `/ok/of-${name}`
    return { userId, path, hookId: await desk.newWebhook({ url: path, mailboxIds }, token) }
  }

  test("who may no longer see an inbox is told nothing of it (W20)", async () => {
    const { mailboxIds, conversationId } = await place()
    const { userId, path, hookId } = await hire("demoted", mailboxIds)
    const witness = await desk.newWebhook({ url: "/ok/witness", mailboxIds })
    await desk.addNote(conversationId, "While they may")
    await untilArrived(path, 1)
    // Owed before, and not sent.
    await worker.signal("SIGTERM")
    const held = await holdBack(hookId, conversationId)
    const body = { role: "user", mailboxes: [] }
    assert.equal((await desk.call("PUT", `/v2/users/${userId}`, { body })).status, 204)
    worker = await desk.startWorker()
    await until(async () => (await desk.deliveries(hookId)).find(({ id }) => id === held)?.state === "cancelled")
    await desk.addNote(conversationId, "When they may not")
    await desk.untilStates(witness, "delivered", "delivered")
    assert.equal((await arrivalsAt(path)).length, 1)
    assert.equal((await desk.deliveries(hookId)).length, 2)
  })

  /** Something that is owed and not sent yet, as when the worker died in between. */
  async function holdBack(hookId: number, conversationId: number): Promise<number> {
    const { rows } = await desk.db.query(
      `insert into webhook_deliveries (webhook_id, message_id, kind, inbox_id, lane, due_at)
      select webhook_id, message_id, kind, inbox_id, lane, now() from webhook_deliveries
      where webhook_id = $1 and lane = $2 returning id::integer`,
      [hookId, `convo:${conversationId}`],
    )
    return rows[0].id
  }

  test("who is deleted is told nothing; who takes it over gets what it was owed (W20)", async () => {
    const { mailboxIds, conversationId } = await place()
    const { userId, path, hookId } = await hire("deleted", mailboxIds)
    await desk.addNote(conversationId, "While they are there")
    await untilArrived(path, 1)
    assert.equal((await desk.call("DELETE", `/v2/users/${userId}`)).status, 204)
    await until(async () => (await desk.webhook(hookId)).state === "disabled")
    assert.equal((await desk.webhook(hookId)).disabledReason, "owner")
    assert.deepEqual(await reasonsTold(hookId), ["owner"])
    await desk.addNote(conversationId, "When they are gone")
    await desk.untilStates(hookId, "delivered", "held")
    assert.equal((await arrivalsAt(path)).length, 1)
    await desk.replaceWebhook(hookId, { url: path, mailboxIds, state: "enabled" })
    await untilArrived(path, 2)
  })
})

describe("a webhook", () => {
  test("whose receiver answers 410 is disabled at once, and goes on when it is enabled (W7)", async () => {
    const { mailboxIds, conversationId } = await place()
    const path = "/told/gone"
    await desk.receiver.tell(path, "/status/410")
    const id = await desk.newWebhook({ url: path, mailboxIds })
    await desk.addNote(conversationId, "First")
    await until(async () => (await desk.webhook(id)).state === "disabled")
    assert.equal((await desk.webhook(id)).disabledReason, "gone")
    await desk.addNote(conversationId, "Second")
    await desk.untilStates(id, "held", "held")
    assert.equal((await arrivalsAt(path)).length, 1)
    assert.deepEqual(await reasonsTold(id), ["gone"])
    await desk.receiver.tell(path, "/ok")
    await desk.replaceWebhook(id, { url: path, mailboxIds, state: "enabled" })
    const deliveries = await desk.untilStates(id, "delivered", "delivered")
    assert.equal((await desk.webhook(id)).disabledReason, undefined)
    assert.deepEqual(
      (await arrivalsAt(path)).map(({ headers }) => headers["webhook-id"]),
      [0, 0, 1].map((place) => deliveries[place]?.messageId),
    )
  })

  test("is sent nothing more once it is deleted or disabled; a new secret signs beside the old one (W14, W16)", async () => {
    const { mailboxIds, conversationId } = await place()
    // The second attempt is made when the test says so.
    const hook = async (path: string) => {
      await desk.receiver.tell(path, "/retry-after/503/3600")
      return desk.newWebhook({ url: path, mailboxIds })
    }
    const deleted = await hook("/told/deleted")
    const disabled = await hook("/told/disabled")
    const rotated = await hook("/told/rotated")
    await desk.addNote(conversationId, "Tried once")
    for (const id of [deleted, disabled, rotated]) await desk.untilTried(id, 1)
    assert.equal((await desk.call("DELETE", `/v2/webhooks/${deleted}`)).status, 204)
    await desk.replaceWebhook(disabled, { url: "/told/disabled", mailboxIds, state: "disabled" })
    await desk.replaceWebhook(rotated, { url: "/told/rotated", mailboxIds, secret: "open" })
    for (const path of ["/told/deleted", "/told/disabled", "/told/rotated"]) await desk.receiver.tell(path, "/ok")
    await desk.db.query("update webhooks set paused_until = null where id = any($1)", [[disabled, rotated]])
    await desk.db.query(
      "update webhook_deliveries set due_at = now() where webhook_id = any($1) and state = 'pending'",
      [[deleted, disabled, rotated]],
    )

    const [first, second] = await untilArrived("/told/rotated", 2)
    assert.ok(first && second)
    assert.deepEqual([isSigned(first, secret), isSigned(first, "open")], [true, false])
    assert.deepEqual([isSigned(second, secret), isSigned(second, "open")], [true, true])
    assert.equal(second.headers["x-deskhand-signature"], legacySignature(second, "open"))
    assert.equal(second.headers["x-deskhand-signature-previous"], legacySignature(second, secret))
    assert.equal(second.body, first.body)

    assert.equal((await arrivalsAt("/told/deleted")).length, 1)
    assert.equal((await arrivalsAt("/told/disabled")).length, 1)
    // Its pending deliveries are deleted with it.
    await until(async () => {
      const { rowCount } = await desk.db.query("select from webhook_deliveries where webhook_id = $1", [deleted])
      return rowCount === 0
    })
    assert.equal((await desk.delivery(disabled)).state, "held")
  })

  test("whose receiver makes more of what it is told is slow, seen, and harms nobody (W17)", async () => {
    const { mailboxIds, conversationId } = await place()
    const id = await desk.newWebhook({ url: "/loop/here", mailboxIds })
    const other = await place()
    await desk.newWebhook({ url: "/ok/beside-the-loop", mailboxIds: other.mailboxIds })
    const url = `${desk.web.origin}/v2/conversations/${conversationId}/notes`
    await desk.receiver.order({ loop: { url, token: desk.token, body: { text: "Again" } } })
    await desk.addNote(conversationId, "It begins")
    await untilArrived("/loop/here", 10)
    await desk.addNote(other.conversationId, "Meanwhile")
    await untilArrived("/ok/beside-the-loop", 1)
    const { rows } = await desk.db.query(
      "select count(*)::integer as waiting from webhook_deliveries where webhook_id = $1 and state = 'pending'",
      [id],
    )
    // One thing makes one more: what waits does not grow.
    assert.ok(rows[0].waiting <= 2, `${rows[0].waiting} wait`)
    await desk.receiver.order({ loop: undefined })
    await until(async () => {
      const { body: metrics } = await desk.call("GET", "/metrics")
      const attempts = new RegExp(`^webhook_attempts_total\\{webhook="${id}"\\} (\\d+)`, "m").exec(metrics)?.[1]
      return Number(attempts) === (await arrivalsAt("/loop/here")).length
    })
  })
})

describe("one dead receiver", () => {
  test("holds up none of the others, and much is kept for it (W11, W21)", async () => {
    const { mailboxIds } = await place()
    const dead = await desk.newWebhook({ url: "/silent/dead", mailboxIds })
    const healthy = ["/ok/healthy-1", "/ok/healthy-2", "/ok/healthy-3", "/slow/5?of=healthy"]
    const hooks = await Promise.all(healthy.map((url) => desk.newWebhook({ url, mailboxIds })))
    const conversations = await Promise.all(Array.from({ length: 20 }, () => desk.newConversation(mailboxIds[0] ?? 0)))
    // All of them are sent everything at once.
    await worker.signal("SIGTERM")
    await Promise.all(conversations.map((id) => desk.addNote(id, "To all")))
    worker = await desk.startWorker()
    for (const path of healthy) await untilArrived(path, 20)
    for (const id of hooks) await desk.untilTried(id, 1)
    const asked = await arrivalsAt("/silent/dead")
    const waiting = await desk.deliveries(dead)
    assert.equal(waiting.length, 20)
    // A busy machine may need the ten seconds of an attempt to look at all that.
    const missedAt = Math.min(
      ...waiting.flatMap(({ attempts }) => attempts.map(({ at, durationMs }) => Date.parse(at) + durationMs)),
    )
    for (const id of hooks)
      for (const { attempts } of await desk.deliveries(id))
        assert.ok(
          Date.parse(attempts[0]?.at ?? "") < missedAt,
          "the others had all of theirs before it had missed its first",
        )
    const waitingRequests = asked.filter(({ at }) => at < missedAt).length
    assert.ok(waitingRequests > 0 && waitingRequests <= 16, `${waitingRequests} requests wait for it`)
  })
})
