import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import type { DeskhandClient } from "@deskhand/sdk/client"
import type { Page } from "playwright-core"
import { until } from "../until.ts"
import { shareWebDesk, type WebDesk } from "./desk.ts"
import { goTo, pressLetter } from "./going.ts"

let desk: WebDesk
let client: DeskhandClient
let page: Page

before(async () => {
  desk = await shareWebDesk()
  client = await desk.client("grace")
  page = await desk.visit("ada", { permissions: ["clipboard-read", "clipboard-write"] })
})
after(() => desk?.finish())

const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

async function start(texts: string[]): Promise<{ id: number; number: number; threads: number[] }> {
  const email = "thea@customers.example"
  const { id } = await client.conversations.create({
    subject: "Several messages",
    type: "email",
    mailboxId: desk.ids.inboxes.support,
    status: "active",
    customer: { email, firstName: "Thea" },
    threads: texts.map((text) => ({ type: "customer" as const, text, customer: { email } })),
    assignTo: null,
  })
  const { number } = await client.conversations.get(id)
  const threads = await Array.fromAsync(client.conversations.threads(id).all())
  return {
    id,
    number,
    threads: threads
      .filter(({ type }) => type === "customer")
      .map((thread) => thread.id)
      .sort((a, b) => a - b),
  }
}

const article = (threadId: number | undefined) => page.locator(`#thread-${threadId}`)
const body = (threadId: number | undefined) => page.frameLocator(`#thread-${threadId} iframe`)

async function choose(threadId: number | undefined, item: string): Promise<void> {
  await article(threadId).getByRole("button", { name: "More" }).click()
  await page.getByRole("menuitem", { name: item }).click()
}

test("a table keeps its words whole where it is wider than the message", async () => {
  const cells = "<td>Understandable</td>".repeat(14)
  const { id, number, threads } = await start([`<table><tr>${cells}</tr></table>`])
  await goTo(page, `${desk.origin}/conversation/${id}/${number}?list=all`)
  const cell = body(threads[0]).locator("td").first()
  await cell.waitFor()
  // A line is 22 pixels high.
  const height = await cell.evaluate((td) => td.clientHeight)
  assert.ok(height < 40, `one word is ${height} pixels high`)
})

describe("the menu of a message", () => {
  test("copies its link, which leads to it, however far back it is", async () => {
    const id = desk.ids.conversations.with98Threads
    const threads = await Array.fromAsync(client.conversations.threads(id).all())
    const oldest = threads.filter(({ type }) => type !== "lineitem").at(-1)?.id
    const newest = threads.find(({ type }) => type !== "lineitem")?.id
    await goTo(page, `${desk.origin}/conversation/${id}/1?list=all`)
    await choose(newest, "Copy link to this message")
    await page.getByText(/^Copied http/).waitFor()
    const copied = await page.evaluate("navigator.clipboard.readText()")
    assert.equal(copied, `${desk.origin}/conversation/${id}/1#thread-${newest}`)

    await page.goto("about:blank")
    await page.goto(`${desk.origin}/conversation/${id}/1#thread-${oldest}`)
    await article(oldest).waitFor()
    await page.locator(`#thread-${oldest}[data-linked]`).waitFor()
    const isInSight = `(() => {
      const box = document.querySelector("#thread-${oldest}").getBoundingClientRect()
      const room = document.querySelector("section[data-order]").getBoundingClientRect()
      return document.activeElement?.id === "thread-${oldest}" && box.bottom > room.top && box.top < room.bottom
    })()`
    await until(() => page.evaluate<boolean>(isInSight))
  })

  test("shows the original as letters, whatever it would do", async () => {
    const { id, number, threads } = await start(["<p>Hello <script>nothing()</script><b>you</b></p>"])
    await client.conversations.threads(id).patch(threads[0] ?? 0, { op: "replace", path: "/text", value: "Mended" })
    await goTo(page, `${desk.origin}/conversation/${id}/${number}`)
    await body(threads[0]).getByText("Mended").waitFor()
    await choose(threads[0], "Show the original")
    const original = await client.conversations.threads(id).originalText(threads[0] ?? 0)
    const dialog = page.getByRole("dialog", { name: "Show the original" })
    await dialog.getByText("Hello").waitFor()
    assert.equal(await dialog.locator("pre").innerText(), original)
    await page.keyboard.press("Escape")
    await dialog.waitFor({ state: "detached" })
  })

  test("shows the text as the original where nothing came by mail and nobody edited it", async () => {
    const { id, number, threads } = await start(["<p>Written <b>once</b></p>"])
    await goTo(page, `${desk.origin}/conversation/${id}/${number}`)
    await choose(threads[0], "Show the original")
    const dialog = page.getByRole("dialog", { name: "Show the original" })
    assert.equal(await dialog.locator("pre").innerText(), "<p>Written <b>once</b></p>")
    await page.keyboard.press("Escape")
    await dialog.waitFor({ state: "detached" })
  })

  test("edits the text, hides it and shows it again, which others see", async () => {
    const { id, number, threads } = await start(["<p>The number is 41.<br>Yours</p>"])
    await goTo(page, `${desk.origin}/conversation/${id}/${number}`)
    await choose(threads[0], "Edit the text")
    const box = page.getByRole("dialog").getByRole("textbox", { name: "Text" })
    await box.waitFor()
    assert.equal(await box.innerText(), "The number is 41.\nYours")
    await box.fill("The number is 42 & not <41>.")
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByText("Text changed").waitFor()
    await body(threads[0]).getByText("The number is 42 & not <41>.").waitFor()
    const thread = await client.conversations.threads(id).get(threads[0] ?? 0)
    assert.equal(thread.body, "<p>The number is 42 &amp; not &lt;41&gt;.</p>")

    await choose(threads[0], "Hide from the customer")
    await article(threads[0]).getByText("Hidden from the customer").waitFor()
    assert.equal((await client.conversations.threads(id).get(threads[0] ?? 0)).state, "hidden")
    await page.getByRole("button", { name: "Undo", exact: true }).click()
    await article(threads[0]).getByText("Hidden from the customer").waitFor({ state: "detached" })
    assert.equal((await client.conversations.threads(id).get(threads[0] ?? 0)).state, "published")
  })

  test("deletes a note after asking, and a draft", async () => {
    const { id, number } = await start(["<p>Hello</p>"])
    const note = await client.conversations.addNote(id, { text: "Only for us" })
    const own = await desk.client("ada")
    // The one is taken up below, the other stands among the messages.
    for (const text of ["Begun", "Begun anew"]) await own.conversations.reply(id, { text, draft: true })
    await goTo(page, `${desk.origin}/conversation/${id}/${number}`)
    await choose(note.id, "Delete the note")
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click()
    assert.equal(await article(note.id).count(), 1)
    await choose(note.id, "Delete the note")
    await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click()
    await article(note.id).waitFor({ state: "detached" })
    const draft = page.locator("article[data-tone=draft]")
    await draft.getByRole("button", { name: "More" }).click()
    await page.getByRole("menuitem", { name: "Delete the draft" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click()
    await draft.waitFor({ state: "detached" })
    const left = await Array.fromAsync(own.conversations.threads(id).all())
    assert.deepEqual(
      left.filter(({ type }) => type !== "lineitem").map(({ type }) => type),
      ["message", "customer"],
    )
  })

  test("splits the conversation from here on, and opens what came of it", async () => {
    const { id, number, threads } = await start(["<p>First matter</p>", "<p>Second matter</p>"])
    await goTo(page, `${desk.origin}/conversation/${id}/${number}`)
    await choose(threads[1], "Split from here")
    await page.getByRole("dialog").getByRole("button", { name: "Split", exact: true }).click()
    await page.getByText(/^Split off as #\d+$/).waitFor()
    const opened = Number(new URL(page.url()).pathname.split("/")[2])
    assert.notEqual(opened, id)
    await page.frameLocator("article:not([hidden]) iframe").getByText("Second matter").waitFor()
    const moved = await Array.fromAsync(client.conversations.threads(opened).all())
    assert.deepEqual(
      moved.filter(({ type }) => type === "customer").map(({ body }) => body),
      ["<p>Second matter</p>"],
    )
  })

  test("offers to light users only what they may", async () => {
    const { id, number, threads } = await start(["<p>Hello</p>"])
    const light = await desk.visit("light")
    await light.goto(`${desk.origin}/conversation/${id}/${number}`)
    await light.locator(`#thread-${threads[0]}`).getByRole("button", { name: "More" }).click()
    await light.getByRole("menuitem", { name: "Show the original" }).waitFor()
    assert.deepEqual(await light.getByRole("menuitem").allInnerTexts(), [
      "Copy link to this message",
      "Show the original",
    ])
    await light.context().close()
  })
})

test("[ and ] go from message to message, also from inside of one", async () => {
  const { id, number, threads } = await start(["<p>One</p>", "<p>Two</p>", "<p>Three</p>"])
  await goTo(page, `${desk.origin}/conversation/${id}/${number}`)
  await body(threads[2]).getByText("Three").waitFor()
  const focused = () => page.evaluate("document.activeElement.closest('article')?.id")
  await body(threads[1]).getByText("Two").click()
  await pressLetter(page, "]")
  assert.equal(await focused(), `thread-${threads[2]}`)
  await pressLetter(page, "]")
  assert.equal(await focused(), `thread-${threads[2]}`)
  await pressLetter(page, "[")
  await pressLetter(page, "[")
  assert.equal(await focused(), `thread-${threads[0]}`)
})

test("quoted history is reached and unfolded by keys alone", async () => {
  const { id, number, threads } = await start([
    '<p>Thanks!</p><div class="gmail_quote">On Monday:<blockquote>The old story.</blockquote></div>',
  ])
  await goTo(page, `${desk.origin}/conversation/${id}/${number}`)
  await body(threads[0]).getByText("Thanks!").waitFor()
  await article(threads[0]).getByRole("button", { name: "More" }).focus()
  await page.keyboard.press("Tab")
  await page.keyboard.press("Enter")
  await body(threads[0]).getByText("The old story.").waitFor()
})

describe("attachments", () => {
  test("pictures and text are looked at here, everything else is downloaded", async () => {
    const { id, number } = await start(["<p>Hello</p>"])
    const file = (fileName: string, mimeType: string, contents: Buffer) => ({
      fileName,
      mimeType,
      data: contents.toString("base64"),
    })
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><script>top.document.title="taken"</script></svg>'
    await client.conversations.addNote(id, {
      text: "Attached",
      attachments: [
        file("one.png", "image/png", Buffer.from(pixel, "base64")),
        file("two.png", "image/png", Buffer.from(pixel, "base64")),
        file("read.html", "text/html", Buffer.from("<h1>Words</h1><script>nothing()</script>")),
        file("drawing.svg", "image/svg+xml", Buffer.from(drawing)),
        file("paper.pdf", "application/pdf", Buffer.from("%PDF-1.7")),
      ],
    })
    await goTo(page, `${desk.origin}/conversation/${id}/${number}`)
    const list = page.getByRole("list", { name: "Attachments" })
    await list.getByRole("link", { name: /paper\.pdf/ }).waitFor()
    assert.equal(await list.getByRole("link").count(), 5)
    assert.deepEqual(
      await list.getByRole("button").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label"))),
      ["Preview one.png", "Preview two.png", "Preview read.html"],
    )

    const opener = list.getByRole("button", { name: "Preview one.png" })
    await opener.focus()
    await page.keyboard.press("Enter")
    const first = page.getByRole("dialog", { name: "one.png" })
    const picture = first.getByRole("img", { name: "one.png" })
    await picture.waitFor()
    assert.match((await picture.getAttribute("src")) ?? "", /^\/v2\/conversations\/\d+\/attachments\/\d+\/file$/)
    await first.getByText("Fit", { exact: true }).waitFor()
    await pressLetter(page, "+")
    await first.getByText("200%").waitFor()
    await first.getByRole("button", { name: "Larger" }).click()
    await first.getByText("400%").waitFor()
    assert.equal(await picture.evaluate((image) => (image as unknown as { width: number }).width), 4)
    await pressLetter(page, "0")
    await page.keyboard.press("ArrowRight")
    await page.getByRole("dialog", { name: "two.png" }).waitFor()
    await page.keyboard.press("Escape")
    await page.getByRole("dialog").waitFor({ state: "detached" })

    await list.getByRole("button", { name: "Preview read.html" }).click()
    await page
      .getByRole("dialog", { name: "read.html" })
      .getByText("<h1>Words</h1><script>nothing()</script>")
      .waitFor()
    await page.keyboard.press("Escape")
    const downloading = page.waitForEvent("download")
    await list.getByRole("link", { name: /drawing\.svg/ }).click()
    assert.equal((await downloading).suggestedFilename(), "drawing.svg")
    assert.notEqual(await page.title(), "taken")
  })
})
