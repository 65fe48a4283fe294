import assert from "node:assert/strict"
import { after, afterEach, before, describe, test } from "node:test"
import { type Mailing, mailingDesk } from "../../../test/mail/mailing.ts"
import { problemOf } from "../../../test/mail/threading.ts"
import { addWebhook } from "../../../test/peers/deliveries.ts"
import { headerOf } from "../../../test/peers/smtp.ts"
import { createApp } from "../../auth/oauth/apps.ts"
import { makeResetLink } from "../../auth/sessions/resets.ts"
import { sql } from "../../db/db.ts"
import { disableWebhook } from "../../webhooks/disable.ts"
import { dropNotices } from "./chores.ts"

let on: Mailing

before(async () => {
  on = await mailingDesk()
})
after(() => on.close())
afterEach(async () => {
  on.relay.taken.length = 0
  await on.desk.db.run(sql`truncate outgoing_mail, outgoing_recipients cascade`)
})

const linkIn = (raw: string) => /https:\/\/desk\.example\/reset-password#[\w-]+/.exec(raw.replaceAll("=\r\n", ""))?.[0]

describe("what the desk itself sends", () => {
  test("a webhook that is disabled is told once to its owner (W10)", async () => {
    const id = await addWebhook(on.desk.db, { userId: on.ids.users.ada })
    for (let again = 0; again < 2; again++) await on.desk.db.transaction((db) => disableWebhook(db, id, "failing"))
    await on.mail()
    await on.mail()
    const [taken, ...more] = on.relay.taken
    assert.equal(more.length, 0)
    assert.deepEqual(taken?.recipients, [on.ids.emails.ada])
    assert.equal(headerOf(taken?.raw ?? "", "from"), "desk@desk.example")
    assert.equal(headerOf(taken?.raw ?? "", "subject"), "A webhook was disabled")
    assert.match(taken?.raw ?? "", /receiver\.example\/hook/)
  })

  test("a new password: one link for each time somebody asks, which works, and nobody else learns of it", async () => {
    const ask = (email: string) => on.desk.send("POST", "/session/reset", { body: { email } })
    assert.equal((await ask(on.ids.emails.grace)).status, 202)
    assert.equal((await ask("nobody@elsewhere.example")).status, 202)
    await on.mail()
    await on.mail()
    assert.deepEqual(
      on.relay.taken.map(({ recipients }) => recipients),
      [[on.ids.emails.grace]],
    )
    const token = linkIn(on.relay.taken[0]?.raw ?? "")?.split("#")[1]
    const checked = await on.desk.send("POST", "/session/reset/check", { body: { token } })
    assert.deepEqual([checked.status, checked.body.email], [200, on.ids.emails.grace])
    await ask(on.ids.emails.grace)
    await on.mail()
    assert.equal(on.relay.taken.length, 2)
    const kept = await on.desk.db.many(sql`select contents, message_id from outgoing_mail`)
    assert.doesNotMatch(JSON.stringify(kept), new RegExp(String(token)))
  })

  test("a password reset is confirmed with what it ended, or what the user chose to keep", async () => {
    const userId = on.ids.users.grace
    await on.desk.db.run(sql`update users set password_hash = 'x' where id = ${userId}`)
    const reset = async (more: object) => {
      const { token } = await makeResetLink(on.desk.db, { userId, now: on.desk.clock.now })
      const body = { token, newPassword: "four unrelated words", ...more }
      assert.equal((await on.desk.send("PUT", "/session/reset", { body })).status, 204)
      await on.mail()
      const taken = on.relay.taken.at(-1)
      assert.deepEqual(taken?.recipients, [on.ids.emails.grace])
      assert.equal(headerOf(taken?.raw ?? "", "subject"), "Your password was changed")
      return taken?.raw.replaceAll("=\r\n", "").replaceAll("\r\n", " ") ?? ""
    }
    await on.desk.db.run(sql`delete from tokens where user_id = ${userId}`)
    await on.desk.tokenFor(userId)
    await createApp(on.desk.db, { name: "Stock <sync>", userId, redirectUris: [], public: false })
    const kept = await reset({ keepTokens: true })
    assert.match(kept, /You chose to keep 1 personal token working/)
    assert.match(kept, /keep these apps working, which act for you: Stock <sync>/)
    const ended = await reset({})
    assert.match(ended, /1 personal token stopped working/)
    assert.match(ended, /acted for you and need a new secret: Stock <sync>/)
    await on.desk.db.run(sql`update users set password_hash = null where id = ${userId}`)
    on.relay.taken.length = 0
    const { token } = await makeResetLink(on.desk.db, { userId, now: on.desk.clock.now })
    await on.desk.send("PUT", "/session/reset", { body: { token, newPassword: "four unrelated words" } })
    await on.mail()
    assert.deepEqual(on.relay.taken, [], "a first password is no news")
  })

  test("whoever is invited gets a link to choose a password, and who is not does not", async () => {
    const add = (email: string, more: object) =>
      on.desk.send("POST", "/v2/users", { token: on.ada, body: { firstName: "New", lastName: "Here", email, ...more } })
    assert.equal((await add("invited@desk.example", {})).status, 201)
    assert.equal((await add("quiet@desk.example", { sendInvite: false })).status, 201)
    await on.mail()
    assert.deepEqual(
      on.relay.taken.map(({ recipients }) => recipients),
      [["invited@desk.example"]],
    )
    assert.ok(linkIn(on.relay.taken[0]?.raw ?? ""))
  })
})

describe("an inbox with nothing to send through", () => {
  const status = async () => (await on.desk.get(`/v2/mailboxes/${on.ids.inboxes.support}/mail-status`, on.ada)).body
  const outgoing = async (state: string) =>
    (await on.desk.get(`/v2/mailboxes/${on.ids.inboxes.support}/outgoing?state=${state}`, on.ada)).body._embedded
      .outgoing
  const act = (id: number, what: string, token = on.ada) =>
    on.desk.send("POST", `/v2/mailboxes/${on.ids.inboxes.support}/outgoing/${id}/${what}`, { token })
  const connect = () =>
    on.desk.db.run(sql`
    insert into mail_connections (inbox_id, kind, host, port, security, auth, created_at, updated_at)
    values (${on.ids.inboxes.support}, 'smtp', '127.0.0.1', ${on.relay.port}, 'none', 'none', now(), now())`)
  const withoutRelay = async (does: () => Promise<void>) => {
    const { config } = on.node
    on.node.config = { ...config, smtpUrl: undefined }
    try {
      await does()
    } finally {
      on.node.config = config
      await on.desk.db.run(sql`delete from mail_connections`)
    }
  }

  test("keeps it, says so, and sends it when there is a connection, but what is five days old has failed", () =>
    withoutRelay(async () => {
      const { id: conversationId, threadId } = await on.replied()
      await on.mail()
      on.later(5 * 86_400)
      await on.replied()
      await on.mail()
      const { held, failed, waiting } = await status()
      assert.deepEqual([held, failed, waiting, on.relay.taken.length], [1, 1, 0, 0])
      const [[newer], [older]] = [await outgoing("held"), await outgoing("failed")]
      assert.equal(newer.problem, "There is nothing set up to send it through")
      assert.equal(older.problem, "For five days there was nothing set up to send it through")
      const { threads } = await on.read(conversationId)
      assert.equal(threads.find(({ id }: { id: number }) => id === threadId).state, "bounced")
      await connect()
      await on.send()
      assert.equal(on.relay.taken.length, 1)
      assert.equal((await status()).held, 0)
      assert.equal((await act(older.id, "send")).status, 204)
      await on.send()
      assert.deepEqual([(await status()).held, on.relay.taken.length], [0, 2])
      assert.deepEqual(
        (await outgoing("sent")).map(({ id }: { id: number }) => id),
        [newer.id, older.id],
      )
      assert.deepEqual(problemOf(await act(older.id, "send")), [409, "mail_state"])
      assert.deepEqual(problemOf(await act(older.id, "drop")), [409, "mail_state"])
    }))

  test("can be told to forget one, by who may write there and nobody else", () =>
    withoutRelay(async () => {
      await on.replied()
      await on.mail()
      const [{ id }] = await outgoing("held")
      const light = await on.desk.tokenFor(on.ids.users.light)
      assert.equal((await act(id, "drop", light)).status, 403)
      assert.equal((await act(999_999, "drop")).status, 404)
      assert.equal((await act(id, "drop")).status, 204)
      await connect()
      await on.send()
      assert.equal(on.relay.taken.length, 0)
      assert.equal((await outgoing("dropped")).length, 1)
    }))

  test("drops what one of us was to be told, and nothing else", () =>
    withoutRelay(async () => {
      const { support, empty } = on.ids.inboxes
      const { now } = on.desk.clock
      const owe = (inboxId: number | null, kind: string, due: Date) =>
        on.desk.db.run(sql`insert into outgoing_mail (inbox_id, kind, created_at, due_at)
          values (${inboxId}, ${kind}, ${now}, ${due})`)
      await connect()
      await owe(support, "notification", now)
      await owe(empty, "notification", now)
      await owe(null, "notification", now)
      await owe(empty, "notification", new Date(now.getTime() + 1_000))
      await owe(empty, "auto-reply", now)
      await dropNotices(on.node)
      assert.deepEqual(
        (await on.mails()).map(({ state, problem }) => [state, problem]),
        [
          ["waiting", null],
          ["dropped", "There is no relay"],
          ["dropped", "There is no relay"],
          ["waiting", null],
          ["waiting", null],
        ],
      )
    }))

  test("a mail that failed goes out again when somebody says so, and its thread is whole again", async () => {
    const { id, threadId } = await on.replied()
    on.relay.answers = { data: () => "550 5.7.1 No" }
    await on.mail()
    on.relay.answers = {}
    const [failed] = await outgoing("failed")
    assert.equal((await act(failed.id, "send")).status, 204)
    await on.send()
    assert.equal(on.relay.taken.length, 1)
    const thread = (await on.read(id)).threads.find((one: { id: number }) => one.id === threadId)
    assert.equal(thread.state, "published")
  })

  test("metrics count what waits, is held and failed", async () => {
    await on.replied()
    await on.hear()
    const { body } = await on.desk.get("/metrics", on.ada)
    assert.match(body, /^mail_outgoing_waiting 1$/m)
    assert.match(body, /^mail_outgoing_held 0$/m)
  })
})
