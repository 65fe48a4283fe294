import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import type { DeskhandClient } from "@deskhand/sdk/client"
import type { Page } from "playwright-core"
import { beginConversation } from "./begin.ts"
import { openWebDesk, type WebDesk } from "./desk.ts"
import { goTo, pressLetter } from "./going.ts"

let desk: WebDesk
let grace: DeskhandClient
let page: Page
let kite: number
let number: number

before(async () => {
  desk = await openWebDesk()
  grace = await desk.client("grace")
  page = await desk.visit("ada")
  kite = await startConversation("Kite without a string")
  ;({ number } = await grace.conversations.get(kite))
  await startConversation("Balloon that flew away")
})
after(() => desk?.finish())

const startConversation = (subject: string): Promise<number> =>
  beginConversation(grace, {
    subject,
    mailboxId: desk.ids.inboxes.support,
    customer: { email: "wind@customers.example", firstName: "Wendy", lastName: "Wind" },
    text: "<p>Up it went.</p>",
  })

const palette = () => page.getByRole("dialog", { name: "Commands" })
const box = () => palette().getByRole("combobox")
const option = (name: string | RegExp) => palette().getByRole("option", { name })
const heading = (name: string) => page.getByRole("heading", { level: 1, name, exact: true })
/** What Enter would do now. */
const chosen = (name: string) => palette().locator("[role=option][aria-selected=true]", { hasText: name })
const closed = () => palette().waitFor({ state: "detached" })

async function openKite(): Promise<void> {
  await goTo(page, `${desk.origin}/conversation/${kite}/${number}?list=all`)
  await heading("Kite without a string").waitFor()
  await page.getByRole("article").first().waitFor()
}

/** Opens it from the keyboard, and types. */
async function command(typed: string): Promise<void> {
  // The key closes one that is open.
  await closed()
  await page.keyboard.press("Control+k")
  await box().waitFor()
  await page.keyboard.type(typed)
}

describe("the command palette", () => {
  test("keeps what is typed and entered before its list has been fetched", async () => {
    const own = await desk.visit("ada")
    const fetched = Promise.withResolvers<void>()
    await own.route("**/Palette-*.js", async (route) => {
      await fetched.promise
      await route.continue()
    })
    await own.goto(`${desk.origin}/list/all`)
    await own.getByRole("heading", { level: 1, name: "All open" }).waitFor()
    await own.keyboard.press("Control+k")
    await own.keyboard.type("settings webh")
    await own.keyboard.press("Enter")
    assert.equal(await own.getByRole("textbox", { name: "Commands" }).inputValue(), "settings webh")
    fetched.resolve()
    await own.getByRole("heading", { name: "Webhooks", level: 1 }).waitFor()
    assert.equal(await own.getByRole("dialog").count(), 0)
    await own.context().close()
  })

  test("offers what can be done now with its keys, what is open first, and does it", async () => {
    await goTo(page, `${desk.origin}/list/all`)
    await heading("All open").waitFor()
    await page.keyboard.press("Control+k")
    await palette().getByRole("group", { name: "Go to" }).waitFor()
    await palette().getByRole("group", { name: "Actions" }).waitFor()
    assert.equal(await palette().getByRole("group", { name: "On this conversation" }).count(), 0)
    await page.keyboard.press("Escape")
    await closed()

    await openKite()
    await page.keyboard.press("Control+k")
    await box().waitFor()
    assert.equal(await palette().getByRole("group").first().getAttribute("aria-label"), "On this conversation")
    assert.match(await option(/^Close E/).innerText(), /Close\s+E/)
    await page.keyboard.type("pending")
    await chosen("Set to pending").waitFor()
    await page.keyboard.press("Enter")
    await closed()
    await page.getByRole("button", { name: "Status: Pending" }).waitFor()
    await page.getByText("Status set to Pending").waitFor()
    assert.equal((await grace.conversations.get(kite)).status, "pending")
  })

  test("opens while somebody types and gives the focus back", async () => {
    await pressLetter(page, "n")
    await page.keyboard.type("A note that")
    const writing = page.getByRole("textbox").and(page.locator(":focus"))
    await writing.waitFor()
    await page.keyboard.press("Control+k")
    await box().waitFor()
    await page.keyboard.press("Escape")
    await closed()
    await writing.waitFor()
    await page.keyboard.press("Escape")
    await pressLetter(page, "?")
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor()
    await page.keyboard.press("Control+k")
    await box().waitFor()
    await page.keyboard.press("Control+k")
    await closed()
    await page.keyboard.press("Escape")
  })

  test("opens again when its key follows Escape at once", async () => {
    await openKite()
    await page.keyboard.press("Control+k")
    await box().fill("old")
    // In one task of the page, as on a busy machine: the close event of the dialog comes after both.
    await page.evaluate(() => {
      // biome-ignore lint/suspicious/noExplicitAny: it runs in the page, whose types tests do not know.
      const { document, KeyboardEvent } = globalThis as any
      document.querySelector("dialog[open]").close()
      document.dispatchEvent(new KeyboardEvent("keydown", { key: "k", ctrlKey: true, bubbles: true }))
    })
    await box().waitFor()
    assert.equal(await box().inputValue(), "")
    await page.keyboard.press("Escape")
    await closed()
  })

  test("gives the focus back to what is typed into, though the editor comes meanwhile", async () => {
    const slow = await desk.visit("ada")
    const editor = Promise.withResolvers<void>()
    await slow.route(/\/assets\/Editor-.*\.js/, async (route) => {
      await editor.promise
      await route.continue()
    })
    await slow.goto(`${desk.origin}/conversation/${kite}/${number}`)
    await slow.getByRole("button", { name: /^Note/ }).click()
    const plain = slow.locator("textarea:focus")
    await plain.waitFor()
    await slow.keyboard.type("A note that")
    await slow.keyboard.press("Control+k")
    await slow.getByRole("combobox", { name: "Commands" }).waitFor()
    const came = slow.waitForResponse(/\/assets\/Editor-.*\.js/)
    editor.resolve()
    // Whoever else waits for the module has it now, and has had a moment to draw.
    await slow.evaluate(`import("${(await came).url()}").then(() => new Promise(requestIdleCallback))`)
    await slow.keyboard.press("Escape")
    await slow.locator("[contenteditable='true']:focus").waitFor()
    await slow.keyboard.type(" stays whole")
    await slow.getByText("A note that stays whole").waitFor()
    await slow.context().close()
  })

  test("leads to pages where something is chosen, and Backspace leads back", async () => {
    await openKite()
    await command("choose a stat")
    await chosen("Choose a status").waitFor()
    await page.keyboard.press("Enter")
    await option("Spam").waitFor()
    await page.keyboard.press("Backspace")
    await option(/^Assign to somebody/).waitFor()
    await page.keyboard.type("assign to some")
    await page.keyboard.press("Enter")
    await page.keyboard.type("grace")
    await chosen("Grace Hopper").waitFor()
    await page.keyboard.press("Enter")
    await closed()
    await page.getByRole("button", { name: "Assigned to Grace Hopper" }).waitFor()
    await page.getByText("Assigned to Grace Hopper").first().waitFor()
    assert.equal((await grace.conversations.get(kite)).assignee?.first, "Grace")

    await command(">tags")
    await chosen("Tags").waitFor()
    await page.keyboard.press("Enter")
    await page.keyboard.type("windy")
    await chosen("Make the tag “windy”").waitFor()
    const sent = page.waitForResponse((response) => response.request().method() === "PUT")
    await page.keyboard.press("Enter")
    assert.equal((await sent).status(), 204)
    // Several can be chosen, so it stays, and shows what it has now.
    await option("windy").waitFor()
    await page.keyboard.press("Escape")
    assert.deepEqual(
      (await grace.conversations.get(kite)).tags.map(({ tag }) => tag),
      ["windy"],
    )
  })

  test("goes to lists, inboxes and pages", async () => {
    await command("unass")
    await chosen("Unassigned").waitFor()
    await page.keyboard.press("Enter")
    await heading("Unassigned").waitFor()
    await command("scenario supp")
    await chosen("Scenario Support").waitFor()
    await page.keyboard.press("Enter")
    await page.waitForURL(`**/list/inbox-${desk.ids.inboxes.support}`)
    await command("where you are")
    await chosen("Where you are signed in").waitFor()
    await page.keyboard.press("Enter")
    await page.waitForURL("**/account/sessions")
    await command("mine")
    await page.keyboard.press("Enter")
    await heading("Mine").waitFor()
  })

  test("finds conversations by number and by words, and hands the rest to the search", async () => {
    await command(`#${number}`)
    await chosen("Kite without a string").waitFor()
    await page.keyboard.press("Enter")
    await heading("Kite without a string").waitFor()
    await command("balloon flew")
    await option(/Balloon that flew away/).waitFor()
    await option(/Balloon that flew away/).click()
    await heading("Balloon that flew away").waitFor()
    await command('#subject:("kite without a string" OR "balloon that flew away")')
    await option(/^Search for/).click()
    await page.waitForURL("**/list/search-*")
    await page.getByText("2 conversations", { exact: true }).waitFor()
  })

  test("finds people and tags by their sign, with what can be done with them", async () => {
    await openKite()
    await command("@edsger")
    await chosen("Edsger Dijkstra").waitFor()
    await page.keyboard.press("Enter")
    await chosen("Assign this conversation to Edsger Dijkstra").waitFor()
    await page.keyboard.press("Enter")
    await page.getByRole("button", { name: "Assigned to Edsger Dijkstra" }).waitFor()
    await command(":windy")
    await chosen("windy").waitFor()
    await page.keyboard.press("Enter")
    await option("Take “windy” off this conversation").waitFor()
    await option("Conversations with “windy”").click()
    await page.waitForURL("**/list/search-tag*windy")
    await page.getByRole("link", { name: /Kite without a string/ }).waitFor()
  })

  test("acts on what is selected, by whatever is registered for it", async () => {
    await goTo(page, `${desk.origin}/list/search-subject:balloon`)
    await page.getByRole("link", { name: /Balloon that flew away/ }).waitFor()
    await pressLetter(page, "j")
    await pressLetter(page, "x")
    await page.getByText("1 selected").waitFor()
    await page.keyboard.press("Control+k")
    await palette().getByRole("group", { name: "On what is selected" }).waitFor()
    await page.keyboard.type("move to")
    await chosen("Move to another inbox").waitFor()
    await page.keyboard.press("Enter")
    await closed()
    await page.getByRole("option", { name: /Scenario Paging/ }).waitFor()
    await page.keyboard.press("Escape")
    await page.keyboard.press("Escape")
  })

  test("puts first what one has used lately", async () => {
    await openKite()
    await command("")
    await option(/^Set to pending/).waitFor()
    const names = await palette().getByRole("group").first().getByRole("option").allInnerTexts()
    const place = (name: string) => names.findIndex((one) => one.startsWith(name))
    assert.ok(place("Set to pending") < place("Close and go to the next"))
    await page.keyboard.type("no such thing at all")
    await chosen("Search for “no such thing at all”").waitFor()
    await page.keyboard.press("Control+A")
    await page.keyboard.type(">no such thing")
    await palette().getByText("Nothing fits. Try other words.").waitFor()
    await page.keyboard.press("Escape")
    await closed()
  })
})
