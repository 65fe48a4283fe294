import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { after, before, test } from "node:test"
import type { Page } from "playwright-core"
import { openWebDesk, type WebDesk } from "./desk.ts"

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

let desk: WebDesk
before(async () => {
  desk = await openWebDesk()
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
  "the sheet of keys",
  "nothing there",
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
  }
}

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  // What is in the frames of messages is written by strangers.
  const found = (await page.evaluate("axe.run(document, { iframes: false, resultTypes: ['violations'] })")) as {
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[]
  }
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}

/** Nothing is cut off or has to be scrolled to from side to side. */
async function overflow(page: Page): Promise<number> {
  return (await page.evaluate("document.scrollingElement.scrollWidth - innerWidth")) as number
}

// The tool that looks for mistakes writes markup, which the policy of the page refuses.
const looked = { bypassCSP: true, reducedMotion: "reduce" } as const

for (const [colorScheme, width] of [
  ["light", 1600],
  ["dark", 1600],
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
