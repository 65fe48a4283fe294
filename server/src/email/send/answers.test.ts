import assert from "node:assert/strict"
import { after, afterEach, before, describe, test } from "node:test"
import { sql } from "../../db/db.ts"
import { customerEmail } from "../../testing/creating.ts"
import { eventually } from "../../testing/events.ts"
import { type Mailing, mailingDesk } from "../../testing/mailing.ts"
import { answerTo, bounceOf, type RewritingRelay, rewritingRelay, submitMail } from "../../testing/rewriting-relay.ts"
import { headerOf } from "../../testing/smtp.ts"
import type { MessageRow } from "../messages/queries.ts"
import { startReceiving } from "../receive/engine.ts"
import { type RunningReceiver, startReceiver } from "../smtp/receiver.ts"

/** An inbox without an MX of the desk behind it, which sends through a relay that rewrites Message-IDs. */
const inbox = "support@scenario.example"
let on: Mailing
let relay: RewritingRelay
let receiver: RunningReceiver
let receiving: { stop(): Promise<void> }

before(async () => {
  relay = await rewritingRelay()
  on = await mailingDesk({ smtpUrl: relay.url })
  receiver = await startReceiver(on.node, { protocol: "smtp", port: 0 }, on.desk.app.log)
  receiving = startReceiving(on.node, on.desk.app.log)
})
after(async () => {
  await receiving.stop()
  await receiver.stop()
  await relay.close()
  await on.close()
})
afterEach(async () => {
  relay.delivered.length = 0
  await on.desk.db.run(sql`truncate outgoing_mail, outgoing_recipients, automatic_mail, mail_messages cascade`)
})

async function arrive(raw: string, { sender = customerEmail, to = inbox } = {}): Promise<MessageRow> {
  await submitMail(receiver.port, { sender, recipients: [to], raw })
  return eventually(async () => {
    const row = await on.desk.db.one<MessageRow>(sql`select * from mail_messages order by id desc limit 1`)
    return row.outcome !== "waiting" && row
  })
}
/** What the customer got of a reply to a new conversation. */
async function replied() {
  const { id, threadId } = await on.replied()
  await on.mail()
  const raw = relay.delivered.at(-1) ?? ""
  assert.match(headerOf(raw, "message-id") ?? "", /amazonses/)
  return { id, threadId, raw }
}
const threadState = async (threadId: number) =>
  (await on.desk.db.one<{ state: string }>(sql`select state from threads where id = ${threadId}`)).state

describe("where a relay rewrites Message-IDs", () => {
  test("an answer finds its conversation by the reference that each mail carries to itself, which stands last", async () => {
    const { id, raw } = await replied()
    assert.match(headerOf(raw, "references") ?? "", /^<t[0-9a-z]+-[a-z2-7]{26}@scenario\.example>$/)
    assert.equal(headerOf(raw, "in-reply-to"), undefined)
    const first = await arrive(answerTo(raw, { from: customerEmail, text: "First" }))
    assert.deepEqual([first.outcome, first.conversation_id, first.facts.why], ["stored", id, "references"])
    await on.reply(id)
    await on.mail()
    const next = relay.delivered.at(-1) ?? ""
    const references = (headerOf(next, "references") ?? "").split(" ")
    assert.equal(headerOf(next, "in-reply-to"), `<${first.message_id}>`)
    assert.equal(references.at(-2), `<${first.message_id}>`)
    assert.match(references.at(-1) ?? "", /^<t/)
    const second = await arrive(answerTo(next, { from: "other@elsewhere.example", text: "Second" }))
    assert.deepEqual([second.conversation_id, second.facts.why], [id, "references"])
  })

  test("a forged reference leads nowhere, nor does one under another purpose", async () => {
    const { id, raw } = await replied()
    const reference = headerOf(raw, "references") ?? ""
    const seal = reference.slice(reference.indexOf("-"))
    const forged = [
      `${reference.slice(0, 2)}${(1_000_000).toString(36)}${seal}`,
      reference.replace("<t", "<m"),
      reference.replace("<t", "<b"),
      reference.replace(/-../, reference.includes("-aa") ? "-bb" : "-aa"),
    ]
    for (const [place, name] of forged.entries()) {
      const text = `Forged ${place}`
      const row = await arrive(answerTo(raw.replaceAll(reference, name), { from: customerEmail, text }))
      assert.deepEqual([row.outcome, row.facts.why], ["stored", "new"], name)
      assert.notEqual(row.conversation_id, id)
    }
  })

  test("a bounce finds its mail by the reference in the head that came back, not one of the mails before", async () => {
    const { id, threadId, raw } = await replied()
    await on.reply(id)
    await on.mail()
    const next = relay.delivered.at(-1) ?? ""
    assert.match(headerOf(next, "references") ?? "", /^<m\S+> <t\S+>$/)
    const bounce = bounceOf(next, { to: inbox, recipient: customerEmail })
    const row = await arrive(bounce, { sender: "" })
    assert.deepEqual([row.outcome, row.conversation_id], ["bounce", id])
    assert.deepEqual(
      (await on.mails("reply")).map(({ state }) => state),
      ["sent", "bounced"],
    )
    assert.equal(await threadState(threadId), "published")
    const forged = raw.replace(/(References: <t[^-]*)-../i, "$1-77")
    const strange = await arrive(bounceOf(forged, { to: inbox, recipient: customerEmail }), { sender: "" })
    assert.notEqual(strange.outcome, "bounce")
    assert.equal(await threadState(threadId), "published")
  })
})
