import assert from "node:assert/strict"
import { readFile } from "node:fs/promises"
import type { AddressInfo } from "node:net"
import { after, before, describe, test } from "node:test"
import type { DeskhandClient } from "@deskhand/sdk/client"
import type { Page } from "playwright-core"
import { SMTPServer } from "smtp-server"
import { until } from "../until.ts"
import { beginConversation } from "./begin.ts"
import { openWebDesk, type WebDesk } from "./desk.ts"
import { goTo } from "./going.ts"
import { assertSound, looked } from "./looking.ts"

let desk: WebDesk
let ada: DeskhandClient
let page: Page
let relay: SMTPServer
let taken = 0

before(async () => {
  relay = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    onRcptTo({ address }, _session, callback) {
      callback(address.startsWith("gone@") ? new Error("No such user here") : null)
    },
    onData(stream, _session, callback) {
      stream.resume().on("end", () => {
        taken++
        callback()
      })
    },
  })
  await new Promise<void>((resolve) => relay.listen(0, "127.0.0.1", resolve))
  desk = await openWebDesk({ OUTGOING_ALLOW: "127.0.0.1", OUTGOING_PORTS: String(portOf(relay)) })
  ada = await desk.client("ada")
  page = await desk.visit("ada")
})
after(async () => {
  await desk?.finish()
  await new Promise<void>((resolve) => relay.close(resolve))
})

function portOf({ server }: SMTPServer): number {
  return (server.address() as AddressInfo).port
}

const open = (path: string) => goTo(page, `${desk.origin}/settings/${path}`)
const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true })
const dialog = (name: string) => page.getByRole("dialog", { name })
const rows = (name: string) => page.getByRole("list", { name, exact: true }).locator("> li")

async function receive(lines: string[], body = ["Hello"]): Promise<number> {
  const raw = ["To: support@desk.example", ...lines, "", ...body].join("\r\n")
  const { id } = await ada.inboxes.messages(desk.ids.inboxes.support).receive(Buffer.from(raw), {
    from: "bounces@customers.example",
    to: ["support@desk.example"],
  })
  await until(async () => (await ada.messages.get(id)).outcome !== "waiting")
  return id
}

describe("the mail log", () => {
  let broken: number
  let conversationId: number

  test("tells what came and what became of it, by outcome and by sender", async () => {
    const first = await receive(["From: Joan <joan@customers.example>", "Subject: A late order", "Message-ID: <1@x>"])
    conversationId = (await ada.messages.get(first)).conversationId ?? 0
    await receive(["From: shop@spam.example", "Subject: Buy this", "X-Spam-Flag: yes"])
    const nested = Array.from({ length: 300 }, (_, depth) => [
      `--b${depth}`,
      `Content-Type: multipart/mixed; boundary=b${depth + 1}`,
      "",
    ])
    broken = await receive(
      [
        "From: deep@customers.example",
        "Subject: Deep",
        "MIME-Version: 1.0",
        "Content-Type: multipart/mixed; boundary=b0",
      ],
      nested.flat(),
    )
    await open("")
    await page.getByRole("main").getByRole("link", { name: "Mail log" }).click()
    await page.waitForURL("**/settings/mail")
    const received = rows("Received")
    await received.filter({ hasText: "A late order" }).getByText("In a conversation").waitFor()
    await received.filter({ hasText: "Buy this" }).getByText("A filter before this desk marked it as spam").waitFor()
    await page.getByLabel("Outcome").selectOption("Could not be read")
    await received.filter({ hasText: "A late order" }).waitFor({ state: "detached" })
    assert.equal(await received.count(), 1)
    await received.getByText("Its parts are nested too deeply to be read").waitFor()
    await button("Show all").click()
    await received.filter({ hasText: "Buy this" }).waitFor()
    await page.getByLabel("From (whole address)").fill("Joan@customers.example")
    await button("Find").click()
    await page.waitForURL(/address=/)
    await received.filter({ hasText: "Buy this" }).waitFor({ state: "detached" })
    assert.equal(await received.count(), 1)
    await page.getByLabel("From (whole address)").fill("nobody@customers.example")
    await button("Find").click()
    await page.getByRole("heading", { name: "None of these" }).waitFor()
  })

  test("shows one with its envelope and headers, reads it again, and gives it out as it came", async () => {
    await open(`mail/messages/${broken}`)
    await page.getByRole("heading", { name: "Deep", level: 1 }).waitFor()
    const facts = page.getByRole("main")
    await facts.getByText("Could not be read").waitFor()
    await facts.getByText("bounces@customers.example").waitFor()
    await facts.getByText("multipart/mixed; boundary=b0").waitFor()
    await facts.getByText("SPF none · DKIM none · DMARC none").waitFor()
    assert.match(
      (await page.getByRole("link", { name: "Open the conversation" }).getAttribute("href")) ?? "",
      /^\/conversation\/\d+\/1$/,
    )
    const downloading = page.waitForEvent("download")
    await page.getByRole("link", { name: "Download as it came" }).click()
    const file = await downloading
    assert.equal(file.suggestedFilename(), `message-${broken}.eml`)
    assert.match(await readFile(await file.path(), "utf8"), /^Subject: Deep\r$/m)
    const { settledAt } = await ada.messages.get(broken)
    await button("Read it again").click()
    await page.getByText("It is read again", { exact: true }).waitFor()
    await until(async () => {
      const again = await ada.messages.get(broken)
      return again.outcome === "failed" && (again.attempts === 1 || again.settledAt !== settledAt)
    })
  })

  test("tells what went out to whom, sends again, and keeps back for good", async () => {
    const support = desk.ids.inboxes.support
    const to = (address: string, subject: string) =>
      beginConversation(ada, { subject, mailboxId: support, customer: { email: address } })
    const [gone, unwanted] = [
      await to("gone@customers.example", "Gone"),
      await to("kept@customers.example", "Unwanted"),
    ]
    for (const id of [gone, unwanted, conversationId]) await ada.conversations.reply(id, { text: "<p>We are here</p>" })
    await open("mail/sent")
    const sent = rows("Sent")
    await sent.filter({ hasText: "Unwanted" }).getByText("Kept, not sent").waitFor()
    await page.getByRole("button", { name: /^Do not send: Unwanted/ }).click()
    await dialog("Never send this mail?").getByRole("button", { name: "Do not send" }).click()
    await sent.filter({ hasText: "Unwanted" }).getByText("Given up").waitFor()

    await ada.inboxes.mailConnections(support).create({
      kind: "smtp",
      host: "127.0.0.1",
      port: portOf(relay),
      security: "none",
      auth: "none",
      enabled: true,
    })
    const failed = sent.filter({ hasText: "gone@customers.example" })
    await until(async () => {
      await button("Look again").click()
      return (await failed.getByText(/No such user here/).count()) > 0 && taken === 1
    })
    await page.getByLabel("State").selectOption("Not delivered")
    await sent.filter({ hasText: "Unwanted" }).waitFor({ state: "detached" })
    assert.equal(await sent.count(), 1)
    await page.getByRole("button", { name: /^Send again: Gone/ }).click()
    await page.getByText("It is on its way again", { exact: true }).waitFor()
    await button("Show all").click()
    const done = sent.filter({ hasText: "joan@customers.example" })
    await done.getByText("1 attempt").waitFor()
    assert.equal(await done.getByRole("button").count(), 0)
  })
})

describe("tags", () => {
  test("become another one, and it is said on how many conversations", async () => {
    const [kept, old] = [await ada.tags.create({ name: "refund" }), await ada.tags.create({ name: "refunds" })]
    const { active, closed } = desk.ids.conversations
    const id = active ?? closed
    await ada.conversations.setTags(id, ["refunds"])
    await until(async () => (await ada.tags.get(old.id)).ticketCount === 1)
    await open("tags")
    await button("Merge refunds into another tag").click()
    const merging = dialog("Merge “refunds” into another tag")
    await merging.getByLabel("Into which tag").selectOption("refund")
    await merging.getByText("1 conversation with “refunds” gets “refund” instead").waitFor()
    await merging.getByRole("button", { name: "Merge" }).click()
    await button("Edit refunds").waitFor({ state: "detached" })
    assert.equal((await ada.tags.get(kept.id)).ticketCount, 1)
    await assert.rejects(ada.tags.get(old.id), { status: 404 })
    assert.deepEqual(
      (await ada.conversations.get(id)).tags.map(({ tag }) => tag),
      ["refund"],
    )
  })
})

describe("apps", () => {
  test("are made with a secret that is shown once, get another, and go", async () => {
    await open("apps")
    await page.getByRole("heading", { name: "No apps" }).waitFor()
    await button("New app").click()
    const making = dialog("New app")
    await making.getByLabel("Name", { exact: true }).fill("Robot")
    await making.getByLabel("Redirect addresses").fill("http://robot.example/cb")
    await making.getByRole("button", { name: "Make the app" }).click()
    await making.getByText(/^Redirect addresses must be an https/).waitFor()
    await making.getByLabel("Redirect addresses").fill("https://robot.example/cb\nhttp://localhost:9/cb")
    await making.getByRole("button", { name: "Make the app" }).click()
    const secret = await dialog("The app “Robot”").getByLabel("Client secret").inputValue()
    await button("Done").click()
    const [app] = await Array.fromAsync(ada.apps.all())
    assert.deepEqual(app?.redirectUris, ["https://robot.example/cb", "http://localhost:9/cb"])
    const grant = async (clientSecret: string) => {
      const parameters = { grant_type: "client_credentials", client_id: app?.clientId, client_secret: clientSecret }
      const headers = { "Content-Type": "application/json" }
      const body = JSON.stringify(parameters)
      return (await fetch(`${desk.origin}/v2/oauth2/token`, { method: "POST", headers, body })).status
    }
    assert.equal(await grant(secret), 200)
    await page.reload()
    await page.getByText("1 person uses it").waitFor()
    await button("Who uses Robot").click()
    await dialog("Who uses “Robot”").getByText("Ada Lovelace").waitFor()
    await page.keyboard.press("Escape")
    await button("New secret for Robot").click()
    await dialog("Give “Robot” a new secret?").getByRole("button", { name: "New secret" }).click()
    const next = await dialog("The app “Robot”").getByLabel("Client secret").inputValue()
    await button("Done").click()
    assert.deepEqual([await grant(secret), await grant(next)], [400, 200])
    await button("Delete Robot").click()
    await dialog("Delete the app “Robot”?").getByRole("button", { name: "Delete" }).click()
    await page.getByRole("heading", { name: "No apps" }).waitFor()
    assert.equal(await grant(next), 400)
  })
})

describe("hours, retention and the audit log", () => {
  test("office hours are a week, and say beside the day what is wrong", async () => {
    await open("hours")
    await page.getByLabel("At these hours").check()
    await page.getByLabel("Time zone").fill("Europe/Berlin")
    await page.getByLabel("Monday, until").fill("08:00")
    await button("Save").click()
    await page.getByText("Monday must end after it starts.").waitFor()
    await page.getByLabel("Monday, until").fill("00:00")
    await button("Remove hours 1 of Friday").click()
    await button("Save").click()
    await page.getByText("Not saved yet").waitFor({ state: "detached" })
    const { timezone, hours } = await ada.reports.officeHours()
    assert.equal(timezone, "Europe/Berlin")
    assert.deepEqual(hours, [
      { day: 1, from: "09:00", to: "24:00" },
      ...[2, 3, 4].map((day) => ({ day, from: "09:00", to: "17:00" })),
    ])
  })

  test("what is kept is shortened after a question, and left to the operator again", async () => {
    await open("desk")
    await page.getByLabel("Spam", { exact: true }).selectOption("For so many days")
    await page.getByLabel("Days: Spam").fill("14")
    const section = page.getByRole("region", { name: "How long things are kept" })
    await section.getByRole("button", { name: "Save" }).click()
    await dialog("Remove what is older?").getByRole("button", { name: "Save and remove" }).click()
    await page.getByText("Not saved yet").waitFor({ state: "detached" })
    assert.deepEqual((await ada.account.get()).ownRetention, { spamConversationDays: 14 })
    await page.getByLabel("Spam", { exact: true }).selectOption("As set up by the operator")
    await section.getByRole("button", { name: "Save" }).click()
    await page.getByText("Not saved yet").waitFor({ state: "detached" })
    assert.deepEqual((await ada.account.get()).ownRetention, {})
  })

  test("the audit log says who did what, from what to what", async () => {
    await open("audit")
    const entries = page.getByRole("list", { name: "Audit log" }).locator("> li")
    const last = entries.first()
    await last.getByText("was changed").waitFor()
    await last.getByText("Ada Lovelace").waitFor()
    const change = last.getByRole("row").filter({ hasText: "Spam days" })
    assert.deepEqual(await change.getByRole("cell").allInnerTexts(), ["14", "nothing"])
    await page.getByLabel("What", { exact: true }).selectOption("Office hours")
    await entries.filter({ hasText: "Office hours was made" }).waitFor()
    await entries.nth(1).waitFor({ state: "detached" })
    await entries.getByText("Europe/Berlin").waitFor()
    await page.getByLabel("Who").selectOption("Grace Hopper")
    await page.getByRole("heading", { name: "No such changes" }).waitFor()
  })
})

/** Each with the words by which one knows that it is there. */
const pages: [path: string, words: string][] = [
  ["mail", "A late order"],
  ["mail/sent", "gone@customers.example"],
  ["mail/messages", "What the transport said."],
  ["apps", "No apps"],
  ["hours", "Europe/Berlin"],
  ["desk", "Mail as it came"],
  ["audit", "Europe/Berlin"],
]

for (const [turn, [colorScheme, width]] of (
  [
    ["light", 1440],
    ["dark", 360],
  ] as const
).entries())
  test(`nothing is wrong with every other page, ${colorScheme} and ${width} wide`, async () => {
    const eyes = await desk.visit("ada", { ...looked, colorScheme, viewport: { width, height: 800 } })
    const [message] = (await ada.messages.list({ size: 1 }))._embedded.messages
    for (const [path, words] of pages.filter((_, index) => index % 2 === turn)) {
      const place = path === "mail/messages" ? `mail/messages/${message?.id}` : path
      await goTo(eyes, `${desk.origin}/settings/${place}`)
      const shown = eyes.getByRole("main")
      if (path === "hours") await shown.getByLabel("Time zone").waitFor()
      else await shown.getByText(words).first().waitFor()
      await assertSound(eyes, path)
    }
    await eyes.context().close()
  })
