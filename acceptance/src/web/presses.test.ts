import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import type { DeskhandClient } from "@deskhand/sdk/client"
import type { Locator, Page } from "playwright-core"
import { patienceMs, until } from "../until.ts"
import { composer, messagesOf, openConversation, startConversation, writing } from "./composing.ts"
import { shareWebDesk, type WebDesk } from "./desk.ts"
import { goTo, pressLetter, showRow } from "./going.ts"

let desk: WebDesk
let grace: DeskhandClient
let page: Page

before(async () => {
  desk = await shareWebDesk()
  grace = await desk.client("grace")
  page = await desk.visit("ada")
  await page.addInitScript(keepPresses)
})
after(() => desk?.finish())

const button = (name: string | RegExp, where: Page | Locator = page) => where.getByRole("button", { name, exact: true })

/** How long a press counts at most, by `web/src/data/press.ts`. */
const longestPressMs = 10_000
/** Presses last in tests: a busy machine may need longer for what happens while the button is down. */
const keepPresses = `{
  const set = window.setTimeout
  window.setTimeout = (work, ms, ...rest) => set(work, ms === ${longestPressMs} ? ${patienceMs} : ms, ...rest)
}`

/** Clicks as people do, with time between press and release. The target must not move in it, and must get the click. */
async function press(target: Locator, whilePressed: () => Promise<unknown> = async () => {}): Promise<void> {
  await target.hover()
  // It follows the click before the press begins, and is asked for the result after it.
  await target.evaluate(
    // biome-ignore lint/suspicious/noExplicitAny: it runs in the page, whose types tests do not know.
    (element: any) => {
      element.ownerDocument.defaultView.pressed = "not clicked"
      const follow = () => {
        element.ownerDocument.defaultView.pressed = "clicked"
      }
      element.addEventListener("click", follow, { once: true })
    },
  )
  const before = await target.boundingBox()
  await page.mouse.down()
  await whilePressed()
  await drawn()
  assert.deepEqual(await target.boundingBox(), before, "It moved between press and release")
  await page.mouse.up()
  await drawn()
  assert.equal(await page.evaluate("window.pressed"), "clicked")
}

/** Whatever a press has set off is on the screen. */
const drawn = () =>
  page.evaluate(
    "new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 100))))",
  )

/** Everything that reaches the page from now on; it shares events among tabs under this name. */
async function collectEvents(): Promise<void> {
  await page.evaluate(`{
    window.arrived = []
    const channel = new BroadcastChannel("deskhand.events.${desk.ids.users.ada}")
    channel.addEventListener("message", ({ data }) => data.is === "event" && arrived.push(data.event))
  }`)
}

describe("nothing moves between press and release", () => {
  test("of “Try it”, when suggestions fold above it", async () => {
    const inbox = desk.ids.inboxes.support
    // So tall that nothing scrolls: a browser that scrolls keeps the button in its place by itself.
    const size = page.viewportSize() ?? { width: 1280, height: 720 }
    await page.setViewportSize({ ...size, height: 1800 })
    await goTo(page, `${desk.origin}/settings/workflows?inbox=${inbox}`)
    await button("New workflow").click()
    const query = page.getByRole("combobox", { name: "The conversation is like this" })
    await query.fill("subject:elephant sta")
    await page.getByRole("option", { name: /^status:/ }).waitFor()
    await press(button("Try it"))
    await page.getByRole("status", { name: "Result of the trial" }).getByText(/./).first().waitFor()
    await page.getByRole("option").first().waitFor({ state: "detached" })
    await page.setViewportSize(size)
  })

  test("of a field in a form of settings, and of its button", async () => {
    const inbox = desk.ids.inboxes.support
    // Loaded anew, because the form of the workflow before asks whether to leave it unsaved.
    await page.goto(`${desk.origin}/settings/inboxes/${inbox}/general`)
    const name = page.getByLabel("Name", { exact: true })
    await name.fill("")
    await press(page.getByLabel("Address", { exact: true }))
    await name.fill("Pressed and released")
    await press(button(/^Save/).first())
    await until(async () => (await grace.inboxes.get(inbox)).name === "Pressed and released")
  })

  test("of the search box when it opens, and of a button when it closes", async () => {
    const id = await startConversation(grace, desk, "Beside the search")
    await openConversation(page, desk, id)
    const box = page.getByRole("combobox", { name: "Search conversations" })
    await press(box)
    await page.keyboard.type("sta")
    await page.getByRole("option", { name: /^status:/ }).waitFor()
    await press(button("More actions"))
    await page.getByRole("menu").waitFor()
    await page.getByRole("option").first().waitFor({ state: "detached" })
    await page.keyboard.press("Escape")
  })

  test("of a row in the list, when something new arrives above it", async () => {
    const id = await startConversation(grace, desk, "Row that others push down")
    await goTo(page, `${desk.origin}/list/unassigned`)
    const row = page.locator(`li[aria-posinset] a[href*="/conversation/${id}/"]`)
    await showRow(page, row)
    let next = 0
    await press(row, async () => {
      await collectEvents()
      next = await startConversation(grace, desk, "Newcomer")
      await until(() => page.evaluate<boolean>(`arrived.some(({ conversationId }) => conversationId === ${next})`))
    })
    await page.waitForURL(`**/conversation/${id}/**`)
    await showRow(page, page.locator(`li[aria-posinset] a[href*="/conversation/${next}/"]`))
  })

  test("of a button beside the subject, when the box of the subject closes", async () => {
    const id = await startConversation(grace, desk, "A short one")
    await openConversation(page, desk, id)
    await button("Change the subject").click()
    const subject = "A subject that takes more than one line in the header of a conversation ".repeat(5).trim()
    await page.getByLabel("Subject", { exact: true }).fill(subject)
    await press(button("More actions"))
    await page.getByRole("menu").waitFor()
    await page.keyboard.press("Escape")
    await until(async () => (await grace.conversations.get(id)).subject === subject)
  })

  test("of the button that sends, when a typed address becomes a recipient", async () => {
    const id = await startConversation(grace, desk, "Many recipients")
    await openConversation(page, desk, id)
    await pressLetter(page, "r")
    await writing(page).fill("Hello all")
    await button("Cc", composer(page)).click()
    const cc = composer(page).getByRole("combobox", { name: "Cc", exact: true })
    const addresses = ["one", "two", "three", "four"].map((name) => `${name}-${"long".repeat(12)}@elsewhere.example`)
    for (const address of addresses.slice(1)) {
      await cc.fill(address)
      await cc.press("Enter")
    }
    await cc.fill(addresses[0] ?? "")
    await press(button(/^Send/, composer(page)).first())
    await button("Send anyway").click()
    const [sent] = await until(async () => {
      const messages = await messagesOf(grace, id)
      return messages.filter(({ type, state }) => type === "message" && state === "published").length > 0 && messages
    })
    assert.deepEqual(sent?.cc?.toSorted(), addresses.toSorted())
  })

  test("of a button outside of an open picker, and of one inside of it", async () => {
    const id = await startConversation(grace, desk, "Picked")
    await openConversation(page, desk, id)
    await button(/^Assign/)
      .first()
      .click()
    await page.getByRole("option").first().waitFor()
    await press(button("More actions"))
    await page.getByRole("menu").waitFor()
    await page.keyboard.press("Escape")
    await button(/^Assign/)
      .first()
      .click()
    await press(page.getByRole("option", { name: /Grace Hopper/ }))
    await until(async () => (await grace.conversations.get(id)).assignee?.email === desk.ids.emails.grace)
  })

  test("of “Undo”, when its time ends meanwhile", async () => {
    const id = await startConversation(grace, desk, "Undone in time")
    await page.clock.install()
    // Once more, over the timers of that clock.
    await page.addInitScript(keepPresses)
    await openConversation(page, desk, id)
    // From here on only the test lets time pass in the page, until the button is pressed and its time is over. Until the
    // clock stands still it goes on, and it cannot be set back.
    await page.clock.pauseAt((await page.evaluate<number>("Date.now()")) + 30_000)
    await pressLetter(page, "e")
    await press(button("Undo").last(), async () => {
      await page.clock.runFor(6_500)
      await page.clock.resume()
    })
    await until(async () => (await grace.conversations.get(id)).status === "active")
  })
})
