import assert from "node:assert/strict"
import type { AddressInfo } from "node:net"
import { after, before, describe, test } from "node:test"
import type { DeskhandClient } from "@deskhand/sdk/client"
import type { Page } from "playwright-core"
import { SMTPServer } from "smtp-server"
import { until } from "../until.ts"
import { openWebDesk, type WebDesk } from "./desk.ts"
import { goTo } from "./going.ts"
import { assertSound, looked } from "./looking.ts"

/** A dot of one colour. */
const picture = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

let desk: WebDesk
let ada: DeskhandClient
let page: Page
let relay: SMTPServer
const taken: string[] = []

before(async () => {
  relay = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    onRcptTo({ address }, _session, callback) {
      callback(address.startsWith("gone@") ? new Error("No such user here") : null)
    },
    onData(stream, _session, callback) {
      let raw = ""
      stream.on("data", (bytes: Buffer) => {
        raw += bytes.toString()
      })
      stream.on("end", () => {
        taken.push(raw)
        callback()
      })
    },
  })
  await new Promise<void>((resolve) => relay.listen(0, "127.0.0.1", resolve))
  desk = await openWebDesk({ OUTGOING_ALLOW: "127.0.0.1", OUTGOING_PORTS: String(portOf(relay)) })
  ada = await desk.client("ada")
  page = await desk.visit("ada", looked)
})
after(async () => {
  await desk?.finish()
  await new Promise<void>((resolve) => relay.close(resolve))
})

function portOf({ server }: SMTPServer): number {
  return (server.address() as AddressInfo).port
}

/** Hands a message over as a mail server would, and gives the conversation that it became. */
async function receive(head: string[], body: string[]): Promise<number> {
  const raw = [...head, "", ...body].join("\r\n")
  const inbox = ada.inboxes.messages(desk.ids.inboxes.support)
  const { id } = await inbox.receive(Buffer.from(raw))
  const { outcome, conversationId } = await until(async () => {
    const message = await ada.messages.get(id)
    return message.outcome !== "waiting" && message
  })
  assert.equal(outcome, "stored")
  return conversationId ?? 0
}

const open = async (id: number) => {
  await page.goto(`${desk.origin}/conversation/${id}/1`)
  await page.getByRole("article").first().waitFor()
}

describe("what came by mail", () => {
  test("shows the pictures that it brings, and says where it came from and why it is here", async () => {
    const id = await receive(
      [
        "From: Joan <joan@customers.example>",
        "Reply-To: office@customers.example",
        "To: support@scenario.example",
        "Subject: A picture",
        "Message-ID: <picture@customers.example>",
        "MIME-Version: 1.0",
        'Content-Type: multipart/related; boundary="b"',
      ],
      [
        "--b",
        "Content-Type: text/html; charset=utf-8",
        "",
        '<p>See: <img src="cid:dot@x" alt="the dot" width="40" height="40"></p>',
        "--b",
        "Content-Type: image/png",
        "Content-ID: <dot@x>",
        "Content-Transfer-Encoding: base64",
        "",
        picture,
        "--b--",
      ],
    )
    await open(id)
    const message = page.getByRole("article").first()
    await message.getByText("joan@customers.example", { exact: true }).waitFor()
    await message.getByText("It asks for answers to office@customers.example").waitFor()
    const image = message.frameLocator("iframe").getByRole("img", { name: "the dot" })
    await image.waitFor()
    // It has its place before the page has fetched it.
    await until(async () => /^blob:/.test((await image.getAttribute("src")) ?? ""))
    await image.evaluate("element => element.decode()")
    assert.equal(await message.getByRole("list", { name: "Attachments" }).count(), 0)

    await message.getByRole("button", { name: "More" }).click()
    await page.getByRole("menuitem", { name: "Where it came from" }).click()
    const dialog = page.getByRole("dialog", { name: "Where it came from" })
    await dialog.getByText("The address is not proven.").waitFor()
    await dialog.getByText("SPF none · DKIM none · DMARC none").waitFor()
    await assertSound(page, "where a message came from")
    await page.keyboard.press("Escape")
  })
})

describe("what goes out by mail", () => {
  test("is kept while there is nothing to send it through, goes out once there is, and says who did not get it", async () => {
    const id = await receive(
      [
        "From: Gone <gone@customers.example>",
        "To: support@scenario.example",
        "Subject: Hello",
        "Message-ID: <gone@customers.example>",
      ],
      ["Is anybody there?"],
    )
    await ada.conversations.reply(id, { text: "<p>We are here</p>", cc: ["kept@customers.example"] })
    await open(id)
    await page.getByText("Waiting: no outgoing mail is set up for Scenario Support.").waitFor()

    await goTo(page, `${desk.origin}/settings/inboxes/${desk.ids.inboxes.support}/mail`)
    await page.getByText("Replies are not mailed: there is nothing to send them through.").waitFor()
    await assertSound(page, "mail of an inbox")
    const outgoing = page.getByRole("listitem").filter({ hasText: "Outgoing mail (SMTP)" })
    await outgoing.getByRole("button", { name: "Connect" }).click()
    const form = page.getByRole("dialog", { name: "Outgoing mail (SMTP)" })
    await form.getByLabel("Server").fill("127.0.0.1")
    await form.getByRole("radio", { name: "Nobody signs in" }).check()
    await form.getByLabel("Encryption").selectOption("none")
    await form.getByLabel("Port").fill(String(portOf(relay)))
    await form.getByText("Not tested yet. Test the connection, then save it.").waitFor()
    await form.getByRole("button", { name: "Test the connection" }).click()
    await form.getByText("The test passed. Save the connection to use it.").waitFor()
    await assertSound(page, "a connection", "dialog[open]")
    assert.equal(await form.getByRole("button", { name: "Save without testing" }).count(), 0)
    // What is changed after the test was not tested.
    await form.getByLabel("Port").fill("1")
    await form.getByRole("button", { name: "Test the connection" }).click()
    await form.getByRole("alert").waitFor()
    assert.equal(await form.getByLabel("Server").getAttribute("aria-invalid"), "true")
    await form.getByLabel("Port").fill(String(portOf(relay)))
    await form.getByText("Not tested yet. Test the connection, then save it.").waitFor()
    await form.getByRole("button", { name: "Test the connection" }).click()
    await form.getByRole("button", { name: "Save", exact: true }).click()
    await form.waitFor({ state: "hidden" })
    await outgoing.getByRole("button", { name: "Test", exact: true }).click()
    await outgoing.getByText("It works.").waitFor()

    await open(id)
    await page.getByText(/Not delivered to gone@customers\.example: .*No such user here/).waitFor()
    // The test of the connection has sent a mail as well.
    const [reply = "", ...more] = taken.filter((mail) => mail.includes("We are here"))
    assert.deepEqual(more, [])
    assert.match(reply, /Cc: kept@customers\.example/i)
    assert.match(reply, /In-Reply-To: <gone@customers\.example>/i)
    await page.getByRole("button", { name: "Send again" }).waitFor()
  })

  test("asks for a rating in the words of the inbox, which the settings show before", async () => {
    await goTo(page, `${desk.origin}/settings/inboxes/${desk.ids.inboxes.support}/ratings`)
    const preview = page.getByRole("region", { name: "As customers see it" })
    await preview.getByText("Ratings are off, so customers do not see this yet.").waitFor()
    await page.getByLabel("Ask for a rating in replies by mail").check()
    await page.getByLabel("Question in the mail").fill("Did this help?")
    await page.getByLabel("Heading of the rating page").fill("How did Ada & Co do?")
    await page.getByLabel("Label of the comment field").fill("")
    await page.getByLabel("Thanks after rating").fill("See you soon!")
    const figure = (name: string) => preview.getByRole("figure", { name })
    await figure("In the mail").getByText("Did this help?").waitFor()
    await figure("The rating page").getByText("How did Ada & Co do?").waitFor()
    await figure("The rating page").getByText("Anything you want to tell us (optional)").waitFor()
    await figure("After rating").getByText("See you soon!").waitFor()
    await assertSound(page, "ratings of an inbox")
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByText("Not saved yet").waitFor({ state: "detached" })

    const head = ["From: Happy <happy@customers.example>", "To: support@scenario.example", "Subject: Thanks"]
    const id = await receive([...head, "Message-ID: <happy@customers.example>"], ["Hello"])
    await ada.conversations.reply(id, { text: "<p>Here you are</p>" })
    const mail = await until(() => taken.find((raw) => raw.includes("Here you are")))
    const raw = mail.replaceAll(/=\r?\n/g, "")
    assert.match(raw, /Did this help\?/)
    const customer = await desk.visitAsStranger()
    await customer.goto(`${desk.origin}${/\/rate\/s[0-9a-z]+-[a-z2-7]{26}/.exec(raw)?.[0]}`)
    await customer.getByRole("heading", { name: "How did Ada & Co do?" }).waitFor()
    await customer.getByLabel("Anything you want to tell us (optional)").fill("Yes")
    await customer.getByLabel("Great").check()
    await customer.getByRole("button", { name: "Send" }).click()
    await customer.getByText("See you soon!").waitFor()
    await customer.context().close()
  })

  test("looks right in the dark and on a narrow screen", async () => {
    await page.emulateMedia({ colorScheme: "dark" })
    await page.setViewportSize({ width: 360, height: 800 })
    await goTo(page, `${desk.origin}/settings/inboxes/${desk.ids.inboxes.support}/mail`)
    await page.getByRole("button", { name: "Test", exact: true }).waitFor()
    await assertSound(page, "mail of an inbox")
    await goTo(page, `${desk.origin}/settings/inboxes/${desk.ids.inboxes.support}/ratings`)
    await page.getByRole("figure", { name: "After rating" }).waitFor()
    await assertSound(page, "ratings of an inbox")
  })
})

describe("the mail server that receives for a mailbox", () => {
  test("is named in the connection that fetches, and stays when that is changed", async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    const inboxId = desk.ids.inboxes.support
    await goTo(page, `${desk.origin}/settings/inboxes/${inboxId}/mail`)
    const incoming = page.getByRole("listitem").filter({ hasText: "Incoming mail (IMAP)" })
    const form = page.getByRole("dialog", { name: "Incoming mail (IMAP)" })
    await incoming.getByRole("button", { name: "Connect" }).click()
    await form.getByLabel("Server", { exact: true }).fill("127.0.0.1")
    await form.getByLabel("Encryption").selectOption("none")
    await form.getByLabel("Password", { exact: true }).fill("secret")
    await form.getByLabel("Use this connection").uncheck()
    await form.getByLabel("Trusted for sender checks").fill("mx example")
    await assertSound(page, "a connection that fetches", "dialog[open]")
    await form.getByRole("button", { name: "Save without testing" }).click()
    await form.getByText("Enter the name of a server, such as mail.example.com.").waitFor()
    await form.getByLabel("Trusted for sender checks").fill("MX.example.com")
    await form.getByRole("button", { name: "Save without testing" }).click()
    await form.waitFor({ state: "hidden" })
    await incoming.getByRole("button", { name: "Change" }).click()
    assert.equal(await form.getByLabel("Trusted for sender checks").inputValue(), "mx.example.com")
    await form.getByLabel("Folder").fill("Support")
    await form.getByRole("button", { name: "Save without testing" }).click()
    await form.waitFor({ state: "hidden" })
    const { connections } = (await ada.inboxes.mailConnections(inboxId).list())._embedded
    const fetching = connections.filter(({ kind }) => kind === "imap")
    assert.deepEqual(
      fetching.map(({ folder, trustedServer }) => [folder, trustedServer]),
      [["Support", "mx.example.com"]],
    )
  })
})
