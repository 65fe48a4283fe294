import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import type { DeskhandClient } from "@deskhand/sdk/client"
import type { Page, Route } from "playwright-core"
import { until } from "../until.ts"
import { beginConversation } from "./begin.ts"
import { openWebDesk, type WebDesk } from "./desk.ts"
import { pressLetter } from "./going.ts"

let desk: WebDesk
let grace: DeskhandClient
let page: Page

before(async () => {
  desk = await openWebDesk()
  grace = await desk.client("grace")
  page = await desk.visit("ada")
})
after(() => desk?.finish())

const startConversation = (subject: string): Promise<number> =>
  beginConversation(grace, {
    subject,
    mailboxId: desk.ids.inboxes.support,
    customer: { email: "queue@customers.example", firstName: "Quinn" },
  })

const addressOf = (id: number) => `${desk.origin}/conversation/${id}/1?list=all`
const apiOf = (id: number) => `${desk.origin}/v2/conversations/${id}`
const status = (page: Page, name: string) => page.getByRole("button", { name: `Status: ${name}` })
const pill = (page: Page) => page.getByRole("button", { name: /changes? (is|are) waiting for the connection/ })
const undecided = (page: Page) => page.getByRole("button", { name: /changes? needs? your decision/ })
const dialog = (page: Page) => page.getByRole("dialog", { name: "Changes that aren't saved yet" })

async function open(page: Page, id: number): Promise<void> {
  await page.goto(addressOf(id))
  await page.getByRole("button", { name: "More actions" }).waitFor()
  await status(page, "Active").waitFor()
}

/** How often somebody has closed it, by what the conversation says. */
async function timesClosed(id: number): Promise<number> {
  const threads = await Array.fromAsync(grace.conversations.threads(id).all())
  return threads.filter(({ action }) => action?.text?.endsWith("marked as Closed")).length
}

const isClosed = (id: number) => until(async () => (await grace.conversations.get(id)).status === "closed")

/** Handles changes of a conversation by the page; reads pass. */
const onChange = (page: Page, id: number, handle: (route: Route) => Promise<void>) =>
  page.route(apiOf(id), (route) => (route.request().method() === "PATCH" ? handle(route) : route.fallback()))

const unavailable = (route: Route, retryAfter = "1") =>
  route.fulfill({ status: 503, headers: { "Retry-After": retryAfter } })

describe("a change made while the connection is away", () => {
  test("survives closing the page, and is made exactly once when the connection is back", async () => {
    const id = await startConversation("Boat without oars")
    await open(page, id)
    await page.context().setOffline(true)
    await pressLetter(page, "e")
    await status(page, "Closed").waitFor()
    await pill(page).waitFor()
    assert.equal((await grace.conversations.get(id)).status, "active")
    await page.goto("about:blank")
    await page.context().setOffline(false)
    await page.goto(addressOf(id))
    await isClosed(id)
    await status(page, "Closed").waitFor()
    await pill(page).waitFor({ state: "hidden" })
    assert.equal(await timesClosed(id), 1)
  })

  test("is shown again after a reload, marked as waiting, and is made when the desk answers", async () => {
    const id = await startConversation("Kite without string")
    await open(page, id)
    let isBack = false
    const asked = Promise.withResolvers<void>()
    await onChange(page, id, async (route) => {
      // So long that it is not made before somebody asks for it.
      if (!isBack) return unavailable(route, "600")
      await asked.promise
      await route.continue()
    })
    await pressLetter(page, "e")
    await pill(page).waitFor()
    await page.reload()
    await status(page, "Closed").waitFor()
    await page.locator("header").getByText("Waiting for the connection").waitFor()
    assert.equal((await grace.conversations.get(id)).status, "active")

    await pill(page).click()
    await dialog(page).getByText("Set status to Closed").waitFor()
    await dialog(page)
      .getByRole("link", { name: /Kite without string/ })
      .waitFor()
    isBack = true
    await dialog(page)
      .getByRole("button", { name: /^Retry now/ })
      .click()
    asked.resolve()
    await dialog(page).getByText("All changes are saved.").waitFor()
    await page.unrouteAll({ behavior: "wait" })
    await isClosed(id)
    assert.equal(await timesClosed(id), 1)
  })

  test("is made once where only the answer was lost, also as a bulk action", async () => {
    const id = await startConversation("Letter without stamp")
    await open(page, id)
    let lost = 0
    const loseAnswer = async (route: Route) => {
      if (lost++ > 0) return route.fallback()
      await route.fetch()
      await route.abort()
    }
    await onChange(page, id, loseAnswer)
    await pressLetter(page, "e")
    await isClosed(id)
    await pill(page).waitFor({ state: "hidden" })
    await page.getByText("Status set to Closed").waitFor()
    assert.equal(await timesClosed(id), 1)

    lost = 0
    const count = async () => (await Array.fromAsync((await desk.client("ada")).bulkActions.all())).length
    const earlier = await count()
    await page.route(`${desk.origin}/v2/bulk-actions`, loseAnswer)
    await page.getByRole("button", { name: "More actions" }).click()
    await page.getByRole("menuitem", { name: "Delete" }).click()
    await until(async () => (await grace.conversations.get(id)).state === "deleted")
    await page.getByText("Moved to Deleted").waitFor()
    assert.equal(lost, 2)
    assert.equal(await count(), earlier + 1)
  })

  test("can be cancelled, which shows the conversation as the desk has it", async () => {
    const id = await startConversation("Lamp without oil")
    await open(page, id)
    await onChange(page, id, unavailable)
    await pressLetter(page, "e")
    await pill(page).click()
    await dialog(page).getByRole("button", { name: "Cancel: Set status to Closed" }).click()
    await dialog(page).getByText("All changes are saved.").waitFor()
    await page.keyboard.press("Escape")
    await status(page, "Active").waitFor()
    await pill(page).waitFor({ state: "hidden" })
    await page.unrouteAll({ behavior: "wait" })
    await page.reload()
    await status(page, "Active").waitFor()
    assert.equal(await timesClosed(id), 0)
  })

  test("is not made over what a colleague did meanwhile, unless somebody decides so", async () => {
    const id = await startConversation("Two captains")
    await open(page, id)
    await onChange(page, id, unavailable)
    await pressLetter(page, "e")
    await pill(page).waitFor()
    await grace.conversations.patch(id, { op: "replace", path: "/status", value: "pending" })
    await page.unrouteAll({ behavior: "wait" })
    await undecided(page).click()
    await dialog(page).getByText("Someone else has changed this since.").waitFor()
    assert.equal((await grace.conversations.get(id)).status, "pending")
    await status(page, "Pending").waitFor({ state: "attached" })
    await dialog(page)
      .getByRole("button", { name: /^Apply anyway/ })
      .click()
    // Until then the page would send it once more after the next load.
    await dialog(page).getByText("All changes are saved.").waitFor()
    await isClosed(id)
  })

  test("does not hide a message that arrives before it is made", async () => {
    const id = await startConversation("Late bell")
    await open(page, id)
    await onChange(page, id, unavailable)
    await pressLetter(page, "e")
    await pill(page).waitFor()
    await grace.conversations.addCustomerThread(id, { text: "Wait!", customer: { email: "queue@customers.example" } })
    await page.unrouteAll({ behavior: "wait" })
    await undecided(page).click()
    await dialog(page).getByText("A new message has arrived since.").waitFor()
    await dialog(page)
      .getByRole("button", { name: /^Discard/ })
      .click()
    await page.keyboard.press("Escape")
    await status(page, "Active").waitFor()
    assert.equal(await timesClosed(id), 0)
  })
})

test("a change that the desk refuses is rolled back with the reason, and can be retried or discarded", async () => {
  const id = await startConversation("Locked chest")
  await open(page, id)
  const refusals = { times: 0 }
  await onChange(page, id, async (route) => {
    refusals.times++
    await route.fulfill({ status: 403, json: { message: "Not today" } })
  })
  await pressLetter(page, "e")
  await page.getByText("That did not work: Not today").waitFor()
  await status(page, "Active").waitFor()
  await page.reload()
  await status(page, "Active").waitFor()
  await undecided(page).click()
  await dialog(page).getByText("Not saved: Not today").waitFor()
  assert.equal(refusals.times, 1)
  await page.unrouteAll({ behavior: "wait" })
  await dialog(page)
    .getByRole("button", { name: /^Retry: / })
    .click()
  await dialog(page).getByText("All changes are saved.").waitFor()
  await isClosed(id)
  await undecided(page).waitFor({ state: "hidden" })
})

test("two tabs show the same waiting changes, and only one of them sends each", async () => {
  const ids = [await startConversation("First twin"), await startConversation("Second twin")] as const
  await open(page, ids[0])
  const other = await page.context().newPage()
  await open(other, ids[1])
  const sent: string[] = []
  for (const tab of [page, other])
    tab.on("requestfinished", (request) => {
      if (request.method() === "PATCH") sent.push(new URL(request.url()).pathname)
    })
  await page.context().setOffline(true)
  await pressLetter(page, "e")
  await pressLetter(other, "e")
  for (const tab of [page, other])
    await tab.getByRole("button", { name: "2 changes are waiting for the connection" }).waitFor()
  await page.context().setOffline(false)
  for (const id of ids) await isClosed(id)
  for (const tab of [page, other]) await pill(tab).waitFor({ state: "hidden" })
  for (const [tab, name] of [
    [page, "Closed"],
    [other, "Closed"],
  ] as const)
    await status(tab, name).waitFor()
  await until(() => sent.length >= ids.length)
  assert.deepEqual(sent.sort(), ids.map((id) => `/v2/conversations/${id}`).sort())
  for (const id of ids) assert.equal(await timesClosed(id), 1)
  await other.close()
})

test("who signs out is asked whether to discard what waits", async () => {
  const id = await startConversation("Unposted card")
  const page = await desk.visit("limited")
  await open(page, id)
  await onChange(page, id, unavailable)
  await pressLetter(page, "e")
  await pill(page).waitFor()
  const signOut = async () => {
    await page.getByRole("button", { name: "Account" }).click()
    await page.getByRole("menuitem", { name: "Sign out" }).click()
    await page.getByRole("dialog").getByText("1 change isn't saved yet. Signing out discards it.").waitFor()
  }
  await signOut()
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click()
  await pill(page).waitFor()
  await signOut()
  await page.getByRole("button", { name: "Discard and sign out" }).click()
  await page.waitForURL(/sign-in/)
  assert.equal(await page.evaluate("Object.keys(localStorage).filter((key) => key.includes('.commands.')).length"), 0)
  await page.context().close()
})
