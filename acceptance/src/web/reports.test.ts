import assert from "node:assert/strict"
import { readFile } from "node:fs/promises"
import { after, before, describe, test } from "node:test"
import { isDeepStrictEqual } from "node:util"
import type { DeskhandClient } from "@deskhand/sdk/client"
import type { Page } from "playwright-core"
import { until } from "../until.ts"
import { beginConversation } from "./begin.ts"
import { openWebDesk, type WebDesk } from "./desk.ts"
import { goTo } from "./going.ts"
import { assertSound, looked } from "./looking.ts"

let desk: WebDesk
let ada: DeskhandClient
let page: Page
/** Three conversations with a tag that nothing else has: one answered, two of them closed. */
let tagId: number
/** A time zone in which it is about noon now, so that no day ends while the tests run. */
const hoursAhead = 12 - new Date().getUTCHours()
/** The names of these zones have the opposite sign. */
const timezone = `Etc/GMT${hoursAhead > 0 ? "-" : "+"}${Math.abs(hoursAhead)}`
const dayMs = 86_400_000
/** Its UTC fields are those of the clock in that zone. */
const localTime = (ms = Date.now()) => new Date(ms + hoursAhead * 3_600_000)

before(async () => {
  desk = await openWebDesk()
  ada = await desk.client("ada")
  const begun: number[] = []
  for (const name of ["One", "=Two", "Three"])
    begun.push(
      await beginConversation(ada, {
        subject: `Reported ${name}`,
        mailboxId: desk.ids.inboxes.support,
        customer: { email: `${name.replace("=", "")}@reported.example`, firstName: name, lastName: "Reported" },
      }),
    )
  for (const id of begun) await ada.conversations.setTags(id, ["reported"])
  const [first = 0, second = 0] = begun
  await ada.conversations.reply(first, { text: "<p>Certainly.</p>", customer: { email: "one@reported.example" } })
  for (const id of [first, second])
    await ada.conversations.patch(id, { op: "replace", path: "/status", value: "closed" })
  for await (const { id, name } of ada.tags.all()) if (name === "reported") tagId = id
  page = await desk.visit("ada", { timezoneId: timezone })
  await until(async () => {
    const { current } = await ada.reports.read("company", { ...thisYear(), tags: [tagId] })
    return current.closed === 2 && current.totalReplies === 1
  })
})
after(() => desk?.finish())

/** The last twelve months as the pages mean them. */
function thisYear() {
  const now = localTime()
  const [month, day] = [now.getUTCMonth(), now.getUTCDate()]
  const dayAfter = (yearsAgo: number) =>
    new Date(Date.UTC(now.getUTCFullYear() - yearsAgo, month, day + 1, -hoursAhead)).toISOString()
  return {
    start: dayAfter(1),
    end: dayAfter(0),
    previousStart: dayAfter(2),
    previousEnd: dayAfter(1),
    timezone,
  }
}

const open = (path: string, more = "") => goTo(page, `${desk.origin}/reports${path}?period=12m${more}`)
const figure = (name: string) =>
  page
    .getByRole("main")
    .getByRole("link")
    .filter({ has: page.getByText(name, { exact: true }) })
const shown = async (name: string) => (await figure(name).locator("strong").innerText()).replace(/[^\d–-]/g, "")
/** What was asked for before stays until what is asked for now is there; every figure is read for itself. */
async function shows(name: string, amount: number): Promise<void> {
  await until(async () => (await shown(name)) === String(amount)).catch(async () =>
    assert.equal(await shown(name), String(amount)),
  )
}
const card = (name: string) => page.getByRole("region", { name, exact: true })
/** What stands in a row of a table, once it is there. */
async function cells(name: string, row: string): Promise<string[]> {
  const header = page.getByRole("rowheader", { name: row, exact: true })
  const found = card(name).getByRole("row").filter({ has: header })
  await found.waitFor()
  return found.locator("td").allInnerTexts()
}
const drilled = (title: string) => page.getByRole("heading", { level: 2, name: title, exact: true })

describe("reports", () => {
  test("the overview tells what the desk answers; each figure leads to its conversations", async () => {
    await page.goto(`${desk.origin}/list/all`)
    await page.getByRole("heading", { name: "All open" }).waitFor()
    await page.getByRole("navigation").getByRole("link", { name: "Reports", exact: true }).click()
    await page.getByRole("heading", { level: 1, name: "Reports" }).waitFor()
    await page.getByRole("combobox", { name: "Period" }).selectOption("Last 12 months")
    const [company, conversations, productivity] = await Promise.all([
      ada.reports.read("company", thisYear()),
      ada.reports.read("conversations", thisYear()),
      ada.reports.read("productivity", thisYear()),
    ])
    await page.waitForURL(/period=12m/)
    await page.locator("main [aria-busy=true]").first().waitFor({ state: "detached" })
    await shows("New conversations", conversations.current.newConversations)
    await shows("Replies sent", company.current.totalReplies)
    await shows("Customers helped", company.current.customersHelped)
    await shows("Closed", company.current.closed)
    await shows("Resolved", productivity.current.resolved)
    assert.match(await figure("Replies sent").innerText(), /(\+.*(up from|nothing before)|−.*down from|±0, as before)/)

    await figure("Replies sent").click()
    await drilled("Conversations with a reply").waitFor()
    const behind = await ada.reports.read("company/drilldown", { ...thisYear(), range: "replied" })
    await page.getByText(new RegExp(`^${behind.conversations.count} conversations · `)).waitFor()
    const [first] = behind.conversations.results
    const link = page.getByRole("link", { name: `#${first?.number}` })
    assert.equal(await link.getAttribute("href"), `/conversation/${first?.id}/${first?.number}`)
    await page.getByRole("button", { name: "Back to the report" }).click()
    await figure("Replies sent").waitFor()
  })

  test("filters stand in the address, and a link shows the same", async () => {
    await open("")
    await page.getByRole("button", { name: "Tags: all" }).click()
    await page.getByRole("combobox", { name: "Tags" }).fill("reported")
    await page.getByRole("option", { name: "reported" }).click()
    await page.keyboard.press("Escape")
    await page.getByRole("button", { name: "Tags: reported" }).waitFor()
    await shows("New conversations", 3)
    await shows("Replies sent", 1)
    await shows("Closed", 2)
    await shows("Resolved", 1)
    // The box follows the address, and not the click itself.
    const compares = page.getByLabel("Compare with before")
    await compares.click()
    await page.waitForURL(/compare=false/)
    await until(async () => !(await compares.isChecked()))
    const copy = await page.context().newPage()
    await copy.goto(page.url())
    await copy.getByRole("button", { name: "Tags: reported" }).waitFor()
    await copy.getByRole("link", { name: "New conversations 3", exact: true }).click()
    await copy.getByRole("heading", { level: 2, name: "New conversations" }).waitFor()
    await copy.getByText(/^3 conversations · /).waitFor()
    const subjects = await copy.getByRole("rowheader").allInnerTexts()
    assert.deepEqual(subjects.map((subject) => subject.replace(/#\d+ /, "")).sort(), [
      "Reported =Two",
      "Reported One",
      "Reported Three",
    ])
    await copy.close()
    const today = localTime().toISOString().slice(0, 10)
    await page.getByRole("combobox", { name: "Period" }).selectOption("Own dates")
    await page.getByLabel("From", { exact: true }).fill(today)
    await page.waitForURL(new RegExp(`from=(%22)?${today}`))
    await shows("New conversations", 3)
    await page.getByLabel("To", { exact: true }).fill(
      localTime(Date.now() - 9 * dayMs)
        .toISOString()
        .slice(0, 10),
    )
    await page.getByRole("alert").getByText("The last day must not be before the first").waitFor()
  })

  test("volume and tags have a table behind each chart, and give it as a safe file", async () => {
    await open("/volume", `&tags=[${tagId}]&by="month"`)
    await card("Volume by channel").getByText("Show as a table").click()
    const step = card("Volume by channel").getByRole("row").last()
    const amounts = () => step.locator("td").allInnerTexts()
    const expected = ["3", "0", "0", "3"]
    await until(async () => isDeepStrictEqual(await amounts(), expected)).catch(async () =>
      assert.deepEqual(await amounts(), expected),
    )
    await step.getByRole("link").first().click()
    await drilled("New conversations").waitFor()
    await page.getByText(/^3 conversations · /).waitFor()
    const saving = page.waitForEvent("download")
    await page.getByRole("button", { name: "Export CSV: New conversations" }).click()
    const file = await readFile(await (await saving).path(), "utf8")
    assert.equal(file.split("\r\n")[0], "\uFEFFSubject,Customer,Assigned to,Status,Changed")
    assert.match(file, /^#\d+ Reported =Two,"'=Two Reported",[^\r\n]*\r$/m)

    await open("/tags")
    await card("Tags used most").getByText("Show as a table").click()
    assert.equal((await cells("Tags used most", "All reports of conversations with the tag reported"))[0], "3")
    await page.getByRole("link", { name: "All reports of conversations with the tag reported" }).click()
    await shows("New conversations", 3)
  })

  test("busy times lead to the conversations of an hour of the week", async () => {
    await open("/busy-times", `&tags=[${tagId}]`)
    const times = await ada.reports.read("conversations/busy-times", { ...thisYear(), tags: [tagId] })
    const busiest = times.reduce((one, other) => (other.count > one.count ? other : one))
    const cell = page.getByRole("link", { name: new RegExp(`: ${busiest.count} new conversations$`) }).first()
    assert.equal(await cell.innerText(), String(busiest.count))
    await cell.click()
    await page.getByText(new RegExp(`^${busiest.count} conversations? · .*day · \\d{1,2} [AP]M$`)).waitFor()
    assert.equal(await page.getByRole("rowheader").count(), busiest.count)
  })

  test("times have percentiles and ranges, happiness its ratings with their comments", async () => {
    await open("/times")
    const { current } = await ada.reports.read("productivity/percentiles", thisYear())
    const [counted] = await cells("Percentiles", "First response time")
    assert.equal(counted, String(current.firstResponseTime.count))
    const ranges = (await ada.reports.read("productivity", thisYear())).firstResponseTime.ranges
    const title = "First response time: how many took how long"
    await card(title).getByText("Show as a table").click()
    assert.equal((await cells(title, "up to 15m"))[0], String(ranges[0]?.count))
    const first = await ada.reports.read("company/drilldown", { ...thisYear(), range: "firstResponseTime" })
    await card("Percentiles")
      .getByRole("row", { name: /^First response time/ })
      .getByRole("link")
      .last()
      .click()
    await page.getByText(new RegExp(`^${first.conversations.count} conversations? · `)).waitFor()

    await open("/happiness")
    const { results, count } = await ada.reports.read("happiness/ratings", thisYear())
    assert.ok(count > 0, "the scenario has ratings")
    await until(async () => (await card("Every rating").getByRole("rowheader").count()) === results.length)
    const [commented] = results.filter(({ ratingComments }) => ratingComments !== "")
    if (commented) await card("Every rating").getByText(commented.ratingComments).first().waitFor()
    await page.getByRole("combobox", { name: "Rating" }).selectOption("Great")
    const great = await ada.reports.read("happiness/ratings", { ...thisYear(), rating: "great" })
    await until(async () => (await card("Every rating").getByRole("rowheader").count()) === great.count)
    for (const name of ["Happiness score", "Ratings", "Customers who rated"]) await figure(name).waitFor()
    await figure("Ratings").click()
    await until(async () => (await card("Every rating").getByRole("rowheader").count()) === results.length)

    await open("/tags")
    const { tagged } = await ada.reports.read("conversations/tags", thisYear())
    assert.ok(tagged > 0)
    await figure("With any tag").click()
    await page.getByText(new RegExp(`^${tagged} conversations? · `)).waitFor()
  })

  test("people and teams, and one of them", async () => {
    await open("/people")
    const { users, teams } = await ada.reports.read("company/people", thisYear())
    const [most] = users
    assert.ok(most && teams.length > 0)
    assert.equal((await cells("Each person", most.name))[0], String(most.current.replies))
    assert.equal(await card("Each team").getByRole("rowheader").count(), teams.length)
    await card("Each person").getByRole("link", { name: most.name, exact: true }).click()
    await page.getByRole("heading", { level: 2, name: most.name, exact: true }).waitFor()
    await shows("Replies sent", most.current.replies)
    await figure("Closed").click()
    const closed = await ada.reports.read("company/drilldown", { ...thisYear(), range: "closed", user: most.id })
    const amount = closed.conversations.count
    await page.getByText(new RegExp(`^${amount} conversations? · `)).waitFor()
  })

  test("nothing to see says what to do next", async () => {
    await goTo(page, `${desk.origin}/reports/volume?period="own"&from="2001-01-01"&to="2001-01-02"`)
    await page.getByRole("heading", { name: "Nothing in this period" }).first().waitFor()
  })

  const views = [
    { colorScheme: "dark", width: 360 },
    { colorScheme: "light", width: 1440 },
  ] as const

  test("pages are sound, by turns narrow and dark, and wide and light", async () => {
    const seen = await desk.visit("ada", looked)
    const search = '?period=12m&by="month"&of=new'
    const pages = [
      ["", "Resolved"],
      ["/volume", "Volume by channel"],
      ["/busy-times", "Busy times"],
      ["/times", "Percentiles"],
      ["/happiness", "Every rating"],
      ["/people", "Each person"],
      ["/tags", "Tags used most"],
      ["/conversations", "New conversations"],
    ] as const
    for (const [index, [path, title]] of pages.entries()) {
      await goTo(seen, `${desk.origin}/reports${path}${search}`)
      await seen.getByRole("region", { name: title, exact: true }).waitFor()
      await seen.locator("main [aria-busy=true]").first().waitFor({ state: "detached" })
      const tables = path === "/volume" ? await seen.locator("details").all() : []
      for (const closed of tables) await closed.locator("summary").click()
      const { colorScheme, width } = views[index % 2] ?? assert.fail()
      await seen.emulateMedia({ colorScheme })
      await seen.setViewportSize({ width, height: 900 })
      await assertSound(seen, `${path}, ${colorScheme}`)
    }
    await seen.context().close()
  })
})
