import assert from "node:assert/strict"
import type { AddressInfo } from "node:net"
import { after, before, describe, test } from "node:test"
import { type DeskhandClient, DeskhandError } from "@deskhand/sdk/client"
import type { Page } from "playwright-core"
import { SMTPServer } from "smtp-server"
import { until } from "../until.ts"
import { openConversation, startConversation, writing } from "./composing.ts"
import { openWebDesk, type WebDesk } from "./desk.ts"
import { pressLetter } from "./going.ts"
import { assertSound, looked } from "./looking.ts"

const reason = "no outgoing mail is set up for Scenario Support"

let desk: WebDesk
let ada: DeskhandClient
let relay: SMTPServer
let takesPassword = true
let taken = 0

before(async () => {
  relay = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: ({ username }, _session, callback) =>
      takesPassword ? callback(null, { user: username }) : callback(new Error("Wrong password")),
    onData(stream, _session, callback) {
      stream.resume().on("end", () => {
        taken++
        callback()
      })
    },
  })
  await new Promise<void>((resolve) => relay.listen(0, "127.0.0.1", resolve))
  desk = await openWebDesk({ OUTGOING_ALLOW: "127.0.0.1", OUTGOING_PORTS: String(port()) })
  ada = await desk.client("ada")
  for (const name of ["ada", "grace"])
    await (await desk.client(name)).users.setPreferences({ undoSeconds: 0, afterSending: "stay" })
})
after(async () => {
  await desk?.finish()
  await new Promise<void>((resolve) => relay.close(resolve))
})

const port = () => (relay.server.address() as AddressInfo).port
const banner = (page: Page) => page.getByRole("status", { name: "Outgoing mail" })

async function write(page: Page, id: number, words: string): Promise<void> {
  await openConversation(page, desk, id)
  await pressLetter(page, "r")
  await writing(page).waitFor()
  await page.keyboard.type(words)
  await page.keyboard.press("Control+Enter")
}

/** Lets Support send, as an admin does in the settings. */
const connect = () =>
  ada.inboxes.mailConnections(desk.ids.inboxes.support).create({
    kind: "smtp",
    host: "127.0.0.1",
    port: port(),
    security: "none",
    auth: "none",
  })

describe("a desk that cannot send mail", () => {
  test("says so to an admin in the list, in the toast and at the reply, and where to set it up", async () => {
    const page = await desk.visit("ada", looked)
    await page.goto(`${desk.origin}/list/inbox-${desk.ids.inboxes.support}`)
    await banner(page).getByText(`Replies are saved and wait: ${reason}.`).waitFor()
    await assertSound(page, "a list whose replies wait")
    const id = await startConversation(ada, desk, "No mail yet")
    await write(page, id, "It waits.")
    await page.getByText(`Your reply to Wim Ost waits: ${reason}.`).waitFor()
    assert.equal(await page.getByText("Sent to Wim Ost").count(), 0)
    const message = page.locator("article[data-tone=agent]")
    await message.getByText(`Waiting: ${reason}.`).waitFor()
    await assertSound(page, "a reply that waits", "article[data-tone=agent]")
    await message.getByRole("link", { name: "Set up mail" }).click()
    await page.waitForURL(`**/settings/inboxes/${desk.ids.inboxes.support}/mail`)
    await page.context().close()
  })

  test("says so during the undo time too", async () => {
    await ada.users.setPreferences({ undoSeconds: 30 })
    const page = await desk.visit("ada")
    const id = await startConversation(ada, desk, "Undo without mail")
    await write(page, id, "It waits.")
    await page.getByText(`Your reply to Wim Ost waits: ${reason}.`).waitFor()
    await page.locator("article[data-tone=scheduled]").getByText(`Waiting: ${reason}.`).waitFor()
    await page.getByRole("button", { name: "Undo", exact: true }).click()
    await writing(page).getByText("It waits.").waitFor()
    await page.context().close()
    await ada.users.setPreferences({ undoSeconds: 0 })
  })

  test("tells an agent whom to ask, and by itself when mail goes out", async () => {
    const page = await desk.visit("grace")
    const id = await startConversation(ada, desk, "Mail comes")
    await write(page, id, "It waits, and goes.")
    const message = page.locator("article[data-tone=agent]")
    await message.getByText(`Waiting: ${reason}.`).waitFor()
    assert.equal(await page.getByRole("link", { name: "Set up mail" }).count(), 0)
    await banner(page)
      .getByText(/They go out once an admin sets it up\./)
      .waitFor()
    const before = taken
    await connect()
    await banner(page).getByText("for Scenario Support").waitFor({ state: "detached" })
    await message.getByRole("img", { name: /^Sent / }).waitFor()
    assert.equal(await message.getByText("Waiting").count(), 0)
    assert.ok(taken > before)
    // From now on it is sent, and said to be when it is.
    await write(page, await startConversation(ada, desk, "Mail goes"), "It goes.")
    await page.getByText("Sent to Wim Ost").waitFor()
    await page.context().close()
  })

  test("says why when the mail server refuses, and that it is over", async () => {
    const page = await desk.visit("grace")
    const connections = ada.inboxes.mailConnections(desk.ids.inboxes.support)
    const [connection] = (await connections.list())._embedded.connections.filter(({ kind }) => kind === "smtp")
    const settings = { host: "127.0.0.1", port: port(), security: "none", auth: "password", username: "us" } as const
    takesPassword = false
    await connections.replace(connection?.id ?? 0, { ...settings, password: "wrong" })
    const id = await startConversation(ada, desk, "Refused")
    await write(page, id, "Nobody takes it.")
    const refused = "the mail server does not accept the sign-in for Scenario Support"
    await page.locator("article[data-tone=agent]").getByText(`Waiting: ${refused}.`).waitFor()
    await banner(page).getByText(`Replies are saved and wait: ${refused}.`).waitFor()
    takesPassword = true
    await connections.replace(connection?.id ?? 0, { ...settings, password: "right" })
    await banner(page).getByText("for Scenario Support").waitFor({ state: "detached" })
    const [mail] = (await ada.conversations.mail(id)).outgoing
    // The desk tries again by itself after a minute, which may be over: then it is sent, or being sent.
    await ada.inboxes
      .outgoing(desk.ids.inboxes.support)
      .send(mail?.id ?? 0)
      .catch((error: unknown) => {
        if (!(error instanceof DeskhandError && error.code === "mail_state")) throw error
      })
    await until(async () => (await ada.conversations.mail(id)).outgoing[0]?.state === "sent")
    await page
      .locator("article[data-tone=agent]")
      .getByRole("img", { name: /^Sent / })
      .waitFor()
    await page.context().close()
  })
})
