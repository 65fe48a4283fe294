import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { type MailDesk, mailDesk, mailOf } from "../../../test/mail/mail.ts"
import { sql } from "../../db/db.ts"

let on: MailDesk
let few: string
/** The oldest first: stored, spam, a duplicate of the first. */
let ids: number[]
const received = "/v2/messages"

before(async () => {
  on = await mailDesk()
  const inboxIds = [on.ids.inboxes.support]
  few = await on.desk.tokenFor(await on.desk.addUser({ email: "few@desk.example", role: "user", inboxIds }))
  await on.desk.db.run(sql`delete from mail_messages`)
  on.start()
  const first = {
    from: '"Mary" <Mary@elsewhere.example>',
    subject: "=?utf-8?q?Gr=C3=BC=C3=9Fe?=",
    headers: [["Message-ID", "<1@elsewhere.example>"]] as [string, string][],
  }
  const envelope = {
    from: "bounces@elsewhere.example",
    to: ["support@scenario.example"],
    peer: { address: "192.0.2.7", name: "mx.elsewhere.example" },
  }
  ids = [(await on.arrive(first, { envelope })).id]
  const spam = { from: "shop@spam.example", headers: [["X-Spam-Flag", "yes"]] as [string, string][], text: "Buy" }
  ids.push((await on.arrive(spam, { inboxId: on.ids.inboxes.hidden })).id)
  ids.push((await on.arrive(first)).id)
  await on.stop()
  for (const [index, id] of ids.entries())
    await on.desk.db.run(
      sql`update mail_messages set received_at = ${`2026-03-0${index + 1}T12:00:00Z`} where id = ${id}`,
    )
})
after(() => on.close())

const idsOf = (body: { _embedded: { messages: { id: number }[] } }) => body._embedded.messages.map(({ id }) => id)
const list = async (query = "") => (await on.desk.get(`${received}${query}`, on.ada)).body

describe("GET /v2/messages", () => {
  test("lists what came to all inboxes, newest first, page after page", async () => {
    const [stored, spam, twin] = ids
    assert.deepEqual(idsOf(await list()), [twin, spam, stored])
    const first = await list("?size=2")
    assert.deepEqual(idsOf(first), [twin, spam])
    const next = new URL(first._links.next.href)
    const second = (await on.desk.get(next.pathname + next.search, on.ada)).body
    assert.deepEqual([idsOf(second), second._links.next], [[stored], undefined])
    next.searchParams.set("outcome", "spam")
    assert.equal((await on.desk.get(next.pathname + next.search, on.ada)).status, 400)
  })

  test("narrows by inbox, outcome, sender and time", async () => {
    const [stored, spam, twin] = ids
    assert.deepEqual(idsOf(await list(`?mailbox=${on.ids.inboxes.hidden}`)), [spam])
    assert.deepEqual(idsOf(await list("?outcome=duplicate")), [twin])
    assert.deepEqual(idsOf(await list("?from=mary@ELSEWHERE.example")), [twin, stored])
    assert.deepEqual(idsOf(await list("?since=2026-03-02T00:00:00Z&until=2026-03-03T00:00:00Z")), [spam])
    assert.equal((await on.desk.get(`${received}?outcome=lost`, on.ada)).status, 400)
  })

  test("is for administrators", async () => {
    for (const path of [received, `${received}/${ids[0]}/details`, "/v2/outgoing"])
      assert.equal((await on.desk.get(path, few)).status, 403, path)
  })
})

describe("GET /v2/messages/{id}/details", () => {
  const details = async (id = 0) => (await on.desk.get(`${received}/${id}/details`, on.ada)).body

  test("tells envelope, headers, verdicts and whether it can be read again", async () => {
    const found = await details(ids[0])
    assert.deepEqual(found.envelope, {
      from: "bounces@elsewhere.example",
      to: ["support@scenario.example"],
      peerAddress: "192.0.2.7",
      peerName: "mx.elsewhere.example",
    })
    assert.deepEqual(found.headers.slice(0, 4), [
      { name: "from", value: '"Mary" <Mary@elsewhere.example>' },
      { name: "to", value: "support@scenario.example" },
      { name: "subject", value: "Grüße" },
      { name: "message-id", value: "<1@elsewhere.example>" },
    ])
    assert.deepEqual([found.message.outcome, found.canRerun, found.verified], ["stored", false, false])
    assert.equal(found.whyText, "It began this conversation")
    await on.desk.db.run(sql`update mail_messages set outcome = 'failed' where id = ${ids[2] ?? 0}`)
    assert.equal((await details(ids[2])).canRerun, true)
    assert.equal((await on.desk.get(`${received}/999999/details`, on.ada)).status, 404)
  })

  test("of a message that is no longer kept there are no headers, and it is not read again", async () => {
    await on.desk.db.run(sql`update mail_messages set raw_removed_at = now() where id = ${ids[2] ?? 0}`)
    const found = await details(ids[2])
    assert.deepEqual([found.rawKept, found.headers, found.canRerun], [false, [], false])
    const source = await on.desk.get(`${received}/${ids[2]}/raw`, on.ada)
    assert.deepEqual([source.status, source.body._links.about.href.split("/").at(-1)], [410, "source_gone"])
    assert.equal((await on.desk.send("POST", `${received}/${ids[2]}/rerun`, { token: on.ada })).status, 409)
  })

  test("a head without end is read as far as any server lets through", async () => {
    const raw = Buffer.concat([Buffer.from("From: a@b.example\r\n"), Buffer.from("X-Long: y\r\n".repeat(60_000))])
    const id = await on.keep(Buffer.concat([raw, mailOf({ from: "a@b.example" })]))
    const { headers } = await details(id)
    assert.deepEqual(headers[0], { name: "from", value: "a@b.example" })
    assert.ok(headers.length < 1_000)
    await on.desk.db.run(sql`delete from mail_messages where id = ${id}`)
  })
})

describe("GET /v2/outgoing", () => {
  test("tells each mail with its recipients, by inbox, state and address, the desk's own too", async () => {
    const { db } = on.desk
    await db.run(sql`delete from outgoing_mail`)
    const conversationId = on.ids.conversations.active
    const made = async (kind: string, state: string, day: number, inboxId: number | null) => {
      const { id } = await db.one<{ id: number }>(sql`
        insert into outgoing_mail (inbox_id, kind, state, created_at, due_at, attempts, problem, conversation_id)
        values (${inboxId}, ${kind}, ${state}, ${`2026-03-0${day}T08:00:00Z`}, now(), 3,
          ${state === "failed" ? "Nobody took it" : null}, ${inboxId === null ? null : conversationId}) returning id`)
      await db.run(sql`insert into outgoing_recipients (mail_id, address, role, state, answer)
        values (${id}, ${`To${day}@example.com`}, 'to', ${state === "failed" ? "failed" : "sent"}, '550 no such user')`)
      return id
    }
    const { support } = on.ids.inboxes
    const [sent, failed, own] = [
      await made("auto-reply", "sent", 1, support),
      await made("forward", "failed", 2, support),
      await made("account", "sent", 3, null),
    ]
    const read = async (query: string) =>
      (await on.desk.get(`/v2/outgoing${query}`, on.ada)).body._embedded.outgoing as Record<string, unknown>[]
    assert.deepEqual(
      (await read("")).map(({ id }) => id),
      [own, failed, sent],
    )
    const [one, ...others] = await read("?state=failed")
    assert.equal(others.length, 0)
    assert.deepEqual(
      [one?.["id"], one?.["problem"], one?.["attempts"], one?.["conversationId"]],
      [failed, "Nobody took it", 3, conversationId],
    )
    assert.deepEqual(one?.["recipients"], [
      { address: "To2@example.com", role: "to", state: "failed", answer: "550 no such user" },
    ])
    assert.deepEqual(
      (await read("?to=to1@example.com")).map(({ id }) => id),
      [sent],
    )
    assert.deepEqual(
      (await read(`?mailbox=${support}&since=2026-03-02T00:00:00Z`)).map(({ id }) => id),
      [failed],
    )
    assert.equal((await read("?size=1"))[0]?.["kind"], "account")
  })
})
