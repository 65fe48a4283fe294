import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import type { Page } from "playwright-core"
import { until } from "../until.ts"
import { openWebDesk, type WebDesk } from "./desk.ts"
import { goTo, pressLetter } from "./going.ts"
import { assertSound, looked } from "./looking.ts"

let desk: WebDesk
let viewId: number
before(async () => {
  desk = await openWebDesk()
  const filters = { query: "status:active", status: "all" } as const
  ;({ id: viewId } = await (await desk.client("ada")).views.create({ name: "Looks", filters, shared: true }))
})
after(() => desk?.close())

interface Screen {
  /** Without it the page is as the screen before left it. */
  path?: string
  /** Loaded anew: what stood open beside it before is shut. */
  fresh?: boolean
  /** Brings it into the state that is looked at. */
  reach: (page: Page) => Promise<unknown>
  /** What is new on it. */
  part?: string
  /** Where it lies above the page. */
  leave?: (page: Page) => Promise<unknown>
}

const screenNames = [
  "list",
  "the sheet of keys",
  "searching",
  "several selected",
  "a search that cannot be read",
  "a view being changed",
  "threads of every state",
  "two to be merged",
  "attachments and details",
  "every field",
  "more actions",
  "an open menu",
  "choosing somebody",
  "asking when",
  "the palette",
  "a note being written",
  "nothing there",
] as const

const isAbovePage = (name: (typeof screenNames)[number]): boolean => namesAbovePage.has(name)

const namesAbovePage: ReadonlySet<string> = new Set<(typeof screenNames)[number]>([
  "the sheet of keys",
  "searching",
  "a view being changed",
  "two to be merged",
  "more actions",
  "an open menu",
  "choosing somebody",
  "asking when",
  "the palette",
  "a note being written",
])

function above(part: string): Pick<Screen, "part" | "leave"> {
  return {
    part,
    async leave(page) {
      await page.keyboard.press("Escape")
      await page.locator(part).first().waitFor({ state: "hidden" })
      // The button behind it gets the focus back a turn later, which would shut whatever is opened until then.
      await page.evaluate("new Promise((done) => setTimeout(done))")
    },
  }
}

const inDialog = above("dialog[open]")
const inMenu = above("[role=menu]")

function screens(): Record<(typeof screenNames)[number], Screen> {
  const conversation = (name: string) => `/conversation/${desk.ids.conversations[name]}/1?list=all`
  return {
    list: { path: "/list/all", reach: (page) => page.locator("li[aria-posinset] a").first().waitFor() },
    "the sheet of keys": {
      ...inDialog,
      async reach(page) {
        await pressLetter(page, "?")
        await page.getByRole("dialog").getByText("Close and go to the next").waitFor()
      },
    },
    searching: {
      part: "search",
      async reach(page) {
        await pressLetter(page, "/")
        await page.keyboard.type("status:active assigned:")
        await page.getByRole("option", { name: /^Nobody/ }).waitFor()
      },
    },
    "several selected": {
      path: "/list/all",
      fresh: true,
      part: "main",
      async reach(page) {
        await page.getByRole("checkbox").first().check()
        await page.getByRole("checkbox").nth(2).check()
        await page.getByRole("toolbar").getByText("2 selected").waitFor()
      },
    },
    "a search that cannot be read": {
      path: `/list/${encodeURIComponent("search-(late")}`,
      async reach(page) {
        await page.getByRole("button", { name: "Change the search" }).click()
        await page.keyboard.press("Enter")
        await page.locator("search mark").waitFor()
      },
    },
    "a view being changed": {
      ...inDialog,
      path: `/list/view-${viewId}`,
      fresh: true,
      async reach(page) {
        await page.getByRole("main").getByRole("button", { name: "Options of Looks" }).click()
        await page.getByRole("menuitem", { name: "Rename or change" }).click()
        await page.getByRole("dialog").getByLabel("Name").waitFor()
      },
    },
    "threads of every state": {
      path: conversation("everyThreadState"),
      reach: (page) => page.frameLocator("article[data-tone=customer] iframe").getByText("One question").waitFor(),
    },
    "two to be merged": {
      ...inDialog,
      async reach(page) {
        await page.getByRole("button", { name: "More actions" }).waitFor()
        await page.locator("dialog").nth(2).waitFor({ state: "attached" })
        await pressLetter(page, "m")
        await page.getByRole("option").first().click()
        await page.getByText("This cannot be undone.").waitFor()
      },
    },
    "attachments and details": {
      path: conversation("withAttachments"),
      part: "#conversation, aside",
      async reach(page) {
        await page.getByRole("link", { name: /letter\.txt/ }).waitFor()
        if ((await page.locator("[data-details=hidden]").count()) > 0) await pressLetter(page, "d")
        await page.getByRole("complementary").getByText("Other conversations").waitFor()
      },
    },
    "every field": {
      path: conversation("everyField"),
      part: "#conversation",
      async reach(page) {
        await page.getByRole("heading", { level: 1, name: "With every custom field" }).waitFor()
        await page.getByRole("article").first().waitFor()
      },
    },
    "more actions": {
      ...inMenu,
      path: conversation("active"),
      fresh: true,
      async reach(page) {
        await page.getByRole("heading", { level: 1, name: "Active and unassigned" }).waitFor()
        await page.getByRole("button", { name: "More actions" }).click()
        await page.getByRole("menuitem", { name: "Delete" }).waitFor()
      },
    },
    "an open menu": {
      ...inMenu,
      async reach(page) {
        await pressLetter(page, "s")
        await page.getByRole("menuitemradio", { name: "Pending" }).waitFor()
      },
    },
    "choosing somebody": {
      ...above("[role=dialog]:has([role=option])"),
      async reach(page) {
        await pressLetter(page, "a")
        await page.getByRole("option", { name: "Grace Hopper" }).waitFor()
      },
    },
    "asking when": {
      ...inDialog,
      async reach(page) {
        await page.locator("dialog").nth(2).waitFor({ state: "attached" })
        await pressLetter(page, "h")
        await page.getByRole("combobox", { name: "When" }).fill("may 5 2031")
        await page.getByRole("option", { name: "Monday, May 5, 2031" }).waitFor()
      },
    },
    "the palette": {
      ...inDialog,
      async reach(page) {
        await page.keyboard.press("Control+k")
        await page.getByRole("dialog").getByRole("option").first().waitFor()
      },
    },
    "a note being written": {
      part: "#conversation",
      async reach(page) {
        await pressLetter(page, "n")
        await page.keyboard.type("Dear colleagues")
      },
    },
    "nothing there": {
      path: "/conversation/987654321/1",
      reach: (page) => page.getByText("There is no such conversation").waitFor(),
    },
  }
}

const views = {
  wide: { colorScheme: "light", viewport: { width: 1440, height: 800 } },
  narrow: { colorScheme: "dark", viewport: { width: 360, height: 800 } },
} as const

for (const [view, options] of Object.entries(views)) {
  let page: Page

  for (const [index, name] of screenNames.entries()) {
    // Dialogs and menus are the same on a wide screen. Their colours are looked at in light and dark by turns.
    if (view === "wide" && isAbovePage(name)) continue
    const colorScheme = isAbovePage(name) && index % 2 === 0 ? "light" : options.colorScheme
    test(`${name}: everybody can use it and it fits, ${view} and ${colorScheme}`, async () => {
      page ??= await desk.visit("ada", { ...looked, ...options })
      const { path, fresh, reach, part, leave } = screens()[name]
      if (fresh) await page.goto(desk.origin + path)
      else if (path !== undefined) await goTo(page, desk.origin + path)
      await page.emulateMedia({ colorScheme })
      await reach(page)
      await assertSound(page, name, part)
      await leave?.(page)
    })
  }
}

for (const [view, title] of [
  ["wide", "Set up your desk"],
  ["narrow", "Choose your password"],
] as const)
  test(`the door and “${title}”: likewise, ${view}`, async () => {
    const stranger = await desk.visitAsStranger({ ...looked, ...views[view] })
    const person = title === "Set up your desk" ? desk.owner : await withOneTimePassword(desk.ids.emails.edsger)
    await stranger.goto(`${desk.origin}/sign-in`)
    await stranger.getByLabel("E-mail address").fill(person.email)
    await stranger.getByLabel("Password").fill(person.password)
    await assertSound(stranger, "the door")
    await stranger.keyboard.press("Enter")
    await stranger.getByRole("heading", { level: 1, name: title }).waitFor()
    await assertSound(stranger, title)
    await stranger.context().close()
  })

async function withOneTimePassword(email: string): Promise<WebDesk["owner"]> {
  return { email, password: (await desk.run(["password", "--keep-tokens", "--user", email])).trim() }
}

test("on a narrow screen list and conversation are screens of their own, with a way back", async () => {
  const page = await desk.visit("ada", { viewport: { width: 360, height: 740 } })
  await page.goto(`${desk.origin}/list/all`)
  const list = page.getByRole("region", { name: "Conversations" })
  await list.getByRole("listitem").first().getByRole("link").click()
  await page.getByRole("region", { name: "Conversation", exact: true }).getByRole("heading", { level: 1 }).waitFor()
  assert.equal(await list.isVisible(), false)
  await page.getByRole("button", { name: "Back to the list" }).click()
  await list.waitFor()
  assert.equal(await page.getByRole("region", { name: "Conversation", exact: true }).isVisible(), false)
  await page.getByRole("button", { name: "Open navigation" }).click()
  await page.getByRole("link", { name: /^Mine/ }).first().click()
  await page.getByRole("heading", { name: "Mine" }).waitFor()
  assert.equal(await page.getByRole("button", { name: "Close navigation" }).isVisible(), false)
  await page.context().close()
})

test("light and dark follow the system until somebody chooses, and the choice is kept", async () => {
  const page = await desk.visit("ada", { colorScheme: "dark" })
  const background = "getComputedStyle(document.body).backgroundColor"
  await page.goto(`${desk.origin}/list/all`)
  assert.equal(await page.evaluate(background), "rgb(15, 17, 21)")
  await page.getByRole("button", { name: /Account and settings/ }).click()
  const kept = page.waitForResponse(
    (response) => response.request().method() === "PUT" && response.url().endsWith("/preferences"),
  )
  await page.getByRole("menuitemradio", { name: "Light" }).click()
  await kept
  await until(async () => (await page.evaluate(background)) === "rgb(245, 246, 248)")
  await page.reload()
  await page.getByRole("heading", { name: "All open" }).waitFor()
  assert.equal(await page.evaluate(background), "rgb(245, 246, 248)")
  await page.context().close()
})

test("it can be installed, with pictures of its own", async () => {
  const page = await desk.visit("ada")
  await page.goto(`${desk.origin}/list/all`)
  const browser = await page.context().newCDPSession(page)
  const { url, errors, data } = await browser.send("Page.getAppManifest")
  assert.deepEqual([url, errors], [`${desk.origin}/manifest.webmanifest`, []])
  const { installabilityErrors } = await browser.send("Page.getInstallabilityErrors")
  // A window without a trace can install nothing.
  assert.deepEqual(
    installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito"),
    [],
  )
  for (const { src, type } of JSON.parse(data ?? "{}").icons) {
    const answer = await page.request.get(desk.origin + src)
    assert.equal(answer.headers()["content-type"], type)
  }
})
