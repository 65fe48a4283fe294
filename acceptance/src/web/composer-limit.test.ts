import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import type { DeskhandClient } from "@deskhand/sdk/client"
import type { Page } from "playwright-core"
import { until } from "../until.ts"
import { composer, customer, messagesOf, openConversation, startConversation, writing } from "./composing.ts"
import { shareWebDesk, type WebDesk } from "./desk.ts"

let desk: WebDesk
let grace: DeskhandClient
let page: Page

before(async () => {
  desk = await shareWebDesk()
  grace = await desk.client("grace")
  page = await desk.visit("ada")
})
after(() => desk?.finish())

/** With as many threads as a conversation takes. */
async function startFull(subject: string): Promise<number> {
  const { id } = await grace.conversations.create({
    subject,
    type: "email",
    status: "active",
    mailboxId: desk.ids.inboxes.support,
    customer,
    tags: ["endless"],
    assignTo: desk.ids.users.ada,
    threads: Array.from({ length: 99 }, (_, index) => ({
      type: "customer" as const,
      text: `<p>About ${subject}, part ${index + 1}.</p>`,
      customer: { email: customer.email },
    })),
  })
  return id
}

async function type(words: string, mode = "Reply"): Promise<void> {
  await composer(page).getByRole("button", { name: mode, exact: true }).click()
  await writing(page, /Reply to|Note/).waitFor()
  await page.keyboard.type(words)
}

describe("a conversation with 99 threads", () => {
  test("says that it is full, and continues in a new one with the text and the history linked", async () => {
    const id = await startFull("Endless rope")
    const { number } = await grace.conversations.get(id)
    await page.goto(`${desk.origin}/conversation/${id}/${number}?list=all`)
    await type("One more knot")
    const bar = composer(page).getByRole("alert")
    await bar.getByText("This conversation has reached its limit of 100 messages.").waitFor()
    await composer(page).getByText("Saved in this browser only", { exact: true }).waitFor()
    assert.equal(await page.getByText("does not answer").count(), 0)

    await bar.getByRole("button", { name: "Continue in a new conversation" }).click()
    await page.waitForURL((url) => !url.pathname.startsWith(`/conversation/${id}/`))
    const newId = Number(/conversation\/(\d+)/.exec(page.url())?.[1])
    await writing(page).getByText("One more knot").waitFor()
    await until(async () => (await page.evaluate("document.activeElement?.isContentEditable")) === true)
    const [old, started] = [await grace.conversations.get(id), await grace.conversations.get(newId)]
    for (const field of ["subject", "mailboxId", "tags", "primaryCustomer", "assignee"] as const)
      assert.deepEqual(started[field], old[field], field)
    await composer(page).getByText("Draft saved").waitFor()
    const [draft] = await messagesOf(await desk.client("ada"), newId)
    assert.deepEqual([draft?.state, draft?.body], ["draft", "<p>One more knot</p>"])
    assert.equal(started.preview, `This conversation continues #${number}.`)

    const link = page.frameLocator("article[data-tone=note] iframe").getByRole("link", { name: `#${number}` })
    assert.equal(await link.getAttribute("href"), `${desk.origin}/conversation/${id}/${number}`)
    await page.goto(`${desk.origin}/conversation/${id}/${number}?list=all`)
    await page.getByRole("link", { name: `#${started.number}`, exact: true }).click()
    await page.waitForURL(`**/conversation/${newId}/${started.number}?list=all`)
    await page.goBack()
    await page.getByRole("link", { name: `#${started.number}`, exact: true }).waitFor()
    assert.equal(await composer(page).getByRole("alert").count(), 0)
    assert.equal(await composer(page).locator("[contenteditable=true]").count(), 0)
  })

  test("offers the same for a note", async () => {
    const id = await startFull("Endless scarf")
    await page.goto(`${desk.origin}/conversation/${id}/1?list=all`)
    await type("Knitted on", "Note")
    await page.keyboard.press("Control+Enter")
    await composer(page).getByRole("button", { name: "Continue in a new conversation" }).click()
    await page.waitForURL((url) => !url.pathname.startsWith(`/conversation/${id}/`))
    await writing(page, "Note").getByText("Knitted on").waitFor()
  })
})

describe("a draft that the desk does not take", () => {
  test("says why, in the desk's words", async () => {
    const id = await startConversation(grace, desk, "Closed door")
    await openConversation(page, desk, id)
    await type("H")
    for (const [status, message] of [
      [403, "You may not write here"],
      [404, "There is no such conversation"],
      [409, "Somebody was faster"],
      [413, "The body is larger than this operation takes"],
    ] as const) {
      await page.unrouteAll({ behavior: "wait" })
      await page.route(`**/v2/conversations/${id}/reply`, (route) => route.fulfill({ status, json: { message } }))
      await page.route(`**/v2/conversations/${id}/threads/*`, (route) => route.fulfill({ status, json: { message } }))
      await page.keyboard.type("i")
      await composer(page).getByText(`Saved in this browser only: ${message}`).waitFor()
    }
    await page.unrouteAll({ behavior: "wait" })
    await page.keyboard.type("!")
    await composer(page).getByText("Draft saved").waitFor()
  })

  test("says that the desk cannot be reached, and is saved when it can be", async () => {
    const id = await startConversation(grace, desk, "Long tunnel")
    await openConversation(page, desk, id)
    // The editor comes from the desk too.
    await type("")
    await page.context().setOffline(true)
    await page.keyboard.type("Light")
    await composer(page).getByText("Saved in this browser only: the desk can't be reached").waitFor()
    await page.context().setOffline(false)
    await composer(page).getByText("Draft saved").waitFor()
    const [draft] = await messagesOf(await desk.client("ada"), id)
    assert.equal(draft?.body, "<p>Light</p>")
  })
})
