import assert from "node:assert/strict"
import { after, afterEach, before, describe, test } from "node:test"
import { customerEmail } from "../../../test/desk/creating.ts"
import { type Mailing, mailingDesk } from "../../../test/mail/mailing.ts"
import { sql } from "../../db/db.ts"
import type { DeliveryReport } from "../parse/message.ts"
import { settleBounce } from "./bounces.ts"

let on: Mailing

before(async () => {
  on = await mailingDesk({ replyDomain: "reply.desk.example" })
})
after(() => on.close())
afterEach(async () => {
  on.relay.taken.length = 0
  await on.desk.db.run(sql`truncate outgoing_mail, outgoing_recipients, automatic_mail cascade`)
})

const reportOf = (address: string, more: Partial<DeliveryReport["recipients"][number]> = {}): DeliveryReport => ({
  recipients: [{ address, action: "failed", status: "5.1.1", diagnostic: "550 no such\r\nuser", ...more }],
  names: [],
})
const come = (report: DeliveryReport, to: string[] = []) =>
  on.desk.db.transaction((db) => settleBounce(db, { report, to, now: on.desk.clock.now }))
const state = async (threadId: number) =>
  (await on.desk.db.one<{ state: string }>(sql`select state from threads where id = ${threadId}`)).state
const counts = () =>
  on.desk.db.one(
    sql`select (select count(*) from conversations) as conversations, (select count(*) from outgoing_mail) as mails`,
  )

describe("a report of a mail that came back", () => {
  test("two hours later, to the envelope's sender: the thread says so, and nothing is written or sent (M6)", async () => {
    const { id, threadId } = await on.replied()
    await on.mail()
    const before = await counts()
    on.later(7_200)
    const [taken] = on.relay.taken
    assert.match(taken?.sender ?? "", /^b[0-9a-z]+-[a-z2-7]{26}@reply\.desk\.example$/)
    const place = await come(reportOf(customerEmail), [taken?.sender.toUpperCase() ?? ""])
    assert.deepEqual(place, { conversationId: id, threadId })
    const [mail] = await on.mails()
    assert.deepEqual([mail?.state, mail?.problem], ["bounced", `${customerEmail}: 5.1.1 550 no such user`])
    assert.equal(await state(threadId), "bounced")
    const { conversation } = await on.read(id)
    assert.equal(conversation.status, "active")
    await on.mail()
    assert.deepEqual(await counts(), before)
    assert.equal(on.relay.taken.length, 1)
  })

  test("by our Message-ID, in whatever case and brackets (M6)", async () => {
    const { threadId } = await on.replied()
    await on.mail()
    const [mail] = await on.mails()
    const report = {
      ...reportOf("rewritten@elsewhere.example"),
      names: ["<strange@x>", `<${mail?.message_id?.toUpperCase()}>`],
    }
    assert.equal((await come(report))?.threadId, threadId)
    assert.equal(await state(threadId), "bounced")
  })

  test("of one of several: the others have got it, and so it stands", async () => {
    const { threadId } = await on.replied({ to: ["a@x.example", "b@x.example"] })
    await on.mail()
    await come(reportOf("B@x.example"), [on.relay.taken[0]?.sender ?? ""])
    const [mail] = await on.mails()
    assert.equal(mail?.state, "partly")
    assert.deepEqual(
      mail?.recipients.map(({ state }) => state),
      ["sent", "bounced"],
    )
    assert.equal(await state(threadId), "published")
    await come(reportOf("a@x.example"), [on.relay.taken[0]?.sender ?? ""])
    assert.equal((await on.mails())[0]?.state, "bounced")
    assert.equal(await state(threadId), "bounced")
  })

  test("that it is delayed is noted and changes nothing else", async () => {
    const { threadId } = await on.replied()
    await on.mail()
    await come(reportOf(customerEmail, { action: "delayed", status: "4.4.1" }), [on.relay.taken[0]?.sender ?? ""])
    const [mail] = await on.mails()
    assert.deepEqual([mail?.state, mail?.recipients[0]?.state], ["sent", "sent"])
    assert.equal(mail?.recipients[0]?.answer, "Delayed: 4.4.1 550 no such user")
    assert.equal(await state(threadId), "published")
  })

  test("of what this desk never sent is none of ours (M7)", async () => {
    await on.replied()
    await on.mail()
    const strange = {
      ...reportOf(customerEmail),
      names: ["CAF1234@mail.gmail.com", "m1-aaaaaaaaaaaaaaaaaaaaaaaaaa@x", ""],
    }
    assert.equal(await come(strange, ["support@scenario.example"]), undefined)
    assert.equal((await on.mails())[0]?.state, "sent")
  })

  test("that is forged for a mail that there is changes nothing without the name that only we make (M8)", async () => {
    const { threadId } = await on.replied()
    await on.replied()
    await on.mail()
    const [mail, other] = await on.mails()
    const id = mail?.id.toString(36)
    const seal = other?.message_id?.split("@")[0]?.split("-")[1]
    for (const name of [`m${id}-${seal}`, `b${id}-${"a".repeat(26)}`, `r${id}-${seal}`, `m${id}`, String(mail?.id)])
      assert.equal(
        await come({ ...reportOf(customerEmail), names: [`${name}@scenario.example`] }, [`${name}@reply.desk.example`]),
        undefined,
      )
    // Under another purpose the seal of the same mail is another one.
    const own = mail?.message_id?.split("@")[0]?.slice(1)
    assert.equal(await come(reportOf(customerEmail), [`b${own}@reply.desk.example`]), undefined)
    assert.equal(await state(threadId), "published")
    assert.equal((await on.mails())[0]?.state, "sent")
  })
})
