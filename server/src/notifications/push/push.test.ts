import assert from "node:assert/strict"
import { createPublicKey, verify } from "node:crypto"
import { once } from "node:events"
import { createServer, type IncomingHttpHeaders, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { after, before, beforeEach, describe, test } from "node:test"
import { PushKey, PushSubscriptionPage } from "@deskhand/contract/people/notification"
import { type Changing, changingDesk } from "../../../test/desk/changing.ts"
import { dispatch } from "../../../test/peers/dispatch.ts"
import { numberAll } from "../../../test/peers/events.ts"
import { type Browser, decrypt, newBrowser } from "../../../test/peers/push.ts"
import { assertShape } from "../../../test/shape.ts"
import { sql } from "../../db/db.ts"
import { openOutgoing } from "../../http/outgoing/safe-fetch.ts"
import type { Desk } from "../../http/route.ts"
import { notificationReactions } from "../react.ts"
import { pushJob, sendPush } from "./send.ts"

const url = "/v2/users/me/push-subscriptions"

let on: Changing
let node: Desk
let service: Server
let origin: string
let status: number
let received: { path: string; headers: IncomingHttpHeaders; body: Buffer }[]
let tokens: { ada: string; grace: string; limited: string }

before(async () => {
  on = await changingDesk({ outgoingAllow: ["127.0.0.1/32"], outgoingPorts: ["1-65535"] })
  const { desk, ids } = on
  const { appDb: db, config, files, clock } = desk
  node = { config, db, replica: undefined, files, outgoing: openOutgoing(config), now: () => clock.now }
  service = createServer(async (request, reply) => {
    const body = Buffer.concat(await Array.fromAsync(request))
    received.push({ path: request.url ?? "", headers: request.headers, body })
    reply.writeHead(status).end()
  })
  await once(service.listen(0, "127.0.0.1"), "listening")
  origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  tokens = {
    ada: await desk.tokenFor(ids.users.ada),
    grace: await desk.tokenFor(ids.users.grace),
    limited: await desk.tokenFor(ids.users.limited),
  }
})
after(async () => {
  node.outgoing.close()
  service.closeAllConnections()
  service.close()
  await on.desk.close()
})
beforeEach(async () => {
  await push()
  status = 201
  received = []
  await on.desk.db.run(sql`delete from push_subscriptions`)
})

const bodyOf = (browser: Browser, path = "/one") => ({
  endpoint: origin + path,
  expirationTime: null,
  keys: { p256dh: browser.p256dh.toString("base64url"), auth: browser.auth.toString("base64url") },
})

async function subscribe(token: string, path = "/one"): Promise<Browser & { id: number }> {
  const browser = newBrowser()
  const { status, headers } = await on.desk.send("POST", url, { token, body: bodyOf(browser, path) })
  assert.equal(status, 201)
  return { ...browser, id: Number(headers.get("resource-id")) }
}

/** All that is owed by now: what happened is heard, and each job that it brings is done once. */
async function push(): Promise<void> {
  const { db, clock } = on.desk
  await numberAll(db)
  const hearing = { now: clock.now, origin: on.desk.origin, log: { error: assert.fail, warn: assert.fail } }
  for (const reaction of notificationReactions) while (await dispatch(db, reaction, hearing));
  const jobs = await db.many<{ payload: unknown }>(sql`
    with done as (
      delete from graphile_worker._private_jobs jobs using graphile_worker._private_tasks tasks
      where tasks.id = jobs.task_id and identifier = ${pushJob} returning jobs.id, payload)
    select payload from done order by id`)
  for (const { payload } of jobs) await sendPush(node, payload, AbortSignal.timeout(60_000))
}

const create = async (more: object = {}): Promise<number> => {
  const { status, headers } = await on.desk.send("POST", "/v2/conversations", {
    token: tokens.ada,
    body: {
      subject: "Broken teapot",
      type: "email",
      mailboxId: on.ids.inboxes.support,
      status: "active",
      customer: { email: "tea@customers.example", firstName: "Tea", lastName: "Pott" },
      threads: [{ type: "customer", text: "<p>It leaks.</p>", customer: { email: "tea@customers.example" } }],
      assignTo: null,
      ...more,
    },
  })
  assert.equal(status, 201)
  return Number(headers.get("resource-id"))
}
const act = async (method: string, path: string, body: object, token = tokens.ada) => {
  const { status } = await on.desk.send(method, path, { token, body })
  assert.ok(status < 300, String(status))
}
const assign = (id: number, userId: number, token?: string) =>
  act("PATCH", `/v2/conversations/${id}`, { op: "replace", path: "/assignTo", value: userId }, token)
const note = (id: number, text: string, token?: string) => act("POST", `/v2/conversations/${id}/notes`, { text }, token)
const reasons = (browser: Browser) => received.map(({ body }) => JSON.parse(decrypt(browser, body)).reason)

describe("a browser that has subscribed", () => {
  test("is told of a conversation that its user is given, readable for it alone and signed by the desk", async () => {
    const grace = await subscribe(tokens.grace)
    const id = await create()
    await assign(id, on.ids.users.grace)
    await push()
    const [{ path, headers, body } = assert.fail(), ...more] = received
    assert.equal(more.length, 0)
    const { body: read } = await on.desk.get(`/v2/conversations/${id}`, tokens.ada)
    assert.deepEqual(JSON.parse(decrypt(grace, body)), {
      reason: "assigned",
      conversationId: id,
      number: read.number,
      subject: "Broken teapot",
      customer: "Tea Pott",
      preview: "It leaks.",
    })
    assert.throws(() => decrypt(newBrowser(), body))
    assert.deepEqual(
      [path, headers["content-encoding"], headers["ttl"], headers["urgency"], headers["topic"]],
      ["/one", "aes128gcm", "86400", "high", `conversation-${id}`],
    )

    const { body: key } = await on.desk.get("/v2/push-key", tokens.grace)
    assertShape(PushKey, key)
    const [, claim = "", signature = "", k] =
      /^vapid t=([^,]+)\.([^.,]+), k=(\S+)$/.exec(headers.authorization ?? "") ?? []
    assert.equal(k, key.publicKey)
    const point = Buffer.from(key.publicKey, "base64url")
    const half = (from: number) => point.subarray(from, from + 32).toString("base64url")
    const publicKey = createPublicKey({ key: { kty: "EC", crv: "P-256", x: half(1), y: half(33) }, format: "jwk" })
    const signed = { key: publicKey, dsaEncoding: "ieee-p1363" as const }
    assert.ok(verify("sha256", Buffer.from(claim), signed, Buffer.from(signature, "base64url")))
    const [, claims = ""] = claim.split(".")
    const { email } = (await on.desk.get(`/v2/mailboxes/${on.ids.inboxes.support}`, tokens.ada)).body
    assert.deepEqual(JSON.parse(Buffer.from(claims, "base64url").toString()), {
      aud: origin,
      exp: Math.floor(on.desk.clock.now.getTime() / 1_000) + 43_200,
      sub: `mailto:${email}`,
    })
  })

  test("is told what matters most, once for all that came at once, and not what its user did", async () => {
    const grace = await subscribe(tokens.grace)
    const id = await create({ assignTo: on.ids.users.grace })
    await push()
    assert.deepEqual(reasons(grace), ["assigned"])
    await act("POST", `/v2/conversations/${id}/customer`, {
      text: "Still.",
      customer: { email: "tea@customers.example" },
    })
    await push()
    assert.deepEqual(reasons(grace), ["assigned", "replied"])
    await note(id, "<p>Ask <b>@scenario-grace</b>.</p>")
    await note(id, "<p>Or not.</p>")
    await push()
    assert.deepEqual(reasons(grace), ["assigned", "replied", "mentioned"])
    await note(id, "<p>I am @scenario-grace myself.</p>", tokens.grace)
    await act("PATCH", `/v2/conversations/${id}`, { op: "remove", path: "/assignTo" }, tokens.grace)
    await assign(id, on.ids.users.grace, tokens.grace)
    await push()
    assert.equal(received.length, 3)
  })

  test("is told where its user is mentioned, by the whole of the name, and not of what they may not see", async () => {
    const grace = await subscribe(tokens.grace, "/grace")
    await subscribe(tokens.limited, "/limited")
    const id = await create({ mailboxId: on.ids.inboxes.hidden })
    await note(id, "<p>x@scenario-grace, @scenario-gracious and @scenario-</p>")
    await note(id, "<p>@scenario-limited may not see it.</p>")
    await push()
    assert.deepEqual(received, [])
    await note(id, "<p>What do you think, @Scenario-Grace?</p>")
    await push()
    assert.deepEqual(reasons(grace), ["mentioned"])
    await note(await create(), "<p>Who can, @scenario-first-line.</p>")
    await push()
    assert.deepEqual(
      received
        .slice(1)
        .map(({ path }) => path)
        .sort(),
      ["/grace", "/limited"],
    )
  })

  test("is forgotten when it is gone, and tried again when its service is away", async () => {
    await subscribe(tokens.grace)
    const id = await create()
    status = 503
    await assign(id, on.ids.users.grace)
    await assert.rejects(push(), /answered 503/)
    status = 410
    await note(id, "<p>@scenario-grace</p>")
    await push()
    const { body } = await on.desk.get(url, tokens.grace)
    assert.equal(body.page.totalElements, 0)
  })

  test("is told nothing that is older than a day", async () => {
    await subscribe(tokens.grace)
    const payload = { subscriptionId: 1, conversationId: 1, reason: "noted", at: new Date(0).toISOString() }
    await sendPush(node, payload, AbortSignal.timeout(60_000))
    assert.deepEqual(received, [])
  })
})

describe("subscriptions", () => {
  test("are listed and deleted by whom they belong to; a browser that comes again keeps its id", async () => {
    const first = await subscribe(tokens.grace)
    const again = await on.desk.send("POST", url, { token: tokens.grace, body: bodyOf(newBrowser()) })
    assert.equal(again.headers.get("resource-id"), String(first.id))
    const { body } = await on.desk.get(url, tokens.grace)
    assertShape(PushSubscriptionPage, body)
    assert.deepEqual(
      body._embedded["push-subscriptions"].map(({ id, service }: { id: number; service: string }) => [id, service]),
      [[first.id, "127.0.0.1"]],
    )
    assert.equal((await on.desk.send("DELETE", `${url}/${first.id}`, { token: tokens.ada })).status, 404)
    assert.equal((await on.desk.send("DELETE", `${url}/${first.id}`, { token: tokens.grace })).status, 204)
    assert.equal((await on.desk.send("DELETE", `${url}/${first.id}`, { token: tokens.grace })).status, 404)
  })

  test("end with the session in which they were asked for", async () => {
    const { desk, ids } = on
    const headers = { "Sec-Fetch-Site": "same-origin" }
    await desk.db.run(sql`delete from sessions`)
    await desk.db.run(sql`
      insert into sessions (hash, user_id, address, expires_at)
      values (sha256('session'), ${ids.users.grace}, '::1', ${new Date(desk.clock.now.getTime() + 60_000)})`)
    const asked = { ...headers, Cookie: "desk_session=session" }
    const { status } = await desk.send("POST", url, { headers: asked, body: bodyOf(newBrowser()) })
    assert.equal(status, 201)
    assert.equal((await desk.send("DELETE", "/session", { headers: asked })).status, 204)
    assert.equal((await desk.get(url, tokens.grace)).body.page.totalElements, 0)
  })

  test("are twenty at most, of which the newest stay", async () => {
    for (let number = 0; number < 22; number++) await subscribe(tokens.grace, `/${number}`)
    const left = await on.desk.db.many<{ endpoint: string }>(
      sql`select endpoint from push_subscriptions order by id limit 1`,
    )
    assert.deepEqual(left, [{ endpoint: `${origin}/2` }])
    assert.equal((await on.desk.get(url, tokens.grace)).body.page.totalElements, 20)
  })

  test("400 for what is none, 403 for a read-only token, 401 for nobody", async () => {
    const whole = bodyOf(newBrowser())
    for (const [path, body] of [
      ["endpoint", { ...whole, endpoint: "http://10.0.0.1/push" }],
      ["endpoint", { ...whole, endpoint: "nonsense" }],
      ["keys.p256dh", { ...whole, keys: { ...whole.keys, p256dh: "A".repeat(87) } }],
      ["keys.auth", { ...whole, keys: { ...whole.keys, auth: "short" } }],
    ] as const) {
      const answer = await on.desk.send("POST", url, { token: tokens.ada, body })
      assert.deepEqual([answer.status, answer.body._embedded?.errors[0].path], [400, path])
    }
    const reading = await on.desk.tokenFor(on.ids.users.grace, "read-only")
    assert.equal((await on.desk.send("POST", url, { token: reading, body: whole })).status, 403)
    for (const path of [url, "/v2/push-key"]) assert.equal((await on.desk.get(path)).status, 401)
  })
})
