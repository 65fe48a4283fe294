import assert from "node:assert/strict"
import { after, afterEach, before, describe, test } from "node:test"
import { type Mailing, mailingDesk } from "../../../test/mail/mailing.ts"
import { eventually } from "../../../test/peers/events.ts"
import { headerOf } from "../../../test/peers/smtp.ts"
import { sql } from "../../db/db.ts"
import { recordEvent } from "../../events/record.ts"
import { startReceiving } from "../receive/engine.ts"
import { keepMessage } from "../receive/keep.ts"
import { settleBounce } from "./bounces.ts"

let on: Mailing

before(async () => {
  on = await mailingDesk()
  await on.desk.db.run(sql`update inboxes set auto_reply_enabled = true, auto_reply_subject = 'We have it',
    auto_reply_text = '<p>Soon.</p>' where id = ${on.ids.inboxes.support}`)
})
after(() => on.close())
afterEach(async () => {
  on.relay.taken.length = 0
  on.later(2 * 86_400)
  await on.desk.db.run(sql`truncate outgoing_mail, outgoing_recipients, automatic_mail, mail_messages cascade`)
})

/** A conversation that somebody began by mail, as receiving leaves it. */
async function arrives(sender: string, facts: object = {}): Promise<number> {
  const customer = { email: sender }
  const threads = [{ type: "customer", customer, text: "Buy <b>cheap</b> pills" }]
  const { id } = await on.made({ imported: true, subject: "Cheap pills", customer, threads })
  await on.desk.db.transaction(async (db) => {
    await db.run(sql`
      insert into mail_messages (inbox_id, via, storage_key, size_bytes, received_at, message_id, outcome, settled_at,
        conversation_id, thread_id, facts)
      select inbox_id, 'api', 'x', 1, now(), ${`${id}@elsewhere.example`}, 'stored', now(), c.id, t.id,
        ${JSON.stringify({ sender, why: "new", verified: true, automatic: false, stranger: false, ...facts })}
      from conversations c join threads t on t.conversation_id = c.id where c.id = ${id} and t.type = 'customer'`)
    const inboxId = on.ids.inboxes.support
    await recordEvent(db, { kind: "convo.created", subjectId: id, userId: null, inboxId, conversationId: id })
  })
  return id
}

/** The report of a provider that could not deliver a mail of ours, as it comes to the inbox. */
async function bounceArrives(messageId: string) {
  const raw = Buffer.from(
    [
      "Return-Path: <>",
      "From: Mail Delivery System <mailer-daemon@provider.example>",
      "To: support@scenario.example",
      "Subject: Undelivered Mail Returned to Sender",
      `Message-ID: <report-${messageId}>`,
      'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
      "",
      "--b",
      "Content-Type: text/plain",
      "",
      "Your message could not be delivered.",
      "--b",
      "Content-Type: message/delivery-status",
      "",
      "Reporting-MTA: dns; provider.example",
      "",
      "Final-Recipient: rfc822; real@elsewhere.example",
      "Action: failed",
      "Status: 5.1.1",
      "",
      "--b",
      "Content-Type: message/rfc822-headers",
      "",
      `Message-ID: <${messageId}>`,
      "From: support@scenario.example",
      "",
      "--b--",
      "",
    ].join("\r\n"),
  )
  const { db, files, clock } = on.desk
  const stored = { key: await files.write(raw), sizeBytes: raw.length }
  const arrival = { inboxId: on.ids.inboxes.support, via: "imap" as const, envelope: { from: "" } }
  const id = await keepMessage(db, { ...arrival, raw: stored, receivedAt: clock.now })
  return eventually(async () => {
    const row = await db.one<{ outcome: string; conversation_id: number | null }>(
      sql`select outcome, conversation_id from mail_messages where id = ${id}`,
    )
    return row.outcome !== "waiting" && row
  })
}

const lines = async (id: number) =>
  (await on.notesOf(id)).filter(({ action }) => action === "auto-reply-sent").map(({ text }) => text)

describe("an automatic answer to a mail", () => {
  test("goes to who has proven the address, with the inbox's words alone, from the inbox itself (L13)", async () => {
    const id = await arrives("real@elsewhere.example")
    await on.mail()
    const [taken, ...more] = on.relay.taken
    assert.equal(more.length, 0)
    // The null sender would be refused by Microsoft 365 and Amazon SES.
    assert.deepEqual([taken?.sender, taken?.recipients], ["support@scenario.example", ["real@elsewhere.example"]])
    const raw = taken?.raw ?? ""
    assert.equal(headerOf(raw, "subject"), "We have it")
    assert.equal(headerOf(raw, "auto-submitted"), "auto-replied")
    assert.equal(headerOf(raw, "x-auto-response-suppress"), "All")
    assert.equal(headerOf(raw, "precedence"), "bulk")
    assert.equal(headerOf(raw, "in-reply-to"), `<${id}@elsewhere.example>`)
    assert.match(raw, /Soon\./)
    assert.doesNotMatch(raw, /pills/i)
    assert.deepEqual(await lines(id), ["Auto reply sent"])
  })

  test("goes to nobody who has not, nor to a machine, nor to ourselves, however spelled (L5, L13)", async () => {
    const ids = [
      await arrives("forged@victim.example", { verified: false }),
      await arrives("noreply@machine.example", { automatic: true }),
      await arrives("SUPPORT+loop@scenario.example"),
    ]
    const inbox = await on.desk.db.one<{ email: string }>(
      sql`select email from inboxes where id = ${on.ids.inboxes.support}`,
    )
    ids.push(await arrives(inbox.email.toUpperCase()), await arrives(inbox.email.replace("@", "+x@")))
    await on.mail()
    assert.deepEqual(await on.mails(), [])
    for (const id of ids) assert.deepEqual(await lines(id), [])
  })

  test("to one address stops after three in an hour and ten in a day, whatever is new about each (L6, L7)", async () => {
    const batch = async (amount: number) => {
      for (let count = 0; count < amount; count++) await arrives(`away+${count}@office.example`)
      await on.mail()
      return on.relay.taken.splice(0).length
    }
    assert.equal(await batch(6), 3)
    const later: number[] = []
    for (let hour = 0; hour < 4; hour++) {
      on.later(3_601)
      later.push(await batch(4))
    }
    assert.deepEqual(later, [3, 3, 1, 0])
    on.later(86_400)
    assert.equal(await batch(4), 3)
  })

  test("in one conversation comes once, though it is told of again (L6)", async () => {
    const id = await arrives("real@elsewhere.example")
    await on.mail()
    for (let again = 0; again < 3; again++) {
      on.later(7_200)
      const inboxId = on.ids.inboxes.support
      await recordEvent(on.desk.db, { kind: "convo.created", subjectId: id, userId: null, inboxId, conversationId: id })
      await on.mail()
    }
    assert.equal(on.relay.taken.length, 1)
    assert.deepEqual(await lines(id), ["Auto reply sent"])
  })

  test("is called sent only when a relay has taken it, and a failure says why", async () => {
    const { answers } = on.relay
    const id = await arrives("real@elsewhere.example")
    answers.recipient = () => "451 4.7.1 Greylisted"
    await on.mail()
    assert.deepEqual(await lines(id), [])
    on.later(120)
    answers.recipient = () => "550 5.1.1 No such user"
    await on.mail()
    assert.deepEqual(await lines(id), ["Auto reply could not be sent: 550 5.1.1 No such user"])
    delete answers.recipient
    const [mail] = await on.mails()
    const path = `/v2/mailboxes/${on.ids.inboxes.support}/outgoing/${mail?.id}/send`
    assert.equal((await on.desk.send("POST", path, { token: on.ada })).status, 204)
    await on.mail()
    assert.deepEqual(await lines(id), ["Auto reply could not be sent: 550 5.1.1 No such user", "Auto reply sent"])
  })

  test("whose bounce comes to the inbox, with our Message-ID or without, is not followed by another (L9)", async () => {
    const receiving = startReceiving(on.node, on.desk.app.log)
    try {
      const id = await arrives("real@elsewhere.example")
      await on.mail()
      const [mail] = await on.mails()
      const named = await bounceArrives(mail?.message_id ?? "")
      assert.deepEqual([named.outcome, named.conversation_id], ["bounce", id])
      await bounceArrives("rewritten@provider.example")
      await on.mail()
      assert.equal(on.relay.taken.length, 1)
      assert.deepEqual(
        (await on.mails()).map(({ state }) => state),
        ["bounced"],
      )
    } finally {
      await receiving.stop()
    }
  })

  test("that comes back is noted, changes no thread, and nothing is sent (L9)", async () => {
    const id = await arrives("real@elsewhere.example")
    await on.mail()
    const [mail] = await on.mails()
    const recipients = [
      { address: "real@elsewhere.example", action: "failed" as const, status: "5.1.1", diagnostic: "Gone" },
    ]
    const report = { recipients, names: [mail?.message_id ?? ""] }
    for (let again = 0; again < 2; again++) {
      const place = await settleBounce(on.desk.db, { report, to: [], now: on.desk.clock.now })
      assert.equal(place?.conversationId, id)
      await on.mail()
    }
    assert.equal((await on.mails())[0]?.state, "bounced")
    const { threads } = await on.read(id)
    assert.ok(threads.every(({ state }: { state: string }) => state === "published"))
    assert.equal(on.relay.taken.length, 1)
  })
})

describe("an automatic answer that a program asks for", () => {
  test("goes only to an address that was proven before, and the conversation says which (L13)", async () => {
    await arrives("known@elsewhere.example")
    await on.mail()
    on.later(86_401)
    const asked = async (email: string) =>
      (
        await on.made({
          autoReply: true,
          customer: { email },
          threads: [{ type: "customer", customer: { email }, text: "Hi" }],
        })
      ).id
    const known = await asked("Known@elsewhere.example")
    const victims = [await asked("victim@elsewhere.example"), await asked("victim@elsewhere.example")]
    assert.deepEqual(await lines(known), ["Auto reply asked for"])
    await on.hear()
    assert.deepEqual(await lines(known), ["Auto reply will be sent"])
    await on.send()
    assert.deepEqual(
      on.relay.taken.map(({ recipients }) => recipients),
      [["known@elsewhere.example"], ["known@elsewhere.example"]],
    )
    assert.deepEqual(await lines(known), ["Auto reply sent"])
    for (const id of victims)
      assert.deepEqual(await lines(id), ["No auto reply was sent: nobody has proven yet that the address is theirs"])
  })

  test("of what is imported is never sent, nor told (L14)", async () => {
    await arrives("known@elsewhere.example")
    await on.mail()
    on.relay.taken.length = 0
    const { id } = await on.made({ autoReply: true, imported: true, customer: { email: "known@elsewhere.example" } })
    await on.mail()
    assert.equal(on.relay.taken.length, 0)
    assert.deepEqual(await lines(id), [])
  })
})

describe("what one of us is told", () => {
  const prefer = (choice: string) =>
    on.desk.db.run(sql`update user_preferences set preferences = ${JSON.stringify({ mailNotifications: choice })}
      where user_id = ${on.ids.users.grace}`)
  const toldOf = async (does: (id: number) => Promise<unknown>) => {
    const id = await on.fresh({ assignTo: on.ids.users.ada })
    await on.mail()
    on.relay.taken.length = 0
    await does(id)
    await on.mail()
    return on.relay.taken.map(({ raw }) => raw)
  }
  const writes = (id: number, place: string, body: object) =>
    on.desk.send("POST", `/v2/conversations/${id}/${place}`, { token: on.ada, body })
  const customerWrites = (id: number) =>
    writes(id, "customer", { text: "Hello?", customer: { email: "new.customer@elsewhere.example" } })

  test("is what they have, get or are mentioned in, as they choose, and says that nobody wrote it (L10)", async () => {
    const assign = (id: number) => on.patch(id, { op: "replace", path: "/assignTo", value: on.ids.users.grace })
    const { mention } = await on.desk.db.one<{ mention: string }>(
      sql`select mention from users where id = ${on.ids.users.grace}`,
    )
    const mentions = (id: number) => writes(id, "notes", { text: `What do you think, @${mention}?` })
    assert.deepEqual(await toldOf(assign), [])
    await prefer("mine")
    const [given = ""] = await toldOf(assign)
    assert.match(headerOf(given, "subject") ?? "", /^\[#\d+\] Order 4711 is late$/)
    assert.equal(headerOf(given, "auto-submitted"), "auto-generated")
    assert.equal(headerOf(given, "x-auto-response-suppress"), "All")
    assert.match(headerOf(given, "message-id") ?? "", /^<a[0-9a-z]+-[a-z2-7]{26}@/)
    assert.match(given, /https:\/\/desk\.example\/conversation\//)
    assert.match((await toldOf(mentions))[0] ?? "", /mentioned you/)
    const mine = async (id: number) => {
      await assign(id)
      await on.mail()
      on.relay.taken.length = 0
      await customerWrites(id)
    }
    assert.match((await toldOf(mine))[0] ?? "", /Hello\?/)
    assert.deepEqual(await toldOf(customerWrites), [])
    await prefer("all")
    assert.equal((await toldOf(customerWrites)).length, 1)
    await prefer("none")
    assert.deepEqual(await toldOf(mine), [])
  })

  test("waits until their quiet hours end, and is dropped if they lose access meanwhile (ADR 78)", async () => {
    const { desk, ids, relay } = on
    const { grace } = ids.users
    const at = (hours: number) => new Date(desk.clock.now.getTime() + hours * 3_600_000).toISOString().slice(11, 16)
    const quietHours = { enabled: true, from: at(-1), to: at(2) }
    await desk.db.run(sql`update users set timezone = 'UTC' where id = ${grace}`)
    await desk.db.run(sql`update user_preferences set
      preferences = ${JSON.stringify({ mailNotifications: "mine", quietHours })} where user_id = ${grace}`)
    for (const assignTo of [grace, grace]) await on.fresh({ assignTo })
    await on.mail()
    assert.equal(relay.taken.length, 0)
    const waiting = await on.mails("notification")
    assert.equal(waiting.length, 2)
    await desk.db.run(sql`
      update conversations set inbox_id = ${ids.inboxes.hidden}
      where id = (select conversation_id from outgoing_mail where id = ${waiting[0]?.id})`)
    await desk.db.run(sql`delete from inbox_users where inbox_id = ${ids.inboxes.hidden} and user_id = ${grace}`)
    on.later(2 * 3_600)
    await on.send()
    assert.equal(relay.taken.length, 1)
    await prefer("none")
  })

  test("is not what they did themselves, nor notes that do not mention them (L10)", async () => {
    await prefer("all")
    const graceNotes = (id: number) =>
      on.desk.send("POST", `/v2/conversations/${id}/notes`, { token: on.grace, body: { text: "I am away, @grace" } })
    assert.deepEqual(await toldOf(graceNotes), [])
    assert.deepEqual(await toldOf((id) => writes(id, "notes", { text: "For nobody" })), [])
    await prefer("none")
  })
})
