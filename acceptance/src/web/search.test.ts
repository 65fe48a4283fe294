import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { isDeepStrictEqual } from "node:util"
import type { DeskhandClient } from "@deskhand/sdk/client"
import type { Page } from "playwright-core"
import { until } from "../until.ts"
import { openWebDesk, type WebDesk } from "./desk.ts"
import { goTo, pressLetter } from "./going.ts"
import { assertSound, looked } from "./looking.ts"

let desk: WebDesk
let grace: DeskhandClient
let page: Page
let customerId: number

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
  const { id: organizationId } = await grace.organizations.create({ name: "Wieck Strings Ltd" })
  ;({ id: customerId } = await grace.customers.create({
    firstName: "Clärchen",
    lastName: "Wieck",
    organizationId,
    emails: [{ type: "work", value: "claerchen@strings.example" }],
  }))
  await (await desk.client("ada")).views.create({ name: "Wieck family", filters: { query: "violin" } })
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
describe("results while typing", () => {
  const group = (name: string) => page.getByRole("group", { name, exact: true })
  const found = async (name: string) =>
    (await group(name).getByRole("option").allInnerTexts()).map((row) => row.split("\n")[0])

  test("come in groups, with what was typed highlighted, and open what they show", async () => {
    await type("wieck")
    await group("Customers")
      .getByRole("option", { name: /Clärchen Wieck/ })
      .waitFor()
    assert.deepEqual((await found("Customers")).sort(), ["CW", "CW"])
    await group("Organizations").getByRole("option", { name: "Wieck Strings Ltd" }).waitFor()
    // By the name of their customer.
    await group("Conversations")
      .getByRole("option", { name: /Violin with three strings/ })
      .waitFor()
    assert.equal(await group("Organizations").locator("mark").innerText(), "Wieck")
    await page
      .getByRole("status")
      .getByText(/results/)
      .waitFor({ state: "attached" })

    await page.keyboard.type(" clarc")
    await group("Organizations").waitFor({ state: "hidden" })
    await group("Customers").locator("mark", { hasText: "Clärc" }).waitFor()
    assert.deepEqual(await group("Customers").locator("mark").allInnerTexts(), ["Clärc", "Wieck", "Wieck"])
    await page.keyboard.press("ArrowDown")
    const chosen = page.locator("[role=option][aria-selected=true]")
    await chosen.getByText("Clärchen").waitFor()
    assert.equal(await box().getAttribute("aria-activedescendant"), await chosen.getAttribute("id"))
    await page.keyboard.press("Enter")
    await page.waitForURL(`**/customers/${customerId}`)
  })

  test("lead to conversations, by number first, and to saved views", async () => {
    const [conversation] = (await grace.conversations.list({ query: "subject:piano", status: "all" }))._embedded
      .conversations
    assert.ok(conversation)
    await goTo(page, `${desk.origin}/list/all`)
    await type(`#${conversation.number}`)
    await option(/Piano out of tune/).waitFor()
    await page.keyboard.press("ArrowDown")
    await page.locator("[role=option][aria-selected=true]").getByText("Piano out of tune", { exact: true }).waitFor()
    await page.keyboard.press("Enter")
    await page.waitForURL(`**/conversation/${conversation.id}/${conversation.number}?list=all`)
    await page.getByRole("heading", { level: 1, name: "Piano out of tune" }).waitFor()
    assert.equal(await box().inputValue(), "")

    await type("wieck fam")
    await group("Saved views").getByRole("option", { name: "Wieck family" }).click()
    await page.getByRole("heading", { name: "Wieck family" }).waitFor()
  })

  test("are all listed by Enter, also those of a word that is not whole", async () => {
    await type("violi")
    await option(/Violin with three strings/).waitFor()
    await page.keyboard.press("Enter")
    await page.waitForURL("**/list/search-violi*")
    await untilListed("Strings for a violin", "Violin with three strings")
    assert.equal(await box().inputValue(), "violi*")
    await rows().first().locator("mark").first().waitFor()
    assert.deepEqual(
      [...new Set((await rows().locator("mark").allInnerTexts()).map((word) => word.toLowerCase()))],
      ["violi"],
    )
  })

  test("say that nothing was found, and why", async () => {
    await type("in:Suport violin")
    await page.getByRole("status").getByText("No inbox or folder is named Suport.").waitFor()
    await page.keyboard.press("Enter")
    const list = page.getByRole("region", { name: "Conversations" })
    await list.getByText("No inbox or folder is named Suport.").waitFor()
    await list.getByRole("link", { name: "Remove “in:Suport”" }).click()
    await untilListed("Strings for a violin", "Violin with three strings")
    await type("is:closed violin")
    await page.keyboard.press("Enter")
    await list.getByRole("link", { name: "Search all statuses" }).click()
    await untilListed("Strings for a violin", "Violin with three strings")
  })
})

describe("the filter bar", () => {
  const bar = (on = page) => on.getByRole("group", { name: "Filters" })
  const query = (on = page) => decodeURIComponent(new URL(on.url()).pathname).replace("/list/search-", "")
  const pick = async (filter: string, value: string | RegExp, on = page) => {
    await bar(on).getByRole("button", { name: filter, exact: true }).click()
    await on.getByRole("option", { name: value }).click()
  }

  test("writes what is clicked into the query, shows what it says, and removes it", async () => {
    await goTo(page, `${desk.origin}/list/${encodeURIComponent("search-violin OR piano")}`)
    await untilListed("Piano out of tune", "Strings for a violin", "Violin with three strings")
    await pick("Status", "Closed")
    await untilListed("Piano out of tune")
    assert.equal(query(), "(violin OR piano) is:closed")
    await pick("Status: Closed", "Open")
    await untilListed("Strings for a violin", "Violin with three strings")
    // A press on another filter closes the list of this one, and opens its own.
    await bar().getByRole("button", { name: "Inbox", exact: true }).click()
    await page.getByRole("option", { name: "Scenario Support" }).waitFor()
    await pick("Tag", "string work")
    await page.keyboard.press("Escape")
    await untilListed("Violin with three strings")
    assert.equal(query(), '(violin OR piano) is:open tag:"string work"')
    await page.getByRole("button", { name: "Remove filter: Status" }).click()
    await untilListed("Piano out of tune", "Violin with three strings")
    assert.equal(query(), '(violin OR piano) tag:"string work"')
    await page.getByRole("button", { name: "Tag: string work" }).waitFor()
  })

  test("finds customers, takes days, and has the other filters in a list", async () => {
    await goTo(page, `${desk.origin}/list/${encodeURIComponent("search-subject:piano")}`)
    await untilListed("Piano out of tune")
    await bar().getByRole("button", { name: "From", exact: true }).click()
    await page.keyboard.type("clara")
    await option(/Clara Wieck/).click()
    await bar().getByRole("button", { name: "From: music@customers.example" }).waitFor()
    await pick("Date", "Custom range")
    await page
      .getByRole("dialog")
      .getByLabel(/^Before/)
      .fill("2001-02-03")
    await page.keyboard.press("Enter")
    await page.getByText("Nothing was found").waitFor()
    assert.equal(query(), "subject:piano from:music@customers.example before:2001-02-03")
    await pick("Date: before Feb 3, 2001", "Today")
    await bar().getByRole("button", { name: "Date: Today" }).waitFor()
    await bar().getByRole("button", { name: "Add a filter" }).click()
    await page.keyboard.type("type")
    await page.keyboard.press("Enter")
    await option("Phone").click()
    await bar().getByRole("button", { name: "Add a filter" }).click()
    await option("Has attachment").click()
    await page.getByRole("button", { name: "Remove filter: Has attachment" }).waitFor()
    assert.equal(query(), "subject:piano from:music@customers.example on:today type:phone has:attachment")
  })

  test("and the open panel can be used by everybody, in light and dark, and on a narrow screen", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      const width = colorScheme === "light" ? 1280 : 360
      const own = await desk.visit("ada", { ...looked, colorScheme, viewport: { width, height: 740 } })
      await own.goto(`${desk.origin}/list/${encodeURIComponent("search-violin OR piano is:open")}`)
      await own.locator("mark").first().waitFor()
      await assertSound(own, "filters", "main")
      assert.ok(((await bar(own).boundingBox())?.height ?? 0) < 56, "the filters stay on one line")
      await pick("Status", "Closed", own)
      await own.getByRole("button", { name: "Status: Closed" }).click()
      await own.getByRole("option", { name: "Snoozed" }).waitFor()
      await assertSound(own, "a filter's values", "[role=dialog]")
      await own.keyboard.press("Escape")
      await pressLetter(own, "/")
      await own.keyboard.press("Control+A")
      await own.keyboard.type("wieck")
      await own.getByRole("group", { name: "Saved views" }).waitFor()
      await assertSound(own, "what was found", "search")
      await own.context().close()
    }
  })
})

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
    await page
      .getByRole("alert")
      .getByText(/^Expected one of the fields .*subject.*, not subjekt/)
      .waitFor()
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
    await page.getByRole("link", { name: "Open and unassigned" }).waitFor()
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
