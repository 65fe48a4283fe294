import assert from "node:assert/strict"
import { after, before, beforeEach, describe, test } from "node:test"
import type { DeskhandClient } from "@deskhand/sdk/client"
import type { Page } from "playwright-core"
import { until } from "../until.ts"
import { composer, messagesOf, openConversation, startConversation, untilMailIsKnown, writing } from "./composing.ts"
import { shareWebDesk, type WebDesk } from "./desk.ts"
import { pressLetter } from "./going.ts"

let desk: WebDesk
let ada: DeskhandClient
let page: Page
let id: number

before(async () => {
  desk = await shareWebDesk()
  ada = await desk.client("ada")
  page = await desk.visit("ada")
})
beforeEach(async (context) => {
  await ada.users.setPreferences({ undoSeconds: 0, afterSending: "stay" })
  id = await startConversation(ada, desk, `Sending: ${context.name}`)
})
after(() => desk?.finish())

const draftOf = async () => (await messagesOf(ada, id)).find(({ state }) => state === "draft")
const heading = (name: string | RegExp) => page.getByRole("heading", { level: 1, name })

async function write(words: string): Promise<void> {
  await openConversation(page, desk, id)
  await pressLetter(page, "r")
  await writing(page).waitFor()
  await page.keyboard.type(words)
}

describe("a draft", () => {
  test("is kept on the desk a moment after the last key, and thrown away when it is emptied", async () => {
    await write("Dear Wim")
    await composer(page).getByText("Draft saved").waitFor()
    assert.equal((await draftOf())?.body, "<p>Dear Wim</p>")
    await page.keyboard.type(", yes")
    await until(async () => (await draftOf())?.body === "<p>Dear Wim, yes</p>")
    await page.keyboard.press("Control+a")
    await page.keyboard.press("Delete")
    await until(async () => (await draftOf()) === undefined)
  })

  test("is taken up in another browser, which also sees it change and go", async () => {
    await write("Begun here")
    await composer(page).getByText("Draft saved").waitFor()
    const elsewhere = await desk.visit("ada")
    await openConversation(elsewhere, desk, id)
    await writing(elsewhere).getByText("Begun here").waitFor()
    // It stands in the composer and not a second time among the messages.
    await elsewhere.locator("article[data-tone=draft]").waitFor({ state: "detached" })
    await writing(elsewhere).click()
    await elsewhere.keyboard.press("End")
    await elsewhere.keyboard.type(", ended there")
    await writing(page).getByText("Begun here, ended there").waitFor()
    await elsewhere.keyboard.press("Control+Enter")
    await writing(page).getByText("Begun here").waitFor({ state: "detached" })
    const messages = await messagesOf(ada, id)
    assert.deepEqual(
      messages.map(({ state, body }) => [state, body]),
      [
        ["published", "<p>Begun here, ended there</p>"],
        ["published", messages[1]?.body],
      ],
    )
    await elsewhere.context().close()
  })

  test("is the author's alone", async () => {
    await write("Not ready")
    await composer(page).getByText("Draft saved").waitFor()
    const colleague = await desk.visit("grace")
    await openConversation(colleague, desk, id)
    await colleague.getByRole("button", { name: "Reply", exact: true }).click()
    await writing(colleague).waitFor()
    assert.equal(await writing(colleague).innerText(), "\n")
    await colleague.context().close()
  })

  test("of whoever leaves at once is kept too", async () => {
    await write("Quick")
    await page.getByRole("link", { name: /^Mine/ }).first().click()
    await until(async () => (await draftOf())?.body === "<p>Quick</p>")
  })
})

describe("sending", () => {
  test("can be undone: the text is back in the editor, and nothing has gone out", async () => {
    await ada.users.setPreferences({ undoSeconds: 30 })
    await write("Too early")
    await untilMailIsKnown(page)
    await page.keyboard.press("Control+Enter")
    await page.getByText("Your reply to Wim Ost waits").waitFor()
    const waiting = await until(async () => (await messagesOf(ada, id)).find(({ scheduled }) => scheduled?.undoable))
    await page.getByRole("button", { name: "Undo", exact: true }).click()
    await writing(page).getByText("Too early").waitFor()
    const back = await draftOf()
    assert.deepEqual([back?.id, back?.body, back?.scheduled], [waiting.id, "<p>Too early</p>", undefined])
    await page.keyboard.press("Escape")
  })

  test("goes to the next, and U brings back what was sent before", async () => {
    await ada.users.setPreferences({ undoSeconds: 30, afterSending: "next" })
    await startConversation(ada, desk, "Sending: another")
    await write("One more thing")
    const subject = (await ada.conversations.get(id)).subject
    await page.reload()
    await writing(page).getByText("One more thing").waitFor()
    await writing(page).click()
    await page.keyboard.press("Control+Enter")
    await heading(subject).waitFor({ state: "detached" })
    await heading(/./).waitFor()
    await page.getByRole("button", { name: "Undo", exact: true }).waitFor()
    await page.keyboard.press("u")
    await heading(subject).waitFor()
    await writing(page).getByText("One more thing").waitFor()
  })

  test("goes to the next although the list has not been read yet", async () => {
    await ada.users.setPreferences({ undoSeconds: 0, afterSending: "next" })
    const subject = (await ada.conversations.get(id)).subject
    const sent = Promise.withResolvers<void>()
    await page.route(/\/v2\/conversations\?/, async (route) => {
      await sent.promise
      await route.continue()
    })
    await write("In a hurry")
    await page.keyboard.press("Control+Enter")
    await until(async () =>
      (await messagesOf(ada, id)).some(({ type, state }) => type === "message" && state !== "draft"),
    )
    sent.resolve()
    await heading(subject).waitFor({ state: "detached" })
    await heading(/./).waitFor()
    await page.unrouteAll({ behavior: "wait" })
  })

  test("closes and goes on with Ctrl+Shift+Enter", async () => {
    const subject = (await ada.conversations.get(id)).subject
    await write("Done.")
    await page.keyboard.press("Control+Shift+Enter")
    await heading(subject).waitFor({ state: "detached" })
    await until(async () => (await ada.conversations.get(id)).status === "closed")
  })

  test("offers other ways, and remembers the last", async () => {
    await write("We wait.")
    await page.getByRole("button", { name: "Other ways to send" }).click()
    await page.getByRole("menuitem", { name: "Send & pending" }).click()
    await until(async () => (await ada.conversations.get(id)).status === "pending")
    await openConversation(page, desk, id)
    await pressLetter(page, "r")
    await composer(page).getByRole("button", { name: "Send & pending" }).waitFor()
  })

  test("later: at a time in words, shown with its time, cancelled back into the editor, and sent at once", async () => {
    await write("Good morning")
    await page.keyboard.press("Control+Alt+Enter")
    const dialog = page.getByRole("dialog", { name: "Send later" })
    await dialog.getByRole("combobox").fill("tomorrow 9am")
    await dialog.getByRole("option").first().waitFor()
    await page.keyboard.press("Enter")
    const scheduled = page.locator("article[data-tone=scheduled]")
    await scheduled.getByText(/Goes out .* 9:00/).waitFor()
    const [first] = await messagesOf(ada, id)
    assert.equal(first?.scheduled?.unscheduleOnCustomerReply, true)
    await scheduled.getByRole("button", { name: "Cancel and edit" }).click()
    await writing(page).getByText("Good morning").waitFor()
    await until(async () => (await draftOf())?.scheduled === undefined)
    await page.keyboard.press("Control+Alt+Enter")
    await dialog.getByRole("option").first().click()
    await scheduled.getByRole("button", { name: "Send now" }).click()
    await page.frameLocator("article[data-tone=agent] iframe").getByText("Good morning").waitFor()
  })
})
