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

before(async () => {
  desk = await openWebDesk()
  grace = await desk.client("grace")
  page = await desk.visit("ada")
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
})
after(() => desk?.finish())

const dialog = () => page.locator("dialog[open]")
const heading = (name: string) => page.getByRole("heading", { level: 1, name })
const toast = (words: string | RegExp) => page.locator("[role=status]").getByText(words)

const startConversation = (subject: string, email = "actions@customers.example"): Promise<number> =>
  beginConversation(grace, {
    subject,
    mailboxId: desk.ids.inboxes.support,
    customer: { email, firstName: "Liv", lastName: "Ede" },
  })

async function open(id: number): Promise<void> {
  const { number, subject } = await grace.conversations.get(id)
  await goTo(page, `${desk.origin}/conversation/${id}/${number}?list=unassigned`)
  await heading(subject).waitFor()
  // Keys mean the conversation once its pane stands.
  await page.getByRole("button", { name: "More actions" }).waitFor()
}

async function askBy(key: string): Promise<void> {
  await pressLetter(page, key)
  await dialog().getByRole("combobox").waitFor()
}

async function choose(words: string): Promise<void> {
  await page.getByRole("button", { name: "More actions" }).click()
  await page.getByRole("menuitem", { name: words }).click()
}

describe("snoozing", () => {
  test("takes a time in words, says how it was understood, and wakes on a reply unless told otherwise", async () => {
    const id = await startConversation("Clock that runs late")
    await open(id)
    await askBy("h")
    await page.keyboard.type("jan 15 2031 10:30")
    await dialog().getByRole("option", { name: "Wednesday, January 15, 2031 at 10:30 AM" }).waitFor()
    await dialog().getByLabel("Wake when the customer replies").uncheck()
    await dialog().getByRole("combobox").press("Enter")
    await toast("Snoozed until Wednesday, January 15, 2031").waitFor()
    const { snooze } = await grace.conversations.get(id)
    assert.equal(Date.parse(snooze?.snoozedUntil ?? ""), new Date(2031, 0, 15, 10, 30).getTime())
    assert.equal(snooze?.unsnoozeOnCustomerReply, false)

    await page.getByRole("button", { name: "Wake now" }).click()
    await toast("Awake again").waitFor()
    assert.equal((await grace.conversations.get(id)).snooze, undefined)
    await page.keyboard.press("Control+z")
    await toast("Snoozed until").waitFor()
    const again = (await grace.conversations.get(id)).snooze
    assert.deepEqual([again?.snoozedUntil, again?.unsnoozeOnCustomerReply], [snooze?.snoozedUntil, false])
  })

  test("offers what is chosen often, and undoing gives the status back that it had", async () => {
    const id = await startConversation("Bell without a clapper")
    await grace.conversations.patch(id, { op: "replace", path: "/status", value: "pending" })
    await open(id)
    await page.getByRole("button", { name: "Status: Pending" }).waitFor()
    await askBy("z")
    await page.keyboard.type("next week")
    await dialog()
      .getByRole("option", { name: /^Next week/ })
      .click()
    await toast("Snoozed until Monday").waitFor()
    const { snooze } = await grace.conversations.get(id)
    assert.equal(new Date(snooze?.snoozedUntil ?? 0).getDay(), 1)
    assert.equal(snooze?.unsnoozeOnCustomerReply, true)
    await page.getByRole("button", { name: "Undo" }).click()
    await toast("Awake again").waitFor()
    const back = await grace.conversations.get(id)
    assert.deepEqual([back.snooze, back.status], [undefined, "pending"])
  })

  test("makes nothing of what is no time to come", async () => {
    await open(await startConversation("Hourglass lying down"))
    await askBy("h")
    await page.keyboard.type("yesterday")
    await dialog().getByText("That is no time to come").waitFor()
    await page.keyboard.press("Enter")
    await page.keyboard.press("Escape")
    await dialog().waitFor({ state: "hidden" })
  })
})

describe("what is done while something else is read", () => {
  test("is shown also where the answer to that comes in between, and can be done again at once", async () => {
    const id = await startConversation("Swing door")
    await open(id)
    await pressLetter(page, "e")
    await toast("Status set to Closed").waitFor()
    const sent = Promise.withResolvers<void>()
    let answered = Promise.withResolvers<void>()
    const path = `${desk.origin}/v2/conversations/${id}`
    await page.route(path, async (route) => {
      await (route.request().method() === "PATCH" ? sent : answered).promise
      await route.continue()
    })
    // The desk has not heard yet that it is taken back when it tells the page what else has changed.
    const asked = page.waitForRequest((request) => request.url() === path && request.method() === "GET")
    await page.keyboard.press("Control+z")
    await page.getByRole("button", { name: "Status: Active" }).waitFor()
    await grace.conversations.patch(id, { op: "replace", path: "/subject", value: "Swing doors" })
    await asked
    answered.resolve()
    // An answer that does not know of it yet changes nothing of what is shown.
    await heading("Swing doors").waitFor()
    await page.getByRole("button", { name: "Status: Active" }).waitFor()

    // From now on nothing is answered: only what the page itself knows can be shown.
    answered = Promise.withResolvers()
    sent.resolve()
    await toast("Status set to Active").waitFor()
    await page.getByRole("button", { name: "Status: Active" }).waitFor()
    await pressLetter(page, "e")
    await toast("Status set to Closed").waitFor()
    answered.resolve()
    await page.unrouteAll({ behavior: "wait" })
    assert.equal((await grace.conversations.get(id)).status, "closed")
  })
})

describe("merging", () => {
  test("offers the customer's other conversations first, and says plainly which one stays", async () => {
    const other = await startConversation("Left glove", "gloves@customers.example")
    const id = await startConversation("Right glove", "gloves@customers.example")
    const [{ number }, { number: otherNumber }] = [
      await grace.conversations.get(id),
      await grace.conversations.get(other),
    ]
    await open(id)
    await pressLetter(page, "m")
    await dialog().getByRole("option", { name: "Left glove" }).waitFor()
    await page.keyboard.press("Enter")
    await dialog().getByText(`All messages of #${otherNumber} move to #${number}`).waitFor()
    await dialog().getByRole("button", { name: "Keep the other one instead" }).click()
    await dialog().getByText(`All messages of #${number} move to #${otherNumber}`).waitFor()
    await dialog()
      .getByRole("button", { name: `Merge into #${otherNumber}` })
      .click()
    await toast(`#${number} is now part of #${otherNumber}`).waitFor()
    await heading("Left glove").waitFor()
    await page.waitForURL(`**/conversation/${other}/*`)
    assert.equal((await grace.conversations.get(id, { followMerged: true })).id, other)
  })

  test("finds the other one by its number or by words, whatever signs are in them", async () => {
    const other = await startConversation('Teapot "AND" 100% (lid)', "elsewhere@customers.example")
    const { number } = await grace.conversations.get(other)
    await open(await startConversation("Saucer alone", "saucer@customers.example"))
    await choose("Merge with another")
    await dialog().getByText("Type a number, words of the subject").waitFor()
    await dialog().getByRole("combobox").fill('"AND" teapot (lid) \\\\')
    await dialog().getByRole("option", { name: "Teapot" }).waitFor()
    await dialog().getByRole("combobox").fill(`#${number}`)
    await dialog()
      .getByRole("option", { name: `#${number} Teapot` })
      .waitFor()
    await page.keyboard.press("Escape")
    await dialog().waitFor({ state: "hidden" })
    assert.equal((await grace.conversations.get(other)).id, other)
  })
})

describe("moving and deleting", () => {
  test("a conversation goes to another inbox and comes back", async () => {
    const id = await startConversation("Letter in the wrong box")
    const ada = await desk.client("ada")
    const inboxes = await Array.fromAsync(ada.inboxes.all())
    const target = inboxes.find(({ id }) => id !== desk.ids.inboxes.support)
    await open(id)
    await pressLetter(page, "v")
    await dialog()
      .getByRole("combobox")
      .fill(target?.name ?? "")
    await dialog()
      .getByRole("option", { name: target?.name ?? "", exact: true })
      .click()
    await toast(`Moved to ${target?.name}`).waitFor()
    assert.equal((await ada.conversations.get(id)).mailboxId, target?.id)
    await page.keyboard.press("Control+z")
    await toast("Put back as it was").waitFor()
    assert.equal((await grace.conversations.get(id)).mailboxId, desk.ids.inboxes.support)
  })

  test("deleting can be undone by whoever did it; later an admin restores", async () => {
    const id = await startConversation("Paper for the bin")
    await open(id)
    await pressLetter(page, "#")
    await page.getByText("This conversation is in the Deleted folder.").waitFor()
    await toast("Moved to Deleted").waitFor()
    assert.equal((await grace.conversations.get(id)).state, "deleted")
    await page.getByRole("button", { name: "Undo" }).click()
    await toast("Put back as it was").waitFor()
    assert.equal((await grace.conversations.get(id)).state, "published")

    await grace.conversations.delete(id)
    await page.getByRole("button", { name: "Restore" }).click()
    await toast("Restored").waitFor()
    assert.equal((await grace.conversations.get(id)).state, "published")
  })

  test("spam and back", async () => {
    const id = await startConversation("You have won")
    await open(id)
    await choose("Mark as spam")
    await toast("Status set to Spam").waitFor()
    assert.equal((await grace.conversations.get(id)).status, "spam")
    await choose("Not spam")
    await toast("Status set to Active").waitFor()
    assert.equal((await grace.conversations.get(id)).status, "active")
  })
})

describe("the header", () => {
  test("lets the subject be changed, and changed back", async () => {
    const id = await startConversation("Shrot story")
    await open(id)
    await page.getByRole("button", { name: "Change the subject" }).click()
    await page.getByLabel("Subject").fill("Never mind")
    await page.keyboard.press("Escape")
    await heading("Shrot story").waitFor()
    await page.getByRole("button", { name: "Change the subject" }).click()
    await page.getByLabel("Subject").fill("Short story")
    await page.keyboard.press("Enter")
    await heading("Short story").waitFor()
    await toast("Subject changed").waitFor()
    assert.equal((await grace.conversations.get(id)).subject, "Short story")
    await page.getByRole("button", { name: "Undo" }).click()
    await heading("Shrot story").waitFor()
  })

  test("copies the number, twice with the title, three times the link", async () => {
    const id = await startConversation("Copy of a copy")
    const { number } = await grace.conversations.get(id)
    await open(id)
    const copied = () => page.evaluate("navigator.clipboard.readText()")
    for (const [times, text] of [
      [1, `#${number}`],
      [2, `#${number} Copy of a copy`],
      [3, `${desk.origin}/conversation/${id}/${number}`],
    ] as const) {
      // At once, so that how fast the machine is does not matter; the pause before lets them begin anew.
      await page.reload()
      await page.getByRole("button", { name: "More actions" }).waitFor()
      const press =
        'document.body.dispatchEvent(new KeyboardEvent("keydown", { key: ".", bubbles: true, cancelable: true }))'
      await page.evaluate(Array(times).fill(press).join(";"))
      await toast(`Copied ${text}`).waitFor()
      assert.equal(await copied(), text)
    }
  })

  test("who may only write notes finds none of it", async () => {
    const light = await desk.visit("light")
    const { number } = await grace.conversations.get(desk.ids.conversations.active)
    await light.goto(`${desk.origin}/conversation/${desk.ids.conversations.active}/${number}`)
    await light.getByRole("button", { name: "Note", exact: true }).waitFor()
    assert.equal(await light.getByRole("button", { name: "More actions" }).count(), 0)
    assert.equal(await light.getByRole("button", { name: "Change the subject" }).count(), 0)
    await pressLetter(light, "h")
    assert.equal(await light.locator("dialog[open]").count(), 0)
    await light.context().close()
  })
})
