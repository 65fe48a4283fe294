import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { Webhook } from "@deskhand/contract/events/webhook"
import { scenarioDesk, type TestDesk } from "../../test/desk/desk.ts"
import { assertShape } from "../../test/shape.ts"
import { sql } from "../db/db.ts"
import type { ScenarioIds } from "../seed/scenario.ts"
import { decryptWebhookSecret, type EncryptedSecrets } from "./secrets.ts"

let desk: TestDesk
let ids: ScenarioIds
let ada: string

before(async () => {
  ;({ desk, ids } = await scenarioDesk())
  ada = await desk.tokenFor(ids.users.ada)
})
after(() => desk.close())

const hook = (more: object = {}) => ({
  url: "https://receiver.example/hook",
  events: ["convo.created", "convo.status"],
  secret: "first secret",
  ...more,
})

const post = (body: object, token = ada) => desk.send("POST", "/v2/webhooks", { token, body })

async function make(more: object = {}): Promise<number> {
  const { status, headers } = await post(hook(more))
  assert.equal(status, 201)
  return Number(headers.get("resource-id"))
}

async function read(id: number): Promise<Webhook> {
  const { status, body } = await desk.get(`/v2/webhooks/${id}`, ada)
  assert.equal(status, 200)
  assertShape(Webhook, body)
  return body
}

const put = (id: number, body: object, headers: Record<string, string> = {}, token = ada) =>
  desk.send("PUT", `/v2/webhooks/${id}`, { token, body, headers })

/** What is replaced by the same, but for what is given. */
const withoutSecret = (more: object = {}) => {
  const { secret: _, ...rest } = hook(more)
  return rest
}

interface Kept {
  user_id: number
  secret: string
  previous_secret: string | null
  previous_secret_until: Date | null
  disabled_reason: string | null
  failing: number
  given_up: number
  paused_until: Date | null
}

/** With the secrets decrypted. */
async function kept(id: number): Promise<Kept> {
  const row = await desk.db.one<Omit<Kept, "secret" | "previous_secret"> & EncryptedSecrets>(
    sql`select * from webhooks where id = ${id}`,
  )
  const decrypted = (secret: Buffer | null) => decryptWebhookSecret(desk.config, id, secret)
  return {
    ...row,
    secret: await decrypted(row.secret),
    previous_secret: row.previous_secret && (await decrypted(row.previous_secret)),
  }
}

const events = (kind: string, id: number) =>
  desk.db.many<{ user_id: number }>(sql`select user_id from events where kind = ${kind} and subject_id = ${id}
    union all select user_id from feed where kind = ${kind} and subject_id = ${id}`)

/** The path and the words of what was refused. */
async function refusal(answer: Promise<{ status: number; body: { _embedded: { errors: object[] } } }>) {
  const { status, body } = await answer
  assert.equal(status, 400)
  return body._embedded.errors as { path: string; message: string; rejectedValue?: unknown; source: string }[]
}

describe("POST /v2/webhooks", () => {
  test("creates one, tells of it, and answers where it is", async () => {
    const { status, headers, body } = await post(
      hook({ label: " Orders ", notification: true, payloadVersion: "V2", mailboxIds: [ids.inboxes.support] }),
    )
    assert.equal(status, 201)
    assert.equal(body, undefined)
    const id = Number(headers.get("resource-id"))
    assert.equal(headers.get("location"), `${desk.origin}/v2/webhooks/${id}`)
    assert.deepEqual(await read(id), {
      id,
      url: "https://receiver.example/hook",
      state: "enabled",
      events: ["convo.created", "convo.status"],
      notification: true,
      label: "Orders",
      payloadVersion: "V2",
      mailboxIds: [ids.inboxes.support],
      _links: { self: { href: `${desk.origin}/v2/webhooks/${id}` } },
    })
    const row = await kept(id)
    assert.deepEqual([row.user_id, row.secret, row.previous_secret], [ids.users.ada, "first secret", null])
    assert.deepEqual(await events("webhook.created", id), [{ user_id: ids.users.ada }])
  })

  test("is enabled, sends everything and hears of every inbox where nothing else is said", async () => {
    const webhook = await read(await make({ label: null, mailboxIds: null, notification: null }))
    assert.deepEqual([webhook.state, webhook.notification, webhook.payloadVersion], ["enabled", false, "V2"])
    assert.equal("label" in webhook || "mailboxIds" in webhook, false)
    assert.equal((await read(await make({ state: "disabled" }))).state, "disabled")
  })

  test("keeps kinds and inboxes once, however often they are named", async () => {
    const { support, paging } = ids.inboxes
    const id = await make({
      events: ["tag.created", "TAG.CREATED", "convo.tags", "tag.created"],
      mailboxIds: [paging, support, paging],
    })
    const webhook = await read(id)
    assert.deepEqual(webhook.events, ["tag.created", "convo.tags"])
    assert.deepEqual(webhook.mailboxIds, [paging, support])
  })

  test("accepts the names of kinds that other clients use, and answers with the spelling given", async () => {
    const events = [
      "beacon.chat.customer.replied",
      "beacon.chat.created",
      "widget.chat.created",
      "convo.ai-answers.created",
      "convo.created",
    ]
    const id = await make({ events: [...events, "BEACON.chat.created"] })
    assert.deepEqual((await read(id)).events, events)
    const { body } = await desk.get("/v2/webhooks?size=100", ada)
    assert.deepEqual(body._embedded.webhooks.find((webhook: Webhook) => webhook.id === id).events, events)
    assert.equal((await put(id, withoutSecret({ events: ["convo.AI-answers.created"] }))).status, 204)
    assert.deepEqual((await read(id)).events, ["convo.ai-answers.created"])
  })

  test("has the header prefixes of the desk unless it names its own", async () => {
    for (const headerPrefix of ["X-Acme", "x_acme.2", "Contented-Acme", "A".repeat(60)])
      assert.equal((await read(await make({ headerPrefix }))).headerPrefix, headerPrefix)
    assert.equal("headerPrefix" in (await read(await make({ headerPrefix: null }))), false)
    assert.equal("headerPrefix" in (await read(await make())), false)
  })

  test("takes payloadVersion in any case and answers V2", async () => {
    assert.equal((await read(await make({ payloadVersion: "v2" }))).payloadVersion, "V2")
  })

  test("keeps the address in its canonical form", async () => {
    const id = await make({ url: "HTTPS://Receiver.Example:443/a/../Hook?x=1" })
    assert.equal((await read(id)).url, "https://receiver.example/Hook?x=1")
  })

  test("400 names each field that will not do, and never the secret", async () => {
    const cases: [more: object, path: string, message: RegExp][] = [
      [{ url: undefined }, "url", /is required/],
      [{ url: "" }, "url", /must not be empty/],
      [{ url: "x".repeat(2_049) }, "url", /at most 2048 characters/],
      [{ url: "no address" }, "url", /./],
      [{ url: "ftp://receiver.example/" }, "url", /http/],
      [{ url: "http://127.0.0.1/" }, "url", /./],
      [{ url: "http://[::1]:80/" }, "url", /./],
      [{ url: "http://169.254.169.254/latest" }, "url", /./],
      [{ url: "https://user:word@receiver.example/" }, "url", /./],
      [{ events: undefined }, "events", /is required/],
      [{ events: [] }, "events", /at least 1/],
      [{ events: ["convo.created", "convo.danced"] }, "events[1]", /must be one of .*convo\.created/],
      [{ events: ["webhook.test"] }, "events[0]", /must be one of/],
      [{ secret: undefined }, "secret", /is required/],
      [{ secret: "" }, "secret", /must not be empty/],
      [{ secret: "s".repeat(256) }, "secret", /at most 255 characters/],
      [{ secret: 7 }, "secret", /must be a string/],
      [{ notification: "perhaps" }, "notification", /must be a boolean/],
      [{ label: "l".repeat(256) }, "label", /at most 255/],
      [{ events: ["beacon.chat.ended"] }, "events[0]", /must be one of .*beacon\.chat\.created/],
      [{ payloadVersion: "V1" }, "payloadVersion", /^must be one of V2$/],
      [{ payloadVersion: "v20" }, "payloadVersion", /^must be one of V2$/],
      [{ headerPrefix: "" }, "headerPrefix", /must not be empty/],
      [{ headerPrefix: "X".repeat(61) }, "headerPrefix", /at most 60/],
      [{ headerPrefix: 7 }, "headerPrefix", /must be a string or null/],
      ...[
        "X Acme",
        "X-Acme:",
        "X-Acme-",
        "X-Ümlaut",
        "X\r\nA",
        "webhook",
        "Accept",
        "Proxy-Acme",
        "TE",
        "Content-Type",
      ].map((headerPrefix): [object, string, RegExp] => [
        { headerPrefix },
        "headerPrefix",
        /must be .* such as X-Acme:/,
      ]),
      [{ mailboxIds: [] }, "mailboxIds", /at least 1/],
      [{ mailboxIds: ["x"] }, "mailboxIds[0]", /must be an integer/],
      [{ state: "asleep" }, "state", /must be one of enabled, disabled/],
    ]
    for (const [more, path, message] of cases) {
      const [field] = await refusal(post(hook(more)))
      assert.deepEqual([field?.path, field?.source], [path, "JSON"], JSON.stringify(more))
      assert.match(field?.message ?? "", message, path)
      if (path === "secret") assert.equal(field && "rejectedValue" in field, false)
    }
    assert.equal((await post(hook({ secret: "s".repeat(255) }))).status, 201)
  })

  test("400 names every inbox that is not there", async () => {
    const fields = await refusal(post(hook({ mailboxIds: [999_998, ids.inboxes.support, 999_999] })))
    assert.deepEqual(
      fields.map(({ path, message, rejectedValue }) => [path, message, rejectedValue]),
      [
        ["mailboxIds[0]", "must be an inbox of this desk", 999_998],
        ["mailboxIds[2]", "must be an inbox of this desk", 999_999],
      ],
    )
  })

  test("makes one under a key, however often it is sent", async () => {
    const request = { token: ada, body: hook({ label: "Once" }), headers: { "Idempotency-Key": "hook-once" } }
    const first = await desk.send("POST", "/v2/webhooks", request)
    const second = await desk.send("POST", "/v2/webhooks", request)
    assert.equal(second.headers.get("resource-id"), first.headers.get("resource-id"))
    assert.equal((await desk.db.many(sql`select from webhooks where label = 'Once'`)).length, 1)
  })
})

describe("PUT /v2/webhooks/{id}", () => {
  test("replaces everything but the secret, and makes who does so its owner", async () => {
    const id = await make({ label: "Before", notification: true, mailboxIds: [ids.inboxes.support] })
    const owner = await desk.addUser({ email: "second-admin@example.com", role: "admin" })
    const body = { url: "https://other.example/hook", events: ["tag.updated"] }
    assert.equal((await put(id, body, {}, await desk.tokenFor(owner))).status, 204)
    assert.deepEqual(await read(id), {
      id,
      url: "https://other.example/hook",
      state: "enabled",
      events: ["tag.updated"],
      notification: false,
      payloadVersion: "V2",
      _links: { self: { href: `${desk.origin}/v2/webhooks/${id}` } },
    })
    const row = await kept(id)
    assert.deepEqual([row.user_id, row.secret, row.previous_secret], [owner, "first secret", null])
    assert.deepEqual(await events("webhook.updated", id), [{ user_id: owner }])
  })

  test("without a header prefix keeps it, because existing clients do not know it; null takes that of the desk", async () => {
    const id = await make({ headerPrefix: "X-Acme" })
    assert.equal((await put(id, withoutSecret({ label: "Same headers" }))).status, 204)
    assert.equal((await read(id)).headerPrefix, "X-Acme")
    await put(id, withoutSecret({ headerPrefix: "X-Other" }))
    assert.equal((await read(id)).headerPrefix, "X-Other")
    await put(id, withoutSecret({ headerPrefix: null }))
    assert.equal("headerPrefix" in (await read(id)), false)
    const changes = await desk.db.many<{ changes: Record<string, unknown> }>(sql`
      select changes from audit_entries where noun = 'webhook' and act = 'updated' and subject_id = ${id} order by id`)
    assert.deepEqual(
      changes.map(({ changes }) => changes["header_prefix"]),
      [undefined, ["X-Acme", "X-Other"], ["X-Other", null]],
    )
  })

  test("a new secret leaves the one before it for 24 hours; the same again rotates nothing", async () => {
    const id = await make()
    const until = new Date(desk.clock.now.getTime() + 24 * 3_600_000)
    const secrets = async () => {
      const { secret, previous_secret, previous_secret_until } = await kept(id)
      return [secret, previous_secret, previous_secret_until]
    }
    assert.equal((await put(id, hook({ secret: "second" }))).status, 204)
    assert.deepEqual(await secrets(), ["second", "first secret", until])
    const now = desk.clock.now
    desk.clock.now = new Date(now.getTime() + 3_600_000)
    await put(id, hook({ secret: "second" }))
    await put(id, withoutSecret())
    assert.deepEqual(await secrets(), ["second", "first secret", until])
    await put(id, hook({ secret: "third" }))
    assert.deepEqual(await secrets(), ["third", "second", new Date(until.getTime() + 3_600_000)])
    desk.clock.now = now
  })

  test("enabling forgets why it was disabled and what failed; disabling keeps that", async () => {
    const id = await make({ state: "disabled" })
    await desk.db.run(sql`update webhooks set disabled_reason = 'failing', failing = 7, given_up = 10,
      paused_until = '2026-03-05' where id = ${id}`)
    assert.equal((await read(id)).disabledReason, "failing")
    await put(id, withoutSecret({ state: "disabled" }))
    assert.equal((await kept(id)).given_up, 10)
    await put(id, withoutSecret({ state: "enabled" }))
    const { disabled_reason, failing, given_up, paused_until } = await kept(id)
    assert.deepEqual([disabled_reason, failing, given_up, paused_until], [null, 0, 0, null])
    assert.equal("disabledReason" in (await read(id)), false)
  })

  test("enabling makes due what waits for a retry, and nothing else", async () => {
    const id = await make({ state: "disabled" })
    const at = (seconds: number) => new Date(desk.clock.now.getTime() + seconds * 1_000)
    const add = async (lane: string, dueAt: Date | null, { claims = 0, attempts = 0 } = {}) => {
      const kept = JSON.stringify(Array.from({ length: attempts }, () => ({})))
      const { id: deliveryId } = await desk.db.one<{ id: number }>(sql`
        insert into webhook_deliveries (webhook_id, message_id, kind, lane, due_at, claims, attempts)
        values (${id}, 1, 'tag.created', ${lane}, ${dueAt}, ${claims}, ${kept}) returning id`)
      return deliveryId
    }
    const waiting = await add("tag:1", at(43_200), { claims: 11, attempts: 11 })
    const soon = await add("tag:2", at(5), { claims: 1, attempts: 1 })
    const behind = await add("tag:1", null)
    const due = await add("tag:3", at(-9))
    const underWay = await add("tag:4", at(20), { claims: 2, attempts: 1 })
    const crashed = await add("tag:5", at(7_200), { claims: 3, attempts: 2 })
    const dueAt = async () => {
      const rows = await desk.db.many<{ id: number; due_at: Date | null }>(
        sql`select id, due_at from webhook_deliveries where webhook_id = ${id}`,
      )
      return new Map(rows.map((row) => [row.id, row.due_at]))
    }
    const before = await dueAt()
    await put(id, withoutSecret({ state: "disabled" }))
    assert.deepEqual(await dueAt(), before)
    await put(id, withoutSecret())
    const after = await dueAt()
    for (const hastened of [waiting, soon, crashed]) assert.deepEqual(after.get(hastened), at(0))
    for (const other of [behind, due, underWay]) assert.deepEqual(after.get(other), before.get(other))
  })

  test("If-Match refuses what has changed meanwhile, be it by the desk", async () => {
    const id = await make()
    const etag = (await desk.get(`/v2/webhooks/${id}`, ada)).headers.get("etag") ?? ""
    assert.equal((await put(id, withoutSecret({ label: "New" }), { "If-Match": etag })).status, 204)
    const stale = await put(id, withoutSecret({ label: "Lost" }), { "If-Match": etag })
    assert.equal(stale.status, 412)
    assert.equal(stale.body._links.about.href, `${desk.origin}/errors/changed_meanwhile`)
    const current = (await desk.get(`/v2/webhooks/${id}`, ada)).headers.get("etag") ?? ""
    await desk.db.run(sql`update webhooks set state = 'disabled', disabled_reason = 'gone' where id = ${id}`)
    assert.equal((await put(id, withoutSecret({ label: "Lost" }), { "If-Match": current })).status, 412)
    assert.equal((await put(id, withoutSecret({ label: "Forced" }), { "If-Match": "*" })).status, 204)
    assert.equal((await read(id)).label, "Forced")
  })

  test("400 as for a new one, and nothing changes; 404 for one that is not there", async () => {
    const id = await make()
    for (const [more, path] of [
      [{ url: "http://10.0.0.1/" }, "url"],
      [{ events: [] }, "events"],
      [{ secret: "" }, "secret"],
      [{ mailboxIds: [999_999] }, "mailboxIds[0]"],
    ] as const)
      assert.equal((await refusal(put(id, hook(more))))[0]?.path, path)
    assert.equal((await read(id)).url, hook().url)
    assert.deepEqual(await events("webhook.updated", id), [])
    assert.equal((await put(999_999, hook())).status, 404)
  })
})

describe("DELETE /v2/webhooks/{id}", () => {
  test("takes it away at once and owes the removal of its deliveries", async () => {
    const id = await make()
    assert.equal((await desk.send("DELETE", `/v2/webhooks/${id}`, { token: ada })).status, 204)
    assert.equal((await desk.get(`/v2/webhooks/${id}`, ada)).status, 404)
    assert.deepEqual(await events("webhook.deleted", id), [{ user_id: ids.users.ada }])
    const owed = await desk.db.many<{ payload: unknown }>(sql`select payload from graphile_worker._private_jobs
      join graphile_worker._private_tasks tasks on tasks.id = task_id where identifier = 'webhooks.remove'`)
    assert.deepEqual(
      owed.map(({ payload }) => payload),
      [{ webhookId: id }],
    )
    assert.equal((await desk.send("DELETE", `/v2/webhooks/${id}`, { token: ada })).status, 404)
  })

  test("If-Match spares what has changed meanwhile", async () => {
    const id = await make()
    const headers = { "If-Match": '"old"' }
    assert.equal((await desk.send("DELETE", `/v2/webhooks/${id}`, { token: ada, headers })).status, 412)
    assert.equal((await desk.get(`/v2/webhooks/${id}`, ada)).status, 200)
  })
})

describe("who may write webhooks", () => {
  test("403 for who is no admin and for a read-only token, 401 for nobody", async () => {
    const id = await make()
    const tokens = [
      await desk.tokenFor(ids.users.grace),
      await desk.tokenFor(ids.users.light),
      await desk.tokenFor(ids.users.ada, "read-only"),
    ]
    for (const token of tokens) {
      assert.equal((await post(hook(), token)).status, 403)
      assert.equal((await put(id, hook(), {}, token)).status, 403)
      assert.equal((await desk.send("DELETE", `/v2/webhooks/${id}`, { token })).status, 403)
    }
    assert.equal((await desk.send("POST", "/v2/webhooks", { body: hook() })).status, 401)
    assert.equal((await read(id)).id, id)
  })
})
