import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import type { Page } from "playwright-core"
import { openWebDesk, type WebDesk } from "./desk.ts"
import { looked, overflow, violations } from "./looking.ts"

let desk: WebDesk
let viewId: number
before(async () => {
  desk = await openWebDesk()
  const filters = { query: "status:active", status: "all" } as const
  ;({ id: viewId } = await (await desk.client("ada")).views.create({ name: "Looks", filters, shared: true }))
})
after(() => desk?.close())

interface Screen {
  path: string
  /** Brings it into the state that is looked at. */
  reach: (page: Page) => Promise<unknown>
}

const screenNames = [
  "list",
  "threads of every state",
  "attachments and details",
  "every field",
  "a note being written",
  "an open menu",
  "choosing somebody",
  "more actions",
  "asking when",
  "two to be merged",
  "several selected",
  "the sheet of keys",
  "nothing there",
  "searching",
  "a search that cannot be read",
  "a view being changed",
  "the palette",
] as const

function screens(): Record<(typeof screenNames)[number], Screen> {
  const conversation = (name: string) => `/conversation/${desk.ids.conversations[name]}/1?list=all`
  return {
    list: { path: "/list/all", reach: (page) => page.locator("li[aria-posinset] a").first().waitFor() },
    "threads of every state": {
      path: conversation("everyThreadState"),
      reach: (page) => page.frameLocator("article[data-tone=customer] iframe").getByText("One question").waitFor(),
    },
    "attachments and details": {
      path: conversation("withAttachments"),
      async reach(page) {
        await page.getByRole("link", { name: /letter\.txt/ }).waitFor()
        if ((await page.getByRole("complementary").count()) === 0) await page.keyboard.press("d")
        await page.getByRole("complementary").getByText("Other conversations").waitFor()
      },
    },
    "every field": {
      path: conversation("everyField"),
      reach: (page) => page.getByRole("article").first().waitFor(),
    },
    "a note being written": {
      path: conversation("active"),
      async reach(page) {
        await page.getByRole("article").first().waitFor()
        await page.keyboard.press("n")
        await page.keyboard.type("Dear colleagues")
      },
    },
    "an open menu": {
      path: conversation("active"),
      async reach(page) {
        await page.getByRole("article").first().waitFor()
        await page.keyboard.press("s")
        await page.getByRole("menuitemradio", { name: "Pending" }).waitFor()
      },
    },
    "choosing somebody": {
      path: conversation("active"),
      async reach(page) {
        await page.getByRole("article").first().waitFor()
        await page.keyboard.press("a")
        await page.getByRole("option", { name: "Grace Hopper" }).waitFor()
      },
    },
    "more actions": {
      path: conversation("active"),
      async reach(page) {
        await page.getByRole("button", { name: "More actions" }).click()
        await page.getByRole("menuitem", { name: "Delete" }).waitFor()
      },
    },
    "asking when": {
      path: conversation("active"),
      async reach(page) {
        await page.getByRole("button", { name: "More actions" }).waitFor()
        await page.locator("dialog").nth(2).waitFor({ state: "attached" })
        await page.keyboard.press("h")
        await page.getByRole("combobox", { name: "When" }).fill("may 5 2031")
        await page.getByRole("option", { name: "Monday, May 5, 2031" }).waitFor()
      },
    },
    "two to be merged": {
      path: conversation("everyThreadState"),
      async reach(page) {
        await page.getByRole("button", { name: "More actions" }).waitFor()
        await page.locator("dialog").nth(2).waitFor({ state: "attached" })
        await page.keyboard.press("m")
        await page.getByRole("option").first().click()
        await page.getByText("This cannot be undone.").waitFor()
      },
    },
    "several selected": {
      path: "/list/all",
      async reach(page) {
        await page.getByRole("checkbox").first().check()
        await page.getByRole("checkbox").nth(2).check()
        await page.getByRole("toolbar").getByText("2 selected").waitFor()
      },
    },
    "the sheet of keys": {
      path: "/list/all",
      async reach(page) {
        await page.locator("li[aria-posinset] a").first().waitFor()
        await page.keyboard.press("?")
        await page.getByRole("dialog").getByText("Close and go to the next").waitFor()
      },
    },
    "nothing there": {
      path: "/conversation/987654321/1",
      reach: (page) => page.getByText("There is no such conversation").waitFor(),
    },
    searching: {
      path: "/list/all",
      async reach(page) {
        await page.locator("li[aria-posinset] a").first().waitFor()
        await page.keyboard.press("/")
        await page.keyboard.type("status:active assigned:")
        await page.getByRole("option", { name: /^Nobody/ }).waitFor()
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
      path: `/list/view-${viewId}`,
      async reach(page) {
        await page.getByRole("main").getByRole("button", { name: "Options of Looks" }).click()
        await page.getByRole("menuitem", { name: "Rename or change" }).click()
        await page.getByRole("dialog").getByLabel("Name").waitFor()
      },
    },
    "the palette": {
      path: conversation("active"),
      async reach(page) {
        await page.getByRole("article").first().waitFor()
        await page.keyboard.press("Control+k")
        await page.getByRole("dialog").getByRole("option").first().waitFor()
      },
    },
  }
}

for (const [colorScheme, width] of [
  ["light", 1600],
  ["dark", 360],
] as const) {
  const viewport = { width, height: 800 }
  let page: Page

  for (const name of screenNames)
    test(`${name}: everybody can use it and it fits, ${colorScheme} and ${width} pixels wide`, async () => {
      page ??= await desk.visit("ada", { ...looked, colorScheme, viewport })
      const { path, reach } = screens()[name]
      await page.goto(desk.origin + path)
      await reach(page)
      assert.deepEqual(await violations(page), [])
      assert.ok((await overflow(page)) <= 0)
    })

  test(`the door, setting up, choosing a password: likewise, ${colorScheme} and ${width} pixels wide`, async () => {
    const stranger = await desk.visitAsStranger({ ...looked, colorScheme, viewport })
    const email = desk.ids.emails.edsger
    const password = (await desk.run(["password", "--user", email])).trim()
    for (const [person, title] of [
      [desk.owner, "Set up your desk"],
      [{ email, password }, "Choose your password"],
    ] as const) {
      await stranger.goto(`${desk.origin}/sign-in`)
      await stranger.getByLabel("E-mail address").fill(person.email)
      await stranger.getByLabel("Password").fill(person.password)
      assert.deepEqual(await violations(stranger), [])
      assert.ok((await overflow(stranger)) <= 0)
      await stranger.keyboard.press("Enter")
      await stranger.getByRole("heading", { level: 1, name: title }).waitFor()
      assert.deepEqual(await violations(stranger), [])
      assert.ok((await overflow(stranger)) <= 0)
    }
    await stranger.context().close()
  })
}

test("on a narrow screen list and conversation are screens of their own, with a way back", async () => {
  const page = await desk.visit("ada", { viewport: { width: 360, height: 740 } })
  await page.goto(`${desk.origin}/list/all`)
  const list = page.getByRole("region", { name: "Conversations" })
  await list.getByRole("link").first().click()
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
  const kept = page.waitForResponse((response) => response.request().method() === "PUT")
  await page.getByRole("menuitemradio", { name: "Light" }).click()
  await kept
  assert.equal(await page.evaluate(background), "rgb(245, 246, 248)")
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
