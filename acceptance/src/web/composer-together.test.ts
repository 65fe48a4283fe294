import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import type { DeskhandClient } from "@deskhand/sdk/client"
import type { Page } from "playwright-core"
import { until } from "../until.ts"
import { composer, customer, messagesOf, openConversation, startConversation, writing } from "./composing.ts"
import { shareWebDesk, type WebDesk } from "./desk.ts"
import { pressLetter } from "./going.ts"

let desk: WebDesk
let ada: DeskhandClient
let page: Page

before(async () => {
  desk = await shareWebDesk()
  ada = await desk.client("ada")
  page = await desk.visit("ada")
  await ada.users.setPreferences({ undoSeconds: 0, afterSending: "stay" })
})
after(() => desk?.finish())

describe("two at the same conversation", () => {
  test("see above the composer that the other is writing, and what", async () => {
    const id = await startConversation(ada, desk, "Two pens")
    await openConversation(page, desk, id)
    const colleague = await desk.visit("grace")
    await colleague.clock.install()
    await openConversation(colleague, desk, id)
    await pressLetter(colleague, "r")
    await writing(colleague).waitFor()
    await colleague.keyboard.type("I think")
    const bar = composer(page).getByRole("status")
    await bar.getByText("Grace Hopper is writing a reply").waitFor()
    // Who goes away in the middle of it writes no longer, until they are back.
    await colleague.clock.fastForward("01:30")
    await bar.getByText("Grace Hopper").waitFor({ state: "detached" })
    await colleague.keyboard.type(" so")
    await bar.getByText("Grace Hopper is writing a reply").waitFor()
    await bar.getByRole("button", { name: "Assign to me" }).click()
    await until(async () => (await ada.conversations.get(id)).assignee?.first === "Ada")
    await bar.getByRole("button", { name: "Assign to me" }).waitFor({ state: "detached" })
    await colleague.getByRole("button", { name: "Note", exact: true }).click()
    await bar.getByText("Grace Hopper is writing a note").waitFor()
    await colleague.getByRole("button", { name: "Discard" }).click()
    await bar.getByText("Grace Hopper").waitFor({ state: "detached" })
    await colleague.context().close()
  })

  test("never both answer: who sends in the other's undo time is asked first, and sees the other's reply", async () => {
    const id = await startConversation(ada, desk, "Two answers")
    const grace = await desk.client("grace")
    await grace.users.setPreferences({ undoSeconds: 30, afterSending: "stay" })
    const colleague = await desk.visit("grace")
    await openConversation(page, desk, id)
    await pressLetter(page, "r")
    await writing(page).waitFor()
    await page.keyboard.type("Mine is second.")
    await openConversation(colleague, desk, id)
    await pressLetter(colleague, "r")
    await writing(colleague).waitFor()
    await colleague.keyboard.type("Mine is first.")
    await colleague.keyboard.press("Control+Enter")
    const sent = await until(async () => (await messagesOf(grace, id)).find(({ scheduled }) => scheduled?.undoable))
    // The composer has closed, and its window is gone: she still replies until it is out.
    await colleague.context().close()
    const bar = composer(page).getByRole("status")
    await bar.getByText("Grace Hopper is replying. The reply goes out in a few seconds.").waitFor()

    await page.keyboard.press("Control+Enter")
    const news = review().getByRole("region", { name: "1 new message" })
    await news.getByText("Grace Hopper has replied too. That reply goes out in a few seconds.").waitFor()
    assert.deepEqual(
      (await messagesOf(ada, id)).filter(({ type }) => type === "message").map(({ state }) => state),
      ["review"],
    )
    const published = { op: "replace", path: "/state", value: "published" } as const
    await grace.conversations.threads(id).patch(sent.id, published)
    await news.getByText("Grace Hopper", { exact: true }).waitFor()
    await news.frameLocator("iframe").getByText("Mine is first.").waitFor()
    await bar.getByText("Grace Hopper").waitFor({ state: "detached" })
    const states = (await messagesOf(ada, id)).filter(({ type }) => type === "message").map(({ state }) => state)
    assert.deepEqual(states.toSorted(), ["published", "review"])
    await review().getByRole("button", { name: "Discard" }).click()
    await review().waitFor({ state: "detached" })
  })

  /** Ada writes while something new comes that her page does not hear of. */
  async function cross(subject: string, words: string): Promise<number> {
    const id = await startConversation(ada, desk, subject)
    await openConversation(page, desk, id)
    await pressLetter(page, "r")
    await writing(page).waitFor()
    await page.route("**/v2/conversations/*/threads*", (route) =>
      route.request().method() === "GET" ? route.abort() : route.continue(),
    )
    await ada.conversations.addCustomerThread(id, {
      text: "<p>It has lifted by itself.</p>",
      customer: { email: customer.email },
    })
    await page.keyboard.type(words)
    await page.keyboard.press("Control+Enter")
    await page.getByText("Something new came while you were writing.").first().waitFor()
    await page.unrouteAll({ behavior: "wait" })
    // News that can be read again: a note of a colleague makes the page look.
    const grace = await desk.client("grace")
    await grace.conversations.addNote(id, { text: "<p>See there.</p>" })
    await review().waitFor()
    return id
  }
  const review = () => page.locator("article[data-tone=review]")

  test("a reply that crosses something new shows it above, and goes out when its writer says so", async () => {
    const id = await cross("Fog on the river", "Wait until noon.")
    const news = review().getByRole("region", { name: /new message/ })
    await news.frameLocator("iframe").first().getByText("It has lifted by itself.").waitFor()
    assert.equal((await messagesOf(ada, id)).filter(({ state }) => state === "review").length, 1)
    await review().getByRole("button", { name: "Send anyway" }).click()
    await page.frameLocator("article[data-tone=agent] iframe").getByText("Wait until noon.").waitFor()
    const states = (await messagesOf(ada, id)).filter(({ type }) => type === "message").map(({ state }) => state)
    assert.deepEqual(states, ["published"])
  })

  test("or is edited first, in the editor", async () => {
    const id = await cross("Fog on the hill", "Wait until one.")
    await review().getByRole("button", { name: "Edit" }).click()
    await writing(page).getByText("Wait until one.").waitFor()
    await review().waitFor({ state: "detached" })
    await writing(page).click()
    await page.keyboard.press("Control+a")
    await page.keyboard.type("Good to hear.")
    await page.keyboard.press("Control+Enter")
    const reply = await until(async () =>
      (await messagesOf(ada, id)).find(({ type, state }) => type === "message" && state === "published"),
    )
    assert.equal(reply.body, "<p>Good to hear.</p>")
  })
})
