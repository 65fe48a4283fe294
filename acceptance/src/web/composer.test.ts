import assert from "node:assert/strict"
import { after, before, beforeEach, describe, test } from "node:test"
import type { DeskhandClient } from "@deskhand/sdk/client"
import type { Page } from "playwright-core"
import { until } from "../until.ts"
import {
  bring,
  composer,
  goToConversation,
  messagesOf,
  messagesWithoutDraft,
  startConversation,
  writing,
} from "./composing.ts"
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
  await ada.users.setPreferences({ undoSeconds: 0, afterSending: "stay" })
})
beforeEach(async (context) => {
  const subject = `Composer ${context.name}`
  id = await startConversation(ada, desk, subject)
  await goToConversation(page, desk, { id, subject })
})
after(() => desk?.finish())

const paste = (html: string, text = "") => bring(writing(page), "paste", { html, text })

/** The reply, once it is published. */
const sent = () =>
  until(async () => (await messagesOf(ada, id)).find(({ type, state }) => type === "message" && state === "published"))

/** Opens the page anew, without a script that only comes when the answer is called. */
async function reloadWithout(script: RegExp): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>()
  await page.route(script, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.reload()
  await page.getByRole("button", { name: "Reply", exact: true }).waitFor()
  return async () => {
    held.resolve()
    await page.unrouteAll({ behavior: "wait" })
  }
}

describe("the editor", () => {
  test("lets letters act at once where it takes the place of the plain box", async () => {
    const arrive = await reloadWithout(/\/assets\/Writing-.*\.js/)
    await pressLetter(page, "r")
    await composer(page).locator("textarea").waitFor()
    await arrive()
    await writing(page).waitFor()
    await page.keyboard.press("Escape")
    await page.keyboard.press("n")
    await writing(page, "Note").waitFor()
  })

  test("loses no key while it is fetched", async () => {
    const arrive = await reloadWithout(/\/assets\/Editor-.*\.js/)
    await pressLetter(page, "r")
    await page.keyboard.type("Dear Wim,")
    const arrived = arrive()
    for (const letter of " all is well.") await page.keyboard.press(letter)
    await writing(page).waitFor()
    await page.keyboard.type(" Bye")
    assert.equal(await writing(page).innerText(), "Dear Wim, all is well. Bye")
    await arrived
    await page.keyboard.press("Control+Enter")
    await page.frameLocator("article[data-tone=agent] iframe").getByText("Dear Wim, all is well. Bye").waitFor()
    const reply = await sent()
    assert.equal(reply.body, "<p>Dear Wim, all is well. Bye</p>")
  })

  test("says what can be written here until something is", async () => {
    const hint = (name?: string) =>
      writing(page, name).evaluate(
        (element) => element.ownerDocument.defaultView?.getComputedStyle(element, "::before").content,
      )
    await pressLetter(page, "r")
    await writing(page).waitFor()
    assert.equal(await hint(), '"Write a reply to Wim Ost. Type / for saved replies."')
    await page.keyboard.press("Tab")
    await writing(page, "Note").waitFor()
    assert.equal(await hint("Note"), '"Write a note. Only your colleagues see it. Type @ to name one."')
    await page.keyboard.type("x")
    assert.equal(await hint("Note"), "none")
    await page.getByRole("button", { name: "Discard" }).click()
  })

  test("writes small clean HTML: bold, italic, code, lists, quotations, links", async () => {
    await pressLetter(page, "r")
    await writing(page).waitFor()
    await page.keyboard.press("Control+b")
    await page.keyboard.type("Bold")
    await page.keyboard.press("Control+b")
    await page.keyboard.type(" and ")
    await page.keyboard.press("Control+i")
    await page.keyboard.type("leaning")
    await page.keyboard.press("Control+i")
    await page.keyboard.type(" at https://deskhand.example/a , `x < 1`")
    await page.keyboard.press("Enter")
    await page.keyboard.type("- one")
    await page.keyboard.press("Enter")
    await page.keyboard.type("two")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await page.getByRole("button", { name: "Quotation" }).click()
    await page.keyboard.type("As you said")
    await page.keyboard.press("Control+Enter")
    const reply = await sent()
    assert.equal(
      reply.body,
      '<p><strong>Bold</strong> and <em>leaning</em> at <a href="https://deskhand.example/a">https://deskhand.example/a</a> , <code>x &lt; 1</code></p>' +
        "<ul><li><p>one</p></li><li><p>two</p></li></ul><blockquote><p>As you said</p></blockquote>",
    )
  })

  test("takes of what is pasted what it can hold, and nothing runs", async () => {
    await pressLetter(page, "r")
    await writing(page).waitFor()
    await paste(
      `<h1 style="color:red">Title</h1><p onclick="alert(1)">One <b>two</b><script>window.hacked = 1</script>
       <img src="https://tracker.example/x.png" onerror="window.hacked = 2"></p>
       <p><a href="javascript:alert(1)">bad</a> <a href="https://good.example/">good</a></p>`,
      "Title",
    )
    await writing(page).getByText("Title").waitFor()
    await page.keyboard.press("Control+Enter")
    const reply = await sent()
    assert.equal(
      reply.body,
      '<p>Title</p><p>One <strong>two</strong></p><p>bad <a href="https://good.example/">good</a></p>',
    )
    assert.equal(await page.evaluate("window.hacked"), undefined)
  })

  test("pasted text keeps its lines", async () => {
    await pressLetter(page, "r")
    await writing(page).waitFor()
    await paste("", "First <line>\nsecond\n\nthird")
    await page.keyboard.press("Control+Enter")
    const reply = await sent()
    assert.equal(reply.body, "<p>First &lt;line&gt;<br>second</p><p>third</p>")
  })

  test("a link is made of what is selected, and refused where it leads nowhere", async () => {
    await pressLetter(page, "n")
    await writing(page, "Note").waitFor()
    await page.keyboard.type("Manual")
    await page.keyboard.press("Control+a")
    await page.getByRole("button", { name: "Link", exact: true }).click()
    const dialog = page.getByRole("dialog", { name: "Link" })
    await dialog.getByLabel("Address").fill("javascript:alert(1)")
    await page.keyboard.press("Enter")
    await dialog.getByRole("alert").waitFor()
    await dialog.getByLabel("Address").fill("manual.example/page")
    await page.keyboard.press("Enter")
    await dialog.waitFor({ state: "hidden" })
    await page.keyboard.press("Control+Enter")
    await page.locator("article[data-tone=note]").waitFor()
    const [note] = await messagesOf(ada, id)
    assert.deepEqual([note?.type, note?.body], ["note", '<p><a href="https://manual.example/page">Manual</a></p>'])
  })
})

describe("the two modes", () => {
  const colour = () =>
    composer(page).evaluate((element) => element.ownerDocument.defaultView?.getComputedStyle(element).backgroundColor)

  test("have their colours, and the text stays when they change", async () => {
    await pressLetter(page, "r")
    await writing(page).waitFor()
    assert.equal(await colour(), "rgb(255, 255, 255)")
    await page.keyboard.type("Half a sentence")
    await page.getByRole("button", { name: "Note", exact: true }).click()
    assert.equal(await colour(), "rgb(255, 248, 220)")
    await page.keyboard.type(" and the rest")
    assert.equal(await writing(page, "Note").innerText(), "Half a sentence and the rest")
    await page.getByRole("button", { name: "Add note" }).click()
    await page.locator("article[data-tone=note]").waitFor()
    const messages = await messagesWithoutDraft(ada, id)
    assert.deepEqual(
      messages.map(({ type, state, body }) => [type, state, body]),
      [
        ["note", "published", "<p>Half a sentence and the rest</p>"],
        ["customer", "published", messages[1]?.body],
      ],
    )
  })

  test("Tab in an empty reply writes a note; in one with words it does not", async () => {
    await pressLetter(page, "r")
    await writing(page).waitFor()
    await page.keyboard.press("Tab")
    await writing(page, "Note").waitFor()
    await page.keyboard.type("For us alone")
    assert.equal(await writing(page, "Note").innerText(), "For us alone")
    await page.getByRole("button", { name: "Discard" }).click()
    await pressLetter(page, "r")
    await page.keyboard.type("Words")
    await page.keyboard.press("Tab")
    await writing(page).waitFor()
    assert.equal(await writing(page).innerText(), "Words")
  })
})
