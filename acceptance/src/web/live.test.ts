import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import type { DeskhandClient } from "@deskhand/sdk/client"
import type { Locator, Page, Request } from "playwright-core"
import { until } from "../until.ts"
import { beginConversation } from "./begin.ts"
import { type OwnWebDesk, openWebDesk } from "./desk.ts"
import { showRow } from "./going.ts"

let desk: OwnWebDesk
let grace: DeskhandClient

before(async () => {
  desk = await openWebDesk()
  grace = await desk.client("grace")
})
after(() => desk?.finish())

const streamPath = "/v2/events/stream"
const pathOf = (request: Request) => new URL(request.url()).pathname

const startConversation = (subject: string): Promise<number> =>
  beginConversation(grace, {
    subject,
    mailboxId: desk.ids.inboxes.support,
    customer: { email: "tabs@customers.example", firstName: "Tab" },
  })

const row = (page: Page, name: RegExp) =>
  page.getByRole("region", { name: "Conversations", exact: true }).getByRole("link", { name })

/** All but the stream, also those that begin meanwhile. */
async function ended(requests: Request[]): Promise<void> {
  for (const request of requests)
    if (pathOf(request) !== streamPath) await request.response().then((response) => response?.finished())
}

/**
 * Until the page has heard all that has happened so far, which it says when it takes up its stream again, and has read what
 * that made it read: whatever is under way when a minute passes is given up, and tried again from then on.
 */
async function heardAll(page: Page, requests: Request[]): Promise<void> {
  const ada = await desk.client("ada")
  const newest = (await Array.fromAsync(ada.events.all())).at(-1)?.id ?? 0
  const heard = () => {
    const stream = requests.findLast((request) => pathOf(request) === streamPath)
    return Number(stream?.headers()["last-event-id"] ?? 0)
  }
  while (heard() < newest) {
    await page.clock.fastForward("01:00")
    await ended(requests)
  }
  // What the last event asks for is asked for after a pause.
  await page.clock.fastForward("00:59")
  await ended(requests)
}

describe("a page that loads", () => {
  test("reads everything once, and not again when its stream opens", async () => {
    const page = await desk.visit("ada")
    const reads: string[] = []
    page.on("request", (request) => reads.push(pathOf(request)))
    const opened = page.waitForResponse((response) => pathOf(response.request()) === streamPath)
    await page.goto(`${desk.origin}/list/unassigned`)
    await opened
    await startConversation("Bell that rings once")
    await showRow(page, row(page, /Bell that rings once/))
    // A new conversation changes none of these.
    const unchanged = ["/session", "/v2/users/me", "/v2/users/me/preferences", "/v2/mailboxes", "/v2/views"]
    assert.deepEqual(
      unchanged.map((path) => reads.filter((read) => read === path).length),
      unchanged.map(() => 1),
    )
    await page.context().close()
  })

  test("shows what happened after it was read and before its stream opened", async () => {
    const page = await desk.visit("ada")
    const id = await startConversation("Letter in the gap")
    const { promise: isTime, resolve: open } = Promise.withResolvers<void>()
    await page.route(`**${streamPath}*`, (route) => isTime.then(() => route.continue()))
    await page.goto(`${desk.origin}/list/unassigned`)
    await row(page, /Letter in the gap/).waitFor()
    await grace.conversations.patch(id, { op: "replace", path: "/subject", value: "Letter that was renamed" })
    open()
    await row(page, /Letter that was renamed/).waitFor()
    await page.unrouteAll({ behavior: "ignoreErrors" })
    await page.context().close()
  })
})

describe("two tabs of one browser", () => {
  test("share one stream, agree, and neither misses anything when the other is closed", async () => {
    const first = await desk.visit("ada")
    const opened = first.waitForRequest((request) => pathOf(request) === streamPath)
    await first.goto(`${desk.origin}/list/unassigned`)
    await opened
    await startConversation("Drawer that sticks")
    await showRow(first, row(first, /Drawer that sticks/))

    const second = await first.context().newPage()
    const asked: string[] = []
    second.on("request", (request) => asked.push(pathOf(request)))
    await second.goto(`${desk.origin}/list/unassigned`)
    await row(second, /Drawer that sticks/).waitFor()
    await startConversation("Hinge that squeaks")
    await Promise.all([first, second].map((tab) => showRow(tab, row(tab, /Hinge that squeaks/))))
    assert.ok(!asked.includes(streamPath), String(asked))

    await row(first, /Hinge that squeaks/).click()
    await first.getByRole("button", { name: /^Status/ }).click()
    await first.getByRole("menuitemradio", { name: /Closed/ }).click()
    await row(second, /Hinge that squeaks/)
      .and(second.locator("[data-mark=closed] a"))
      .waitFor()

    const taken = second.waitForRequest((request) => pathOf(request) === streamPath)
    await first.close()
    assert.match((await (await taken).headerValue("Last-Event-ID")) ?? "", /^\d+$/)
    await startConversation("Shelf that leans")
    await showRow(second, row(second, /Shelf that leans/))
    await second.context().close()
  })

  test("the one that is looked at takes the stream over; who is where is known in both", async (context) => {
    const first = await desk.visit("ada")
    const opened = first.waitForRequest((request) => pathOf(request) === streamPath)
    await first.goto(`${desk.origin}/list/unassigned`)
    await opened
    const id = await startConversation("Door without a handle")
    await showRow(first, row(first, /Door without a handle/))
    const second = await first.context().newPage()
    await second.goto(`${desk.origin}/list/unassigned`)
    await row(second, /Door without a handle/).waitFor()

    const taken = second.waitForRequest((request) => pathOf(request) === streamPath)
    const left = first.waitForEvent("requestfailed", (request) => pathOf(request) === streamPath)
    // What a browser says when somebody turns to a tab.
    await second.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    await Promise.all([taken, left])
    // The desk forgets who has said nothing for 45 seconds, so browsers repeat it.
    const say = () => grace.presence.say({ conversationId: id, activity: "viewing", client: "elsewhere" })
    await say()
    const repeating = setInterval(() => void say().catch(() => {}), 10_000)
    context.after(() => clearInterval(repeating))
    const looking = { name: "Grace Hopper is looking at it" }
    for (const tab of [first, second])
      await row(tab, /Door without a handle/)
        .getByRole("img", looking)
        .waitFor()

    const third = await first.context().newPage()
    await third.goto(`${desk.origin}/list/unassigned`)
    await row(third, /Door without a handle/)
      .getByRole("img", looking)
      .waitFor()
    await first.context().close()
  })
})

test("an hour in which nothing happens asks the desk for nothing", async () => {
  const page = await desk.visit("ada")
  await page.clock.install()
  const requests: Request[] = []
  page.on("request", (request) => requests.push(request))
  const standing = page.waitForRequest((request) => pathOf(request) === streamPath)
  await startConversation("Stool with two legs")
  await page.goto(`${desk.origin}/list/unassigned`)
  await row(page, /Stool with two legs/).waitFor()
  await standing
  await startConversation("Table with nine legs")
  await showRow(page, row(page, /Table with nine legs/))
  await heardAll(page, requests)
  const asked: string[] = []
  page.on("request", (request) => asked.push(pathOf(request)))
  for (let minute = 0; minute < 60; minute++) await page.clock.fastForward("01:00")
  // The stream is opened anew where a minute passes so fast that the desk cannot say that it is alive.
  assert.deepEqual(
    asked.filter((path) => path !== streamPath),
    [],
  )
  await page.context().close()
})

test("what could not be read while the desk was away comes by itself when it is back", async () => {
  const page = await desk.visit("ada")
  await page.clock.install()
  await startConversation("Chair without a seat")
  await page.goto(`${desk.origin}/list/unassigned`)
  const chair = row(page, /Chair without a seat/)
  await chair.waitFor()
  await desk.stopServer()
  await page.getByText("Reconnecting …").waitFor()
  await chair.click()
  await passTimeUntil(page, page.getByText("This could not be loaded"))
  await desk.startServer()
  await passTimeUntil(page, page.getByRole("heading", { level: 1, name: "Chair without a seat" }))
  await page.context().close()
})

/** Time passes only here; what the page asks meanwhile is answered at its own pace. */
async function passTimeUntil(page: Page, shown: Locator): Promise<void> {
  await until(async () => {
    const isShown = await shown.isVisible()
    if (!isShown) await page.clock.fastForward("00:05")
    return isShown
  })
}
