import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import type { DeskhandClient } from "@deskhand/sdk/client"
import type { Locator, Page } from "playwright-core"
import { until } from "../until.ts"
import { beginConversation } from "./begin.ts"
import { password, shareWebDesk, type WebDesk } from "./desk.ts"
import { goTo } from "./going.ts"
import { assertSound, looked } from "./looking.ts"

let desk: WebDesk
let grace: DeskhandClient
/** A wide window and a phone, in which Grace is signed in. */
let wide: Page
let phone: Page
let number: number
let id: number

const subject = "Refund for the broken teapot"
const endless = "Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft".repeat(3)
const phoneSize = { width: 360, height: 640 }

before(async () => {
  desk = await shareWebDesk()
  grace = await desk.client("grace")
  const mailboxId = desk.ids.inboxes.support
  id = await beginConversation(grace, { subject, mailboxId, customer: { email: "teapot@customers.example" } })
  number = (await grace.conversations.get(id)).number
  // So that there is a banner about it.
  const other = { subject: "Another open conversation", mailboxId, customer: { email: "teapot@customers.example" } }
  await beginConversation(grace, other)
  wide = await desk.visit("grace", { viewport: { width: 1280, height: 800 } })
  phone = await desk.visit("grace", { viewport: phoneSize, hasTouch: true, isMobile: true, ...looked })
})
after(() => desk?.finish())

const conversationPath = () => `${desk.origin}/conversation/${id}/${number}?list=all`
const details = (page: Page) => page.getByRole("complementary", { name: "Details" })
const rowOf = (page: Page, title: string) => page.locator("li[aria-posinset]", { hasText: title })

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  assert.ok(box, "is on the screen")
  return box
}

describe("wide windows", () => {
  const widthOf = async (selector: string) => Math.round((await boxOf(wide.locator(selector))).width)

  test("leave 520 pixels for the conversation: details fold first, then the navigation", async () => {
    await wide.goto(conversationPath())
    await wide.getByRole("heading", { level: 1, name: subject }).waitFor()
    assert.ok((await widthOf("#conversation")) >= 520, `${await widthOf("#conversation")} pixels of 1280`)
    assert.equal(await details(wide).count(), 0)
    assert.equal(await widthOf("nav[aria-label='Inboxes and folders']"), 220)

    for (const width of [1600, 1440, 1340]) {
      await wide.setViewportSize({ width, height: 800 })
      await details(wide).waitFor()
      assert.ok((await widthOf("#conversation")) >= 520, `${await widthOf("#conversation")} pixels of ${width}`)
      assert.equal(await widthOf("aside"), 300)
    }

    await wide.setViewportSize({ width: 1100, height: 800 })
    await wide.getByRole("button", { name: "Show names" }).waitFor()
    assert.equal(await details(wide).count(), 0)
    assert.equal(await widthOf("nav[aria-label='Inboxes and folders']"), 56)
    assert.ok((await widthOf("#conversation")) >= 520, `${await widthOf("#conversation")} pixels of 1100`)
    const inbox = wide.getByRole("link", { name: /^Scenario Support/ })
    assert.equal((await inbox.locator("span[aria-hidden]").innerText()).trim(), "SS")
    assert.ok((await boxOf(inbox.getByText("SS"))).width >= 20)
  })

  test("start with links to the list and to the conversation", async () => {
    await wide.setViewportSize({ width: 1440, height: 900 })
    await wide.reload()
    await wide.getByRole("article").first().waitFor()
    const address = wide.url()
    const focused = (property: string) => wide.evaluate<string>(`document.activeElement.${property}`)
    await wide.keyboard.press("Tab")
    assert.equal(await focused("innerText"), "Skip to list")
    await wide.keyboard.press("Tab")
    assert.equal(await focused("innerText"), "Skip to conversation")
    await wide.keyboard.press("Enter")
    assert.equal(await focused("id"), "conversation")
    await wide.getByRole("link", { name: "Skip to list" }).focus()
    await wide.keyboard.press("Enter")
    assert.equal(await focused("id"), "list")
    assert.equal(wide.url(), address)
  })

  test("fold the folders of each inbox, or show all of them, and keep that", async () => {
    // Of whichever inbox has an empty folder.
    const some = wide.getByRole("button", { name: /^Show all folders of / }).first()
    const name = ((await some.getAttribute("aria-label")) ?? "").replace("Show all folders of ", "")
    const section = wide.getByRole("region", { name, exact: true })
    const fold = section.getByRole("button", { name: `Folders of ${name}`, exact: true })
    const folders = section.getByRole("list").getByRole("link")
    const shown = await folders.count()
    const all = section.getByRole("button", { name: `Show all folders of ${name}` })
    await all.focus()
    await wide.keyboard.press("Enter")
    const filled = section.getByRole("button", { name: `Hide empty folders of ${name}` })
    await filled.waitFor()
    const complete = await folders.count()
    assert.ok(complete > shown, `${complete} folders, ${shown} before`)
    await fold.focus()
    await wide.keyboard.press("Enter")
    assert.equal(await fold.getAttribute("aria-expanded"), "false")

    await wide.reload()
    await fold.waitFor()
    assert.equal(await fold.getAttribute("aria-expanded"), "false")
    assert.equal(await folders.count(), 0)
    await fold.click()
    await section.getByRole("link", { name: /^Unassigned/ }).waitFor()
    assert.equal(await folders.count(), complete)
    await filled.click()
    await all.waitFor()
    assert.equal(await folders.count(), shown)
    await section.getByRole("link", { name: /^Mine/ }).waitFor()
  })
})

describe("pages", () => {
  test("have titles of their own", async () => {
    for (const [path, title] of [
      [`/conversation/${id}/${number}`, `${subject} · #${number} – Deskhand`],
      ["/list/unassigned", "Unassigned – Deskhand"],
      [`/list/inbox-${desk.ids.inboxes.support}`, "Scenario Support – Deskhand"],
      ["/customers", "Customers – Deskhand"],
      ["/reports/volume", "Reports: Volume – Deskhand"],
      ["/account", "Preferences – Deskhand"],
      ["/settings/tags", "Settings: Tags – Deskhand"],
      ["/list/all", "All open – Deskhand"],
    ] as const) {
      await goTo(wide, desk.origin + path)
      await until(async () => (await wide.title()) === title)
    }
  })

  test("say that nothing is at an unknown address, and lead back", async () => {
    for (const [path, name] of [
      ["/nowhere/at/all", "Page not found"],
      ["/list/nothing", "Page not found"],
      ["/list/inbox-99999999", "No such list"],
      ["/conversation/99999999/1", "There is no such conversation"],
      ["/customers/99999999", /./],
      ["/settings/inboxes/99999999/saved-replies", "Not found"],
    ] as const) {
      await goTo(wide, desk.origin + path)
      const heading = wide.getByRole("heading", { name }).first()
      await heading.waitFor()
      const back = wide.locator("main").locator("a:visible, button:visible").first()
      await back.waitFor()
    }
    await goTo(wide, `${desk.origin}/nowhere`)
    await wide.getByRole("link", { name: "Go to your inbox" }).click()
    await wide.waitForURL("**/list/mine")
  })

  test("draw a period that still runs as unfinished", async () => {
    await goTo(wide, `${desk.origin}/reports/volume?period=7d`)
    await wide.getByText("The last step is not over yet").first().waitFor()
    const lines = wide.getByRole("img", { name: /^Chart: .*received.*so far/i })
    await lines.waitFor()
    // Of the present period without its last step, of that step alone, and of the period before.
    const dashes = await lines
      .locator("path.recharts-line-curve")
      .evaluateAll((all) => all.map((path) => path.getAttribute("stroke-dasharray")))
    assert.deepEqual(dashes, [null, "2 4", "5 4"])
    const bars = wide.getByRole("img", { name: /^Chart: .*so far/ }).first()
    assert.ok((await bars.locator("path[fill^='url(#']").count()) <= 3)
    await lines.getByText("So far", { exact: true }).waitFor()
  })

  test("keep their columns whatever a subject, a name or an address is", async () => {
    const { id: customerId } = await grace.customers.create({
      firstName: endless.slice(0, 40),
      lastName: endless.slice(0, 40),
      emails: [{ value: `${endless.slice(0, 60)}@customers.example` }],
    })
    const long = await grace.conversations.create({
      subject: endless,
      type: "email",
      mailboxId: desk.ids.inboxes.support,
      status: "active",
      customer: { id: customerId },
      threads: [{ type: "customer", text: `<p>${endless}</p>`, customer: { id: customerId } }],
    })
    const { number: longNumber } = await grace.conversations.get(long.id)
    await goTo(wide, `${desk.origin}/conversation/${long.id}/${longNumber}?list=all`)
    await wide.getByRole("heading", { level: 1, name: endless }).waitFor()
    for (const width of [360, 800, 1100, 1280, 1600]) {
      await wide.setViewportSize({ width, height: 800 })
      const columns = await wide.evaluate<number[]>(`[...document.querySelectorAll("nav, #list, #conversation, aside")]
        .filter((part) => part.checkVisibility({ visibilityProperty: true }))
        .map((part) => Math.round(part.getBoundingClientRect().right))`)
      assert.ok(Math.max(...columns) <= width, `${columns} of ${width}`)
      assert.ok((await wide.evaluate<number>("document.scrollingElement.scrollWidth - innerWidth")) <= 0, `${width}`)
      const heading = await boxOf(wide.getByRole("heading", { level: 1 }))
      assert.ok(heading.x + heading.width <= width)
    }
    await grace.conversations.delete(long.id)
  })
})

test("times are written by the locale of the browser and the clock of the profile", async () => {
  const page = await desk.visit("grace", { locale: "de-DE", timezoneId: "Asia/Tokyo" })
  await page.goto(conversationPath())
  const time = page.locator("article time").first()
  await time.waitFor()
  const { timezone } = await grace.users.me()
  assert.notEqual(timezone, "UTC")
  const expected = new Intl.DateTimeFormat("de-DE", { timeZone: timezone, dateStyle: "full", timeStyle: "short" })
  const moment = new Date((await time.getAttribute("datetime")) ?? "")
  assert.equal(await time.getAttribute("title"), expected.format(moment))
  const clock = new Intl.DateTimeFormat("de-DE", { timeZone: timezone, timeStyle: "short" }).format(moment)
  assert.equal(await time.innerText(), clock)
  assert.doesNotMatch(clock, /[AP]M/)
  await page.context().close()
})

/** Everything that can be pressed and is smaller than a finger, but for words in the middle of a sentence. */
async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const pressable = "button, a[href], input, select, textarea, summary, [role=menuitem], [role=option], [role=tab]"
    const small = []
    for (const element of document.querySelectorAll(pressable)) {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
      const target = element.closest("label") ?? element
      const { width, height, right, bottom, left, top } = target.getBoundingClientRect()
      if (width === 0 || right <= 0 || bottom <= 0 || left >= innerWidth || top >= innerHeight) continue
      if (getComputedStyle(target).pointerEvents === "none" || getComputedStyle(target).display === "inline") continue
      if (width < 43.5 || height < 43.5)
        small.push([element.tagName, element.ariaLabel ?? element.innerText, Math.round(width), Math.round(height)].join(" "))
    }
    return small
  })()`)
}

describe("a phone", () => {
  test("has targets of 44 pixels in the list, the navigation, a conversation and the composer", async () => {
    await phone.goto(`${desk.origin}/list/all`)
    await rowOf(phone, subject).waitFor()
    assert.deepEqual(await smallTargets(phone), [], "list")
    await assertSound(phone, "list at 360 pixels")
    await phone.getByRole("button", { name: "Open navigation" }).tap()
    await phone.getByRole("link", { name: /^Scenario Support/ }).waitFor()
    assert.deepEqual(await smallTargets(phone), [], "navigation")
    await assertSound(phone, "navigation at 360 pixels", "nav")
    await phone.getByRole("button", { name: "Close navigation" }).tap()
    await rowOf(phone, subject).tap()
    await phone.getByRole("article").first().waitFor()
    await phone.getByRole("button", { name: "Reply" }).waitFor()
    assert.deepEqual(await smallTargets(phone), [], "conversation")
    await assertSound(phone, "conversation at 360 pixels")
  })

  test("shows the subject on a line of its own", async () => {
    await goTo(phone, conversationPath())
    await phone.getByRole("heading", { level: 1, name: subject }).waitFor()
    const heading = await boxOf(phone.getByRole("heading", { level: 1 }))
    assert.ok(heading.width >= 250, `${heading.width} pixels wide`)
    const beside = ["Back to the list", "More actions", "Next conversation"]
    for (const name of beside) {
      const button = await boxOf(phone.locator("header").getByRole("button", { name }).first())
      assert.ok(button.y + button.height <= heading.y + 1, `${name} is above the subject`)
    }
  })

  test("leaves five lines to write above an open keyboard", async () => {
    await goTo(phone, conversationPath())
    await phone.getByText("1 other open conversation").waitFor()
    await phone.getByRole("button", { name: "Reply", exact: true }).tap()
    const editor = phone.getByRole("textbox", { name: /^Reply to/ })
    await editor.waitFor()
    await phone.getByRole("toolbar").waitFor()
    assert.deepEqual(await smallTargets(phone), [], "composer")
    await assertSound(phone, "composer at 360 pixels")
    await phone.setViewportSize({ width: 360, height: 380 })
    await editor.tap()
    const lines = async () => {
      const { height } = await boxOf(editor.locator("xpath=.."))
      const styleOf = (property: string) =>
        editor.evaluate((element, name) => {
          // biome-ignore lint/suspicious/noExplicitAny: this runs in the page
          const page = globalThis as any
          return Number.parseFloat(page.getComputedStyle(element)[name])
        }, property)
      const [size, padding] = [await styleOf("lineHeight"), await styleOf("paddingTop")]
      return (height - 2 * padding) / size
    }
    await until(async () => (await lines()) >= 5)
    const send = await boxOf(phone.getByRole("button", { name: "Send", exact: true }))
    assert.ok(send.y + send.height <= 380, "the button to send is on the screen")
    assert.deepEqual(await smallTargets(phone), [], "composer above a keyboard")
    await phone.getByRole("button", { name: "Show the conversation" }).tap()
    await phone.getByRole("heading", { level: 1, name: subject }).waitFor()
    await phone.setViewportSize(phoneSize)
  })

  /** A finger that goes from one point to another, and stays there until it is lifted. */
  async function finger(page: Page) {
    const devtools = await page.context().newCDPSession(page)
    const send = (type: "touchStart" | "touchMove" | "touchEnd", points: { x: number; y: number }[]) =>
      devtools.send("Input.dispatchTouchEvent", { type, touchPoints: points })
    return {
      press: (x: number, y: number) => send("touchStart", [{ x, y }]),
      async move(from: [number, number], to: [number, number]) {
        for (let step = 1; step <= 8; step++) {
          const at = (place: 0 | 1) => from[place] + ((to[place] - from[place]) * step) / 8
          await send("touchMove", [{ x: at(0), y: at(1) }])
        }
      },
      lift: () => send("touchEnd", []),
    }
  }

  test("closes and snoozes by swiping, with a way back, and only scrolls up and down", async () => {
    const swiped = "A row that is swiped"
    const mailboxId = desk.ids.inboxes.support
    const other = await beginConversation(grace, {
      subject: swiped,
      mailboxId,
      customer: { email: "swipe@customers.example" },
    })
    await goTo(phone, `${desk.origin}/list/inbox-${mailboxId}`)
    const row = rowOf(phone, swiped)
    await row.waitFor()
    const touch = await finger(phone)
    const { x, y, width, height } = await boxOf(row)
    const middle = y + height / 2
    const statusOf = async () => (await grace.conversations.get(other)).status

    // Up and down, and too short.
    await touch.press(x + 180, middle)
    await touch.move([x + 180, middle], [x + 190, middle + 60])
    await touch.lift()
    await touch.press(x + 180, middle)
    await touch.move([x + 180, middle], [x + 120, middle])
    await row.getByText("Close").waitFor()
    await touch.lift()
    await row.getByText("Close").waitFor({ state: "detached" })
    assert.equal(await statusOf(), "active")

    const to = await boxOf(row)
    await touch.press(to.x + width - 40, to.y + height / 2)
    await touch.move([to.x + width - 40, to.y + height / 2], [to.x + 60, to.y + height / 2])
    await touch.lift()
    await until(async () => (await statusOf()) === "closed")
    const undo = phone.getByRole("button", { name: /^Undo/ })
    // By a mouse: the browser ignores a finger for a moment after one that moved or rested.
    await undo.click()
    await until(async () => (await statusOf()) === "active")
    await row.waitFor()

    const again = await boxOf(row)
    await touch.press(again.x + 60, again.y + height / 2)
    await touch.move([again.x + 60, again.y + height / 2], [again.x + width - 40, again.y + height / 2])
    await row.getByText("Snooze").waitFor()
    await touch.lift()
    await phone.getByRole("dialog", { name: "Snooze" }).waitFor()
    await phone.keyboard.press("Escape")
    assert.match(phone.url(), /\/list\/inbox-/)
  })

  test("selects by resting a finger on a row, then by tapping", async () => {
    await goTo(phone, `${desk.origin}/list/all`)
    const rows = phone.locator("li[aria-posinset]")
    await phone.getByRole("heading", { level: 1, name: "All open" }).waitFor()
    await rows.nth(1).waitFor()
    const touch = await finger(phone)
    // As events: the browser ignores a finger for a moment after one that rested.
    const tap = async (row: Locator) => {
      const at = { pointerType: "touch", isPrimary: true, bubbles: true, clientX: 180, clientY: 200 }
      for (const event of ["pointerdown", "pointerup", "click"]) await row.getByRole("link").dispatchEvent(event, at)
    }
    const first = await boxOf(rows.nth(0))
    await touch.press(first.x + 180, first.y + 40)
    await phone.getByText("1 selected").waitFor()
    await touch.lift()
    await tap(rows.nth(1))
    await phone.getByText("2 selected").waitFor()
    assert.match(phone.url(), /\/list\/all$/)
    await assertSound(phone, "two selected at 360 pixels")
    assert.deepEqual(await smallTargets(phone), [], "bar of the selection")
    await phone.keyboard.press("Escape")
    await phone.getByText(/\d selected/).waitFor({ state: "detached" })
  })

  test("can be installed", async () => {
    const manifest = (await (await fetch(`${desk.origin}/manifest.webmanifest`)).json()) as Manifest
    assert.deepEqual([manifest.name, manifest.start_url, manifest.display], ["Deskhand", "/", "standalone"])
    assert.ok(manifest.theme_color && manifest.background_color)
    const icons = manifest.icons.map(({ sizes, purpose = "any" }) => `${sizes} ${purpose}`)
    for (const icon of ["192x192 any", "512x512 any", "512x512 maskable"]) assert.ok(icons.includes(icon), icon)
    for (const { src } of manifest.icons) assert.equal((await fetch(desk.origin + src)).status, 200)
  })
})

interface Manifest {
  name: string
  start_url: string
  display: string
  theme_color?: string
  background_color?: string
  icons: { src: string; sizes: string; purpose?: string }[]
}

describe("without a network", () => {
  const userCaches = (page: Page) =>
    page.evaluate<string[]>("caches.keys().then((names) => names.filter((name) => name.startsWith('deskhand-user-')))")
  const isKept = (page: Page, path: string) =>
    page.evaluate<boolean>(
      `caches.match(${JSON.stringify(path)}, { ignoreVary: true }).then((found) => found !== undefined)`,
    )

  test("the list and what was opened last can be read, and nothing by whoever signs in next", async () => {
    // A session of her own: signing out would end the one that other tests share.
    const page = await desk.visitAsStranger({ viewport: phoneSize, serviceWorkers: "allow" })
    const context = page.context()
    const { id: graceId } = await grace.users.me()
    await page.goto(desk.origin)
    await page.getByLabel("E-mail address").fill(desk.ids.emails.grace)
    await page.getByLabel("Password").fill(password)
    await page.keyboard.press("Enter")
    await page.waitForURL("**/list/mine")
    await page.goto(`${desk.origin}/list/all`)
    await rowOf(page, subject).waitFor()
    await until(() => page.evaluate<boolean>("navigator.serviceWorker.controller !== null"))
    await rowOf(page, subject).click()
    await page.getByRole("article").first().waitFor()
    await until(async () => (await userCaches(page)).includes(`deskhand-user-${graceId}`))
    await until(() => isKept(page, `/v2/conversations/${id}`))
    const files = await page.evaluate<string[]>(
      "performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.includes('/assets/'))",
    )
    for (const path of ["/", "/message", ...files]) await until(() => isKept(page, path))

    await context.setOffline(true)
    await page.reload()
    await page.getByRole("heading", { level: 1, name: subject }).waitFor()
    await page.getByText(/^You're offline\. Showing what was loaded at \d{1,2}:\d\d/).waitFor()
    await page.frameLocator("article iframe").first().getByText(`About ${subject}.`).waitFor()
    await page.getByRole("button", { name: "Back to the list" }).click()
    await rowOf(page, subject).waitFor()

    await context.setOffline(false)
    await page.goto(`${desk.origin}/list/all`)
    await rowOf(page, subject).waitFor()
    await page.getByText(/^You're offline/).waitFor({ state: "detached" })
    await page.getByRole("button", { name: "Open navigation" }).click()
    await page.getByRole("button", { name: /Account and settings/ }).click()
    await page.getByRole("menuitem", { name: "Sign out" }).click()
    await page.getByLabel("E-mail address").waitFor()
    assert.deepEqual(await userCaches(page), [])

    await page.getByLabel("E-mail address").fill(desk.ids.emails.ada)
    await page.getByLabel("Password").fill(password)
    await page.keyboard.press("Enter")
    await page.waitForURL("**/list/mine")
    const { id: adaId } = await (await desk.client("ada")).users.me()
    await until(async () => (await userCaches(page)).includes(`deskhand-user-${adaId}`))
    assert.deepEqual(await userCaches(page), [`deskhand-user-${adaId}`])
    await context.setOffline(true)
    const attempt = `fetch("/v2/conversations/${id}").then(() => "answered", () => "refused")`
    assert.equal(await page.evaluate(attempt), "refused")
    await page.goto(conversationPath())
    await page.getByText(/^You're offline/).waitFor()
    assert.equal(await page.getByText(subject).count(), 0)
    await context.close()
  })
})
