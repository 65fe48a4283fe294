import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { isDeepStrictEqual } from "node:util"
import type { DeskhandClient } from "@deskhand/sdk/client"
import type { Page } from "playwright-core"
import { until } from "../until.ts"
import { beginConversation } from "./begin.ts"
import { openWebDesk, type WebDesk } from "./desk.ts"
import { pressLetter, showRow } from "./going.ts"

let desk: WebDesk
let ada: DeskhandClient
let grace: DeskhandClient
let page: Page

before(async () => {
  desk = await openWebDesk()
  ada = await desk.client("ada")
  grace = await desk.client("grace")
  page = await desk.visit("ada")
  await page.goto(`${desk.origin}/list/all`)
  await heading("All open").waitFor()
})
after(() => desk?.finish())

const navigation = (on = page) => on.getByRole("navigation", { name: "Inboxes and folders" })
const entry = (name: RegExp | string, on = page) => navigation(on).getByRole("link", { name })
const heading = (name: string) => page.getByRole("heading", { level: 1, name, exact: true })
const rowOf = (subject: string) =>
  page.getByRole("region", { name: "Conversations", exact: true }).getByRole("link", { name: new RegExp(subject) })

/** Until the desk has these views, in this order. */
async function untilViews(...names: string[]): Promise<void> {
  const found = async () => (await Array.fromAsync(ada.views.all())).map(({ name }) => name)
  await until(async () => isDeepStrictEqual(await found(), names)).catch(async () =>
    assert.deepEqual(await found(), names),
  )
}

const startConversation = (subject: string, more: { assignTo?: number } = {}): Promise<number> =>
  beginConversation(grace, {
    subject,
    mailboxId: desk.ids.inboxes.support,
    customer: { email: "nav@customers.example", firstName: "Nav", lastName: "Igator" },
    text: "<p>Which way?</p>",
    ...more,
  })

describe("saved views", () => {
  test("keep a search under a name, with its count, and open as a list", async () => {
    await startConversation("Lighthouse without a lamp")
    await pressLetter(page, "/")
    await page.keyboard.type("subject:lighthouse")
    await page.keyboard.press("Enter")
    await rowOf("Lighthouse without a lamp").waitFor()
    await page.getByRole("button", { name: "Save this search as a view" }).click()
    const dialog = page.getByRole("dialog", { name: "Save this search as a view" })
    assert.equal(await dialog.getByLabel("Search").inputValue(), "subject:lighthouse")
    // The name that is filled in is selected: typing replaces it.
    await dialog.getByLabel("Name").and(page.locator(":focus")).waitFor()
    await page.keyboard.type("Lighthouses")
    await page.keyboard.press("Enter")
    await heading("Lighthouses").waitFor()
    await page.waitForURL("**/list/view-*")
    await rowOf("Lighthouse without a lamp").waitFor()
    await entry(/^Lighthouses 1/).waitFor()
    const [view] = await Array.fromAsync(ada.views.all())
    assert.deepEqual(
      [view?.name, view?.filters, view?.shared],
      ["Lighthouses", { query: "subject:lighthouse", status: "all", sortField: "score", sortOrder: "desc" }, false],
    )
    await startConversation("Lighthouse with two lamps")
    await entry(/^Lighthouses 2/).waitFor()
    await showRow(page, rowOf("Lighthouse with two lamps"))
    await page.reload()
    await rowOf("Lighthouse with two lamps").waitFor()
  })

  test("are renamed, shared and ordered, which colleagues see at once", async () => {
    const colleague = await desk.visit("grace")
    await colleague.goto(`${desk.origin}/list/all`)
    await entry(/^Unassigned/, colleague)
      .first()
      .waitFor()
    assert.equal(await entry(/^Lighthouses/, colleague).count(), 0)
    await page.getByRole("main").getByRole("button", { name: "Options of Lighthouses" }).click()
    await page.getByRole("menuitem", { name: "Rename or change" }).click()
    const dialog = page.getByRole("dialog", { name: "Change the view" })
    await dialog.getByLabel("Name").fill("Towers")
    await dialog.getByLabel("Search").fill("subject:(lighthouse")
    await dialog.getByLabel(/Share with everybody/).check()
    await dialog.getByRole("button", { name: "Save" }).click()
    await dialog.getByText("Expected a closing bracket for the one at character 8.").waitFor()
    await dialog.getByLabel("Search").fill("subject:(lighthouse)")
    await dialog.getByRole("button", { name: "Save" }).click()
    await dialog.waitFor({ state: "hidden" })
    await heading("Towers").waitFor()
    await entry(/^Towers 2/, colleague).click()
    await colleague.getByRole("link", { name: /Lighthouse with two lamps/ }).waitFor()
    assert.equal(await colleague.getByRole("menuitem", { name: "Delete" }).count(), 0)

    await ada.views.create({ name: "Second", filters: { status: "pending" } })
    await entry(/^Second/).hover()
    await navigation().getByRole("button", { name: "Options of Second" }).click()
    await page.getByRole("menuitem", { name: "Move up" }).click()
    const names = navigation().getByRole("region", { name: "Views" }).getByRole("link")
    await names
      .first()
      .and(entry(/^Second/))
      .waitFor()
    await colleague.getByRole("region", { name: "Views" }).getByRole("link").first().waitFor()
    await colleague.context().close()
    // The page shows the order before the desk has it.
    await untilViews("Second", "Towers")
    await page.reload()
    await names
      .first()
      .and(entry(/^Second/))
      .waitFor()
  })

  test("are deleted, which can be undone", async () => {
    await page.getByRole("main").getByRole("button", { name: "Options of Towers" }).click()
    await page.getByRole("menuitem", { name: "Delete" }).click()
    await heading("All open").waitFor()
    await entry(/^Towers/).waitFor({ state: "detached" })
    await page.getByRole("button", { name: "Undo" }).click()
    await entry(/^Towers 2/).waitFor()
    // The page shows it before the desk has it.
    await untilViews("Second", "Towers")
  })
})

describe("lists over all inboxes", () => {
  test("are there when something is in them: mentions, drafts, what sleeps, what needs attention", async () => {
    assert.equal(await entry(/^Mentions/).count(), 0)
    const { mention } = await ada.users.me()
    const id = await startConversation("Compass that turns")
    await grace.conversations.addNote(id, { text: `<p>Please look, @${mention}.</p>` })
    await entry(/^Mentions 1/).click()
    await heading("Mentions").waitFor()
    await rowOf("Compass that turns").waitFor()
    await page.getByText("1 conversation", { exact: true }).waitFor()

    const sleeping = await ada.conversations.list({ folderType: "snoozed", status: "all" })
    await pressLetter(page, "g", "s")
    await heading("Snoozed").waitFor()
    await page.getByText(`${sleeping.page.totalElements} conversations`, { exact: true }).waitFor()
    await pressLetter(page, "g", "d")
    await heading("Drafts").waitFor()
    await rowOf("Draft of Ada").waitFor()
    const before = (await ada.conversations.list({ folderType: "needsattention", status: "all" })).page.totalElements
    await entry(`Needs attention ${before} active`).first().click()
    await heading("Needs attention").waitFor()
    await page.getByText(new RegExp(`^${before} conversations?$`)).waitFor()
    // A reply whose writer has not seen what was written meanwhile waits for a decision.
    await grace.conversations.reply(id, { text: "<p>There.</p>", lastSeenThreadId: 1 })
    await entry(`Needs attention ${before + 1} active`)
      .first()
      .waitFor()
    await page.getByRole("button", { name: "1 new conversation" }).click()
    await rowOf("Compass that turns").waitFor()
  })

  test("teams that one is in, with what is assigned to them", async () => {
    const { firstLine } = desk.ids.teams
    const before = (await ada.conversations.list({ assigned_to: firstLine, status: "active" })).page.totalElements
    await startConversation("Anchor lost at sea", { assignTo: firstLine })
    await entry(`Scenario First Line ${before + 1} active`).click()
    await heading("Scenario First Line").waitFor()
    await rowOf("Anchor lost at sea").waitFor()
    assert.equal(await entry(/^Scenario Nobody/).count(), 0)
  })
})

describe("inboxes", () => {
  test("are reached by their place, show all that is open, and their folders fold", async () => {
    const [first] = await Array.fromAsync(ada.inboxes.all({ size: 100 }))
    await pressLetter(page, "g", "1")
    await heading(first?.name ?? "").waitFor()
    await page.waitForURL(`**/list/inbox-${first?.id}`)
    const support = navigation().getByRole("region", { name: "Scenario Support" })
    await support.getByRole("link", { name: /^Unassigned/ }).waitFor()
    await support.getByRole("button", { name: "Folders of Scenario Support" }).click()
    assert.equal(await support.getByRole("link", { name: /^Unassigned/ }).count(), 0)
    await support.getByRole("button", { name: "Folders of Scenario Support" }).click()
  })

  test("hide what is empty, but never Mine and Unassigned", async () => {
    const empty = navigation().getByRole("region", { name: "Scenario Empty" })
    const names = await empty.getByRole("list").getByRole("link").allInnerTexts()
    assert.deepEqual(
      names.map((name) => name.replace(/\W*\d.*/s, "")),
      ["Unassigned", "Mine"],
    )
  })

  test("a folder of one's own making is there, with its count", async () => {
    await ada.inboxes.folders(desk.ids.inboxes.empty ?? desk.ids.inboxes.support).create({
      name: "Of towers",
      query: "subject:lighthouse",
    })
    const support = await ada.inboxes
      .folders(desk.ids.inboxes.support)
      .create({ name: "Towers here", query: "subject:lighthouse" })
    await entry("Towers here 2 active").click()
    await page.waitForURL(`**/list/folder-${desk.ids.inboxes.support}-${support.id}`)
    await rowOf("Lighthouse with two lamps").waitFor()
    assert.equal(await entry(/^Of towers/).count(), 0)
  })
})

describe("the foot and the width", () => {
  test("one says that one is away, and what is said elsewhere appears", async () => {
    const { id } = await ada.users.me()
    await ada.users.setStatus(id, { status: "active" })
    const me = page.getByRole("button", { name: /Account and settings/ })
    await me.getByText("Active").waitFor()
    await me.click()
    const said = page.waitForResponse(
      (response) => response.request().method() === "PUT" && response.url().includes(`/users/${id}/status`),
    )
    await page.getByRole("menuitemradio", { name: "Away" }).click()
    await me.getByText("Away").waitFor()
    assert.equal((await said).status(), 204)
    assert.equal((await ada.users.status(id)).email.status, "away")
    await ada.users.setStatus(id, { status: "active" })
    await me.getByText("Active").waitFor()
  })

  test("only icons remain when asked, which is kept; in between it is so by itself", async () => {
    const width = async (on = page) => (await navigation(on).boundingBox())?.width
    assert.equal(await width(), 220)
    await pressLetter(page, "b")
    await page.getByRole("button", { name: "Show names" }).waitFor()
    assert.equal(await width(), 56)
    await page.reload()
    await entry(/^Mine/).first().waitFor()
    assert.equal(await width(), 56)
    await entry(/^Unassigned/).hover()
    await page.getByRole("tooltip", { name: /Unassigned/ }).waitFor()
    await pressLetter(page, "/")
    await page.keyboard.type("subject:lighthouse")
    await page.keyboard.press("Enter")
    await page.waitForURL("**/list/search-*")
    await page.locator("search:not(:focus-within)").waitFor()
    await pressLetter(page, "b")
    await page.getByRole("button", { name: "Show icons only" }).waitFor()
    assert.equal(await width(), 220)
    const medium = await desk.visit("ada", { viewport: { width: 1100, height: 800 } })
    await medium.goto(`${desk.origin}/list/all`)
    await entry(/^Mine/, medium).first().waitFor()
    assert.equal(await width(medium), 56)
    await medium.context().close()
  })
})
