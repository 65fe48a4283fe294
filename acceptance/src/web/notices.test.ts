import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import type { DeskhandClient } from "@deskhand/sdk/client"
import type { Locator, Page } from "playwright-core"
import { until } from "../until.ts"
import { beginConversation } from "./begin.ts"
import { goToConversation, writing } from "./composing.ts"
import { shareWebDesk, type WebDesk } from "./desk.ts"
import { goTo, pressLetter } from "./going.ts"
import { assertSound, looked } from "./looking.ts"

let desk: WebDesk
let ada: DeskhandClient
let grace: DeskhandClient
let page: Page

before(async () => {
  desk = await shareWebDesk()
  ;[ada, grace] = await Promise.all([desk.client("ada"), desk.client("grace")])
  await grace.users.setPreferences({ undoSeconds: 0, afterSending: "stay" })
  await grace.notifications.markRead({ all: true })
  page = await desk.visit("grace", looked)
  await page.goto(`${desk.origin}/list/mine`)
})
after(() => desk?.finish())

let customers = 0
/** Of a customer with no other conversations, unless one is given. */
function start(subject: string, name = `Rita${++customers}`): Promise<number> {
  const customer = { email: `${name.toLowerCase()}@notices.example`, firstName: name, lastName: "Rey" }
  return beginConversation(ada, { subject, mailboxId: desk.ids.inboxes.support, customer })
}
const open = (id: number, subject: string) => goToConversation(page, desk, { id, subject })
const bell = (unread: number): Locator =>
  page.getByRole("button", {
    name: unread === 0 ? "Notifications" : `Notifications, ${unread} unread`,
    exact: true,
  })
const panel = (): Locator => page.getByRole("dialog", { name: "Notifications" })

describe("notifications", () => {
  test("a colleague's mention counts, opens the conversation, and is read by that", async () => {
    const id = await start("Lantern")
    const { mention } = await grace.users.me()
    await ada.conversations.addNote(id, { text: `<p>What do you think, @${mention}?</p>` })
    await bell(1).waitFor()
    await page.getByRole("link", { name: /^Mentions 1 unread/ }).waitFor()
    await pressLetter(page, "g", "n")
    await panel().getByRole("region", { name: "Today" }).waitFor()
    await panel()
      .getByRole("link", { name: /Ada Lovelace mentioned you.*Lantern/ })
      .click()
    await page.waitForURL(`**/conversation/${id}/*`)
    await panel().waitFor({ state: "detached" })
    await bell(0).waitFor()
    // What was read can still be found.
    await page.getByRole("link", { name: "Mentions", exact: true }).waitFor()
    assert.equal((await grace.notifications.list()).unread.total, 0)
  })

  test("news in a followed conversation counts until all are marked as read", async () => {
    const id = await start("Compass")
    await open(id, "Compass")
    await pressLetter(page, "l")
    await page.getByRole("button", { name: "Follow", exact: true, pressed: true }).waitFor()
    await until(async () => (await ada.conversations.followers(id).list())._embedded.followers.length === 1)
    await goTo(page, `${desk.origin}/list/mine`)
    await page.getByRole("heading", { level: 1, name: "Mine" }).waitFor()
    await ada.conversations.addNote(id, { text: "<p>It turns.</p>" })
    await ada.conversations.patch(id, { op: "replace", path: "/status", value: "closed" })
    await bell(2).click()
    await panel().getByText("Ada Lovelace added a note").waitFor()
    await panel().getByText("Ada Lovelace closed it").waitFor()
    await panel().getByRole("button", { name: "Mark all as read" }).click()
    await page.keyboard.press("Escape")
    await bell(0).waitFor()
    await open(id, "Compass")
    await pressLetter(page, "l")
    await page.getByRole("button", { name: "Follow", exact: true, pressed: false }).waitFor()
    await until(async () => (await ada.conversations.followers(id).list())._embedded.followers.length === 0)
  })

  test("are chosen by kind and channel, with quiet hours", async () => {
    await goTo(page, `${desk.origin}/account/notifications`)
    const saved = page.getByText("Saved", { exact: true })
    const change = async (control: Locator) => {
      const answered = page.waitForResponse((response) => response.request().method() === "PUT")
      await control.click()
      assert.equal((await answered).status(), 204)
      await saved.waitFor()
    }
    await change(page.getByRole("checkbox", { name: "A teammate adds a note to my conversations: Email" }))
    await change(page.getByRole("checkbox", { name: "A customer replies in my conversations: In the app" }))
    await change(page.getByRole("checkbox", { name: "Quiet hours" }))
    await page.getByLabel("From", { exact: true }).fill("21:30")
    await until(async () => (await grace.users.preferences()).quietHours.from === "21:30")
    const { notifications, quietHours } = await grace.users.preferences()
    assert.deepEqual([notifications.mail.noted, notifications.app.replied], [true, false])
    assert.deepEqual(quietHours, { enabled: true, from: "21:30", to: "07:00" })
  })
})

describe("other open conversations of the customer", () => {
  const banner = (): Locator => page.getByRole("region", { name: "Other open conversations" })

  test("stand in a banner, from which one is merged into this one", async () => {
    const [id, other] = [await start("Kettle", "Merga"), await start("Kettle again", "Merga")]
    const { number } = await ada.conversations.get(other)
    await open(id, "Kettle")
    await banner().getByText("1 other open conversation with Merga Rey").waitFor()
    await banner()
      .getByRole("button", { name: `Merge into this one: #${number}` })
      .click()
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Merge into #/ })
      .click()
    await banner().waitFor({ state: "detached" })
    await until(async () => (await ada.conversations.get(id)).threads === 2)
  })

  test("stay away once the banner was dismissed for this conversation", async () => {
    const [id, other] = [await start("Teapot", "Dismissa"), await start("Teacup", "Dismissa")]
    await open(id, "Teapot")
    await banner().getByRole("button", { name: "Dismiss for this conversation" }).click()
    await banner().waitFor({ state: "detached" })
    await open(other, "Teacup")
    await banner()
      .getByRole("link", { name: /Teapot/ })
      .click()
    await page.getByRole("heading", { level: 1, name: "Teapot", exact: true }).waitFor()
    assert.equal(await banner().count(), 0)
  })
})

test("replying assigns an unassigned conversation, unless its inbox does not", async () => {
  const id = await start("Whisk", "Wanda")
  await open(id, "Whisk")
  await pressLetter(page, "r")
  await writing(page, "Reply to Wanda Rey").waitFor()
  await page.keyboard.type("On its way")
  await page.keyboard.press("Control+Enter")
  await page.getByText("Grace Hopper took this conversation").waitFor()
  assert.equal((await ada.conversations.get(id)).assignee?.id, desk.ids.users.grace)
  const owner = await desk.visit("ada")
  await owner.goto(`${desk.origin}/settings/inboxes/${desk.ids.inboxes.support}/general`)
  const setting = owner.getByRole("checkbox", { name: "Replying assigns the conversation" })
  await setting.waitFor()
  assert.equal(await setting.isChecked(), true)
  await owner.context().close()
})

for (const [colorScheme, width] of [
  ["light", 1280],
  ["dark", 360],
] as const)
  test(`everybody can use the panel, the banner and the preferences, ${colorScheme} at ${width} pixels`, async () => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 800 })
    const [id] = [await start(`Bowl ${width}`, `Axa${width}`), await start("Spoon", `Axa${width}`)]
    await ada.conversations.patch(id, { op: "replace", path: "/assignTo", value: desk.ids.users.grace })
    await until(async () => (await grace.notifications.list()).unread.total > 0)
    await goTo(page, `${desk.origin}/list/unassigned`)
    if (width < 1024) await page.getByRole("button", { name: "Open navigation" }).click()
    await page.getByRole("button", { name: /^Notifications, / }).click()
    await panel().getByRole("link", { name: /Bowl/ }).first().waitFor()
    await assertSound(page, "the panel", "[role=dialog]")
    await panel()
      .getByRole("link", { name: new RegExp(`Bowl ${width}`) })
      .first()
      .click()
    const banner = page.getByRole("region", { name: "Other open conversations" })
    await banner.getByRole("link", { name: /Spoon/ }).waitFor()
    await assertSound(page, "the banner", '[aria-label="Other open conversations"]')
    await goTo(page, `${desk.origin}/account/notifications`)
    await page.getByRole("checkbox", { name: "Quiet hours" }).waitFor()
    await assertSound(page, "the preferences")
  })
