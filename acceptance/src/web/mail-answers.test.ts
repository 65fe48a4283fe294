import assert from "node:assert/strict"
import type { AddressInfo } from "node:net"
import { after, before, test } from "node:test"
import type { DeskhandClient } from "@deskhand/sdk/client"
import type { Page } from "playwright-core"
import { SMTPServer } from "smtp-server"
import { until } from "../until.ts"
import { bring, openConversation, picture, shownPictures, startConversation, writing } from "./composing.ts"
import { openWebDesk, type WebDesk } from "./desk.ts"
import { pressLetter } from "./going.ts"
import { assertSound, looked } from "./looking.ts"

let desk: WebDesk
let ada: DeskhandClient
let page: Page
let relay: SMTPServer
/** What was sent, with to whom. */
const taken: { to: string; raw: Buffer }[] = []

before(async () => {
  relay = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    async onData(stream, { envelope }, callback) {
      const raw = Buffer.concat(await Array.fromAsync(stream as AsyncIterable<Buffer>))
      taken.push({ to: envelope.rcptTo.map(({ address }) => address).join(), raw })
      callback()
    },
  })
  await new Promise<void>((resolve) => relay.listen(0, "127.0.0.1", resolve))
  desk = await openWebDesk({ OUTGOING_ALLOW: "127.0.0.1", OUTGOING_PORTS: "1024-65535" })
  ada = await desk.client("ada")
  page = await desk.visit("ada", looked)
})
after(async () => {
  await desk?.finish()
  await new Promise<void>((resolve) => relay.close(resolve))
})

test("the settings of an inbox say how answers find back, and test whether its plus address arrives", async () => {
  const { support } = desk.ids.inboxes
  const { email } = await ada.inboxes.get(support)
  await page.goto(`${desk.origin}/settings/inboxes/${support}/mail`)
  const answers = page.getByRole("region", { name: "Answers" })
  const send = answers.getByRole("button", { name: "Send a test mail" })
  await answers.getByText("Answers find their conversation by the headers that mail programs repeat.").waitFor()
  await answers.getByText("Not tested").waitFor()
  assert.equal(await send.isDisabled(), true)
  await ada.inboxes.mailConnections(support).create({
    kind: "smtp",
    host: "127.0.0.1",
    port: (relay.server.address() as AddressInfo).port,
    security: "none",
    auth: "none",
  })
  await send.click()
  await answers.getByText("Test mail sent, waiting for it to arrive …").waitFor()
  assert.equal(await send.isDisabled(), true)
  const [probe] = taken
  const [local, domain] = email.split("@")
  assert.ok(probe?.to.startsWith(`${local}+p`) && probe.to.endsWith(`@${domain}`), probe?.to)
  await ada.inboxes.messages(support).receive(probe?.raw ?? Buffer.from(""))
  await answers.getByText(/^Arrived on \w+/).waitFor()
  await answers.getByText(`such as ${local}+…@${domain}.`).waitFor()
  await assertSound(page, "the mail settings of an inbox")
})

test("a picture that was pasted into a reply arrives inside its text", async () => {
  await ada.users.setPreferences({ undoSeconds: 0, afterSending: "stay" })
  const id = await startConversation(ada, desk, "A picture")
  await openConversation(page, desk, id)
  await pressLetter(page, "r")
  await writing(page).waitFor()
  await page.keyboard.type("See ")
  await bring(writing(page), "paste", { files: [picture] })
  await shownPictures(writing(page), 1)
  await page.keyboard.press("Control+Enter")
  const mail = await until(() => taken.find(({ to }) => to === "wim@customers.example"))
  const raw = mail.raw.toString()
  const contentId = /^Content-ID: <(attachment-\d+@deskhand)>\r$/im.exec(raw)?.[1]
  assert.ok(contentId, raw)
  assert.match(raw, /^Content-Type: multipart\/related/im)
  assert.match(raw, /^Content-Disposition: inline; filename=shot\.png\r$/im)
  assert.ok(raw.replaceAll("\r\n", "").includes(picture.base64))
  const html = raw.replace(/=\r\n/g, "").replaceAll("=3D", "=")
  assert.ok(html.includes(`See <img src="cid:${contentId}" alt="shot.png"`), html)
})
