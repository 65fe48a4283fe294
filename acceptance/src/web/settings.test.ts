import assert from "node:assert/strict"
import { once } from "node:events"
import { createServer, type IncomingHttpHeaders, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { after, before, describe, test } from "node:test"
import type { DeskhandClient } from "@deskhand/sdk/client"
import type { Locator, Page } from "playwright-core"
import { until } from "../until.ts"
import { openWebDesk, type WebDesk } from "./desk.ts"
import { goTo, pressLetter } from "./going.ts"
import { assertSound, looked } from "./looking.ts"

let desk: WebDesk
let client: DeskhandClient
let page: Page
let receiver: Server
let receiverUrl: string
/** The headers of the last request to the receiver of webhooks. */
let received: IncomingHttpHeaders | undefined
/** What the receiver of webhooks answers. */
let answer = 200

before(async () => {
  receiver = createServer((request, response) => {
    request.resume()
    received = request.headers
    response.writeHead(answer, { "Content-Type": "text/plain" }).end(answer === 200 ? "thank you" : "not today")
  }).listen(0, "127.0.0.1")
  await once(receiver, "listening")
  receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
  desk = await openWebDesk({ OUTGOING_ALLOW: "127.0.0.1", OUTGOING_PORTS: "1024-65535" })
  client = await desk.client("ada")
  page = await desk.visit("ada")
})
after(async () => {
  receiver.close()
  await desk?.finish()
})

const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true })
const dialog = (name: string) => page.getByRole("dialog", { name })
const toast = (message: string) => page.getByText(message, { exact: true })
const open = (path: string) => goTo(page, `${desk.origin}/settings/${path}`)

/** Fills a dialog, sends it, and waits until it is gone. */
async function fill(within: Locator, values: Record<string, string>, submit = "Save") {
  for (const [label, value] of Object.entries(values)) await within.getByLabel(label, { exact: true }).fill(value)
  await within.getByRole("button", { name: submit, exact: true }).click()
}

async function saveForm(): Promise<void> {
  await button("Save").click()
  await page.getByText("Not saved yet").waitFor({ state: "detached" })
}

describe("the settings", () => {
  test("are reached by the menu, by keys and by the palette", async () => {
    await page.goto(`${desk.origin}/list/all`)
    await page.getByRole("button", { name: /Account and settings/ }).click()
    await page.getByRole("menuitem", { name: "Settings" }).click()
    await page.getByRole("heading", { name: "Settings", level: 1 }).waitFor()
    await page.goBack()
    const navigation = page.getByRole("navigation", { name: "Inboxes and folders" })
    await navigation.getByRole("link", { name: "Settings" }).click()
    await page.getByRole("heading", { name: "Settings", level: 1 }).waitFor()
    await page.keyboard.press("Escape")
    await page.waitForURL("**/list/mine")
    await pressLetter(page, "g", ",")
    await page.waitForURL("**/settings")
    await page.keyboard.press("Control+k")
    await page.keyboard.type("settings webh")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "Webhooks", level: 1 }).waitFor()
    const parts = page.getByRole("navigation", { name: "Parts of the settings" }).getByRole("link")
    assert.deepEqual(await parts.allInnerTexts(), [
      "Inboxes",
      "Mail log",
      "People",
      "Teams",
      "Tags",
      "Properties",
      "Workflows",
      "Webhooks",
      "Apps",
      "Tokens",
      "Office hours",
      "Desk",
      "Audit log",
      "First steps",
    ])
  })

  test("show others what concerns them, and a friendly notice for the rest", async () => {
    const own = await desk.visit("grace")
    await own.goto(`${desk.origin}/settings`)
    const parts = own.getByRole("navigation", { name: "Parts of the settings" }).getByRole("link")
    await parts.first().waitFor()
    assert.deepEqual(await parts.allInnerTexts(), ["Inboxes", "Tags", "Tokens"])
    await goTo(own, `${desk.origin}/settings/people`)
    await own.getByRole("heading", { name: "This is for administrators" }).waitFor()
    await goTo(own, `${desk.origin}/settings/inboxes/${desk.ids.inboxes.support}/saved-replies`)
    await own.getByRole("button", { name: "New saved reply" }).waitFor()
    const tabs = own.getByRole("navigation", { name: /^Settings of/ }).getByRole("link")
    assert.deepEqual(await tabs.allInnerTexts(), ["Saved replies"])
    await own.context().close()
  })
})

describe("inboxes", () => {
  let id: number
  const tab = (name: string) =>
    page
      .getByRole("navigation", { name: /^Settings of/ })
      .getByRole("link", { name })
      .click()

  test("are made, refusals stand beside the field, and what is unsaved is not lost by accident", async () => {
    await open("inboxes")
    await button("New inbox").click()
    const making = dialog("New inbox")
    const taken = (await client.inboxes.get(desk.ids.inboxes.support)).email
    await fill(making, { Name: "Repairs", Address: taken }, "Create the inbox")
    await making.getByText("Address is already used by another inbox.").waitFor()
    assert.equal(await making.getByLabel("Address").getAttribute("aria-invalid"), "true")
    await fill(making, { Address: "repairs@example.com" }, "Create the inbox")
    await page.waitForURL(/\/settings\/inboxes\/\d+\/mail$/)
    id = Number(/inboxes\/(\d+)/.exec(page.url())?.[1])

    await tab("General")
    await page.getByLabel("Name", { exact: true }).fill("Repairs and returns")
    await page.getByLabel("Is closed, until the customer answers").check()
    await tab("Signature")
    await dialog("Leave without saving?").getByRole("button", { name: "Stay here" }).click()
    assert.match(page.url(), /\/general$/)
    await saveForm()
    const { name, email, statusAfterReply } = await client.inboxes.get(id)
    assert.deepEqual([name, email, statusAfterReply], ["Repairs and returns", "repairs@example.com", "closed"])
    await page.getByRole("heading", { name: "Repairs and returns", level: 1 }).waitFor()
  })

  test("show what others change meanwhile in every field that was not touched", async () => {
    const typedIn = (label: string) => page.getByLabel(label, { exact: true }).inputValue()
    await page.getByLabel("Name", { exact: true }).fill("Typed here")
    await client.inboxes.change(id, { name: "Changed elsewhere", email: "elsewhere@example.com" })
    await until(async () => (await typedIn("Address")) === "elsewhere@example.com")
    assert.equal(await typedIn("Name"), "Typed here")
    await button("Discard changes").click()
    assert.equal(await typedIn("Name"), "Changed elsewhere")
    await client.inboxes.change(id, { name: "Repairs and returns", email: "repairs@example.com" })
    await until(async () => (await typedIn("Name")) === "Repairs and returns")
    assert.equal(await page.getByText("Not saved yet").count(), 0)
  })

  test("have a signature and an automatic reply, written formatted or as HTML", async () => {
    await tab("Signature")
    await page.getByRole("toolbar").waitFor()
    await page.getByRole("textbox", { name: "Signature" }).click()
    await page.keyboard.type("Your menders")
    await saveForm()
    assert.equal((await client.inboxes.get(id)).signature, "<p>Your menders</p>")
    await button("HTML").click()
    await page
      .getByLabel("Signature", { exact: true })
      .fill("<p>Your <i>menders</i></p><table><tr><td>Desk</td></tr></table>")
    await page.frameLocator("section iframe").getByRole("cell", { name: "Desk" }).waitFor()
    await saveForm()
    assert.match((await client.inboxes.get(id)).signature, /<i>menders<\/i>.*<td>Desk/)
    await tab("Auto reply")
    await page.getByLabel("Answer new conversations automatically").check()
    await page.getByLabel("Subject", { exact: true }).fill("We have it")
    await saveForm()
    assert.deepEqual((await client.inboxes.get(id)).autoReply, { enabled: true, subject: "We have it", text: "" })
  })

  test("are entered by whom one chooses, and routing says why it passes somebody over", async () => {
    const { users } = desk.ids
    await tab("Access")
    const who = page.getByRole("list", { name: "Who may enter" })
    assert.ok(await who.getByLabel("Ada Lovelace").isDisabled())
    await who.getByLabel("Grace Hopper").check()
    await saveForm()
    const inside = await Array.fromAsync(client.users.all({ mailbox: id }))
    assert.ok(inside.some((user) => user.id === users.grace))
    await client.users.setStatus(users.grace, { status: "away" })
    await tab("Routing")
    await page.getByLabel("Assign new conversations automatically").check()
    await page.getByLabel("Balanced").check()
    await page.getByLabel("Most at a time").fill("3")
    await page.getByRole("list", { name: "Who takes part" }).getByLabel("Grace Hopper").check()
    await saveForm()
    const routing = await client.inboxes.routing(id)
    assert.deepEqual(
      [routing.state, routing.assignmentMethod, routing.assignmentLimit, routing.userIds],
      ["enabled", "balanced", 3, [users.grace]],
    )
    const grace = page
      .getByRole("list", { name: "Right now" })
      .getByRole("listitem")
      .filter({ hasText: "Grace Hopper" })
    await grace.getByText("0 active of at most 3 · they are away").waitFor()
    // Live: she comes back, and nobody has to look again.
    await client.users.setStatus(users.grace, { status: "active" })
    await grace.getByText("gets conversations").waitFor()
  })

  test("have fields in an order, folders and saved replies", async () => {
    await tab("Custom fields")
    await button("New field").click()
    const making = dialog("New field")
    await making.getByLabel("Kind").selectOption("dropdown")
    for (const label of ["Chair", "Table"]) {
      await making.getByRole("button", { name: "Add an option" }).click()
      await page.keyboard.type(label)
    }
    await making.getByRole("button", { name: "Move option 2 up" }).click()
    await fill(making, { Name: "Thing" })
    await page.getByText("Choice from a list: Table, Chair").waitFor()
    await button("New field").click()
    await fill(dialog("New field"), { Name: "Bought on" })
    await button("Move Bought on up").click()
    await button("Move Bought on down").waitFor()
    const fields = await Array.fromAsync(client.inboxes.fields(id).all())
    assert.deepEqual(
      fields.map(({ name, options }) => [name, options?.map(({ label }) => label)]),
      [
        ["Bought on", undefined],
        ["Thing", ["Table", "Chair"]],
      ],
    )
    await button("Delete Bought on").click()
    await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click()
    await toast("“Bought on” was deleted").waitFor()

    await tab("Folders")
    await button("New folder").click()
    await fill(dialog("New folder"), { Name: "Angry", Search: "tag:(" })
    await dialog("New folder").getByRole("alert").first().waitFor()
    await fill(dialog("New folder"), { Search: "tag:angry" })
    await page.getByText("A search · 0 conversations").waitFor()
    const folder = (await Array.fromAsync(client.inboxes.folders(id).all())).find(({ name }) => name === "Angry")
    assert.equal((await client.inboxes.folders(id).get(folder?.id ?? 0)).query, "tag:angry")

    await tab("Saved replies")
    await button("New saved reply").click()
    const reply = dialog("New saved reply")
    await reply.getByRole("toolbar").waitFor()
    await reply.getByRole("textbox", { name: "Text" }).click()
    await page.keyboard.type("Dear ")
    await reply.getByLabel("Insert …").selectOption("Customer’s first name")
    await fill(reply, { Name: "Greeting" })
    await page.getByRole("list", { name: "Saved replies" }).getByText("Dear {%customer.firstName%}").waitFor()
    const [listed] = await client.inboxes.savedReplies(id).list()
    const { text } = await client.inboxes.savedReplies(id).get(listed?.id ?? 0)
    assert.equal(text, "<p>Dear {%customer.firstName%}</p>")

    await button("New saved reply").click()
    await fill(reply, { Name: "Wave", "In chats instead (optional)": "Hi there" })
    await page.getByRole("list", { name: "Saved replies" }).getByText("Chats only: Hi there").waitFor()
    await button("Edit Wave").click()
    await fill(dialog("Change the saved reply"), { "In chats instead (optional)": "Bye" })
    await page.getByRole("list", { name: "Saved replies" }).getByText("Chats only: Bye").waitFor()
    const all = await client.inboxes.savedReplies(id).list({ includeChatReplies: true })
    assert.deepEqual(
      all.map(({ name, preview }) => [name, preview]),
      [
        ["Greeting", "Dear {%customer.firstName%}"],
        ["Wave", undefined],
      ],
    )
  })
})

describe("people", () => {
  test("are added with a link to choose a password, changed, deactivated and brought back", async () => {
    await open("people")
    await button("Add somebody").click()
    const making = dialog("Add somebody")
    await making.getByRole("list", { name: "May enter" }).getByRole("checkbox").first().check()
    await fill(making, { "First name": "Edith", "Last name": "Clarke", "E-mail address": desk.ids.emails.grace }, "Add")
    await making.getByText("E-mail address is already used by another user.").waitFor()
    await fill(making, { "E-mail address": "edith@example.com" }, "Add")
    const link = await dialog("A link for Edith Clarke").getByLabel("Link to choose a password").inputValue()
    assert.match(link, /\/reset-password#/)
    await button("Done").click()
    const edith = async () => (await client.users.list({ email: "edith@example.com" }))._embedded.users[0]
    const made = await edith()
    assert.deepEqual([made?.firstName, made?.role], ["Edith", "user"])

    await page.getByLabel("Find in: People").fill("edith")
    await button("Edit Edith Clarke").click()
    const changing = dialog("Change a person")
    await changing.getByLabel("Role").selectOption("admin")
    await fill(changing, { "Job title": "Engineer" })
    await page.getByText("edith@example.com · Engineer").waitFor()
    assert.equal((await edith())?.role, "admin")

    await button("Deactivate Edith Clarke").click()
    await page.getByRole("dialog").getByRole("button", { name: "Deactivate", exact: true }).click()
    await toast("Edith Clarke was deactivated").waitFor()
    assert.equal(await edith(), undefined)
    await page.getByRole("button", { name: /^Undo/ }).click()
    await toast("Edith Clarke is back").waitFor()
    assert.equal((await edith())?.id, made?.id)
  })

  test("are in teams", async () => {
    await open("teams")
    await button("New team").click()
    const making = dialog("New team")
    await making.getByLabel("Find in: Members").fill("grace")
    await making.getByLabel(/^Grace Hopper/).check()
    await fill(making, { Name: "Menders" })
    const row = page.getByRole("listitem").filter({ hasText: "Menders" })
    await row.getByText("Grace Hopper").waitFor()
    await button("Edit Menders").click()
    await dialog("Change the team").getByLabel("Find in: Members").fill("grace")
    await dialog("Change the team")
      .getByLabel(/^Grace Hopper/)
      .uncheck()
    await fill(dialog("Change the team"), { Name: "Fixers" })
    await page.getByRole("listitem").filter({ hasText: "Fixers" }).getByText("Nobody is in it").waitFor()
    const team = (await Array.fromAsync(client.teams.all())).find(({ name }) => name === "Fixers")
    assert.deepEqual(await Array.fromAsync(client.teams.members(team?.id ?? 0).all()), [])
  })
})

describe("tags and properties", () => {
  test("are renamed, coloured and deleted, and it is said what that does", async () => {
    await open("tags")
    await button("Edit scenario-vip").click()
    await dialog("Change the tag").getByRole("button", { name: "Purple" }).click()
    await fill(dialog("Change the tag"), { Name: "very important" })
    await button("Edit very important").waitFor()
    const { name, color, ticketCount } = await client.tags.get(desk.ids.tags.vip)
    assert.deepEqual([name, color], ["very important", "#7a5cc0"])
    await button("Delete very important").click()
    await page.getByText(new RegExp(`It is taken off ${ticketCount} conversations?\\.`)).waitFor()
    await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click()
    await button("Edit very important").waitFor({ state: "detached" })
    await assert.rejects(client.tags.get(desk.ids.tags.vip), { status: 404 })

    await open("properties")
    await button("New organization property").click()
    await fill(dialog("New organization property"), { Name: "Day of review" })
    await button("Edit Day of review").click()
    await fill(dialog("Change the property"), { Name: "Next review" })
    await button("Edit Next review").waitFor()
    assert.equal((await client.organizations.properties.get("day-of-review")).name, "Next review")

    await client.customerProperties.create({ name: "Plan", slug: "Plan", type: "text" })
    await button("Delete Plan").click()
    await page.getByText(/Values are kept for 30 days: .*name for programs “Plan” brings them back\./).waitFor()
    await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click()
    await button("Delete Plan").waitFor({ state: "detached" })
    await assert.rejects(client.customerProperties.get("Plan"), { status: 404 })
  })
})

describe("webhooks", () => {
  test("are made, tested, and what failed is seen and sent again", async () => {
    await open("webhooks")
    await button("New webhook").click()
    const making = dialog("New webhook")
    await making.getByLabel("Find in: Events").fill("tag.created")
    await making.getByRole("checkbox", { name: /^Tag created/ }).check()
    await fill(making, { Address: "http://10.0.0.1:8080/" })
    await making.getByText(/^Address: .*private/).waitFor()
    await fill(making, { Address: receiverUrl, "Label (optional)": "Orders" })
    await page.getByRole("heading", { name: "Orders", level: 1 }).waitFor()
    const id = Number(/webhooks\/(\d+)/.exec(page.url())?.[1])
    assert.deepEqual((await client.webhooks.get(id)).events, ["tag.created"])

    await button("Send a test").click()
    const tested = page.getByRole("status", { name: "Result of the test" })
    await tested.getByText("The test arrived").waitFor()
    await tested.getByText("Answered 200").waitFor()
    await tested.getByText("thank you").waitFor()
    answer = 503
    await button("Send a test").click()
    await tested.getByText("The test did not arrive").waitFor()
    await page.getByLabel("Show").selectOption("failed")
    const log = page.getByRole("list", { name: "Deliveries" })
    await log.locator("summary").filter({ hasText: "failed" }).click()
    await log.getByText("not today").waitFor()
    await log.getByText("What is sent").waitFor()
    answer = 200
    assert.equal(await log.getByRole("button", { name: /^Send again/ }).count(), 0)
    await client.tags.create({ name: "seen" })
    await page.getByLabel("Show").selectOption("delivered")
    await until(async () => {
      await button("Look again").click()
      return (await log.getByText("Tag created").count()) === 1
    })
    await page.getByLabel("Show").selectOption("All of them")
    await log.getByRole("button", { name: /^Send again: Tag created/ }).click()
    await toast("It is on its way again").waitFor()
    await log.getByText("2 attempts").waitFor()

    await button("Disable").click()
    await toast("Disabled. What happens meanwhile is kept for it.").waitFor()
    assert.equal((await client.webhooks.get(id)).state, "disabled")
    await button("Delete").click()
    await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click()
    await page.waitForURL("**/settings/webhooks")
    await assert.rejects(client.webhooks.get(id), { status: 404 })
  })
})

describe("a webhook for a receiver written for another service", () => {
  test("has its header names, a long secret and its names of kinds; kinds that are not sent yet are marked", async () => {
    await open("webhooks")
    await button("New webhook").click()
    const making = dialog("New webhook")
    await making.getByLabel("Find in: Events").fill("tag.created")
    await making.getByRole("checkbox", { name: "Tag created tag.created", exact: true }).check()
    await making.getByLabel("Find in: Events").fill("not sent yet")
    assert.deepEqual(await making.getByRole("list", { name: "Events" }).getByRole("checkbox").count(), 5)
    await making.getByLabel(/^Other names/).check()
    await fill(making, { Address: receiverUrl, "Label (optional)": "Elsewhere", "Header prefix": "Webhook" })
    await making.getByText(/^Header prefix must be the beginning of a header name/).waitFor()
    await making.getByLabel("Header prefix").fill("X-Acme")
    await making.getByText("Sends X-Acme-Event and X-Acme-Signature.").waitFor()
    await fill(making, { Secret: "s".repeat(128) })
    await page.getByRole("heading", { name: "Elsewhere", level: 1 }).waitFor()
    await page.getByText("X-Acme-Event, X-Acme-Signature", { exact: true }).waitFor()
    const id = Number(/webhooks\/(\d+)/.exec(page.url())?.[1])
    assert.equal((await client.webhooks.get(id)).headerPrefix, "X-Acme")
    await button("Send a test").click()
    await page.getByRole("status", { name: "Result of the test" }).getByText("The test arrived").waitFor()
    assert.equal(received?.["x-acme-event"], "webhook.test")

    // A client replaces the events while the form is open, and uses its own names for them.
    await client.webhooks.replace(id, { url: receiverUrl, label: "Elsewhere", events: ["beacon.chat.created"] })
    await page.reload()
    await button("Change").click()
    const changing = dialog("Change")
    await changing.getByText("beacon.chat.created · not sent yet").waitFor()
    assert.equal(await changing.getByText("widget.chat.created").count(), 0)
    await changing.getByLabel("The names that this desk uses for all webhooks").check()
    await fill(changing, {})
    await changing.waitFor({ state: "detached" })
    const { events, headerPrefix } = await client.webhooks.get(id)
    assert.deepEqual([events, headerPrefix], [["beacon.chat.created"], undefined])
    await client.webhooks.delete(id)
  })
})

describe("tokens and the desk", () => {
  test("a token is shown once, works as far as it goes, and stops when it is revoked", async () => {
    await open("tokens")
    await button("New token").click()
    await dialog("New token").getByLabel("Read only").check()
    await fill(dialog("New token"), { Name: "Script" }, "Make the token")
    const token = await dialog("The token “Script”").getByLabel("Token", { exact: true }).inputValue()
    await button("Done").click()
    const as = (method: string, path: string) =>
      fetch(`${desk.origin}${path}`, { method, headers: { Authorization: `Bearer ${token}` } })
    assert.equal((await as("GET", "/v2/users/me")).status, 200)
    assert.equal((await as("DELETE", `/v2/mailboxes/${desk.ids.inboxes.support}`)).status, 403)
    await button("Revoke Script").click()
    await page.getByRole("dialog").getByRole("button", { name: "Revoke", exact: true }).click()
    await button("Revoke Script").waitFor({ state: "detached" })
    assert.equal((await as("GET", "/v2/users/me")).status, 401)
  })

  test("a token administers the desk only where that was ticked, and the list says so", async () => {
    await open("tokens")
    for (const [name, ticked] of [
      ["Plain", false],
      ["Provisioning", true],
    ] as const) {
      await button("New token").click()
      await dialog("New token").getByLabel("May administer the desk").setChecked(ticked)
      await fill(dialog("New token"), { Name: name }, "Make the token")
      const token = await dialog(`The token “${name}”`).getByLabel("Token", { exact: true }).inputValue()
      await button("Done").click()
      const answer = await fetch(`${desk.origin}/v2/users/999999999`, {
        method: "DELETE",
        headers: { Authorization: `Bearer ${token}` },
      })
      assert.equal(answer.status, ticked ? 404 : 403)
    }
    await page.getByRole("listitem").filter({ hasText: "Provisioning" }).getByText("Administration").waitFor()
    await page.getByRole("listitem").filter({ hasText: "Plain" }).getByText("Read and write").waitFor()
  })

  test("a proxy that the desk does not trust is named, with the lines to set", async () => {
    const headers = { "X-Forwarded-Proto": "https" }
    assert.equal((await fetch(`${desk.origin}/healthz`, { headers })).status, 200)
    await until(async () => (await client.account.get()).ignoredProxy !== undefined)
    await open("desk")
    const notice = page.getByRole("region", { name: "Links may have the wrong address" })
    await notice.getByText("A request came with X-Forwarded-Proto, from 127.0.0.1.").waitFor()
    const lines = await notice.getByRole("listitem").allInnerTexts()
    assert.deepEqual(lines, ["TRUSTED_PROXIES=127.0.0.1", `PUBLIC_URL=${desk.origin}`])
  })

  test("the desk is renamed, and says how long things are kept", async () => {
    await open("desk")
    await page.getByLabel("Name of the desk").fill("Menders Inc.")
    await page.getByLabel("Take no more after some days").check()
    await page.getByLabel("Days after it began").fill("900")
    await button("Save").first().click()
    await page.getByText("Not saved yet").waitFor({ state: "detached" })
    const { name, oldConversationDays } = await client.account.get()
    assert.deepEqual([name, oldConversationDays], ["Menders Inc.", 900])
    await page.getByLabel("Events in the feed").getByText("As set up: 90 days").waitFor({ state: "attached" })
  })
})

/** Each with the words by which one knows that it is there. */
const pages: [path: string, words: string][] = [
  ["", "What counts for everybody at this desk."],
  ["inboxes", "Each inbox has an address of its own"],
  ["inboxes/general", "Status after replying"],
  ["inboxes/signature", "Stands below every reply"],
  ["inboxes/auto-reply", "Once for each conversation"],
  ["inboxes/access", "Owners and admins enter every inbox"],
  ["inboxes/fields", "What you want to know"],
  ["inboxes/folders", "Beside those that every inbox has"],
  ["inboxes/routing", "Who is next"],
  ["inboxes/saved-replies", "What is said often"],
  ["people", "Everybody who signs in here."],
  ["teams", "Fixers"],
  ["tags", "A tag that somebody puts on"],
  ["properties", "Next review"],
  ["webhooks", "Each sends what happens here"],
  ["webhook", "Open one for its attempts"],
  ["tokens", "A program with a token of yours"],
  ["desk", "How long things are kept"],
]

for (const [turn, [colorScheme, width]] of (
  [
    ["light", 1440],
    ["dark", 360],
  ] as const
).entries())
  test(`nothing is wrong with every other page, ${colorScheme} and ${width} wide`, async () => {
    const eyes = await desk.visit("ada", { ...looked, colorScheme, viewport: { width, height: 800 } })
    for (const [path, words] of pages.filter((_, index) => index % 2 === turn)) {
      const place = path
        .replace(/^inboxes\//, `inboxes/${desk.ids.inboxes.support}/`)
        .replace(/^webhook$/, `webhooks/${desk.ids.webhooks.enabled}`)
      await goTo(eyes, `${desk.origin}/settings/${place}`)
      await eyes.getByRole("main").getByText(words).first().waitFor()
      await assertSound(eyes, path)
    }
    await eyes.context().close()
  })
