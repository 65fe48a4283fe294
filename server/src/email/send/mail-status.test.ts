import assert from "node:assert/strict"
import { after, afterEach, before, describe, test } from "node:test"
import { MailStatus, MailStatusList } from "@deskhand/contract/mail/outgoing-mail"
import { type Mailing, mailingDesk } from "../../../test/mail/mailing.ts"
import { eventually, numberAll } from "../../../test/peers/events.ts"
import { assertShape } from "../../../test/shape.ts"
import type { Config } from "../../config.ts"
import { sql } from "../../db/db.ts"
import { startSending } from "./engine.ts"

let on: Mailing
let grace: string
let inboxId: number
let config: Config

before(async () => {
  on = await mailingDesk()
  grace = await on.desk.tokenFor(on.ids.users.grace)
  inboxId = on.ids.inboxes.support
  ;({ config } = on.node)
})
after(() => on.close())
afterEach(async () => {
  on.relay.answers = {}
  Object.assign(on.node, { config })
  Object.assign(on.desk.config, { smtpUrl: on.relay.url })
  await on.desk.db.run(sql`truncate outgoing_mail, outgoing_recipients cascade`)
  await on.desk.db.run(sql`delete from mail_connections`)
  await on.desk.db.run(sql`update operator_relay set state = 'new', problem = null, last_success_at = null`)
})

function withoutRelay(): void {
  Object.assign(on.desk.config, { smtpUrl: undefined })
  on.node.config = { ...config, smtpUrl: undefined }
}

/** The same from the list of all inboxes and from the inbox itself. */
async function statusFor(token = grace) {
  const all = (await on.desk.get("/v2/mail-status", token)).body
  assertShape(MailStatusList, all)
  const one = (await on.desk.get(`/v2/mailboxes/${inboxId}/mail-status`, token)).body
  assertShape(MailStatus, one)
  const { mailboxId, ...status } = all._embedded.mailStatus.find(
    (status: { mailboxId: number }) => status.mailboxId === inboxId,
  )
  assert.equal(mailboxId, inboxId)
  const { sendsThrough, canSend, reason, problem } = one
  assert.deepEqual(status, JSON.parse(JSON.stringify({ sendsThrough, canSend, reason, problem })))
  return status
}

const connect = (more: object = {}) =>
  on.desk.send("POST", `/v2/mailboxes/${inboxId}/connections`, {
    token: on.ada,
    body: { kind: "smtp", host: "127.0.0.1", port: on.relay.port, security: "none", auth: "none", ...more },
  })
const withPassword = { auth: "password", username: "support", password: "hunter2-hunter2" }

/** What an agent hears from now on. */
async function following() {
  await numberAll(on.desk.db)
  const read = async (after: number) =>
    (await on.desk.get(`/v2/events?after=${after}`, grace)).body._embedded.events as { event: string; id: number }[]
  const { last } = await on.desk.db.one<{ last: number }>(sql`select coalesce(max(number), 0) as last from feed`)
  return async () => {
    await numberAll(on.desk.db)
    return (await read(last)).filter(({ event }) => event.startsWith("mail."))
  }
}

describe("whether mail goes out", () => {
  test("not where nothing is set up; from then on that something is, and an agent hears of both", async () => {
    withoutRelay()
    assert.deepEqual(await statusFor(), { sendsThrough: "nothing", canSend: false, reason: "not-set-up" })
    const heard = await following()
    const made = await connect()
    assert.equal(made.status, 201)
    assert.deepEqual(await statusFor(), { sendsThrough: "connection", canSend: true })
    const url = `/v2/mailboxes/${inboxId}/connections/${made.headers.get("resource-id")}`
    const off = { host: "127.0.0.1", port: on.relay.port, security: "none", auth: "none", enabled: false }
    assert.equal((await on.desk.send("PUT", url, { token: on.ada, body: off })).status, 204)
    assert.deepEqual(await statusFor(), { sendsThrough: "nothing", canSend: false, reason: "turned-off" })
    assert.equal((await on.desk.send("DELETE", url, { token: on.ada })).status, 204)
    assert.deepEqual(
      (await heard()).map(({ event }) => event),
      Array.from({ length: 3 }, () => "mail.status.changed"),
      "and nothing of the connections themselves",
    )
  })

  test("not while the inbox's own relay refuses who signs in, and why, without its address and secrets", async () => {
    await connect(withPassword)
    on.relay.answers = { login: () => "535 5.7.8 Wrong password for support at 127.0.0.1" }
    const heard = await following()
    await on.replied()
    await on.mail()
    const status = await statusFor()
    assert.deepEqual(status, {
      sendsThrough: "connection",
      canSend: false,
      reason: "refused",
      problem: "The relay does not accept the user name and password",
    })
    assert.doesNotMatch(JSON.stringify(status), /hunter2|127\.0\.0\.1|"support"/)
    assert.equal((await heard()).length, 1)
    on.later(120)
    await on.send()
    assert.equal((await heard()).length, 1, "the same again is not told again")
    on.relay.answers = {}
    on.later(3_600)
    await on.send()
    assert.deepEqual(await statusFor(), { sendsThrough: "connection", canSend: true })
    assert.equal((await heard()).length, 2)
  })

  test("not while the relay of the desk takes nothing, until it does or a node starts with other settings", async () => {
    assert.deepEqual(await statusFor(), { sendsThrough: "relay", canSend: true })
    on.relay.answers = { connect: () => "421 4.3.2 Closed today" }
    const heard = await following()
    await on.replied()
    await on.mail()
    const failing = {
      sendsThrough: "relay",
      canSend: false,
      reason: "failing",
      problem: "The relay takes no mail at the moment (421)",
    }
    assert.deepEqual(await statusFor(), failing)
    on.relay.answers = {}
    on.later(120)
    await on.send()
    assert.deepEqual(await statusFor(), { sendsThrough: "relay", canSend: true })
    assert.equal((await heard()).length, 2)
    on.relay.answers = { connect: () => "421 4.3.2 Closed today" }
    on.relay.drop()
    await on.replied()
    await on.mail()
    assert.deepEqual(await statusFor(), failing)
    const node = startSending(on.node, on.desk.app.log)
    // The status may change between the two answers that `statusFor` compares.
    await eventually(async () => (await on.desk.get(`/v2/mailboxes/${inboxId}/mail-status`, grace)).body.canSend)
    await node.stop()
  })

  test("is told of inboxes that the reader may see, and to nobody without rights", async () => {
    const limited = await on.desk.tokenFor(on.ids.users.limited)
    const { body } = await on.desk.get("/v2/mail-status", limited)
    const ids = body._embedded.mailStatus.map(({ mailboxId }: { mailboxId: number }) => mailboxId)
    assert.ok(ids.includes(inboxId) && !ids.includes(on.ids.inboxes.hidden))
    assert.equal((await on.desk.get("/v2/mail-status")).status, 401)
  })
})
