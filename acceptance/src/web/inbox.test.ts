import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { isDeepStrictEqual } from "node:util"
import type { DeskhandClient } from "@deskhand/sdk/client"
import type { Page } from "playwright-core"
import { until } from "../until.ts"
import { beginConversation } from "./begin.ts"
import { type OwnWebDesk, openWebDesk } from "./desk.ts"
import { goTo, pressLetter, showRow } from "./going.ts"

let desk: OwnWebDesk
let ada: DeskhandClient
let grace: DeskhandClient
let page: Page

before(async () => {
  desk = await openWebDesk()
  grace = await desk.client("grace")
  page = await desk.visit("ada")
  ada = await desk.client("ada")
  await ada.users.setPreferences({ undoSeconds: 0, afterSending: "stay" })
})
after(() => desk?.finish())

const row = (name: string | RegExp) =>
  page.getByRole("region", { name: "Conversations", exact: true }).getByRole("link", { name })
const pane = () => page.getByRole("region", { name: "Conversation", exact: true })
const heading = (name: string) => page.getByRole("heading", { level: 1, name })
/** The entry over all inboxes, once it counts this many. */
const unassigned = (count: number) =>
  page
    .getByRole("navigation")
    .getByRole("list")
    .first()
    .getByRole("link", { name: new RegExp(`^Unassigned ?${count}\\b`) })

const startConversation = (subject: string, more: { assignTo?: number } = {}): Promise<number> =>
  beginConversation(grace, {
    subject,
    mailboxId: desk.ids.inboxes.support,
    customer: { email: "live@customers.example", firstName: "Liv", lastName: "Ede" },
    ...more,
  })

async function open(id: number, list = "unassigned"): Promise<void> {
  const { number, subject } = await grace.conversations.get(id)
  await goTo(page, `${desk.origin}/conversation/${id}/${number}?list=${list}`)
  await heading(subject).waitFor()
}

describe("the list", () => {
  test("has as many rows as the desk says, and shows any of them without reading those before it", async () => {
    const { page: told } = await grace.conversations.list({ mailbox: desk.ids.inboxes.paging, status: "all" })
    const folders = await Array.fromAsync(grace.inboxes.folders(desk.ids.inboxes.paging).all())
    const unassigned = folders.find(({ type }) => type === "unassigned")
    const ahead = page.waitForResponse(/\/v2\/conversations\?.*\bpage=2\b/)
    await page.goto(`${desk.origin}/list/folder-${desk.ids.inboxes.paging}-${unassigned?.id}`)
    // Nobody has scrolled yet: what comes next is there before anybody does.
    await ahead
    await page.getByText(`${told.totalElements} conversations`).waitFor()
    const last = page.locator(`li[aria-posinset="${told.totalElements}"] a`)
    assert.equal(await last.count(), 0)
    await page.getByRole("region", { name: "Conversations", exact: true }).locator("li a").first().hover()
    await page.mouse.wheel(0, 100_000)
    await last.waitFor()
    assert.ok((await page.locator("li[aria-posinset]").count()) < told.totalElements)
  })

  test("a row tells who, what, how long and whose", async () => {
    const { id } = await (await desk.client("ada")).users.me()
    await startConversation("Teapot without a lid", { assignTo: id })
    await goTo(page, `${desk.origin}/list/mine`)
    const teapot = row(/Teapot without a lid/)
    await teapot.waitFor()
    assert.match(await teapot.innerText(), /Liv Ede/)
    assert.match(await teapot.innerText(), /About Teapot without a lid\./)
    // A row below the pointer shows a box to select it instead.
    await page.mouse.move(0, 0)
    await teapot.getByRole("img", { name: "E-mail" }).waitFor()
    await teapot.getByRole("img", { name: /^Assigned to Ada/ }).waitFor()
    assert.match(await teapot.locator("time").innerText(), /^(now|\d+m)$/)
    assert.equal(await teapot.getByTitle("Active").count(), 1)
  })

  test("an empty one says what to do next", async () => {
    const light = await desk.visit("edsger")
    await light.goto(`${desk.origin}/list/mine`)
    await light.getByText("You are done").waitFor()
    await light.getByRole("button", { name: "Look at Unassigned" }).click()
    await light.waitForURL("**/list/unassigned")
    await light.context().close()
  })

  test("says what failed and tries again when asked", async () => {
    const lists = "**/v2/conversations?*"
    let refused = 0
    await page.route(lists, (route) => {
      refused++
      return route.fulfill({ status: 500, body: "{}" })
    })
    await page.goto(`${desk.origin}/list/all`)
    await page.getByText("This could not be loaded").waitFor()
    const again = page.getByRole("button", { name: "Try again" })
    const before = refused
    await again.click()
    await until(() => refused > before)
    await page.unrouteAll({ behavior: "wait" })
    // News from others make it try by itself, and then there is no button any more.
    await Promise.race([again.click().catch(() => {}), row(/Teapot without a lid/).waitFor()])
    await row(/Teapot without a lid/).waitFor()
  })
})

describe("a conversation", () => {
  test("takes the frames of the one before, and nothing of what stood in them is seen", async () => {
    const { everyThreadState } = desk.ids.conversations
    await goTo(page, `${desk.origin}/conversation/${everyThreadState}/1?list=unassigned`)
    await page.getByRole("article").nth(4).waitFor()
    const id = await startConversation("Frame of another")
    await showRow(page, row(/Frame of another/))
    await row(/Frame of another/).click()
    await heading("Frame of another").waitFor()
    const shown = page.locator("article:not([hidden])")
    await page.frameLocator("article:not([hidden]) iframe").getByText("About Frame of another.").waitFor()
    assert.equal(await shown.count(), 1)
    assert.deepEqual(
      await shown.locator("iframe").evaluateAll((frames) => frames.map((frame) => frame.offsetHeight > 0)),
      [true],
    )
    await grace.conversations.addNote(id, { text: "<p>And a note.</p>" })
    await page.frameLocator("article[data-tone=note] iframe").getByText("And a note.").waitFor()
    await page.goBack()
    await page.frameLocator("article[data-tone=customer] iframe").getByText("One question, many threads.").waitFor()
    const bodies = (await page.evaluate(
      "[...document.querySelectorAll('article:not([hidden]) iframe')].map(({ contentDocument }) => contentDocument.body.textContent)",
    )) as string[]
    assert.ok(bodies.length > 1 && bodies.every((body) => !body.includes("And a note.")), String(bodies))
  })

  test("shows its messages, notes and changes, and its customer beside them", async () => {
    await goTo(page, `${desk.origin}/conversation/${desk.ids.conversations.everyThreadState}/1`)
    await heading("Every state of a thread").waitFor()
    await page.getByRole("article").nth(4).waitFor()
    // Her own draft stands where she goes on writing it.
    await page.getByRole("textbox", { name: "Reply to Zoë Brontë-Ångström" }).getByText(/\S/).first().waitFor()
    const tones = async () =>
      (await page.getByRole("article").evaluateAll((all) => all.map((one) => one.getAttribute("data-tone")))).sort()
    const expected = ["agent", "agent", "bounced", "customer", "review"]
    // The draft leaves the messages a moment after it stands in the box, and what is not seen at once is drawn later.
    await until(async () => isDeepStrictEqual(await tones(), expected)).catch(async () =>
      assert.deepEqual(await tones(), expected),
    )
    await page.frameLocator("article[data-tone=customer] iframe").getByText("One question, many threads.").waitFor()
    await page.getByRole("complementary").getByRole("heading", { name: "Zoë Brontë-Ångström" }).waitFor()
    await page
      .getByRole("complementary")
      .getByRole("link", { name: /Every type of thread/ })
      .click()
    await heading("Every type of thread").waitFor()
  })

  test("folds many changes and shows them when asked", async () => {
    await goTo(page, `${desk.origin}/conversation/${desk.ids.conversations.everyAction}/1`)
    const changes = page.getByText("21 changes")
    await changes.waitFor()
    const lines = page.getByRole("main").locator("details li")
    assert.equal(await lines.first().isVisible(), false)
    await changes.click()
    await lines.first().waitFor()
    assert.equal(await lines.count(), 21)
  })

  test("reads earlier messages when asked", async () => {
    await goTo(page, `${desk.origin}/conversation/${desk.ids.conversations.with98Threads}/1`)
    await page.getByRole("button", { name: "Show earlier messages" }).click()
    await page.getByRole("article").nth(48).waitFor()
  })

  test("offers attachments as downloads only, and none that is dangerous", async () => {
    await goTo(page, `${desk.origin}/conversation/${desk.ids.conversations.withAttachments}/1`)
    const letter = page.getByRole("link", { name: "Download letter.txt 40 B" })
    const [download] = await Promise.all([page.waitForEvent("download"), letter.click()])
    assert.equal(download.suggestedFilename(), "letter.txt")
    await page.getByText("invoice.exe was found to be dangerous").waitFor()
    assert.equal(await page.getByRole("link", { name: /invoice\.exe/ }).count(), 0)
  })

  test("that was merged shows the one it was merged into; one that is not there says so", async () => {
    const { merged, mergedInto } = desk.ids.conversations
    await goTo(page, `${desk.origin}/conversation/${merged}/1`)
    await page.waitForURL(`**/conversation/${mergedInto}/*`)
    await goTo(page, `${desk.origin}/conversation/987654321/1`)
    await page.getByText("There is no such conversation").waitFor()
  })
})

describe("what others do", () => {
  test("appears by itself: counts, a reply, an assignment; a new conversation when asked for", async () => {
    await goTo(page, `${desk.origin}/list/unassigned`)
    const { totalElements: before } = (await ada.conversations.list({ folderType: "unassigned", status: "active" }))
      .page
    // What the tests before have changed is counted by now.
    await unassigned(before).waitFor()
    const id = await startConversation("Kettle that sings")
    await showRow(page, row(/Kettle that sings/))
    await row(/Kettle that sings/).click()
    await page.frameLocator("article:not([hidden]) iframe").getByText("About Kettle that sings.").waitFor()
    await unassigned(before + 1).waitFor()

    await grace.conversations.addNote(id, { text: "<p>It is out of tune.</p>" })
    await page.frameLocator("article[data-tone=note] iframe").getByText("It is out of tune.").waitFor()
    const { id: graceId } = await grace.users.me()
    await grace.conversations.patch(id, { op: "replace", path: "/assignTo", value: graceId })
    await page.getByRole("button", { name: "Assigned to Grace Hopper" }).waitFor()
    await row(/Kettle that sings/)
      .getByText("Assigned to Grace Hopper")
      .waitFor()
  })

  test("can be seen while they do it: who looks, who replies, and when they have left", async () => {
    const id = await startConversation("Lamp in a window")
    await open(id)
    await showRow(page, row(/Lamp in a window/))
    const colleague = await desk.visit("grace")
    await colleague.goto(page.url())
    const header = page.getByRole("region", { name: "Conversation", exact: true })
    await header.getByRole("img", { name: "Grace Hopper is looking at it" }).waitFor()
    await colleague.getByRole("button", { name: "Reply", exact: true }).click()
    await colleague.keyboard.type("It is")
    await header.getByRole("img", { name: "Grace Hopper is writing a reply" }).waitFor()
    await row(/Lamp in a window/)
      .getByRole("img", { name: "Grace Hopper is writing a reply" })
      .waitFor()
    await colleague.getByRole("link", { name: /^Mine/ }).first().click()
    await header.getByRole("img", { name: /Grace Hopper/ }).waitFor({ state: "detached" })
    await colleague.context().close()
  })

  test("is caught up with after the desk was away, which is said meanwhile", async () => {
    const id = await startConversation("Spoon with a hole")
    await open(id)
    await desk.stopServer()
    await page.getByText("Reconnecting …").waitFor()
    await desk.startServer()
    grace = await desk.client("grace")
    await grace.conversations.addNote(id, { text: "<p>Written while you were away.</p>" })
    await page.frameLocator("article[data-tone=note] iframe").getByText("Written while you were away.").waitFor()
    await page.getByText("Reconnecting …").waitFor({ state: "detached" })
  })
})

describe("acting", () => {
  test("shows at once, and takes back what the desk refuses", async () => {
    const id = await startConversation("Cup upside down")
    await open(id)
    let answer: (() => Promise<void>) | undefined
    await page.route(`**/v2/conversations/${id}`, async (route) => {
      if (route.request().method() !== "PATCH") return route.continue()
      answer = () => route.fulfill({ status: 403, contentType: "application/json", body: '{"message":"Not today"}' })
    })
    await pane().getByRole("button", { name: "Close", exact: true }).click()
    await page.getByRole("button", { name: "Status: Closed" }).waitFor()
    // The page shows the change before its request has come here.
    await (await until(() => answer))()
    await page.getByText("That did not work: Not today").waitFor()
    await page.getByRole("button", { name: "Status: Active" }).waitFor()
    assert.equal((await grace.conversations.get(id)).status, "active")
    await page.getByRole("button", { name: "Dismiss", exact: true }).click()
    await page.unrouteAll({ behavior: "wait" })
  })

  test("colours the open row by its status", async () => {
    const id = await startConversation("Jug half full")
    await grace.conversations.patch(id, { op: "replace", path: "/status", value: "pending" })
    await open(id, "all")
    const bar = page.locator("a[aria-current]").getByTitle("Pending")
    const colour = await bar.evaluate(
      (element) => element.ownerDocument.defaultView?.getComputedStyle(element).backgroundColor,
    )
    assert.equal(colour, "rgb(184, 110, 0)")
  })

  test("is undone by one press", async () => {
    const id = await startConversation("Plate with two sides")
    await open(id)
    await pane().getByRole("button", { name: "Close", exact: true }).click()
    await page.getByText("Status set to Closed").waitFor()
    assert.equal((await grace.conversations.get(id)).status, "closed")
    await page.getByRole("button", { name: "Undo" }).click()
    await page.getByText("Status set to Active").waitFor()
    assert.equal((await grace.conversations.get(id)).status, "active")
  })

  test("what was begun is still there after a reload", async () => {
    const id = await startConversation("Fork in the road")
    await open(id)
    await pressLetter(page, "n")
    await page.getByLabel("Note", { exact: true }).fill("Left, then <left> again")
    await page.reload()
    await page.getByLabel("Note", { exact: true }).getByText("Left, then <left> again", { exact: true }).waitFor()
    await page.getByRole("button", { name: "Add note" }).click()
    await page.frameLocator("article[data-tone=note] iframe").getByText("Left, then <left> again").waitFor()
  })

  test("who may only read and write notes is offered nothing else", async () => {
    const light = await desk.visit("light")
    const { number } = await grace.conversations.get(desk.ids.conversations.active)
    await light.goto(`${desk.origin}/conversation/${desk.ids.conversations.active}/${number}`)
    await light.getByRole("button", { name: "Note", exact: true }).waitFor()
    assert.equal(await light.getByRole("button", { name: "Reply", exact: true }).count(), 0)
    assert.equal(await light.getByRole("button", { name: /^Status:/ }).isDisabled(), true)
    await light.context().close()
  })
})

describe("the keyboard alone", () => {
  test("works from inside a message, and ? says what there is", async () => {
    await goTo(page, `${desk.origin}/conversation/${desk.ids.conversations.everyThreadState}/1?list=all`)
    await page.frameLocator("article[data-tone=customer] iframe").getByText("One question").click()
    await pressLetter(page, "?")
    const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" })
    await sheet.getByText("Close and go to the next").waitFor()
    await page.keyboard.press("Escape")
    await sheet.waitFor({ state: "hidden" })
  })
})
