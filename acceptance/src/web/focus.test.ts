import assert from "node:assert/strict"
import { after, before, beforeEach, describe, test } from "node:test"
import type { DeskhandClient } from "@deskhand/sdk/client"
import type { Page } from "playwright-core"
import { until } from "../until.ts"
import { openConversation, startConversation, writing } from "./composing.ts"
import { shareWebDesk, type WebDesk } from "./desk.ts"
import { areLettersActing, goTo, pressLetter } from "./going.ts"

let desk: WebDesk
let ada: DeskhandClient
let page: Page
let id: number
let otherId: number

before(async () => {
  desk = await shareWebDesk()
  ada = await desk.client("ada")
})
beforeEach(async (context) => {
  page = await desk.visit("ada")
  otherId = await startConversation(ada, desk, `Focus: other of ${context.name}`)
  id = await startConversation(ada, desk, `Focus: ${context.name}`)
})
after(() => desk?.finish())

const isFocused = async () =>
  (await page.evaluate("document.activeElement?.getAttribute('aria-label')")) === "Reply to Wim Ost"

async function send(words: string): Promise<void> {
  await openConversation(page, desk, id)
  await page.keyboard.press("r")
  await writing(page).waitFor()
  await page.keyboard.type(words)
  await page.keyboard.press("Control+Enter")
  await page.getByRole("button", { name: "Undo", exact: true }).waitFor()
}

/** The toast comes before the page has left: Undo pressed at once would be followed by that navigation. */
async function untilLeft(): Promise<void> {
  await page.waitForURL(({ pathname }) => !pathname.startsWith(`/conversation/${id}/`))
  await writing(page).waitFor({ state: "detached" })
}

/** Nothing was closed, deleted, assigned or anything else by a letter. */
async function assertUntouched(): Promise<void> {
  for (const one of [id, otherId]) {
    const { status, state, assignee } = await ada.conversations.get(one)
    assert.deepEqual([status, state, assignee], ["active", "published", undefined])
  }
}

describe("after an undo", () => {
  for (const afterSending of ["stay", "next", "list"] as const)
    test(`the editor has the text and the focus, and letters on the way there do nothing (${afterSending})`, async () => {
      await ada.users.setPreferences({ undoSeconds: 30, afterSending })
      await send("Too early")
      if (afterSending !== "stay") await untilLeft()
      await page.getByRole("button", { name: "Undo", exact: true }).click()
      // As somebody does who goes on typing: each of these closes, deletes, marks or assigns elsewhere.
      for (const letter of "e#!ip") await page.keyboard.press(letter)
      await writing(page).getByText("Too early").waitFor()
      await until(isFocused)
      await page.keyboard.type(" for this")
      await writing(page)
        .getByText(/Too early.* for this/)
        .waitFor()
      await assertUntouched()
      await page.context().close()
    })

  test("by its key it is the same", async () => {
    await ada.users.setPreferences({ undoSeconds: 30, afterSending: "list" })
    await send("Too early")
    await untilLeft()
    await page.keyboard.press("u")
    for (const letter of "e#!ip") await page.keyboard.press(letter)
    await until(isFocused)
    await assertUntouched()
    await page.context().close()
  })
})

describe("letters do nothing for half a second", () => {
  /** From here on only the test lets time pass in the page. */
  async function stopClock(): Promise<void> {
    const now = await page.evaluate<number>("Date.now()")
    await page.clock.pauseAt(now + 5_000)
  }

  /** A little at a time, so that hardly any has passed when it has come. */
  const stepUntil = (hasCome: () => Promise<boolean>) =>
    until(async () => {
      await page.clock.runFor(20)
      return hasCome()
    })

  const isUndoing = async () =>
    (await page.evaluate("document.documentElement.dataset.quietUntil")) === String(Number.POSITIVE_INFINITY)

  const note = () => page.getByRole("textbox", { name: "Note" })

  /** Its dialog closes by itself, and the clock stands still from then on. */
  async function deleteNote(): Promise<void> {
    await ada.conversations.addNote(id, { text: "<p>Not needed.</p>" })
    await page.clock.install()
    await openConversation(page, desk, id)
    await page.locator("article[data-tone=note]").getByRole("button", { name: "More" }).click()
    await page.getByRole("menuitem", { name: "Delete the note" }).click()
    const dialog = page.getByRole("dialog", { name: "Delete the note" })
    await dialog.waitFor()
    await stopClock()
    await dialog.getByRole("button", { name: "Delete" }).click()
    await stepUntil(async () => !(await dialog.isVisible()))
  }

  async function assertQuietThenAwake(): Promise<void> {
    await page.keyboard.press("n")
    assert.equal(await note().count(), 0)
    await page.clock.runFor(600)
    await page.keyboard.press("n")
    await note().waitFor()
  }

  test("after an undo has moved the focus", async () => {
    await ada.users.setPreferences({ undoSeconds: 30, afterSending: "stay" })
    await page.clock.install()
    await send("Too early")
    await stopClock()
    await page.getByRole("button", { name: "Undo", exact: true }).click()
    // The half second begins anew when the undo has come to its end, which may be after the focus was moved.
    await stepUntil(async () => (await isFocused()) && !(await isUndoing()))
    await page.keyboard.press("Escape")
    await assertQuietThenAwake()
    await page.context().close()
  })

  test("after a dialog has closed by itself, because the desk has answered", async () => {
    await deleteNote()
    await assertQuietThenAwake()
    await page.context().close()
  })

  test("but act at once where the user has pressed the pointer since", async () => {
    await deleteNote()
    await page.keyboard.press("n")
    assert.equal(await note().count(), 0)
    await page.getByRole("heading", { level: 1 }).click()
    await page.keyboard.press("n")
    await note().waitFor()
    await page.context().close()
  })

  test("and mean the row in the place of one that a refresh took away", async () => {
    await page.clock.install()
    await page.goto(`${desk.origin}/list/unassigned`)
    const pointed = page.locator("[data-pointed]")
    await page.locator("li[aria-posinset] a").first().waitFor()
    await page.keyboard.press("j")
    await pointed.waitFor()
    const idOf = async () => Number(/conversation\/(\d+)/.exec((await pointed.getAttribute("href")) ?? "")?.[1])
    const first = await idOf()
    await stopClock()
    await ada.conversations.patch(first, { op: "replace", path: "/status", value: "closed" })
    await stepUntil(() => page.locator("[data-mark=closed] [data-pointed]").isVisible())
    await page.keyboard.press("Shift+N")
    await stepUntil(async () => (await pointed.count()) === 1 && (await idOf()) !== first)
    const next = await idOf()
    // Where the refresh took a moment, they are quiet for a while.
    await stepUntil(() => areLettersActing(page))
    await page.keyboard.press("e")
    await page.clock.runFor(600)
    await until(async () => (await ada.conversations.get(next)).status === "closed")
    await page.context().close()
  })
})

describe("a list that changes takes no focus", () => {
  const rowOf = (id: number) => page.locator(`li[aria-posinset] a[href*="/conversation/${id}/"]`)

  /** The rows below it move when the list is refreshed, also the one that was pointed at. */
  async function bringNewcomer(): Promise<void> {
    const newcomer = rowOf(await startConversation(ada, desk, "Newcomer above the others"))
    const bar = page.getByRole("button", { name: /new conversations? · Show$/ })
    await bar.waitFor()
    // As a click would, without taking the focus.
    await bar.evaluate((button) => (button as unknown as { click(): void }).click())
    await newcomer.waitFor()
  }

  test("from the editor of a conversation that was not opened from it", async () => {
    await page.goto(`${desk.origin}/list/unassigned`)
    await rowOf(otherId).click()
    await page.waitForURL(`**/conversation/${otherId}/**`)
    await goTo(page, `${desk.origin}/conversation/${id}/1?list=unassigned`)
    await page.getByRole("heading", { level: 1, name: /^Focus: from the editor/ }).waitFor()
    await pressLetter(page, "n")
    await writing(page, "Note").waitFor()
    await page.keyboard.type("Half of a ")
    await bringNewcomer()
    await page.keyboard.type("message")
    assert.equal(await writing(page, "Note").innerText(), "Half of a message")
    await assertUntouched()
    await page.context().close()
  })

  test("from the search box", async () => {
    await page.goto(`${desk.origin}/list/unassigned`)
    await rowOf(id).waitFor()
    await pressLetter(page, "j")
    await page.locator("[data-pointed]").waitFor()
    const box = page.getByRole("combobox", { name: "Search conversations" })
    await box.click()
    await page.keyboard.type("violin ")
    await bringNewcomer()
    await page.keyboard.type("case")
    assert.equal(await box.inputValue(), "violin case")
    await assertUntouched()
    await page.context().close()
  })
})
