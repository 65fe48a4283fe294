import assert from "node:assert/strict"
import { after, before, beforeEach, describe, test } from "node:test"
import { isDeepStrictEqual } from "node:util"
import type { DeskhandClient } from "@deskhand/sdk/client"
import type { Page } from "playwright-core"
import { until } from "../until.ts"
import { beginConversation } from "./begin.ts"
import { openWebDesk, type WebDesk } from "./desk.ts"
import { goTo, pressLetter, untilLettersAct } from "./going.ts"

let desk: WebDesk
let ada: DeskhandClient
let grace: DeskhandClient
let page: Page
let inbox: number
let list: string

before(async () => {
  desk = await openWebDesk()
  ada = await desk.client("ada")
  grace = await desk.client("grace")
  page = await desk.visit("ada")
  await ada.users.setPreferences({ undoSeconds: 0, afterSending: "stay" })
  // Lists are as they are for somebody who has never chosen an order.
  await page.goto(`${desk.origin}/list/mine`)
  await page.evaluate("localStorage.setItem('deskhand.sorts', '{}')")
  await page.reload()
})
after(() => desk?.finish())

// Each has an inbox of its own, whose list holds nothing else.
let inboxes = 0
beforeEach(async () => {
  const { id } = await ada.inboxes.create({ name: `Order ${++inboxes}`, email: `order${inboxes}@example.com` })
  await ada.inboxes.setUsers(id, [desk.ids.users.ada, desk.ids.users.grace])
  inbox = id
  list = `${desk.origin}/list/inbox-${inbox}`
})

const region = (on = page) => on.getByRole("region", { name: "Conversations", exact: true })
const row = (name: string, on = page) =>
  region(on)
    .getByRole("listitem")
    .filter({ hasText: `About ${name}.` })
const heading = (name: string) => page.getByRole("heading", { level: 1, name, exact: true })
const bar = (count: number) =>
  region().getByRole("button", { name: `${count} new conversation${count === 1 ? "" : "s"} · Show`, exact: true })
const marked = (name: string, mark: string, on = page) => row(name, on).and(on.locator(`:has([data-mark="${mark}"])`))
const isUnread = (name: string, on = page) => row(name, on).and(on.locator(":has([data-unread])"))
const isRead = (name: string, on = page) => row(name, on).and(on.locator(":not(:has([data-unread]))"))

const begin = (subject: string) =>
  beginConversation(grace, {
    subject,
    mailboxId: inbox,
    customer: { email: "order@customers.example", firstName: "Liv", lastName: "Ede" },
  })

async function beginAll(...names: string[]): Promise<number[]> {
  const ids: number[] = []
  for (const name of names) ids.push(await begin(name))
  return ids
}

/** By their previews, from the top. */
async function assertOrder(...names: string[]): Promise<void> {
  const found = async () => {
    const texts = await region().getByRole("listitem").allInnerTexts()
    return texts.map((text) => /About (.*)\./.exec(text)?.[1])
  }
  await until(async () => isDeepStrictEqual(await found(), names)).catch(async () =>
    assert.deepEqual(await found(), names),
  )
}

const close = (id: number) => grace.conversations.patch(id, { op: "replace", path: "/status", value: "closed" })

describe("the order of a list", () => {
  test("is by the longest wait at first, says so, and is remembered for this list alone", async () => {
    const [first = 0] = await beginAll("Stone", "Paper", "Scissors")
    await grace.conversations.reply(first, { text: "<p>Answered.</p>", status: "active" })
    await page.goto(list)
    const texts = () => region().getByRole("listitem").locator("a").allInnerTexts()
    await until(async () => (await texts()).length === 3)
    assert.deepEqual(
      (await texts()).map((text) => /Paper|Scissors|Stone/.exec(text)?.[0]),
      ["Paper", "Scissors", "Stone"],
    )
    assert.match((await row("Paper").locator("time").getAttribute("title")) ?? "", /^Waiting since /)
    await region().getByRole("button", { name: "Order: Waiting longest" }).click()
    await page.getByRole("menuitemradio", { name: "Newest" }).click()
    await region().getByRole("button", { name: "Order: Newest" }).waitFor()
    await until(async () => /Scissors/.test((await texts())[0] ?? ""))
    assert.match((await row("Paper").locator("time").getAttribute("title")) ?? "", /^Created: /)
    await page.reload()
    await region().getByRole("button", { name: "Order: Newest" }).waitFor()
    await goTo(page, `${desk.origin}/list/all`)
    await region().getByRole("button", { name: "Order: Waiting longest" }).waitFor()
  })

  test("stays while a colleague works in the same list, and each row says what became of it", async () => {
    const [top = 0, one = 0, two = 0, three = 0] = await beginAll("Top", "One", "Two", "Three", "Four")
    await page.goto(list)
    await assertOrder("Top", "One", "Two", "Three", "Four")
    const counted = region().getByText("5 conversations", { exact: true })
    await counted.waitFor()

    await close(two)
    await marked("Two", "closed").waitFor()
    await region().getByText("4 conversations", { exact: true }).waitFor()
    const { id: graceId } = await grace.users.me()
    await grace.conversations.patch(one, { op: "replace", path: "/assignTo", value: graceId })
    // It still belongs where it is.
    await row("One").getByRole("img", { name: "Assigned to Grace Hopper" }).waitFor()
    assert.equal(await region().locator("[data-mark]").count(), 1)
    await grace.conversations.delete(three)
    const deleted = marked("Three", "deleted")
    await deleted.waitFor()
    assert.equal(await deleted.getByRole("link").getAttribute("aria-disabled"), "true")
    await assertOrder("Top", "One", "Two", "Three", "Four")

    // What is deleted is passed by.
    for (const key of ["j", "Enter"]) await pressLetter(page, key)
    await heading("Top").waitFor()
    for (const name of ["One", "Two", "Four"]) {
      await pressLetter(page, "j")
      await heading(name).waitFor()
    }
    // Also what happened while a narrow window showed the conversation in place of the list.
    const size = page.viewportSize() ?? { width: 1440, height: 900 }
    await page.setViewportSize({ width: 700, height: 740 })
    await region().waitFor({ state: "hidden" })
    await close(top)
    await until(async () => (await ada.conversations.get(top)).status === "closed")
    await pressLetter(page, "u")
    await page.waitForURL(list)
    for (const name of ["Top", "Two"]) await marked(name, "closed").waitFor()
    await marked("Three", "deleted").waitFor()
    await page.setViewportSize(size)
    await assertOrder("Top", "One", "Two", "Three", "Four")
    await pressLetter(page, "Shift+N")
    await assertOrder("One", "Four")
  })

  test("lets new conversations in when asked, and counts them until then", async () => {
    await beginAll("Old", "Older")
    await page.goto(list)
    await assertOrder("Old", "Older")
    await begin("Fresh")
    await bar(1).waitFor()
    await begin("Fresher")
    await bar(2).waitFor()
    await assertOrder("Old", "Older")
    await bar(2).click()
    await assertOrder("Old", "Older", "Fresh", "Fresher")
    await bar(2).waitFor({ state: "detached" })
    // Leaving and returning asks too.
    await begin("Freshest")
    await bar(1).waitFor()
    await pressLetter(page, "g", "m")
    await page.getByRole("heading", { name: "Mine" }).waitFor()
    await goTo(page, list)
    await assertOrder("Old", "Older", "Fresh", "Fresher", "Freshest")
  })

  test("has nothing to keep where the list is empty", async () => {
    await page.goto(list)
    await region().getByText("Nothing here").waitFor()
    await begin("The first")
    await assertOrder("The first")
  })

  test("goes on without a gap and shows nothing twice when rows above have left", async () => {
    const ids: number[] = []
    for (let number = 1; number <= 56; number++) ids.push(await begin(`Row ${number}`))
    // The second page is read only after the rows above it have changed.
    const { promise: isChanged, resolve: change } = Promise.withResolvers<void>()
    await page.route(/\/v2\/conversations\?.*\bpage=2\b/, (route) => isChanged.then(() => route.continue()))
    await page.goto(list)
    await row("Row 1").waitFor()
    for (const id of ids.slice(1, 4)) await close(id)
    for (const name of ["Row 2", "Row 3", "Row 4"]) await marked(name, "closed").waitFor()
    change()
    await region().getByRole("listitem").first().hover()
    await page.mouse.wheel(0, 100_000)
    await row("Row 56").waitFor()
    const shown = await region().getByRole("listitem").allInnerTexts()
    const numbers = shown.map((text) => Number(/About Row (\d+)\./.exec(text)?.[1]))
    assert.deepEqual(
      numbers,
      Array.from(numbers, (_, index) => 56 - numbers.length + 1 + index),
    )
    assert.ok(numbers.includes(50) && numbers.includes(51), String(numbers))
    await page.unrouteAll({ behavior: "wait" })
  })
})

describe("unread", () => {
  test("is what a customer has written since, for each person and in all their tabs", async () => {
    const [id = 0] = await beginAll("Letter", "Parcel")
    await page.goto(list)
    const tab = await page.context().newPage()
    await tab.goto(list)
    const colleague = await desk.visit("grace")
    await colleague.goto(list)
    for (const window of [page, tab, colleague]) await isUnread("Letter", window).waitFor()

    await row("Letter").getByRole("link").click()
    await heading("Letter").waitFor()
    for (const window of [page, tab]) await isRead("Letter", window).waitFor()
    await isUnread("Letter", colleague).waitFor()
    await isUnread("Parcel").waitFor()
    assert.equal(await isUnread("Parcel").getByText("Unread", { exact: true }).count(), 1)

    await grace.conversations.addCustomerThread(id, {
      text: "<p>And another thing.</p>",
      customer: { email: "order@customers.example" },
    })
    // It is open and looked at.
    await until(async () => (await ada.conversations.listUnread([id])).length === 0)
    await pressLetter(page, "Shift+U")
    await page.getByText("Marked as unread").waitFor()
    for (const window of [page, tab]) await window.locator(`[data-unread] a[href*="/conversation/${id}/"]`).waitFor()
    assert.deepEqual(await ada.conversations.listUnread([id]), [id])
    await pressLetter(page, "u")
    await page.waitForURL(list)
    await pressLetter(page, "Enter")
    await heading("Letter").waitFor()
    await until(async () => (await ada.conversations.listUnread([id])).length === 0)
    await colleague.context().close()
    await tab.close()
  })
})

describe("keys", () => {
  test("show what they changed beside the subject, and leave the focus where it was", async () => {
    await beginAll("Focus")
    await page.goto(list)
    await row("Focus").waitFor()
    for (const key of ["j", "Enter"]) await pressLetter(page, key)
    await heading("Focus").waitFor()
    const focused = () => page.evaluate<string>("document.activeElement?.pathname ?? document.activeElement?.outerHTML")
    const before = await focused()
    const fact = page.getByRole("region", { name: "Conversation", exact: true }).locator("[data-changed]")
    await pressLetter(page, "a")
    await page.getByRole("option", { name: "Grace Hopper" }).waitFor()
    await page.keyboard.type("grace")
    await page.keyboard.press("Enter")
    await fact.getByRole("button", { name: "Assigned to Grace Hopper" }).waitFor()
    await page.locator("[role=status]").getByText("Assigned to Grace Hopper").waitFor()
    await until(async () => (await focused()) === before)
    await pressLetter(page, "s")
    await page.getByRole("menuitemradio", { name: "Pending" }).waitFor()
    await page.keyboard.press("Escape")
    await until(async () => (await focused()) === before)
    await pressLetter(page, "p")
    await fact.getByRole("button", { name: "Status: Pending" }).waitFor()
    assert.equal(await focused(), before)
  })

  test("triage twenty conversations with at most 45 of them", async () => {
    const names = Array.from({ length: 20 }, (_, index) => `Case ${String(index + 1).padStart(2, "0")}`)
    const ids = await beginAll(...names)
    await page.goto(list)
    await row("Case 20").waitFor()
    let keys = 0
    const press = async (key: string) => {
      keys++
      await pressLetter(page, key)
    }
    await press("j")
    await press("Enter")
    for (const [index, name] of names.entries()) {
      await heading(name).waitFor()
      const act = ["i", "p", "!", "Shift+E"][index % 4] ?? ""
      await press(act)
      if (act !== "Shift+E") await press("j")
    }
    assert.ok(keys <= 45, `${keys} keys`)
    const expected = (index: number) => ["active", "pending", "spam", "closed"][index % 4]
    await until(async () => {
      const found = await Promise.all(ids.map((id) => ada.conversations.get(id)))
      return found.every(({ status }, index) => status === expected(index))
    })
    // Each of them was open, however short.
    await until(async () => (await ada.conversations.listUnread(ids)).length === 0)
    await untilLettersAct(page)
    await assertOrder(...names)
  })
})
