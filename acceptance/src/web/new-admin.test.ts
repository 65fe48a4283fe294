import assert from "node:assert/strict"
import { once } from "node:events"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { after, before, test } from "node:test"
import type { BrowserContext, Page } from "playwright-core"
import { SMTPServer } from "smtp-server"
import { type ImapServer, startImapServer } from "../mail/imap-server.ts"
import { removeFolder, type StartedDesk, startDesk, temporaryFolder } from "../processes.ts"
import { patienceMs, until } from "../until.ts"
import { sharedChromium } from "./chromium.ts"
import { pressLetter } from "./going.ts"

const colleague = { name: "Edith Clarke", email: "edith@acorn.example" }

let folder: string
let started: StartedDesk
let context: BrowserContext
let page: Page
let imap: ImapServer
let relay: SMTPServer
let receiver: Server
const hooked: string[] = []

before(async () => {
  imap = await startImapServer({
    user: "help@acorn.example",
    password: "mail secret",
    messages: [
      [
        "From: Mary <mary@customers.example>",
        "To: help@acorn.example",
        "Subject: Where is my order?",
        "Message-ID: <order@customers.example>",
        "",
        "It is late.",
        "",
      ].join("\r\n"),
    ],
  })
  relay = new SMTPServer({ disabledCommands: ["AUTH", "STARTTLS"] })
  await new Promise<void>((resolve) => relay.listen(0, "127.0.0.1", resolve))
  receiver = createServer(async (request, response) => {
    let body = ""
    for await (const piece of request) body += piece
    hooked.push(body)
    response.end("thank you")
  }).listen(0, "127.0.0.1")
  await once(receiver, "listening")
  folder = await temporaryFolder()
  const environment = {
    DATA_DIR: join(folder, "data"),
    OUTGOING_ALLOW: "127.0.0.1",
    OUTGOING_PORTS: "1024-65535",
  }
  started = await startDesk(environment)
  context = await (await sharedChromium()).newContext({ viewport: { width: 1440, height: 900 } })
  context.setDefaultTimeout(patienceMs)
  page = await context.newPage()
})
after(async () => {
  await context?.close()
  await started?.stop()
  await removeFolder(folder)
  await imap.close()
  receiver.close()
  await new Promise<void>((resolve) => relay.close(resolve))
})

const printed = (name: string) => new RegExp(`${name} +(\\S+)`).exec(started.output)?.[1] ?? ""
const portOf = (server: { address(): unknown }) => String((server.address() as AddressInfo).port)
const button = (name: string) => page.getByRole("button", { name, exact: true })
const link = (name: string) => page.getByRole("link", { name, exact: true })
const dialog = (name: string) => page.getByRole("dialog", { name })
const steps = () => page.getByRole("region", { name: "First steps" })
const saved = () => page.getByText("Not saved yet").waitFor({ state: "detached" })

/** By what stands on the screen alone, with nothing read before. */
test("a new admin follows the first steps, switches on routing and sees a webhook arrive", async () => {
  await page.goto(started.origin)
  await setUpByKeyboard()

  await steps().getByText("0 of 4").waitFor()
  await steps().getByRole("link", { name: "Try a reply" }).click()
  await page.waitForURL("**/list/all")
  await page.locator("li[aria-posinset] a").first().click()
  await page.getByRole("article").first().waitFor()
  await pressLetter(page, "r")
  const editor = page.getByRole("region", { name: "Write" }).locator("[contenteditable=true]")
  await editor.and(page.locator(":focus")).waitFor()
  await page.keyboard.type("Hello from the new desk")
  await page.keyboard.press("Control+Enter")
  await page
    .getByText(/^(Sending|Sent) to|^Your reply to/)
    .first()
    .waitFor()

  await page.getByRole("navigation", { name: "Inboxes and folders" }).getByRole("link", { name: "Settings" }).click()
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Inboxes/ })
    .click()
  await button("New inbox").click()
  await dialog("New inbox").getByLabel("Name", { exact: true }).fill("Help")
  await dialog("New inbox").getByLabel("Address", { exact: true }).fill("help@acorn.example")
  await button("Create the inbox").click()
  await page.waitForURL(/\/settings\/inboxes\/\d+\/mail$/)

  await connect("Incoming mail (IMAP)", async (form) => {
    await form.getByLabel("Encryption").selectOption("none")
    await form.getByLabel("Port", { exact: true }).fill(String(imap.port))
    await form.getByLabel("User name").fill("help@acorn.example")
    await form.getByLabel("Password", { exact: true }).fill("mail secret")
  })
  await connect("Outgoing mail (SMTP)", async (form) => {
    await form.getByRole("radio", { name: "Nobody signs in" }).check()
    await form.getByLabel("Encryption").selectOption("none")
    await form.getByLabel("Port", { exact: true }).fill(portOf(relay.server))
  })

  await link("People").click()
  await button("Add somebody").click()
  const adding = dialog("Add somebody")
  await adding.getByLabel("First name").fill("Edith")
  await adding.getByLabel("Last name").fill("Clarke")
  await adding.getByLabel("E-mail address").fill(colleague.email)
  await adding.getByRole("checkbox", { name: /help@acorn\.example/ }).check()
  await adding.getByRole("button", { name: "Add", exact: true }).click()
  const invitation = await dialog(`A link for ${colleague.name}`).getByLabel("Link to choose a password").inputValue()
  assert.ok(invitation.startsWith(`${started.origin}/reset-password#`))
  await button("Done").click()

  await link("Inboxes").click()
  await page.getByRole("list", { name: "Inboxes" }).getByRole("link", { name: "Help" }).click()
  await link("Routing").click()
  await page.getByLabel("Assign new conversations automatically").check()
  await page.getByRole("list", { name: "Who takes part" }).getByLabel(colleague.name).check()
  await button("Save").click()
  await saved()
  await page.getByRole("list", { name: "Right now" }).getByText(colleague.name).waitFor()

  await link("Webhooks").click()
  await button("New webhook").click()
  const making = dialog("New webhook")
  await making.getByLabel("Address", { exact: true }).fill(`http://127.0.0.1:${portOf(receiver)}/hook`)
  await making.getByLabel("Label (optional)").fill("Orders")
  await making.getByRole("checkbox", { name: /^Tag created/ }).check()
  await making.getByRole("button", { name: "Save", exact: true }).click()
  await page.getByRole("heading", { name: "Orders", level: 1 }).waitFor()
  const webhookPage = page.url()

  await link("Tags").click()
  await button("New tag").click()
  await dialog("New tag").getByLabel("Name", { exact: true }).fill("urgent")
  await dialog("New tag").getByRole("button", { name: "Save", exact: true }).click()
  await button("Edit urgent").waitFor()
  await until(() => hooked.length > 0)
  assert.equal(JSON.parse(hooked[0] ?? "{}").name, "urgent")
  await link("Webhooks").click()
  await page.getByRole("link", { name: "Orders" }).click()
  await page.waitForURL(webhookPage)
  const log = page.getByRole("list", { name: "Deliveries" })
  await log.getByText("Tag created").waitFor()
  await log.getByText("delivered").waitFor()

  // The page of the mail log shows what there is when it is opened.
  const query = new URLSearchParams({ query: '(subject:"Where is my order")' })
  await until(async () => {
    const { _embedded } = await (await page.request.get(`${started.origin}/v2/conversations?${query}`)).json()
    return _embedded.conversations.some(({ subject }: { subject: string }) => subject === "Where is my order?")
  })
  await page.goto(`${started.origin}/list/mine`)
  await steps().getByText("3 of 4").waitFor()
  await steps().getByRole("link", { name: "Remove the sample conversations" }).click()
  await button("Remove").click()
  await page.getByRole("dialog").getByRole("button", { name: "Remove them" }).click()
  await page.getByText("The sample conversations are gone").waitFor()
  assert.equal(await page.getByRole("list", { name: "First steps" }).getByText("Done", { exact: true }).count(), 4)
  await page.goto(`${started.origin}/list/all`)
  await page.getByRole("link", { name: /Where is my order/ }).waitFor()
  assert.equal(await page.locator("li[aria-posinset] a").count(), 1)
  assert.equal(await steps().count(), 0)

  await page.goto(`${started.origin}/settings`)
  await page.getByRole("navigation").getByRole("link", { name: "Mail log" }).click()
  const came = page
    .getByRole("list", { name: "Received" })
    .getByRole("listitem")
    .filter({ hasText: "Where is my order?" })
  await came.getByText("In a conversation").waitFor()
  await came.getByText("Mary <mary@customers.example>").waitFor()
})

/** Fills what the dialog asks for, and has the connection tried. */
async function connect(kind: string, fill: (form: ReturnType<typeof dialog>) => Promise<void>): Promise<void> {
  const row = page.getByRole("listitem").filter({ hasText: kind })
  await row.getByRole("button", { name: "Connect" }).click()
  const form = dialog(kind)
  await form.getByLabel("Server").fill("127.0.0.1")
  await fill(form)
  await form.getByRole("button", { name: "Test the connection" }).click()
  await form.getByText("The test passed. Save the connection to use it.").waitFor()
  await form.getByRole("button", { name: "Save", exact: true }).click()
  await form.waitFor({ state: "hidden" })
}

/** From the door to the inbox without a pointer. */
async function setUpByKeyboard(): Promise<void> {
  await page.getByRole("textbox", { name: "E-mail address" }).and(page.locator(":focus")).waitFor()
  await page.keyboard.type(printed("Owner"))
  await page.keyboard.press("Tab")
  await page.keyboard.type(printed("Password"))
  await page.keyboard.press("Enter")
  await page.waitForURL("**/setup")
  for (const [label, typed] of [
    ["First name", "Olga"],
    ["Last name", "Owens"],
    ["Your e-mail address", undefined],
    ["Your password", "correct horse battery staple"],
    ["Time zone", undefined],
    ["Name of the desk", "Acorn & Sons"],
    ["First inbox", "Hello"],
    ["Its e-mail address", "hello@acorn.example"],
  ] as const) {
    await page.getByLabel(label).and(page.locator(":focus")).waitFor()
    if (typed !== undefined) await page.keyboard.type(typed)
    await page.keyboard.press("Tab")
  }
  await page
    .getByRole("checkbox", { name: /sample conversations/ })
    .and(page.locator(":focus"))
    .waitFor()
  await page.keyboard.press("Enter")
  await page.waitForURL("**/list/mine")
}
