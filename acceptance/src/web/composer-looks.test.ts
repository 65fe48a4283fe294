import { after, before, test } from "node:test"
import type { DeskhandClient } from "@deskhand/sdk/client"
import type { Page } from "playwright-core"
import { bring, composer, openConversation, picture, startConversation, writing } from "./composing.ts"
import { shareWebDesk, type WebDesk } from "./desk.ts"
import { pressLetter } from "./going.ts"
import { assertSound, looked } from "./looking.ts"

let desk: WebDesk
let ada: DeskhandClient
let id: number

before(async () => {
  desk = await shareWebDesk()
  ada = await desk.client("ada")
  const replies = ada.inboxes.savedReplies(desk.ids.inboxes.support)
  await replies.create({ name: "Okapi greeting", text: "<p>Dear {%customer.firstName%},</p><p>Bye {%no.such%}</p>" })
})
after(() => desk?.close())

/** Each in turn, one from the other. */
const states: Record<string, (page: Page) => Promise<unknown>> = {
  async "a long reply with copies and files"(page) {
    await openConversation(page, desk, id)
    await pressLetter(page, "r")
    await writing(page).waitFor()
    await bring(writing(page), "paste", { text: "A long line that goes on.\n\n".repeat(30) })
    for (const name of ["a.txt", "a-very-long-name-".repeat(8)])
      await bring(writing(page), "paste", { files: [{ name, type: "text/plain", content: "x" }] })
    await composer(page).getByRole("button", { name: "Cc", exact: true }).click()
    await composer(page)
      .getByRole("combobox", { name: "Cc", exact: true })
      .fill("somebody.with.a.long.name@long.example")
    await page.keyboard.press("Enter")
    await composer(page).getByText("Draft saved").waitFor()
  },
  async "choosing a saved reply"(page) {
    await writing(page).click()
    await page.keyboard.type("\n/okapi")
    await composer(page).getByText("What is marked could not be filled in.").waitFor()
  },
  async "ways to send"(page) {
    await page.keyboard.press("Escape")
    await page.getByRole("button", { name: "Other ways to send" }).click()
    await page.getByRole("menuitem", { name: "Send later" }).waitFor()
  },
  async "a note"(page) {
    await page.keyboard.press("Escape")
    await composer(page).getByRole("button", { name: "Note", exact: true }).click()
    await writing(page, "Note").waitFor()
  },
  async "a new conversation"(page) {
    await composer(page).getByRole("button", { name: "Discard" }).click()
    await writing(page, /./).waitFor({ state: "detached" })
    await pressLetter(page, "c")
    const dialog = page.getByRole("dialog", { name: "New conversation" })
    for (const name of ["first", "second", "third"]) {
      await dialog
        .getByRole("combobox", { name: "To", exact: true })
        .fill(`${"a.long.name.".repeat(4)}${name}@long.example`)
      await page.keyboard.press("Enter")
    }
    await dialog.getByRole("button", { name: "Bcc" }).click()
    await dialog.getByLabel("Subject").fill("A subject that goes on. ".repeat(12))
    await dialog.getByRole("button", { name: "Note" }).click()
    await dialog.getByLabel("Status").waitFor()
    await dialog.getByRole("button", { name: "Phone call" }).click()
    await dialog.getByRole("combobox", { name: "Caller" }).waitFor({ state: "detached" })
    await dialog.getByRole("button", { name: "Email" }).click()
    const editor = dialog.locator("[contenteditable=true]")
    await bring(editor, "paste", { text: `A long line that goes on. {%no.such%} ${"word".repeat(60)}\n\n`.repeat(12) })
    for (const name of ["a.txt", "a-very-long-name-".repeat(8)])
      await bring(editor, "paste", { files: [{ name, type: "text/plain", content: "x" }, picture] })
    await dialog.getByRole("combobox", { name: "To", exact: true }).fill("Somerville")
    await dialog
      .getByRole("option", { name: /Somerville/ })
      .first()
      .waitFor()
  },
}

/** What is new in each; the first is looked at with the whole page. */
const parts: Record<string, string> = {
  "choosing a saved reply": "#conversation",
  "ways to send": "[role=menu]",
  "a note": "#conversation",
  "a new conversation": "dialog[open]",
}

for (const [colorScheme, width, seen] of [
  // The others are the same on a wide screen.
  ["light", 1280, Object.entries(states).filter((_, index) => index === 0 || index === 4)],
  ["dark", 360, Object.entries(states)],
] as const)
  test(`everybody can use it and it fits, ${colorScheme} and ${width} pixels wide`, async () => {
    id = await startConversation(ada, desk, `Looks, ${colorScheme}`)
    const page = await desk.visit("ada", { ...looked, colorScheme, viewport: { width, height: 800 } })
    for (const [index, [name, reach]] of seen.entries()) {
      await reach(page)
      // Each in the colours that the one before was not looked at in.
      await page.emulateMedia({ colorScheme: index % 2 === 0 ? colorScheme : "light" })
      await assertSound(page, name, parts[name])
    }
    await page.context().close()
  })
