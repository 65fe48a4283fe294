import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { isDeepStrictEqual } from "node:util"
import type { DeskhandClient } from "@deskhand/sdk/client"
import type { Page } from "playwright-core"
import { until } from "../until.ts"
import { openWebDesk, type WebDesk } from "./desk.ts"
import { goTo, pressLetter } from "./going.ts"

let desk: WebDesk
let grace: DeskhandClient
let page: Page

before(async () => {
  desk = await openWebDesk()
  grace = await desk.client("grace")
  page = await desk.visit("ada")
  for (const [subject, more] of [
    ["Violin with three strings", { tags: ["string work"] }],
    ["Strings for a violin", {}],
    ["Piano out of tune", { tags: ["string work"], status: "closed" }],
  ] as const)
    await grace.conversations.create({
      subject,
      type: "email",
      mailboxId: desk.ids.inboxes.support,
      status: "active",
      customer: { email: "music@customers.example", firstName: "Clara", lastName: "Wieck" },
      threads: [
        { type: "customer", text: `<p>About a ${subject}.</p>`, customer: { email: "music@customers.example" } },
      ],
      assignTo: null,
      ...more,
      tags: [...("tags" in more ? more.tags : [])],
    })
  await page.goto(`${desk.origin}/list/all`)
  await page.locator("li[aria-posinset] a").first().waitFor()
})
after(() => desk?.finish())

const box = () => page.getByRole("combobox", { name: "Search conversations" })
const rows = () => page.getByRole("region", { name: "Conversations" }).getByRole("listitem")
const option = (name: string | RegExp) => page.getByRole("option", { name })
/** Waits until these are listed and nothing else, the search is done and the keyboard belongs to the list again. */
async function untilListed(...expected: string[]): Promise<void> {
  await page.locator("search:not(:focus-within)").waitFor()
  await page.getByText(`${expected.length} conversation${expected.length === 1 ? "" : "s"}`, { exact: true }).waitFor()
  const subject = /Violin with three strings|Strings for a violin|Piano out of tune/
  const subjects = async () => (await rows().allInnerTexts()).map((listed) => subject.exec(listed)?.[0] ?? "").sort()
  await until(async () => isDeepStrictEqual(await subjects(), expected)).catch(async () =>
    assert.deepEqual(await subjects(), expected),
  )
}
/** From the keyboard, as from an empty box. */
async function type(query: string): Promise<void> {
  await pressLetter(page, "/")
  await page.keyboard.press("Control+A")
  await page.keyboard.type(query)
}
describe("the search box", () => {
  test("finds what was typed, keeps it in the address, and shows the same after a reload", async () => {
    await type("violin strings")
    await page.keyboard.press("Enter")
    await page.waitForURL("**/list/search-violin%20strings")
    await page.getByRole("heading", { name: "Search: violin strings" }).waitFor()
    await untilListed("Strings for a violin", "Violin with three strings")
    await page.reload()
    await untilListed("Strings for a violin", "Violin with three strings")
    assert.equal(await box().inputValue(), "violin strings")
    await pressLetter(page, "j")
    await page.keyboard.press("Enter")
    await page.waitForURL("**/conversation/*/*?list=search-violin*")
    await page.getByRole("article").first().waitFor()
    await pressLetter(page, "u")
    await page.waitForURL("**/list/search-violin%20strings")
  })

  test("shows the same search after a reload, whatever characters it contains", async () => {
    for (const query of [
      "music@customers.example",
      "email:music@customers.example",
      '"www.example.com/strings.html"',
      '"100%"',
      '"a/b?c#d&e=f"',
      `violin OR ${"\u6f22".repeat(1_900)}`,
    ]) {
      await goTo(page, `${desk.origin}/list/search-${encodeURIComponent(query)}`)
      await page.locator(`search input[value=${JSON.stringify(query)}]`).waitFor()
      const address = page.url()
      const answer = await page.reload()
      assert.equal(answer?.status(), 200, query)
      await page.locator(`search input[value=${JSON.stringify(query)}]`).waitFor()
      assert.equal(page.url(), address)
    }
    await goTo(page, `${desk.origin}/list/search-music@customers.example`)
    await untilListed("Piano out of tune", "Strings for a violin", "Violin with three strings")
  })

  test("says at an address that nobody wrote correctly that nothing is there", async () => {
    for (const path of ["/list/search-100%", "/conversation/1.5/x.y", "/conversation/12", "/people/ada@example.com"]) {
      await page.goto(desk.origin + path)
      await page.getByRole("heading", { level: 1, name: /^(Page not found|There is no such conversation)$/ }).waitFor()
    }
    await page.getByRole("link", { name: "Go to your inbox" }).click()
    await box().waitFor()
  })

  test("completes names of fields and their values by Tab, arrows and Enter", async () => {
    await type("viol")
    await page.keyboard.type("in stat")
    await option(/^status:/).waitFor()
    await page.keyboard.press("Tab")
    assert.equal(await box().inputValue(), "violin status:")
    await option(/^Pending/).waitFor()
    await page.keyboard.press("ArrowDown")
    await page.locator("[role=option][aria-selected=true]", { hasText: "Active" }).waitFor()
    await page.keyboard.press("Enter")
    assert.equal(await box().inputValue(), "violin status:active ")
    await page.keyboard.press("Enter")
    await untilListed("Strings for a violin", "Violin with three strings")

    await type("tag:stri")
    await option(/^string work/).waitFor()
    await page.keyboard.press("Tab")
    assert.equal(await box().inputValue(), 'tag:"string work" ')
    await page.keyboard.type("assigned:nob")
    await option(/^Nobody/).waitFor()
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await untilListed("Piano out of tune", "Violin with three strings")
    assert.equal(decodeURIComponent(new URL(page.url()).pathname), '/list/search-tag:"string work" assigned:unassigned')
  })

  test("offers people, inboxes and tags by their names alone", async () => {
    await type("hopp")
    await option('assigned:"Grace Hopper"').click()
    assert.equal(await box().inputValue(), 'assigned:"Grace Hopper" ')
    await page.keyboard.press("Enter")
    const { id } = await grace.users.me()
    const { page: told } = await grace.conversations.list({ assigned_to: id, status: "all" })
    await page.waitForURL("**/list/search-assigned*")
    await page.getByText(`${told.totalElements} conversation`).waitFor()
  })

  test("says in plain words what cannot be read, underlines where, and stays", async () => {
    await goTo(page, `${desk.origin}/list/all`)
    await page.getByRole("heading", { name: "All open" }).waitFor()
    await type("piano subjekt:tune")
    await page.keyboard.press("Enter")
    await page.getByRole("alert").getByText("Expected one of the fields subject, body,").waitFor()
    assert.equal(await page.locator("search mark").innerText(), "subjekt:tune")
    assert.equal(await box().getAttribute("aria-invalid"), "true")
    assert.equal(new URL(page.url()).pathname, "/list/all")
    await type("piano AND")
    assert.equal(await page.locator("search mark").count(), 0)
    await page.keyboard.press("Enter")
    await page.getByRole("alert").getByText("Expected a term after AND.").waitFor()
    await page.keyboard.type(" tune")
    await page.keyboard.press("Enter")
    await untilListed("Piano out of tune")

    await goTo(page, `${desk.origin}/list/${encodeURIComponent("search-(piano")}`)
    await page.getByRole("heading", { name: "This search could not be read" }).waitFor()
    await page.getByText("Expected a closing bracket for the one at character 0.").waitFor()
    await page.getByRole("button", { name: "Change the search" }).click()
    await page.keyboard.press("End")
    await page.keyboard.type(")")
    await page.keyboard.press("Enter")
    await untilListed("Piano out of tune")
  })

  test("remembers what was looked for, for each person alone", async () => {
    await goTo(page, `${desk.origin}/list/mine`)
    await page.getByRole("heading", { name: "Mine" }).waitFor()
    await pressLetter(page, "/")
    const recent = page.getByRole("group", { name: "Recent searches" }).getByRole("option")
    await recent.first().waitFor()
    assert.equal(await recent.first().innerText(), "(piano)")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await untilListed("Piano out of tune")
    const other = await desk.visit("edsger")
    await other.goto(`${desk.origin}/list/all`)
    await other.locator("li[aria-posinset] a").first().waitFor()
    await pressLetter(other, "/")
    await other.getByRole("option", { name: /^subject:/ }).waitFor()
    assert.equal(await other.getByRole("group", { name: "Recent searches" }).count(), 0)
    await other.context().close()
  })

  test("where nothing is found it says what to try, and what comes later appears by itself", async () => {
    await type("harpsichord")
    await page.keyboard.press("Enter")
    await page.getByText("Nothing was found").waitFor()
    await page.getByRole("link", { name: "What nobody has taken" }).waitFor()
    await grace.conversations.create({
      subject: "Harpsichord wanted",
      type: "email",
      mailboxId: desk.ids.inboxes.support,
      status: "active",
      customer: { email: "music@customers.example" },
      threads: [{ type: "customer", text: "<p>One, please.</p>", customer: { email: "music@customers.example" } }],
      assignTo: null,
    })
    await page.getByRole("link", { name: /Harpsichord wanted/ }).waitFor()
  })

  test("orders by how well it fits or by age", async () => {
    await type("violin OR piano")
    await page.keyboard.press("Enter")
    await untilListed("Piano out of tune", "Strings for a violin", "Violin with three strings")
    const asked = page.waitForRequest((request) => /sortField=createdAt/.test(request.url()))
    await page.getByRole("button", { name: "Order" }).click()
    assert.equal(await page.getByRole("menuitemradio", { name: "Best match" }).getAttribute("aria-checked"), "true")
    await page.getByRole("menuitemradio", { name: "Newest" }).click()
    await asked
    await rows().first().getByText("Piano out of tune", { exact: true }).waitFor()
  })

  test("on a narrow screen it is in the drawer, which closes when something is found", async () => {
    const narrow = await desk.visit("ada", { viewport: { width: 360, height: 740 } })
    await narrow.goto(`${desk.origin}/list/all`)
    await narrow.getByRole("button", { name: "Open navigation" }).click()
    await narrow.getByRole("combobox", { name: "Search conversations" }).fill("subject:harpsichord")
    await narrow.keyboard.press("Enter")
    await narrow.getByRole("link", { name: /Harpsichord wanted/ }).waitFor()
    await narrow.getByRole("button", { name: "Close navigation" }).waitFor({ state: "hidden" })
    await narrow.context().close()
  })
})
