import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import type { DeskhandClient } from "@deskhand/sdk/client"
import type { Page } from "playwright-core"
import { beginConversation } from "./begin.ts"
import { writing } from "./composing.ts"
import { openWebDesk, type WebDesk } from "./desk.ts"
import { pressLetter, untilLettersAct } from "./going.ts"

let desk: WebDesk
let ada: DeskhandClient
let page: Page

before(async () => {
  desk = await openWebDesk()
  ada = await desk.client("ada")
  page = await desk.visit("ada")
  // What is sent is there at once, and nobody is led away by sending.
  await ada.users.setPreferences({ undoSeconds: 0, afterSending: "stay" })
})
after(() => desk?.finish())

const heading = (name: string) => page.getByRole("heading", { level: 1, name, exact: true })
const row = (name: string) =>
  page.getByRole("region", { name: "Conversations", exact: true }).getByRole("link", { name })
const toast = (words: string) => page.locator("[role=status]").getByText(words)
const option = (name: string) => page.getByRole("option", { name })

async function press(...keys: string[]): Promise<void> {
  for (const key of keys) await pressLetter(page, key)
}

const startConversation = (subject: string): Promise<number> =>
  beginConversation(ada, {
    subject,
    mailboxId: desk.ids.inboxes.support,
    customer: { email: "triage@customers.example", firstName: "Liv", lastName: "Ede" },
    text: `<p>${subject}?</p>`,
  })

/** One that no longer belongs to the list stays where it was, and says so. */
async function next(gone: string, mark: string, name: string): Promise<void> {
  await row(gone)
    .and(page.locator(`[data-mark=${mark}] a`))
    .waitFor()
  await press("j")
  await heading(name).waitFor()
}

/** What every one of ten asks for, from the first to the last in the list; all of it is done without a pointer. */
const names = [
  "Refund",
  "Broken lamp",
  "Spam offer",
  "Answer me",
  "Call back",
  "Twice the same",
  "The same",
  "Wrong desk",
  "Throw away",
  "Thank you",
] as const

const ids = new Map<string, number>()
const get = (name: (typeof names)[number]) => ada.conversations.get(ids.get(name) ?? 0, { followMerged: true })

test("of ten conversations the keyboard alone triages five: assigns, tags, marks as spam, answers, snoozes", async () => {
  for (const name of names.toReversed()) ids.set(name, await startConversation(name))

  // In an order that stays while they are worked on.
  await page.addInitScript(`localStorage.setItem("deskhand.sorts", '{"unassigned":"created"}')`)
  await page.goto(`${desk.origin}/list/mine`)
  await page.getByRole("heading", { name: "Mine" }).waitFor()
  await page.locator("dialog").nth(2).waitFor({ state: "attached" })
  // The second key of a sequence counts for a little more than a second.
  await pressLetter(page, "g", "u")
  await row("Refund").waitFor()
  await press("j", "Enter")
  await heading("Refund").waitFor()

  // Assigned to a colleague.
  await press("a")
  await page.keyboard.type("grace")
  await option("Grace Hopper").waitFor()
  await press("Enter")
  await toast("Assigned to Grace Hopper").waitFor()
  await next("Refund", "assigned", "Broken lamp")

  // Tagged and taken.
  await press("t")
  await page.keyboard.type("broken")
  await option("broken").first().waitFor()
  await press("Enter")
  await toast("Tags changed").waitFor()
  await press("Escape", "i")
  await toast("Assigned to Ada Lovelace").waitFor()
  await next("Broken lamp", "assigned", "Spam offer")

  await press("!")
  await toast("Status set to Spam").waitFor()
  await next("Spam offer", "spam", "Answer me")

  // Answered, closed, and on to the next.
  await press("r")
  await writing(page, /./).waitFor()
  await page.keyboard.type("You are answered.")
  await press("Control+Enter")
  await page.frameLocator("article[data-tone=agent] iframe").getByText("You are answered.").waitFor()
  await writing(page, /./).waitFor({ state: "detached" })
  await press("Shift+E")
  await heading("Call back").waitFor()

  await press("h")
  await page.getByRole("combobox", { name: "When" }).waitFor()
  await page.keyboard.type("may 5 2031 9am")
  await option("Monday, May 5, 2031 at 9:00 AM").waitFor()
  await press("Enter")
  await toast("Snoozed until Monday, May 5, 2031").waitFor()
  await next("Call back", "snoozed", "Twice the same")

  assert.equal((await get("Refund")).assignee?.first, "Grace")
  const lamp = await get("Broken lamp")
  assert.deepEqual([lamp.assignee?.first, lamp.tags.map(({ tag }) => tag)], ["Ada", ["broken"]])
  assert.equal((await get("Spam offer")).status, "spam")
  const answered = await get("Answer me")
  assert.deepEqual([answered.status, answered.threads], ["closed", 2])
  // Nine in London, which is Ada's time zone.
  assert.equal((await get("Call back")).snooze?.snoozedUntil, "2031-05-05T08:00:00Z")
})

test("and the other five: merges, notes, moves, deletes, closes", async () => {
  const target = (await Array.fromAsync(ada.inboxes.all())).find(({ id }) => id === desk.ids.inboxes.hidden)
  // The customer's other conversations are offered; this one stays.
  await press("m")
  await page.getByRole("combobox", { name: "Find the other conversation" }).waitFor()
  await page.keyboard.type(String((await get("The same")).number))
  await option("The same").waitFor()
  await press("Enter")
  await page.getByText("This cannot be undone.").waitFor()
  await press("Enter")
  await toast("is now part of").waitFor()
  await row("The same").and(page.locator("[data-mark=merged] a")).waitFor()
  await page.locator("dialog[open]").waitFor({ state: "detached" })
  await press("n")
  await writing(page, /./).waitFor()
  await page.keyboard.type("These were two.")
  await press("Control+Enter")
  await page.frameLocator("article[data-tone=note] iframe").getByText("These were two.").waitFor()
  await writing(page, /./).waitFor({ state: "detached" })
  await press("p")
  await toast("Status set to Pending").waitFor()
  await press("j")
  await heading("Wrong desk").waitFor()

  await press("v")
  await option(target?.name ?? "").waitFor()
  await page.keyboard.type(target?.name ?? "")
  await press("Enter")
  await toast(`Moved to ${target?.name}`).waitFor()
  await press("j")
  await heading("Throw away").waitFor()

  await press("#")
  await toast("Moved to Deleted").waitFor()
  await next("Throw away", "deleted", "Thank you")

  // Closed by mistake, taken back, and closed again.
  await press("e")
  await toast("Status set to Closed").waitFor()
  await press("Control+z")
  await toast("Status set to Active").waitFor()
  await press("e")
  await toast("Status set to Closed").waitFor()
  await press("u")
  await page.waitForURL("**/list/unassigned")

  const stays = await get("Twice the same")
  assert.deepEqual([(await get("The same")).id, stays.status], [stays.id, "pending"])
  assert.equal((await get("Wrong desk")).mailboxId, target?.id)
  assert.equal((await get("Throw away")).state, "deleted")
  assert.equal((await get("Thank you")).status, "closed")
})

test("j held down goes through fifty and loses none", async () => {
  const inbox = desk.ids.inboxes.paging
  const folders = await Array.fromAsync(ada.inboxes.folders(inbox).all())
  const list = `folder-${inbox}-${folders.find(({ type }) => type === "unassigned")?.id}`
  await page.goto(`${desk.origin}/list/${list}`)
  await page.locator('li[aria-posinset="1"] a').waitFor()
  await press("j", "Enter")
  await page.getByRole("heading", { level: 1 }).waitFor()
  await page.locator('li[aria-posinset="1"] a[aria-current]').waitFor()
  // Held, a key goes down again and again without coming up, faster than anything can be read.
  await untilLettersAct(page)
  for (let stroke = 0; stroke < 50; stroke++) await page.keyboard.down("j")
  await page.keyboard.up("j")
  await page.locator('li[aria-posinset="51"] a[aria-current]').waitFor()
  const open = await page.locator('li[aria-posinset="51"] a').getAttribute("href")
  assert.equal(new URL(page.url()).pathname, new URL(open ?? "", desk.origin).pathname)
})
