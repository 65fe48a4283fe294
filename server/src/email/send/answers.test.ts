import assert from "node:assert/strict"
import { after, afterEach, before, describe, test } from "node:test"
import { customerEmail } from "../../../test/desk/creating.ts"
import { inboxAddress, type RelayedDesk, relayedDesk } from "../../../test/mail/relayed-desk.ts"
import { answerTo, bounceOf } from "../../../test/peers/rewriting-relay.ts"
import { headerOf } from "../../../test/peers/smtp.ts"
import { sql } from "../../db/db.ts"

let on: RelayedDesk

before(async () => {
  on = await relayedDesk()
})
after(() => on.close())
afterEach(() => on.clear())

const threadState = async (threadId: number) =>
  (await on.desk.db.one<{ state: string }>(sql`select state from threads where id = ${threadId}`)).state

describe("where a relay rewrites Message-IDs", () => {
  test("an answer finds its conversation by the reference that each mail carries to itself, which stands last", async () => {
    const { id, raw } = await on.delivered()
    assert.match(headerOf(raw, "references") ?? "", /^<t[0-9a-z]+-[a-z2-7]{26}@scenario\.example>$/)
    assert.equal(headerOf(raw, "in-reply-to"), undefined)
    const first = await on.arrive(answerTo(raw, { from: customerEmail, text: "First" }))
    assert.deepEqual([first.outcome, first.conversation_id, first.facts.why], ["stored", id, "references"])
    await on.reply(id)
    await on.mail()
    const next = on.relayed.delivered.at(-1) ?? ""
    const references = (headerOf(next, "references") ?? "").split(" ")
    assert.equal(headerOf(next, "in-reply-to"), `<${first.message_id}>`)
    assert.equal(references.at(-2), `<${first.message_id}>`)
    assert.match(references.at(-1) ?? "", /^<t/)
    const second = await on.arrive(answerTo(next, { from: "other@elsewhere.example", text: "Second" }))
    assert.deepEqual([second.conversation_id, second.facts.why], [id, "references"])
  })

  test("a forged reference leads nowhere, nor does one under another purpose", async () => {
    const { id, raw } = await on.delivered()
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
      const row = await on.arrive(answerTo(raw.replaceAll(reference, name), { from: customerEmail, text }))
      assert.deepEqual([row.outcome, row.facts.why], ["stored", "new"], name)
      assert.notEqual(row.conversation_id, id)
    }
  })

  test("a bounce finds its mail by the reference in the head that came back, not one of the mails before", async () => {
    const { id, threadId, raw } = await on.delivered()
    await on.reply(id)
    await on.mail()
    const next = on.relayed.delivered.at(-1) ?? ""
    assert.match(headerOf(next, "references") ?? "", /^<m\S+> <t\S+>$/)
    const bounce = bounceOf(next, { to: inboxAddress, recipient: customerEmail })
    const row = await on.arrive(bounce, { sender: "" })
    assert.deepEqual([row.outcome, row.conversation_id], ["bounce", id])
    assert.deepEqual(
      (await on.mails("reply")).map(({ state }) => state),
      ["sent", "bounced"],
    )
    assert.equal(await threadState(threadId), "published")
    const forged = raw.replace(/(References: <t[^-]*)-../i, "$1-77")
    const strange = await on.arrive(bounceOf(forged, { to: inboxAddress, recipient: customerEmail }), { sender: "" })
    assert.notEqual(strange.outcome, "bounce")
    assert.equal(await threadState(threadId), "published")
  })
})
