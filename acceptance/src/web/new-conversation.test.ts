import assert from "node:assert/strict"
import { after, before, beforeEach, describe, test } from "node:test"
import type { DeskhandClient } from "@deskhand/sdk/client"
import type { Page } from "playwright-core"
import { until } from "../until.ts"
import { bring, customer, messagesOf, picture, shownPictures, startConversation, writing } from "./composing.ts"
import { shareWebDesk, type WebDesk } from "./desk.ts"
import { goTo, pressLetter } from "./going.ts"

let desk: WebDesk
let ada: DeskhandClient
let page: Page
let wimId: number

before(async () => {
  desk = await shareWebDesk()
  ada = await desk.client("ada")
  page = await desk.visit("ada")
  await ada.users.setPreferences({ undoSeconds: 0, afterSending: "stay" })
  const id = await startConversation(ada, desk, "So that Wim is known")
  wimId = (await ada.conversations.get(id)).primaryCustomer.id
  const replies = ada.inboxes.savedReplies(desk.ids.inboxes.support)
  await replies.create({ name: "Quokka greeting", text: "<p>Dear {%customer.firstName%}, your {%no.such%}</p>" })
  await page.goto(`${desk.origin}/list/mine`)
})
beforeEach(async () => {
  await goTo(page, `${desk.origin}/list/mine`)
  await page.getByRole("button", { name: "New conversation", exact: true }).waitFor()
})
after(() => desk?.finish())

const dialog = () => page.getByRole("dialog", { name: "New conversation", exact: true })
const editor = () => dialog().locator("[contenteditable=true]")
const heading = (name: string) => page.getByRole("heading", { level: 1, name, exact: true })
const shownId = () => Number(/conversation\/(\d+)/.exec(page.url())?.[1])
const focusedText = () => page.evaluate<string>("document.activeElement?.textContent?.trim() ?? ''")

async function tabTo(words: string): Promise<void> {
  for (let step = 0; step < 20 && (await focusedText()) !== words; step++) await page.keyboard.press("Tab")
  assert.equal(await focusedText(), words)
}

async function reload(): Promise<void> {
  await page.reload()
  await page.getByRole("button", { name: "New conversation", exact: true }).waitFor()
}

async function begin(): Promise<void> {
  await pressLetter(page, "c")
  await dialog().waitFor()
}

/** To Wim, from Support. */
async function write(subject: string, words: string): Promise<void> {
  await begin()
  await dialog().getByLabel("Inbox").selectOption(String(desk.ids.inboxes.support))
  await dialog().getByRole("combobox", { name: "To", exact: true }).fill(customer.email)
  await page.keyboard.press("Enter")
  await dialog().getByLabel("Subject").fill(subject)
  await editor().click()
  await page.keyboard.type(words)
}

describe("a new conversation", () => {
  test("goes out by keys alone: two recipients, a copy, a tag, and back by undo", async () => {
    await ada.users.setPreferences({ undoSeconds: 30 })
    await reload()
    await begin()
    await page.keyboard.type("wim@customers")
    await dialog()
      .getByRole("option", { name: /Wim Ost/ })
      .waitFor()
    await page.keyboard.press("Enter")
    await page.keyboard.type("second@customers.example,")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await dialog().getByRole("combobox", { name: "Cc", exact: true }).waitFor()
    await page.keyboard.type("copy@customers.example,")
    await tabTo("Bcc")
    await page.keyboard.press("Tab")
    await page.keyboard.type("By keys alone")
    await page.keyboard.press("Tab")
    await page.keyboard.type("Hello both.")
    await tabTo("Tags")
    await page.keyboard.press("Enter")
    await page.getByRole("combobox", { name: "Tags" }).waitFor()
    await page.keyboard.type("by-keys")
    await page.getByRole("option", { name: /by-keys/ }).waitFor()
    await page.keyboard.press("Enter")
    await page.keyboard.press("Escape")
    await dialog().getByTitle("by-keys").waitFor()
    await page.keyboard.press("Control+Enter")
    await heading("By keys alone").waitFor()
    const id = shownId()
    const waiting = await until(async () => (await messagesOf(ada, id)).find(({ scheduled }) => scheduled?.undoable))
    assert.deepEqual(
      [waiting.to, waiting.cc, waiting.body],
      [["wim@customers.example", "second@customers.example"], ["copy@customers.example"], "<p>Hello both.</p>"],
    )
    const { tags, primaryCustomer } = await ada.conversations.get(id)
    assert.deepEqual([tags.map(({ tag }) => tag), primaryCustomer.email], [["by-keys"], customer.email])
    await page.getByRole("button", { name: "Undo", exact: true }).waitFor()
    await page.keyboard.press("u")
    await writing(page).getByText("Hello both.").waitFor()
    const [draft] = await messagesOf(ada, id)
    assert.deepEqual([draft?.state, draft?.scheduled], ["draft", undefined])
    await page.keyboard.press("Escape")
    await ada.users.setPreferences({ undoSeconds: 0 })
    await page.reload()
  })

  test("goes out with files and pictures, and closes where that was chosen", async () => {
    await write("With a picture", "It is green.")
    await dialog()
      .locator("input[type=file]")
      .setInputFiles({
        name: "hat.txt",
        mimeType: "text/plain",
        buffer: Buffer.from("hat"),
      })
    await bring(editor(), "paste", { files: [picture] })
    await shownPictures(editor(), 1)
    await page.keyboard.press("Control+Shift+Enter")
    await heading("With a picture").waitFor()
    const id = shownId()
    await until(async () => (await ada.conversations.get(id)).status === "closed")
    const [message] = await messagesOf(ada, id)
    const files = message?._embedded?.attachments ?? []
    assert.deepEqual(files.map(({ filename, inline = false }) => [filename, inline]).sort(), [
      ["hat.txt", false],
      ["shot.png", true],
    ])
    const contentId = files.find(({ inline }) => inline)?.contentId
    assert.equal(message?.body, `<p>It is green.<img src="cid:${contentId}" alt="shot.png"></p>`)
    assert.equal((await ada.conversations.get(id)).state, "published")
  })

  test("is not lost: a reload keeps it here, closing saves it in Drafts, where one goes on", async () => {
    await write("Half done", "Dear Wim")
    await reload()
    await begin()
    await editor().getByText("Dear Wim").waitFor()
    await page.keyboard.press("Escape")
    await page.getByText("Saved in Drafts").waitFor()
    await begin()
    assert.equal((await editor().innerText()).trim(), "")
    await page.keyboard.press("Escape")
    await dialog().waitFor({ state: "hidden" })
    await goTo(page, `${desk.origin}/list/drafts`)
    await page
      .getByRole("link", { name: /Half done/ })
      .first()
      .click()
    await heading("Half done").waitFor()
    await writing(page).getByText("Dear Wim").waitFor()
    await writing(page).click()
    await page.keyboard.press("End")
    await page.keyboard.type(", it is done.")
    await page.keyboard.press("Control+Enter")
    const id = shownId()
    await until(async () => (await ada.conversations.get(id)).state === "published")
    const [message] = await messagesOf(ada, id)
    assert.deepEqual([message?.body, message?.to], ["<p>Dear Wim, it is done.</p>", [customer.email]])
  })

  test("without a recipient stays in this browser, and can be thrown away", async () => {
    await begin()
    await dialog().getByLabel("Subject").fill("For nobody yet")
    await page.keyboard.press("Escape")
    await page.getByText("Kept in this browser.").waitFor()
    await begin()
    assert.equal(await dialog().getByLabel("Subject").inputValue(), "For nobody yet")
    await dialog().getByRole("button", { name: "Discard" }).click()
    await dialog().waitFor({ state: "hidden" })
    await begin()
    assert.equal(await dialog().getByLabel("Subject").inputValue(), "")
    await page.keyboard.press("Escape")
  })

  test("goes out later", async () => {
    await write("In the morning", "Good morning")
    await page.keyboard.press("Control+Alt+Enter")
    const when = page.getByRole("dialog", { name: "Send later" })
    await when.getByRole("combobox").fill("tomorrow 9am")
    await when.getByRole("option").first().waitFor()
    await page.keyboard.press("Enter")
    await heading("In the morning").waitFor()
    await page
      .locator("article[data-tone=scheduled]")
      .getByText(/Goes out .* 9:00/)
      .waitFor()
    assert.equal((await ada.conversations.get(shownId())).state, "draft")
  })

  test("can be a phone call, or a note", async () => {
    const person = { firstName: "Nomail", lastName: "Caller" }
    const { id: callerId } = await ada.customers.create({ ...person, phones: [{ type: "mobile", value: "+3112345" }] })
    await begin()
    await dialog().getByRole("button", { name: "Phone call" }).click()
    await dialog().getByRole("combobox", { name: "Caller" }).fill("Nomail")
    await dialog()
      .getByRole("option", { name: /Nomail Caller/ })
      .waitFor()
    await page.keyboard.press("Enter")
    await dialog().getByLabel("Subject").fill("Called us")
    await editor().click()
    await page.keyboard.type("Wants a hat.")
    await dialog().getByLabel("Status").selectOption("closed")
    await dialog().getByRole("button", { name: "Log call" }).click()
    await page.locator("article[data-tone=call]").getByText("Phone call with Nomail Caller").waitFor()
    const call = await ada.conversations.get(shownId())
    assert.deepEqual([call.type, call.status, call.primaryCustomer.id], ["phone", "closed", callerId])
    assert.deepEqual((await ada.conversations.mail(call.id)).outgoing, [])

    await begin()
    await dialog().getByRole("button", { name: "Note" }).click()
    await dialog().getByRole("combobox", { name: "Customer" }).fill(customer.email)
    await page.keyboard.press("Enter")
    await dialog().getByLabel("Subject").fill("About Wim")
    await editor().click()
    await page.keyboard.type("Likes hats.")
    await page.keyboard.press("Control+Enter")
    await page.locator("article[data-tone=note]").waitFor()
    const note = await ada.conversations.get(shownId())
    assert.deepEqual([note.status, note.primaryCustomer.id], ["active", wimId])
  })

  test("fills in saved replies, and names the variables that stay empty", async () => {
    await write("Quokkas", "/quokkag")
    const option = dialog().getByRole("option", { name: "Quokka greeting", selected: true })
    await option.waitFor()
    await dialog().frameLocator("iframe").getByText("Dear Wim, your {%no.such%}").waitFor()
    await page.keyboard.press("Enter")
    await editor().getByText("Dear Wim, your").waitFor()
    await page.keyboard.press("Control+Enter")
    const doubt = page.getByRole("dialog", { name: "Did you forget something?" })
    await doubt.getByText("A saved-reply variable is still empty: {%no.such%}").waitFor()
    await page.keyboard.press("Escape")
    await doubt.waitFor({ state: "hidden" })
    await dialog().getByRole("button", { name: "Discard" }).click()
  })
})

describe("writing to a customer", () => {
  test("begins at their page, and at an address in the details", async () => {
    await goTo(page, `${desk.origin}/customers/${wimId}`)
    await page.getByRole("button", { name: "Write to them" }).click()
    await dialog()
      .getByRole("button", { name: `Remove ${customer.email}` })
      .waitFor()
    await page.keyboard.press("Escape")
    await dialog().waitFor({ state: "hidden" })

    const id = await startConversation(ada, desk, "From the details")
    await goTo(page, `${desk.origin}/conversation/${id}/1?list=unassigned`)
    await page
      .getByRole("complementary")
      .getByRole("button", { name: `Write to ${customer.email}` })
      .click()
    await dialog()
      .getByRole("button", { name: `Remove ${customer.email}` })
      .waitFor()
    await page.keyboard.press("Escape")
  })
})
