import { after, before, test } from "node:test"
import type { Page } from "playwright-core"
import { shareWebDesk, type WebDesk } from "./desk.ts"
import { goTo, pressLetter } from "./going.ts"
import { assertSound, looked } from "./looking.ts"

let desk: WebDesk
let longId: number

before(async () => {
  desk = await shareWebDesk()
  const client = await desk.client("grace")
  const email = `${"long".repeat(12)}@customers.example`
  const picture = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
  const { id } = await client.conversations.create({
    subject: "A subject that never ends ".repeat(8).trim(),
    type: "email",
    mailboxId: desk.ids.inboxes.support,
    status: "active",
    customer: { email, firstName: "Wolfeschlegelsteinhausen" },
    threads: [
      {
        type: "customer",
        text: `<p>${"Unbreakable".repeat(60)}</p><img src="https://elsewhere.example/x.png">`,
        customer: { email },
      },
    ],
  })
  longId = id
  await client.conversations.addNote(id, {
    text: "Attached",
    attachments: [
      { fileName: `${"name-of-a-file-".repeat(10)}.png`, mimeType: "image/png", data: picture },
      { fileName: "words.txt", mimeType: "text/plain", data: Buffer.from("Words ".repeat(2_000)).toString("base64") },
    ],
  })
})
after(() => desk?.close())

type Reach = (page: Page) => Promise<unknown>

const note = (page: Page) => page.locator("article[data-tone=note]")

async function showDetails(page: Page): Promise<void> {
  const details = page.getByRole("complementary")
  await note(page).waitFor()
  // Not by whether they are there yet: they are fetched after the rest of the page.
  if ((await page.locator("[data-details=shown]").count()) === 0) await pressLetter(page, "d")
  await details.getByText("Other conversations").waitFor()
  await details.getByRole("button", { name: "Change: Plan" }).waitFor({ state: "attached" })
}

async function openMenu(page: Page): Promise<void> {
  await note(page).getByRole("button", { name: "More" }).click()
  await page.getByRole("menuitem", { name: "Split from here" }).waitFor()
}

interface Screen {
  name: string
  /** Without it the page is as the screen before left it. */
  path?: string
  reach: Reach
  /** What is new on it. */
  part?: string
}

const leave = (page: Page) => page.keyboard.press("Escape")

/** In the order in which one page is brought from one to the next. */
const screens: Screen[] = [
  {
    name: "preferences",
    path: "/account",
    reach: (page) => page.getByRole("heading", { name: "Preferences" }).waitFor(),
  },
  {
    name: "changing the password",
    path: "/account/password",
    reach: (page) => page.getByLabel("Current password").waitFor(),
  },
  {
    name: "own sessions",
    path: "/account/sessions",
    reach: (page) => page.getByText("This browser").waitFor(),
  },
  {
    name: "asking for a link",
    path: "/forgot-password",
    reach: (page) => page.getByLabel("E-mail address").waitFor(),
  },
  {
    name: "a link that is over",
    path: "/reset-password#x",
    reach: (page) => page.getByText("This link no longer works").waitFor(),
  },
  { name: "a long conversation with its details", path: "long", reach: showDetails },
  {
    name: "a fact being changed",
    async reach(page) {
      const details = page.getByRole("complementary")
      await details.getByRole("button", { name: "Add an e-mail address" }).click()
      await details.getByRole("button", { name: "Save" }).click()
      await details.getByRole("alert").waitFor()
    },
    part: "aside",
  },
  {
    name: "choosing an organization",
    async reach(page) {
      await page.getByRole("button", { name: "the organization" }).click()
      await page.getByRole("dialog").getByRole("option").first().waitFor()
    },
    part: "dialog[open]",
  },
  { name: "the menu of a message", path: "long", reach: openMenu, part: "[role=menu]" },
  {
    name: "the original of a message",
    async reach(page) {
      await page.getByRole("menuitem", { name: "Show the original" }).click()
      await page.getByRole("dialog").locator("pre").waitFor()
    },
    part: "dialog[open]",
  },
  {
    name: "a text being changed",
    async reach(page) {
      await leave(page)
      await openMenu(page)
      await page.getByRole("menuitem", { name: "Edit the text" }).click()
      await page.getByRole("dialog").getByRole("textbox", { name: "Text" }).waitFor()
    },
    part: "dialog[open]",
  },
  {
    name: "a picture",
    async reach(page) {
      await leave(page)
      await page.getByRole("button", { name: /^Preview name-of/ }).click()
      await page.getByRole("dialog").getByRole("img").waitFor()
    },
    part: "dialog[open]",
  },
  {
    name: "the words of an attachment",
    async reach(page) {
      await leave(page)
      await page.getByRole("button", { name: "Preview words.txt" }).click()
      await page.getByRole("dialog").locator("pre").waitFor()
    },
    part: "dialog[open]",
  },
]

const wide = { colorScheme: "light", viewport: { width: 1440, height: 800 } } as const
const narrow = { colorScheme: "dark", viewport: { width: 360, height: 800 } } as const

for (const [view, options, seen] of [
  // Dialogs and menus are the same on a wide screen.
  ["wide", wide, screens.filter(({ path, part }) => path !== undefined && part === undefined)],
  ["narrow", narrow, screens],
] as const) {
  let page: Page
  for (const [index, { name, path, reach, part }] of seen.entries()) {
    // The colours of what lies above the page are looked at in light and dark by turns.
    const colorScheme = part !== undefined && index % 2 === 0 ? "light" : options.colorScheme
    test(`${name}: everybody can use it and it fits, ${view} and ${colorScheme}`, async () => {
      page ??= await desk.visit("ada", { ...looked, ...options })
      if (path === "long") await page.goto(`${desk.origin}/conversation/${longId}/1?list=all`)
      else if (path !== undefined) await goTo(page, desk.origin + path)
      await page.emulateMedia({ colorScheme })
      await reach(page)
      await assertSound(page, name, part)
    })
  }
}
