import assert from "node:assert/strict"
import { after, before, beforeEach, describe, test } from "node:test"
import type { DeskhandClient } from "@deskhand/sdk/client"
import type { Page } from "playwright-core"
import { until } from "../until.ts"
import { beginConversation } from "./begin.ts"
import {
  bring,
  composer,
  customer,
  goToConversation,
  messagesOf,
  messagesWithoutDraft,
  picture,
  shownPictures,
  startConversation,
  untilMailIsKnown,
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
  const owner = await desk.client("grace")
  const replies = owner.inboxes.savedReplies(desk.ids.inboxes.support)
  await replies.create({
    name: "Zebra greeting",
    text: "<p>Dear {%customer.firstName,fallback=friend%}, <b>welcome</b>.</p>",
  })
  await replies.create({ name: "Zebra farewell", text: "<p>Bye {%customer.petName%}</p>" })
  await replies.create({ name: "Zebra chatter", chatText: "Hi {%customer.firstName%} <3" })
})
beforeEach(async (context) => {
  const subject = `Tools: ${context.name}`
  id = await startConversation(ada, desk, subject)
  await goToConversation(page, desk, { id, subject })
})
after(() => desk?.finish())

const sent = () =>
  until(async () => (await messagesOf(ada, id)).find(({ type, state }) => type === "message" && state === "published"))
const names = (thread: { _embedded?: { attachments: { filename: string }[] } } | undefined) =>
  (thread?._embedded?.attachments ?? []).map(({ filename }) => filename).sort()
/** On the desk: the page shows a file before it has been sent there. */
const untilDraftHas = (...files: string[]) =>
  until(async () => {
    const draft = (await messagesOf(ada, id)).find(({ state }) => state === "draft")
    return names(draft).join() === files.join()
  })
const chip = (name: string) => composer(page).getByRole("listitem").filter({ hasText: name })

async function begin(key: "r" | "n" | "f" | "Shift+P" = "r", name: string | RegExp = /./): Promise<void> {
  await pressLetter(page, key)
  await writing(page, name).waitFor()
}

describe("files", () => {
  const letter = { name: "letter.txt", mimeType: "text/plain", buffer: Buffer.from("Dear all") }

  test("come by button, drop and paste, and can be taken away again", async () => {
    await begin()
    await page.keyboard.type("See what is attached.")
    await composer(page).locator("input[type=file]").setInputFiles(letter)
    await chip("letter.txt").getByText("8 B").waitFor()
    await bring(writing(page), "drop", { files: [{ name: "map.pdf", type: "application/pdf", content: "%PDF" }] })
    await bring(writing(page), "paste", { files: [{ name: "plan.txt", type: "text/plain", content: "abc" }] })
    await chip("plan.txt").getByText("3 B").waitFor()
    await composer(page).getByRole("button", { name: "Remove map.pdf" }).click()
    await chip("map.pdf").waitFor({ state: "detached" })
    await untilDraftHas("letter.txt", "plan.txt")
    await page.keyboard.press("Control+Enter")
    assert.deepEqual(names(await sent()), ["letter.txt", "plan.txt"])
    await page.getByRole("link", { name: /Download letter\.txt/ }).waitFor()
  })

  test("can be taken away while the desk begins to list them", async () => {
    await begin()
    const listing = Promise.withResolvers<void>()
    const lists = /conversations\/\d+\/threads/
    await page.route(lists, async (route) => {
      if (route.request().method() === "GET") await listing.promise
      await route.continue()
    })
    await composer(page).locator("input[type=file]").setInputFiles(letter)
    await chip("letter.txt").getByText("8 B").waitFor()
    await composer(page).getByRole("button", { name: "Remove letter.txt" }).hover()
    await page.mouse.down()
    const listed = page.waitForResponse(
      (response) => lists.test(response.url()) && response.request().method() === "GET",
    )
    listing.resolve()
    await (await listed).finished()
    await page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    await page.mouse.up()
    await chip("letter.txt").waitFor({ state: "detached" })
    await page.unrouteAll({ behavior: "wait" })
  })

  test("are there after a reload, and go with a note too", async () => {
    await begin()
    await composer(page).locator("input[type=file]").setInputFiles(letter)
    await untilDraftHas("letter.txt")
    await page.reload()
    await chip("letter.txt").waitFor()
    await page.getByRole("button", { name: "Note", exact: true }).click()
    await writing(page, "Note").waitFor()
    await page.keyboard.type("For the file")
    await page.keyboard.press("Control+Enter")
    await page.locator("article[data-tone=note]").waitFor()
    const [note, ...others] = await messagesWithoutDraft(ada, id)
    assert.deepEqual([note?.type, names(note), others.length], ["note", ["letter.txt"], 1])
  })

  test("that the desk refuses say why", async () => {
    await begin()
    await page.route("**/attachments", (route) =>
      route.fulfill({
        status: 413,
        contentType: "application/json",
        body: '{"message":"The attachment is too large"}',
      }),
    )
    await composer(page).locator("input[type=file]").setInputFiles(letter)
    await chip("letter.txt").getByRole("alert").getByText("The attachment is too large").waitFor()
    await page.unrouteAll({ behavior: "wait" })
    await composer(page).getByRole("button", { name: "Remove letter.txt" }).click()
  })

  test("that were forgotten are asked for", async () => {
    await begin()
    await page.keyboard.type("You find it attached.")
    await page.keyboard.press("Control+Enter")
    const dialog = page.getByRole("dialog", { name: "Did you forget something?" })
    await dialog.getByText("nothing is attached").waitFor()
    await dialog.getByRole("button", { name: "Go back" }).click()
    assert.equal((await messagesOf(ada, id)).filter(({ state }) => state === "published").length, 1)
    await writing(page).click()
    await page.keyboard.press("Control+Enter")
    await dialog.getByRole("button", { name: "Send anyway" }).click()
    assert.equal((await sent()).body, "<p>You find it attached.</p>")
  })
})

describe("pictures", () => {
  const refuse = (status: number) =>
    page.route("**/attachments", (route) => route.fulfill({ status, contentType: "application/json", body: "{}" }))

  test("are pasted at the cursor, survive a reload, and are shown in the message", async () => {
    await begin()
    await page.keyboard.type("Press , please")
    for (let step = 0; step < ", please".length; step++) await page.keyboard.press("ArrowLeft")
    await bring(writing(page), "paste", { files: [picture] })
    await page.keyboard.type(" here")
    const [own] = await shownPictures(writing(page), 1)
    assert.match(own ?? "", /^data:image\/png;base64,/)
    await untilDraftHas("shot.png")
    await composer(page).getByText("Draft saved").waitFor()
    await page.reload()
    const [kept] = await shownPictures(writing(page), 1)
    assert.match(kept ?? "", /\/attachments\/\d+\/file$/)
    assert.equal(await composer(page).getByRole("listitem").count(), 0)
    await writing(page).click()
    await page.keyboard.press("Control+Enter")
    const reply = await sent()
    const [attachment] = reply._embedded?.attachments ?? []
    assert.deepEqual([attachment?.filename, attachment?.inline], ["shot.png", true])
    assert.equal(reply.body, `<p>Press <img src="cid:${attachment?.contentId}" alt="shot.png"> here, please</p>`)
    const shown = page.frameLocator("article[data-tone=agent] iframe").locator("img")
    await until(() => shown.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth === 2))
  })

  test("that are taken out of the text do not go along, and come back by undoing that", async () => {
    await begin()
    await page.keyboard.type("One")
    await bring(writing(page), "paste", { files: [picture] })
    await untilDraftHas("shot.png")
    await page.keyboard.press("Backspace")
    await shownPictures(writing(page), 0)
    await page.keyboard.press("Control+z")
    await shownPictures(writing(page), 1)
    await page.keyboard.press("Control+y")
    await shownPictures(writing(page), 0)
    await page.keyboard.press("Control+Enter")
    const reply = await sent()
    assert.deepEqual([reply.body, names(reply)], ["<p>One</p>", []])
  })

  test("that the desk refuses say why, and hold the message back", async () => {
    await begin()
    await refuse(413)
    await bring(writing(page), "paste", { files: [picture] })
    await chip("shot.png").getByRole("alert").getByText("The attachment is too large").waitFor()
    await page.keyboard.press("Control+Enter")
    await page.getByText(/That did not work: The attachment is too large/).waitFor()
    await page.unrouteAll({ behavior: "wait" })
    await composer(page).getByRole("button", { name: "Remove shot.png" }).click()
    await shownPictures(writing(page), 0)
    assert.equal((await messagesOf(ada, id)).filter(({ state }) => state === "published").length, 1)
  })

  test("go with a note too, and one that is lost is asked about", async () => {
    await begin("n", "Note")
    await page.keyboard.type("Look")
    await bring(writing(page, "Note"), "drop", { files: [picture] })
    await shownPictures(writing(page, "Note"), 1)
    await page.reload()
    await writing(page, "Note").click()
    await page.keyboard.press("Control+Enter")
    const doubt = page.getByRole("dialog", { name: "Did you forget something?" })
    await doubt.getByText("A picture in the text was not uploaded.").waitFor()
    await doubt.getByRole("button", { name: "Go back" }).click()
    await writing(page, "Note").click()
    await page.keyboard.press("Control+a")
    await page.keyboard.type("Look")
    await bring(writing(page, "Note"), "paste", { files: [picture] })
    await page.keyboard.press("Control+Enter")
    await page.locator("article[data-tone=note]").waitFor()
    const [note] = await messagesWithoutDraft(ada, id)
    const [attachment] = note?._embedded?.attachments ?? []
    assert.equal(note?.body, `<p>Look<img src="cid:${attachment?.contentId}" alt="shot.png"></p>`)
  })
})

describe("a phone call", () => {
  test("is noted down from the same place, and shown as one", async () => {
    await begin("Shift+P", "Phone call")
    await page.keyboard.type("He will call back.")
    await page.keyboard.press("Control+Enter")
    await page.getByText("Call logged").waitFor()
    const call = page.locator("article[data-tone=call]")
    await call.getByText("Phone call with Wim Ost").waitFor()
    const [thread] = await messagesWithoutDraft(ada, id)
    assert.deepEqual(
      [thread?.type, thread?.body, thread?.createdBy.first, thread?.customer?.first],
      ["phone", "<p>He will call back.</p>", "Ada", "Wim"],
    )
    assert.deepEqual((await ada.conversations.mail(id)).outgoing, [])
  })
})

describe("saved replies", () => {
  test("are found by /, previewed with what is filled in, and put in at the cursor", async () => {
    await begin()
    await page.keyboard.type("Hello. /zebg")
    const list = composer(page).getByRole("listbox", { name: "Saved replies" })
    await list.getByRole("option", { name: "Zebra greeting", selected: true }).waitFor()
    await composer(page).frameLocator("iframe").getByText("Dear Wim, welcome.").waitFor()
    await page.keyboard.press("Enter")
    await writing(page).getByText("Dear Wim").waitFor()
    await page.keyboard.type(" See you.")
    await page.keyboard.press("Control+Enter")
    assert.equal((await sent()).body, "<p>Hello. Dear Wim, <strong>welcome</strong>. See you.</p>")
  })

  test("open by Ctrl+M, move by arrows, and a place that is not filled in is asked about", async () => {
    await begin()
    await page.keyboard.press("Control+m")
    await page.keyboard.type("zebra")
    const list = composer(page).getByRole("listbox", { name: "Saved replies" })
    await list.getByRole("option").nth(1).waitFor()
    const farewell = list.getByRole("option", { name: "Zebra farewell", selected: true })
    if ((await farewell.count()) === 0) await page.keyboard.press("ArrowDown")
    await farewell.waitFor()
    await composer(page).getByText("What is marked could not be filled in.").waitFor()
    await page.keyboard.press("Enter")
    await writing(page).locator("span").getByText("{%customer.petName%}", { exact: true }).waitFor()
    await page.keyboard.press("Control+Enter")
    await page.getByRole("dialog").getByText("still empty: {%customer.petName%}").waitFor()
    await page.keyboard.press("Escape")
  })

  test("for chats only are offered in chats only", async () => {
    const options = composer(page).getByRole("listbox", { name: "Saved replies" }).getByRole("option")
    await begin()
    await page.keyboard.type("/zebra")
    await options.nth(1).waitFor()
    assert.deepEqual((await options.allInnerTexts()).sort(), ["Zebra farewell", "Zebra greeting"])

    const subject = "A chat about zebras"
    const { support: mailboxId } = desk.ids.inboxes
    id = await beginConversation(ada, { subject, mailboxId, customer, type: "chat" })
    await goToConversation(page, desk, { id, subject })
    await begin()
    await page.keyboard.type("/zebrach")
    await options.getByText("Zebra chatter").waitFor()
    await composer(page).frameLocator("iframe").getByText("Hi Wim <3").waitFor()
    await page.keyboard.press("Enter")
    await writing(page).getByText("Hi Wim <3").waitFor()
    await page.keyboard.press("Control+Enter")
    assert.equal((await sent()).body, "<p>Hi Wim &lt;3</p>")
  })
})

describe("whom it is for", () => {
  test("people are named by @", async () => {
    await begin("n", "Note")
    await page.keyboard.type("Ask @gra")
    await composer(page)
      .getByRole("option", { name: /Grace Hopper/ })
      .waitFor()
    await page.keyboard.press("Enter")
    await page.keyboard.type("please")
    await page.keyboard.press("Control+Enter")
    await page.locator("article[data-tone=note]").waitFor()
    const users = await Array.fromAsync(ada.users.all())
    const grace = users.find(({ firstName }) => firstName === "Grace")
    assert.equal((await messagesOf(ada, id))[0]?.body, `<p>Ask @${grace?.mention} please</p>`)
  })

  test("addresses are chips, completed from the customers", async () => {
    await begin()
    assert.equal(await composer(page).getByRole("button", { name: "Remove wim@customers.example" }).count(), 1)
    await composer(page).getByRole("button", { name: "Cc", exact: true }).click()
    const cc = composer(page).getByRole("combobox", { name: "Cc", exact: true })
    await cc.fill("not an address")
    await page.keyboard.press("Enter")
    await composer(page).getByText("This is not a whole address.").waitFor()
    await cc.fill("Somerville")
    const option = composer(page)
      .getByRole("option", { name: /Mary Somerville/ })
      .first()
    const address = (await option.locator("span").innerText()).trim()
    await page.keyboard.press("Enter")
    await composer(page)
      .getByRole("button", { name: `Remove ${address}` })
      .waitFor()
    await composer(page).getByRole("button", { name: "Bcc", exact: true }).click()
    await composer(page).getByRole("combobox", { name: "Bcc", exact: true }).fill("boss@desk.example")
    await page.keyboard.press("Enter")
    await writing(page).click()
    await page.keyboard.type("To many")
    await page.keyboard.press("Control+Enter")
    const doubt = page.getByRole("dialog", { name: "Did you forget something?" })
    await doubt.getByText("Somebody you write to has had no part in this conversation so far.").waitFor()
    await doubt.getByRole("button", { name: "Send anyway" }).click()
    const reply = await sent()
    assert.deepEqual([reply.to, reply.cc, reply.bcc], [["wim@customers.example"], [address], ["boss@desk.example"]])
  })

  test("forwarding asks somebody else, in a conversation of their own", async () => {
    await begin("f", "Forward")
    await page.keyboard.type("What do you think?")
    assert.equal(await composer(page).getByRole("button", { name: "Forward it" }).isDisabled(), true)
    await composer(page).getByRole("combobox", { name: "To", exact: true }).fill("maker@elsewhere.example")
    await page.keyboard.press("Enter")
    await untilMailIsKnown(page)
    await composer(page).getByRole("button", { name: "Forward it" }).click()
    await page.getByText("Your message to maker@elsewhere.example waits").waitFor()
    const forward = (await messagesOf(ada, id)).find(({ type }) => type === "forwardparent")
    assert.deepEqual([forward?.to, forward?.body], [["maker@elsewhere.example"], "<p>What do you think?</p>"])
  })
})
