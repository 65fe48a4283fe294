import assert from "node:assert/strict"
import { after, afterEach, before, describe, test } from "node:test"
import { customerEmail } from "../../../test/desk/creating.ts"
import { type Mailing, mailingDesk } from "../../../test/mail/mailing.ts"
import { headerOf } from "../../../test/peers/smtp.ts"
import { sql } from "../../db/db.ts"

let on: Mailing

before(async () => {
  on = await mailingDesk()
})
after(() => on.close())
afterEach(async () => {
  on.relay.answers = {}
  on.relay.taken.length = 0
  on.relay.ended.length = 0
  await on.desk.db.run(sql`truncate outgoing_mail, outgoing_recipients, automatic_mail cascade`)
})

/** What pages hear of the mail of a conversation. */
const deliveries = async (conversationId: number) => {
  const events = await on.desk.db.many<{ data: { state: string } }>(sql`
    select data from feed where kind = 'convo.thread.delivery' and conversation_id = ${conversationId} order by number`)
  return events.map(({ data }) => data.state)
}
const threadState = async (threadId: number) =>
  (await on.desk.db.one<{ state: string }>(sql`select state from threads where id = ${threadId}`)).state
const only = async (kind?: string) => {
  const mails = await on.mails(kind)
  assert.equal(mails.length, 1)
  return mails[0] as (typeof mails)[number]
}

describe("a reply", () => {
  test("is mailed once to those it names, and nothing else is", async () => {
    const { threadId } = await on.replied({ cc: ["boss@elsewhere.example"], bcc: ["archive@elsewhere.example"] })
    await on.mail()
    await on.mail()
    const mail = await only()
    assert.deepEqual([mail.kind, mail.state, mail.thread_id, mail.attempts], ["reply", "sent", threadId, 1])
    const [taken, ...more] = on.relay.taken
    assert.equal(more.length, 0)
    assert.deepEqual(taken?.recipients, [customerEmail, "boss@elsewhere.example", "archive@elsewhere.example"])
    const raw = taken?.raw ?? ""
    assert.equal(headerOf(raw, "to"), customerEmail)
    assert.equal(headerOf(raw, "cc"), "boss@elsewhere.example")
    assert.equal(headerOf(raw, "bcc"), undefined)
    assert.equal(headerOf(raw, "message-id"), `<${mail.message_id}>`)
    assert.equal(headerOf(raw, "auto-submitted"), undefined)
    assert.match(raw, /It is on its way\./)
  })

  for (const [what, body, problem] of [
    ["to nobody", { to: [] }, "There is no address to send it to"],
    ["to the inbox itself", { to: ["SUPPORT@scenario.example"] }, "It is addressed to this inbox alone"],
    ["to an unknown sender", { to: ["unknown@sender.invalid"] }, "No mail can be sent to any of its addresses"],
  ] as const)
    test(`${what} has failed, which its thread, its conversation and the inbox say`, async () => {
      const { id, threadId } = await on.replied({ ...body, to: [...body.to] })
      await on.mail()
      await on.hear()
      const mail = await only("reply")
      assert.deepEqual([mail.state, mail.problem, mail.attempts], ["failed", problem, 0])
      assert.deepEqual([await threadState(threadId), await deliveries(id)], ["bounced", ["failed"]])
      const { outgoing } = (await on.desk.get(`/v2/conversations/${id}/mail`, on.ada)).body
      assert.deepEqual([outgoing[0].state, outgoing[0].problem], ["failed", problem])
      const folders = (await on.desk.get(`/v2/mailboxes/${on.ids.inboxes.support}/folders`, on.ada)).body._embedded
        .folders
      const attention = folders.find(({ type }: { type: string }) => type === "needsattention")
      const listed = await on.desk.get(
        `/v2/conversations?mailbox=${on.ids.inboxes.support}&folder=${attention.id}&status=all`,
        on.ada,
      )
      assert.ok(listed.body._embedded.conversations.some((one: { id: number }) => one.id === id))
      const path = `/v2/mailboxes/${on.ids.inboxes.support}/outgoing/${mail.id}/send`
      assert.equal((await on.desk.send("POST", path, { token: on.ada })).status, 409)
      assert.equal(on.relay.taken.length, 0)
    })

  test("that is a draft, imported or a note is not; one that is published later is", async () => {
    const { id } = await on.replied({ draft: true })
    await on.reply(id, { imported: true })
    await on.desk.send("POST", `/v2/conversations/${id}/notes`, { token: on.ada, body: { text: "Only for us" } })
    await on.made({
      imported: true,
      threads: [
        { type: "customer", text: "Old" },
        { type: "reply", text: "Older" },
      ],
    })
    await on.mail()
    assert.deepEqual(await on.mails(), [])
    const { threads } = await on.read(id)
    const draft = threads.find(({ state }: { state: string }) => state === "draft")
    await on.desk.send("PATCH", `/v2/conversations/${id}/threads/${draft.id}`, {
      token: on.ada,
      body: { op: "replace", path: "/state", value: "published" },
    })
    await on.mail()
    assert.equal((await only()).thread_id, draft.id)
  })

  test("with which a conversation begins is mailed, as is a forward", async () => {
    const { id } = await on.made({ threads: [{ type: "reply", text: "We write first" }] })
    await on.desk.send("POST", `/v2/conversations/${id}/forward`, {
      token: on.ada,
      body: { to: ["expert@elsewhere.example"], text: "What do you think?" },
    })
    await on.mail()
    assert.deepEqual(
      (await on.mails()).map(({ kind, state }) => [kind, state]),
      [
        ["reply", "sent"],
        ["forward", "sent"],
      ],
    )
    const [first, forward] = on.relay.taken
    assert.equal(headerOf(first?.raw ?? "", "subject"), "Order 4711 is late")
    assert.deepEqual(forward?.recipients, ["expert@elsewhere.example"])
    assert.equal(headerOf(forward?.raw ?? "", "subject"), "Fwd: Order 4711 is late")
  })
})

describe("a relay that fails for now", () => {
  test("is asked again with growing waits for five days, and the agent sees that it is delayed after 15 minutes (M1)", async () => {
    const { id } = await on.replied()
    await on.hear()
    const answers = ["421 4.3.2 Closing", "450 4.2.1 Busy", "451 4.3.0 Local error", "452 4.3.1 Full"]
    const begunAt = on.desk.clock.now.getTime()
    const shown = async () =>
      (await on.desk.get(`/v2/mailboxes/${on.ids.inboxes.support}/outgoing`, on.ada)).body._embedded.outgoing[0]
    let attempts = 0
    const waits: number[] = []
    for (let state = "waiting"; state === "waiting"; ) {
      const answer = answers[attempts % 4]
      on.relay.answers =
        attempts % 3 === 0
          ? { recipient: () => answer }
          : attempts % 3 === 1
            ? { sender: () => answer }
            : { data: () => answer }
      await on.send()
      attempts++
      const mail = await only()
      state = mail.state
      assert.equal(mail.attempts, attempts)
      if (state !== "waiting") break
      const ageMinutes = (on.desk.clock.now.getTime() - begunAt) / 60_000
      if (attempts <= 5) assert.equal((await shown()).state, ageMinutes >= 15 ? "delayed" : "waiting")
      waits.push((mail.due_at.getTime() - on.desk.clock.now.getTime()) / 1_000)
      on.desk.clock.now = mail.due_at
    }
    for (const [index, wait] of [60, 300, 900, 1_800, 3_600, 7_200, 14_400].entries())
      assert.ok(Math.abs((waits[index] ?? 0) - wait) <= wait * 0.2, `wait ${index}: ${waits[index]}`)
    assert.equal(on.desk.clock.now.getTime() - begunAt, 5 * 86_400_000)
    const mail = await only()
    assert.deepEqual([mail.state, mail.recipients[0]?.state], ["failed", "failed"])
    assert.equal(on.relay.taken.length, 0)
    const { threads } = await on.read(id)
    assert.equal(threads[0].state, "bounced")
    await on.hear()
    assert.deepEqual(await deliveries(id), ["waiting", "delayed", "failed"])
  })

  test("that is not there at all is waited for, and then gets it (M1)", async () => {
    const { threadId } = await on.replied()
    await on.hear()
    on.relay.answers = { connect: () => "421 4.3.2 Not now" }
    await on.send()
    const waiting = await only()
    assert.deepEqual(
      [waiting.state, waiting.attempts, waiting.problem],
      ["waiting", 1, "The relay takes no mail at the moment (421)"],
    )
    on.relay.answers = {}
    on.later(80)
    await on.send()
    assert.deepEqual(
      [(await only()).state, on.relay.taken.length, await threadState(threadId)],
      ["sent", 1, "published"],
    )
  })
})

describe("a relay that refuses for good", () => {
  test("one of three: the two get it once, and the failure is shown (M2)", async () => {
    const { id, threadId } = await on.replied({ to: ["a@x.example", "b@x.example", "c@x.example"] })
    await on.hear()
    on.relay.answers = { recipient: (address) => (address === "b@x.example" ? "550 5.1.1 No such user" : undefined) }
    await on.send()
    on.later(86_400)
    await on.send()
    const mail = await only()
    assert.equal(mail.state, "partly")
    assert.deepEqual(
      mail.recipients.map(({ state }) => state),
      ["sent", "failed", "sent"],
    )
    assert.equal(mail.problem, "b@x.example: 550 5.1.1 No such user")
    assert.deepEqual(
      on.relay.taken.map(({ recipients }) => recipients),
      [["a@x.example", "c@x.example"]],
    )
    assert.equal(await threadState(threadId), "published")
    await on.hear()
    assert.deepEqual(await deliveries(id), ["partly"])
  })

  test("one for now and one for good: whoever got it gets it no second time (M2)", async () => {
    await on.replied({ to: ["a@x.example", "b@x.example", "c@x.example"] })
    await on.hear()
    on.relay.answers = {
      recipient: (address) => ({ "b@x.example": "450 4.2.1 Later", "c@x.example": "550 5.1.1 Nobody" })[address],
    }
    await on.send()
    assert.equal((await only()).state, "waiting")
    on.relay.answers = {}
    on.later(80)
    await on.send()
    assert.deepEqual(
      on.relay.taken.map(({ recipients }) => recipients),
      [["a@x.example"], ["b@x.example"]],
    )
    const [first, second] = on.relay.taken.map(({ raw }) => headerOf(raw, "message-id"))
    assert.equal(first, second)
    assert.equal((await only()).state, "partly")
  })

  test("after DATA: the thread has come back with its text, and nothing is tried again (M3)", async () => {
    const { id, threadId } = await on.replied()
    await on.hear()
    on.relay.answers = { data: () => "554 5.7.1 Looks like\tspam" }
    await on.send()
    on.relay.answers = {}
    on.later(6 * 86_400)
    await on.send()
    const mail = await only()
    assert.deepEqual([mail.state, mail.problem, on.relay.taken.length], ["failed", "554 5.7.1 Looks like spam", 0])
    const { conversation, threads } = await on.read(id)
    assert.equal(threads.find((thread: { id: number }) => thread.id === threadId).state, "bounced")
    assert.ok(conversation)
  })
})

describe("a line that is lost", () => {
  test("after the end of the mail: it comes again with the same Message-ID, and says that it may be twice (M4, K7)", async () => {
    await on.replied()
    await on.hear()
    on.relay.answers = { data: () => "drop" }
    await on.send()
    const lost = await only()
    assert.deepEqual([lost.state, lost.unsure], ["waiting", true])
    on.relay.answers = {}
    on.later(80)
    await on.send()
    const mail = await only()
    assert.deepEqual([mail.state, mail.unsure, on.relay.ended.length], ["sent", true, 2])
    const ids = on.relay.ended.map(({ raw }) => headerOf(raw, "message-id"))
    assert.deepEqual(ids, [`<${mail.message_id}>`, `<${mail.message_id}>`])
  })

  test("before anything was sent leaves no doubt, and one that idled is replaced without a word", async () => {
    await on.replied()
    await on.mail()
    on.relay.drop()
    await on.replied()
    await on.mail()
    const mails = await on.mails()
    assert.deepEqual(
      mails.map(({ state, attempts, unsure }) => [state, attempts, unsure]),
      [
        ["sent", 1, false],
        ["sent", 1, false],
      ],
    )
  })
})
