import assert from "node:assert/strict"
import { after, before, beforeEach, describe, test } from "node:test"
import { type Threading, threadingDesk } from "../../../test/mail/threading.ts"
import { findSigningKey } from "../../account/queries.ts"
import { sql } from "../../db/db.ts"
import { nameOf, type Purpose, type ReadName, readName } from "../identity/names.ts"
import type { ParsedMessage } from "../parse/message.ts"
import { type AgentOutcome, takeAgentReply } from "./agent-reply.ts"
import type { Verdicts } from "./verdicts.ts"

let on: Threading
let id: number
let mailId: number
let email: string

before(async () => {
  on = await threadingDesk()
  email = on.ids.emails.grace
})
after(() => on.desk.close())
beforeEach(async () => {
  id = await on.open()
  mailId = await notify(on.ids.users.grace)
})

/** The mail that tells somebody of something in the conversation. */
async function notify(userId: number, kind = "notification"): Promise<number> {
  const { id: mailId } = await on.desk.db.one<{ id: number }>(sql`
    insert into outgoing_mail (inbox_id, kind, conversation_id, user_id, created_at, due_at, state, sent_at)
    values (${on.ids.inboxes.support}, ${kind}, ${id}, ${userId}, now(), now(), 'sent', now()) returning id`)
  await on.desk.db.run(sql`insert into outgoing_recipients (mail_id, address, role, state)
    values (${mailId}, ${email}, 'to', 'sent')`)
  return mailId
}

async function name(purpose: Purpose = "agent", recipient = email): Promise<ReadName> {
  const key = await findSigningKey(on.desk.db)
  const read = readName(nameOf(key, { purpose, mailId, conversationId: id, recipient }))
  return read ?? assert.fail("That is no name")
}

const proven = (from = email): Verdicts => ({
  spf: "none",
  dkim: "pass",
  dmarc: "pass",
  signedBy: ["example.com"],
  verified: true,
  from,
})

const unproven: Verdicts = { spf: "pass", dkim: "none", dmarc: "fail", signedBy: [], verified: false }

let messages = 0

function message(text: string, more: Partial<ParsedMessage> = {}): ParsedMessage {
  return {
    messageId: `${++messages}@agents.example`,
    inReplyTo: [],
    references: [],
    from: { name: "Grace", address: email },
    replyTo: [],
    original: undefined,
    to: [],
    cc: [],
    subject: "Re: Somebody replied",
    date: undefined,
    headers: [],
    body: text,
    text,
    attachments: [],
    report: undefined,
    flags: [],
    incomplete: undefined,
    ...more,
  }
}

interface Given {
  name?: ReadName
  message?: ParsedMessage
  verdicts?: Verdicts
}

async function take(given: Given = {}): Promise<AgentOutcome> {
  const { config, db, files, outgoing, clock } = on.desk
  return takeAgentReply(
    { config, db, files, outgoing, replica: undefined, now: () => clock.now },
    {
      inboxId: on.ids.inboxes.support,
      name: given.name ?? (await name()),
      message: given.message ?? message("It is on its way."),
      verdicts: given.verdicts ?? proven(),
      now: on.desk.clock.now,
    },
  )
}

async function written(outcome: AgentOutcome) {
  assert.equal(outcome.outcome, "stored", JSON.stringify(outcome))
  if (outcome.outcome !== "stored") return assert.fail()
  return on.thread({ id: outcome.conversationId, threadId: outcome.threadId })
}

const amount = async () => (await on.read(id)).threads.length

describe("an agent who answers by mail", () => {
  test("replies in the conversation, in their own name, without what they quote and their signature", async () => {
    const text = [
      "It is <b>on</b> its way.",
      "",
      "Kind regards",
      "-- ",
      "Grace Hopper",
      "",
      "On 4 March 2026 the desk wrote:",
      "> Where is it?",
    ].join("\r\n")
    const thread = await written(await take({ message: message(text) }))
    assert.equal(thread.body, "It is &#60;b&#62;on&#60;/b&#62; its way.<br><br>Kind regards")
    assert.deepEqual([thread.type, thread.state, thread.createdBy.id], ["message", "published", on.ids.users.grace])
    assert.deepEqual(await on.kinds(id), ["convo.agent.reply.created"])
  })

  for (const first of ["note: ", "@note ", "Note:\n", "@note\n\n"])
    test(`notes for colleagues alone what begins with ${JSON.stringify(first)}`, async () => {
      const thread = await written(await take({ message: message(`${first}Nobody is to know.`) }))
      assert.deepEqual([thread.type, thread.body], ["note", "Nobody is to know."])
    })

  test("sends files along, and may use another of their addresses", async () => {
    await on.desk.db.run(
      sql`update users set alternate_emails = '{Grace@Private.example}' where id = ${on.ids.users.grace}`,
    )
    const given = message("See the file.", {
      from: { name: "", address: "grace@private.example" },
      attachments: [
        {
          filename: "bill.txt",
          mimeType: "text/plain",
          contents: Buffer.from("Hello"),
          contentId: undefined,
          inline: false,
        },
      ],
    })
    const thread = await written(await take({ message: given, verdicts: proven("grace@private.example") }))
    const [file] = thread._embedded.attachments
    assert.deepEqual([file.filename, file.size], ["bill.txt", 5])
    assert.equal((await on.desk.get(file._links.download.href, on.ada)).body, "Hello")
  })

  test("is heard once, however often the same message is read", async () => {
    const before = await amount()
    const once = message("Once")
    const outcomes = await Promise.all([1, 2, 3].map(() => take({ message: once })))
    const again = await take({ message: once })
    for (const outcome of outcomes) assert.deepEqual(outcome, again)
    assert.equal(await amount(), before + 1)
    await take({ message: message("Once") })
    assert.equal(await amount(), before + 2)
  })

  test("is followed to where the conversation was merged into", async () => {
    const into = await on.open()
    const answer = await on.desk.send("POST", `/v2/conversations/${into}/merge`, {
      token: on.ada,
      body: { conversationIds: [id] },
    })
    const outcome = await take()
    assert.equal(outcome.outcome === "stored" && outcome.conversationId, into, JSON.stringify(answer))
  })
})

describe("is held and changes nothing (E5)", () => {
  async function holds(reason: string, given: Given = {}): Promise<void> {
    const before = await amount()
    const { notification: _, ...outcome } = { notification: undefined, ...(await take(given)) }
    assert.deepEqual(outcome, { outcome: "held", reason })
    assert.equal(await amount(), before)
  }

  test("what has a name that is made up, of another mail or for another purpose", async () => {
    const genuine = await name()
    for (const forged of [
      { ...genuine, seal: "a".repeat(26) },
      { ...genuine, mailId: mailId + 1_000 },
      { ...genuine, mailId: await notify(on.ids.users.ada) },
      await name("reply"),
      { ...(await name("reply")), purpose: "agent" as const },
      await name("agent", "somebody@else.example"),
    ])
      await holds("agent_name_unknown", { name: forged })
    mailId = await notify(on.ids.users.grace, "reply")
    await holds("agent_name_unknown")
  })

  test("what is not proven to come from where it says", async () => {
    await holds("agent_not_verified", { verdicts: unproven })
    const { from: _, ...nobody } = proven()
    await holds("agent_not_verified", { verdicts: nobody })
  })

  test("what comes from somebody else, or from somebody else for whoever reads it", async () => {
    const ada = on.ids.emails.ada
    await holds("agent_other_sender", {
      verdicts: proven(ada),
      message: message("x", { from: { name: "", address: ada } }),
    })
    await holds("agent_other_sender", { verdicts: proven(ada) })
    await holds("agent_other_sender", { message: message("x", { from: { name: email, address: ada } }) })
    await holds("agent_other_sender", { message: message("x", { from: undefined }) })
  })

  test("what comes from who may not see the conversation any more, may not answer, or has left", async () => {
    const { grace } = on.ids.users
    const set = (role: string) => on.desk.db.run(sql`update users set role = ${role} where id = ${grace}`)
    await set("light user")
    await holds("agent_no_right")
    assert.equal((await take({ message: message("note: Light users may") })).outcome, "stored")
    await set("user")
    await on.desk.db.run(sql`delete from inbox_users where user_id = ${grace} and inbox_id = ${on.ids.inboxes.support}`)
    await holds("agent_no_access")
    await on.desk.db.run(sql`update users set deactivated_at = now() where id = ${grace}`)
    await holds("agent_inactive")
    await on.desk.db.run(sql`update users set deactivated_at = null where id = ${grace}`)
    await on.desk.db.run(sql`insert into inbox_users (inbox_id, user_id) values (${on.ids.inboxes.support}, ${grace})`)
    assert.equal((await take()).outcome, "stored")
  })

  test("what says nothing", async () => {
    for (const text of ["", " \n", "note:", "> all\n> of it", "-- \nGrace"])
      await holds("agent_empty", { message: message(text) })
  })

  test("what a full conversation does not take", async () => {
    await on.desk.db.run(sql`update conversations set held_thread_count = 100 where id = ${id}`)
    await holds("agent_refused")
  })
})

describe("what a program writes in their name (L10)", () => {
  test("is written nowhere and told to nobody", async () => {
    const before = await amount()
    for (const header of [
      ["auto-submitted", "auto-replied"],
      ["auto-submitted", "auto-generated (rejected)"],
      ["precedence", "auto_reply"],
      ["x-autoreply", "yes"],
      ["return-path", "<>"],
      ["content-type", "multipart/report; report-type=disposition-notification"],
    ] as [string, string][]) {
      const outcome = await take({ message: message("I am away.", { headers: [header] }) })
      assert.deepEqual(outcome, { outcome: "auto-reply", reason: "agent_automatic" }, header.join())
    }
    assert.deepEqual([await amount(), await on.kinds(id)], [before, []])
    assert.equal((await take({ message: message("Here", { headers: [["auto-submitted", "no"]] }) })).outcome, "stored")
  })
})
