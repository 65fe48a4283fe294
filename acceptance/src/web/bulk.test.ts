import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import type { DeskhandClient } from "@deskhand/sdk/client"
import type { Page } from "playwright-core"
import { beginConversation } from "./begin.ts"
import { openWebDesk, type WebDesk } from "./desk.ts"
import { goTo, pressLetter, showRow } from "./going.ts"

let desk: WebDesk
let ada: DeskhandClient
let page: Page

before(async () => {
  desk = await openWebDesk()
  ada = await desk.client("ada")
  page = await desk.visit("ada")
})
after(() => desk?.finish())

const list = () => page.getByRole("region", { name: "Conversations", exact: true })
const row = (name: string) => list().getByRole("listitem").filter({ hasText: name })
const box = (name: string) => page.getByRole("checkbox", { name: `Select ${name}` })
const bar = () => page.getByRole("toolbar", { name: "Actions on what is selected" })
const dialog = () => page.locator("dialog[open]")
const toast = (words: string) => page.locator("[role=status]").getByText(words)

const startConversation = (subject: string, inbox = "support"): Promise<number> =>
  beginConversation(ada, {
    subject,
    mailboxId: desk.ids.inboxes[inbox],
    customer: { email: "many@customers.example", firstName: "Liv", lastName: "Ede" },
  })

/** So many of a name, the last of which stands first in the list. */
async function startSeveral(name: string, count: number): Promise<number[]> {
  const ids: number[] = []
  for (let index = count; index > 0; index--) ids.unshift(await startConversation(`${name} ${index}`))
  return ids
}

async function openList(key: string, first: string): Promise<void> {
  await goTo(page, `${desk.origin}/list/${key}`)
  await showRow(page, row(first))
  // The bar and the dialogs come after the first picture.
  await page.locator("dialog").nth(2).waitFor({ state: "attached" })
}

const statuses = (ids: number[]) => Promise.all(ids.map(async (id) => (await ada.conversations.get(id)).status))

describe("selecting", () => {
  test("by box, key, range and all; what is selected is counted, and Escape lets go", async () => {
    await startSeveral("Marble", 6)
    // Ctrl+A selects the rows that have been read, and the second page is read in advance.
    const secondPage = page.waitForResponse((response) => /\/v2\/conversations\?.*\bpage=2\b/.test(response.url()))
    await openList("unassigned", "Marble 1")
    await secondPage
    await row("Marble 2").hover()
    await box("Marble 2").check()
    await bar().getByText("1 selected").waitFor()
    await box("Marble 4").click({ modifiers: ["Shift"] })
    await bar().getByText("3 selected").waitFor()
    assert.equal(await box("Marble 3").isChecked(), true)
    assert.equal(await box("Marble 1").isChecked(), false)

    await page.keyboard.press("Escape")
    await bar().waitFor({ state: "detached" })
    for (const key of ["j", "x", "j", "j", "Shift+X"]) await pressLetter(page, key)
    await bar().getByText("3 selected").waitFor()
    await row("Marble 5")
      .getByRole("link")
      .click({ modifiers: ["Shift"] })
    await bar().getByText("5 selected").waitFor()
    await pressLetter(page, "x")
    await bar().getByText("4 selected").waitFor()

    const found = await ada.conversations.list({ status: "open", folderType: "unassigned" })
    const total = found.page.totalElements
    await page.keyboard.press("Control+a")
    await bar()
      .getByRole("button", { name: `Select all ${total} matching` })
      .waitFor()
    await page.keyboard.press("Control+a")
    await bar().getByText(`All ${total} matching are selected`).waitFor()
    const loaded = await list().getByRole("checkbox", { checked: true }).count()
    assert.equal(loaded, await list().getByRole("checkbox").count())
    // Without one of them it is those that are loaded.
    await box("Marble 6").uncheck()
    await bar()
      .getByText(/^\d+ selected$/)
      .waitFor()
    assert.equal(await box("Marble 5").isChecked(), true)
    await page.getByRole("button", { name: "Select nothing" }).click()
    await bar().waitFor({ state: "detached" })
  })

  test("ends with the list", async () => {
    await startSeveral("Button", 1)
    await openList("unassigned", "Button 1")
    for (const key of ["j", "x"]) await pressLetter(page, key)
    await bar().waitFor()
    await pressLetter(page, "g", "a")
    await page.waitForURL("**/list/all")
    await bar().waitFor({ state: "detached" })
  })
})

describe("acting on what is selected", () => {
  test("keys mean all of it, also beside an open conversation, and one press undoes it", async () => {
    const ids = await startSeveral("Pebble", 4)
    await openList("unassigned", "Pebble 1")
    await row("Pebble 1").getByRole("link").click()
    await page.getByRole("heading", { level: 1, name: "Pebble 1" }).waitFor()
    for (const name of ["Pebble 2", "Pebble 3"]) {
      await row(name).hover()
      await box(name).check()
    }
    await bar().getByText("2 selected").waitFor()
    await pressLetter(page, "j")
    await page.getByRole("heading", { level: 1, name: "Pebble 2" }).waitFor()
    await pressLetter(page, "e")
    await toast("2 conversations set to Closed").waitFor()
    await bar().waitFor({ state: "detached" })
    assert.deepEqual(await statuses(ids), ["active", "closed", "closed", "active"])
    await page.keyboard.press("Control+z")
    await toast("2 conversations put back as they were").waitFor()
    assert.deepEqual(await statuses(ids), ["active", "active", "active", "active"])
  })

  test("assigns, tags, snoozes, moves, and deletes", async () => {
    const ids = await startSeveral("Shell", 2)
    const inboxes = await Array.fromAsync(ada.inboxes.all())
    const target = inboxes.find(({ id }) => id === desk.ids.inboxes.hidden)
    const select = async () => {
      await goTo(page, `${desk.origin}/list/all`)
      await row("Shell 1").waitFor()
      for (const key of ["Shell 1", "Shell 2"]) {
        await row(key).hover()
        await box(key).check()
      }
      await bar().getByText("2 selected").waitFor()
    }
    const each = async () => Promise.all(ids.map((id) => ada.conversations.get(id)))

    await openList("all", "Shell 1")
    await select()
    await pressLetter(page, "t")
    await dialog().getByRole("combobox").fill("from the beach")
    await page.keyboard.press("Enter")
    await toast("2 conversations tagged from the beach").waitFor()
    assert.deepEqual(
      (await each()).map(({ tags }) => tags.map(({ tag }) => tag)),
      [["from the beach"], ["from the beach"]],
    )
    await select()
    await bar().getByRole("button", { name: "Assign" }).click()
    await dialog().getByRole("combobox").fill("me")
    await dialog().getByRole("option", { name: "Assign to me" }).click()
    await toast("2 conversations assigned to Ada Lovelace").waitFor()
    assert.deepEqual(
      (await each()).map(({ assignee }) => assignee?.first),
      ["Ada", "Ada"],
    )
    await select()
    await pressLetter(page, "v")
    await dialog()
      .getByRole("option", { name: target?.name ?? "" })
      .click()
    await toast(`2 conversations moved to ${target?.name}`).waitFor()
    assert.deepEqual(
      (await each()).map(({ mailboxId }) => mailboxId),
      [target?.id, target?.id],
    )
    await select()
    await pressLetter(page, "h")
    await dialog().getByRole("combobox").fill("may 5 2031 noon")
    await dialog().getByRole("option", { name: "Monday, May 5, 2031 at 12:00 PM" }).click()
    await toast("2 conversations snoozed until Monday, May 5, 2031").waitFor()
    // Noon in London, which is Ada's time zone.
    const until = (await each()).map(({ snooze }) => snooze?.snoozedUntil)
    assert.deepEqual(until, ["2031-05-05T11:00:00Z", "2031-05-05T11:00:00Z"])
    await page.keyboard.press("Control+z")
    await toast("2 conversations put back as they were").waitFor()
    await select()
    await bar().getByRole("button", { name: "Delete" }).click()
    await toast("2 conversations moved to Deleted").waitFor()
    assert.deepEqual(
      (await each()).map(({ state }) => state),
      ["deleted", "deleted"],
    )
  })

  test("reaches the whole list, not only what is loaded of it", async () => {
    const inbox = desk.ids.inboxes.paging
    const folders = await Array.fromAsync(ada.inboxes.folders(inbox).all())
    const unassigned = folders.find(({ type }) => type === "unassigned")
    const tagged = async () => (await ada.conversations.list({ tag: "swept", status: "all" })).page.totalElements
    const total = unassigned?.totalCount ?? 0
    await goTo(page, `${desk.origin}/list/folder-${inbox}-${unassigned?.id}`)
    // The list before has rows too, and what is selected in it is not any more once this one is there.
    await list().locator(`li[aria-setsize="${total}"]`).getByRole("link").first().waitFor()
    await list().getByRole("listitem").first().hover()
    await list().getByRole("checkbox").first().check()
    await bar()
      .getByRole("button", { name: `Select all ${total} matching` })
      .click()
    await pressLetter(page, "t")
    await dialog().getByRole("combobox").fill("swept")
    await page.keyboard.press("Enter")
    await toast(`${total} conversations tagged swept`).waitFor()
    assert.equal(await tagged(), total)
    await page.getByRole("button", { name: "Undo" }).click()
    await toast(`${total} conversations put back as they were`).waitFor()
    assert.equal(await tagged(), 0)
  })

  test("says by number and reason what could not be done, and does the rest", async () => {
    const [first = 0] = await startSeveral("Feather", 1)
    const hidden = await startConversation("Feather out of reach", "hidden")
    const { number } = await ada.conversations.get(hidden)
    await openList("unassigned", "Feather out of reach")
    for (const name of ["Feather 1", "Feather out of reach"]) {
      await row(name).hover()
      await box(name).check()
    }
    await pressLetter(page, "a")
    await dialog().getByRole("combobox").fill("linus")
    await dialog().getByRole("option", { name: "Linus Limited" }).click()
    await toast("Assigned to Linus Limited").waitFor()
    const card = page.getByRole("alert").filter({ hasText: "1 could not be changed" })
    await card.getByText(`#${number} Feather out of reach`).waitFor()
    assert.match(await card.innerText(), /must be/)
    assert.equal((await ada.conversations.get(first)).assignee?.first, "Linus")
    assert.equal((await ada.conversations.get(hidden)).assignee, undefined)
    await card.getByRole("button", { name: "Dismiss" }).click()
    await card.waitFor({ state: "detached" })
  })
})

describe("a row", () => {
  test("offers the pointer what keys do to the row that they point at", async () => {
    const [first = 0, second = 0] = await startSeveral("Leaf", 2)
    // Loaded anew, so that keys point at no row yet.
    await page.goto(`${desk.origin}/list/unassigned`)
    await openList("unassigned", "Leaf 1")
    await row("Leaf 1").hover()
    await row("Leaf 1").getByRole("button", { name: "Assign" }).click()
    await dialog().getByRole("option", { name: "Grace Hopper" }).click()
    await toast("Assigned to Grace Hopper").waitFor()
    assert.equal((await ada.conversations.get(first)).assignee?.first, "Grace")
    await row("Leaf 1").getByText("Assigned to Grace Hopper", { exact: true }).waitFor()

    await page.mouse.move(0, 0)
    for (const key of ["j", "j"]) await pressLetter(page, key)
    await page.locator("[data-pointed]").filter({ hasText: "Leaf 2" }).waitFor()
    await pressLetter(page, "s")
    await dialog().getByRole("combobox").fill("pend")
    await page.keyboard.press("Enter")
    await toast("Status set to Pending").waitFor()
    assert.equal((await ada.conversations.get(second)).status, "pending")
    await pressLetter(page, "e")
    await toast("Status set to Closed").waitFor()
    assert.equal((await ada.conversations.get(second)).status, "closed")
    await row("Leaf 2").getByText("Closed", { exact: true }).last().waitFor()
  })

  test("is bold where it is unread, and says how many more tags there are", async () => {
    const id = await startConversation("Twig")
    await ada.conversations.setTags(id, ["one", "two", "three", "four"])
    await openList("unassigned", "Twig")
    const weight = () =>
      row("Twig")
        .getByText("Twig", { exact: true })
        .evaluate((element) => element.ownerDocument.defaultView?.getComputedStyle(element).fontWeight)
    await row("Twig").and(page.locator(":has([data-unread])")).waitFor()
    assert.equal(await weight(), "600")
    await row("Twig").getByText("+2").waitFor()
    await ada.conversations.markRead(id)
    await row("Twig").and(page.locator(":not(:has([data-unread]))")).waitFor()
    assert.equal(await weight(), "400")
  })
})
