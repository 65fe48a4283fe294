import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { customerEmail } from "../../../test/desk/creating.ts"
import { type Mailing, mailingDesk } from "../../../test/mail/mailing.ts"
import { eventually } from "../../../test/peers/events.ts"
import { type Postfix, startPostfix } from "../../../test/peers/postfix.ts"
import { headerOf } from "../../../test/peers/smtp.ts"

let on: Mailing
let postfix: Postfix

before(async () => {
  on = await mailingDesk()
  postfix = await startPostfix({ relayPort: on.relay.port })
  on.node.config = { ...on.node.config, smtpUrl: postfix.url }
})
after(async () => {
  await postfix?.stop()
  await on.close()
})

describe("a real Postfix", () => {
  test("takes a reply and passes it on, whole and once, with its picture and letters of all kinds", async () => {
    const attachments = [
      { fileName: "Übersicht.txt", mimeType: "text/plain", data: Buffer.from("a\n.\nb").toString("base64") },
    ]
    await on.replied({ text: `<p>Grüße, 日本</p><p>.</p>${"x".repeat(3_000)}`, attachments })
    await on.mail()
    const [mail] = await on.mails()
    assert.deepEqual([mail?.state, mail?.attempts], ["sent", 1])
    await eventually(async () => on.relay.taken.length > 0 && (await postfix.queued()) === 0)
    assert.equal(on.relay.taken.length, 1)
    const [taken] = on.relay.taken
    assert.deepEqual(taken?.recipients, [customerEmail])
    assert.equal(headerOf(taken?.raw ?? "", "message-id"), `<${mail?.message_id}>`)
    assert.match(taken?.raw ?? "", /Gr=C3=BC=C3=9Fe/)
  })

  test("refuses one recipient: the others get it, and its answer is shown (M2)", async () => {
    on.relay.taken.length = 0
    await on.replied({ to: ["a@elsewhere.example", "refused@elsewhere.example"] })
    await on.mail()
    const mail = (await on.mails()).at(-1)
    assert.equal(mail?.state, "partly")
    assert.match(mail?.recipients[1]?.answer ?? "", /^550 5\.1\.1 .*Unknown here/)
    await eventually(async () => on.relay.taken.length > 0)
    assert.deepEqual(
      on.relay.taken.map(({ recipients }) => recipients),
      [["a@elsewhere.example"]],
    )
  })

  test("that is stopped is waited for, and gets what was owed when it is back (M1)", async () => {
    on.relay.taken.length = 0
    await postfix.stop()
    await on.replied()
    await on.mail()
    assert.deepEqual(((mail) => [mail?.state, mail?.problem])((await on.mails()).at(-1)), [
      "waiting",
      "No connection to the relay could be made",
    ])
    postfix = await startPostfix({ relayPort: on.relay.port })
    on.node.config = { ...on.node.config, smtpUrl: postfix.url }
    on.later(80)
    await on.send()
    await eventually(async () => on.relay.taken.length === 1)
    assert.equal((await on.mails()).at(-1)?.state, "sent")
  })
})
