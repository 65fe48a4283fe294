import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { isDeepStrictEqual } from "node:util"
import type { DeskhandClient } from "@deskhand/sdk/client"
import type { Page } from "playwright-core"
import { until } from "../until.ts"
import { beginConversation } from "./begin.ts"
import { openWebDesk, type WebDesk } from "./desk.ts"
import { goTo, pressLetter } from "./going.ts"
import { assertSound, looked } from "./looking.ts"

let desk: WebDesk
let ada: DeskhandClient
let page: Page
let inbox: number
let vip: number

before(async () => {
  desk = await openWebDesk()
  ada = await desk.client("ada")
  page = await desk.visit("ada", looked)
  inbox = desk.ids.inboxes.support
  ;({ id: vip } = await ada.tags.create({ name: "circus" }))
})
after(() => desk?.finish())

const startConversation = (subject: string): Promise<number> =>
  beginConversation(ada, {
    subject,
    mailboxId: inbox,
    customer: { email: "ring@customers.example", firstName: "Rita", lastName: "Ring" },
  })

const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true })
const toast = (words: string) => page.locator("[role=status]").getByText(words)
const query = () => page.getByRole("combobox", { name: "The conversation is like this" })
const action = (name: string) => page.getByRole("listitem", { name })
const names = () => page.getByRole("list", { name: "Workflows" }).getByRole("link").allInnerTexts()

async function addAction(kind: string): Promise<void> {
  await button("Add an action").click()
  await page.getByRole("menuitem", { name: kind, exact: true }).click()
  await page.getByRole("menu").waitFor({ state: "detached" })
}

const views = { light: 1440, dark: 360 } as const

/** Nothing is wrong with what is on the screen, wide and light, or narrow and dark. */
async function looksWell(own: Page, what: string, schemes = Object.keys(views) as (keyof typeof views)[]) {
  for (const colorScheme of schemes) {
    await own.emulateMedia({ colorScheme })
    await own.setViewportSize({ width: views[colorScheme], height: 900 })
    await assertSound(own, `${what}, ${colorScheme}`)
  }
  await own.emulateMedia({ colorScheme: "light" })
  await own.setViewportSize({ width: 1440, height: 900 })
}

describe("an automatic workflow", () => {
  let id: number

  test("is tried before it is saved; what cannot be read is shown where it is", async () => {
    const elephant = await startConversation("The elephant is hungry")
    const { number } = await ada.conversations.get(elephant)
    await goTo(page, `${desk.origin}/settings/workflows?inbox=${inbox}`)
    await page.getByRole("heading", { name: "No workflows in this inbox" }).waitFor()
    await button("New workflow").click()
    await page.getByLabel("Name", { exact: true }).fill("Feed the animals")
    await query().fill("subject:(elephant AND")
    await button("Try it").click()
    const tried = page.getByRole("status", { name: "Result of the trial" })
    await tried.getByText(/^Cannot be read from character 22 on\. Expected /).waitFor()
    assert.equal(await tried.locator("mark").innerText(), "\u00a0")

    // The box completes what is being written.
    await query().fill("subject:elephant sta")
    await page.getByRole("option", { name: /^status:/ }).waitFor()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    assert.equal(await query().inputValue(), "subject:elephant status:")
    await query().fill("subject:elephant status:active")
    await button("Try it").click()
    const { matched, lookedAt } = await ada.workflows.dryRun({
      mailboxId: inbox,
      conditions: { query: "subject:elephant status:active" },
    })
    assert.equal(matched, 1)
    await tried.getByText(`Would have matched 1 of the last ${lookedAt}`).waitFor()
    const found = tried.getByRole("link", { name: `#${number} The elephant is hungry` })
    assert.match((await found.getAttribute("href")) ?? "", new RegExp(`/conversation/${elephant}/${number}$`))
  })

  test("is made of rows for each action, whose mistakes stand beside the field", async () => {
    await page.getByLabel("Customer replied").check()
    await page.getByLabel("And when time has passed").check()
    await page.getByLabel("After").fill("2")
    await page.getByLabel("Unit of time").selectOption("days")
    await addAction("Reply")
    await addAction("Change tags")
    await addAction("Assign")
    await button("Save").click()
    await action("1. Reply").getByText("Saved reply is required.").waitFor()
    await looksWell(page, "a refused workflow", ["light"])
    await button("Remove action 1").click()
    await action("1. Change tags").getByRole("button", { name: "Put on: Choose tags" }).click()
    await page.getByRole("combobox", { name: "Put on" }).fill("circus")
    await page.getByRole("option", { name: "circus" }).waitFor()
    await page.keyboard.press("Enter")
    await page.keyboard.press("Escape")
    await action("1. Change tags").getByRole("button", { name: "Without circus" }).waitFor()
    await action("2. Assign").getByLabel("To").selectOption("Grace Hopper")
    await button("Move action 2 up").click()
    await action("1. Assign").waitFor()
    await until(async () => (await page.evaluate("document.activeElement.ariaLabel")) === "Move action 1 down")
    await button("Save").click()
    await page.waitForURL(/\/settings\/workflows\/\d+$/)
    await page.getByRole("heading", { name: "Feed the animals", level: 1 }).waitFor()
    id = Number(/(\d+)$/.exec(page.url())?.[1])
    const { status, type, mailboxId, conditions, actions } = await ada.workflows.get(id)
    assert.deepEqual([status, type, mailboxId], ["active", "automatic", inbox])
    assert.deepEqual(conditions, {
      on: ["convo.created", "convo.customer.reply.created"],
      after: { minutes: 2_880, since: "waiting" },
      query: "subject:elephant status:active",
    })
    assert.deepEqual(actions, [
      { type: "assign", assignTo: desk.ids.users.grace },
      { type: "tag", addTagIds: [vip] },
    ])
  })

  test("acts on a new conversation, which names it and leads to it", async () => {
    const elephant = await startConversation("Another elephant")
    await until(async () => (await ada.conversations.get(elephant)).tags.some(({ tag }) => tag === "circus"))
    const { assignee, number } = await ada.conversations.get(elephant)
    assert.equal(assignee?.id, desk.ids.users.grace)
    await page.goto(`${desk.origin}/settings/workflows/${id}`)
    const runs = page.getByRole("list", { name: "What it did" })
    assert.match(await runs.getByRole("listitem").innerText(), new RegExp(`#${number}\\s+Conversation created\\s*done`))
    await page.getByText("ran on 1 conversation").waitFor()
    await runs.getByRole("link", { name: `#${number}` }).click()
    await page.getByText(/^\d+ changes$/).click()
    const line = page.getByRole("link", { name: "The workflow Feed the animals ran" })
    assert.equal(await line.getAttribute("href"), `/settings/workflows/${id}`)
  })

  test("says what it misses, in the list and beside the field, until it is mended", async () => {
    await ada.tags.delete(vip)
    await goTo(page, `${desk.origin}/settings/workflows?inbox=${inbox}`)
    await page.getByText("Action 2 (Change tags): what it names is no tag of this desk").waitFor()
    await page.getByText("needs mending").waitFor()
    await button("Switch on Feed the animals").click()
    await page.getByText(/“Feed the animals” cannot be switched on\. Action 2 /).waitFor()
    await button("Dismiss").click()
    await looksWell(page, "the list")
    await page.getByRole("link", { name: "Feed the animals" }).click()
    await action("2. Change tags").getByText("Put on is no tag of this desk").waitFor()
    await looksWell(page, "an invalid workflow", ["dark"])
    await button("Remove action 2").click()
    await page.getByLabel("Active", { exact: true }).check()
    await button("Save").click()
    await page.getByText("Not saved yet").waitFor({ state: "detached" })
    const { status, problem, actions } = await ada.workflows.get(id)
    assert.deepEqual([status, problem, actions.length], ["active", undefined, 1])
  })
})

describe("the list of an inbox", () => {
  test("is put in order, switched and shortened", async () => {
    const actions = [{ type: "status", status: "pending" } as const]
    for (const name of ["Second", "Third"])
      await ada.workflows.create({ mailboxId: inbox, type: "manual", name, status: "active", conditions: {}, actions })
    await goTo(page, `${desk.origin}/settings/workflows?inbox=${inbox}`)
    await button("Move Third up").click()
    await toast("“Third” is number 2 of 3 now").waitFor()
    assert.deepEqual(await names(), ["Feed the animals", "Third", "Second"])
    await until(async () => (await page.evaluate("document.activeElement.ariaLabel")) === "Move Third up")
    const listed = await Array.fromAsync(ada.workflows.all({ mailbox: inbox }))
    assert.deepEqual(
      listed.map(({ name, status, type }) => [name, status, type]),
      [
        ["Feed the animals", "active", "automatic"],
        ["Third", "active", "manual"],
        ["Second", "active", "manual"],
      ],
    )
    await button("Switch off Second").click()
    await button("Switch on Second").waitFor()
    assert.equal((await ada.workflows.get(listed[2]?.id ?? 0)).status, "inactive")
    await button("Delete Second").click()
    const asked = page.getByRole("dialog", { name: "Delete the workflow “Second”?" })
    await asked.getByRole("button", { name: "Delete", exact: true }).click()
    await button("Delete Second").waitFor({ state: "detached" })
    assert.deepEqual(await names(), ["Feed the animals", "Third"])
  })
})

describe("a manual workflow", () => {
  let own: Page
  before(async () => {
    own = await desk.visit("grace", looked)
    const conditions = { query: "NOT subject:tiger" }
    const actions = [{ type: "status", status: "closed" } as const, { type: "note", text: "The show is over" } as const]
    await ada.workflows.create({ mailboxId: inbox, type: "manual", name: "End", status: "active", conditions, actions })
  })
  after(() => own?.context().close())

  const asked = () => own.getByRole("dialog", { name: "Run a workflow" })
  const said = (words: string) => own.locator("[role=status]").getByText(words)

  test("is run with w by somebody who may not change it", async () => {
    await own.goto(`${desk.origin}/settings/workflows`)
    await own.getByRole("heading", { name: "This is for administrators" }).waitFor()
    const { name } = await ada.inboxes.get(inbox)
    const lion = await startConversation("The lion sleeps")
    const { number } = await ada.conversations.get(lion)
    await goTo(own, `${desk.origin}/conversation/${lion}/${number}?list=all`)
    await own.getByRole("article").first().waitFor()
    await own.locator("dialog").nth(2).waitFor({ state: "attached" })
    await pressLetter(own, "w")
    await asked().getByRole("combobox").waitFor()
    // The names of inboxes come by themselves.
    const offered = () => asked().getByRole("option").allInnerTexts()
    const expected = [`Third\n${name}`, `End\n${name}`]
    await until(async () => isDeepStrictEqual(await offered(), expected)).catch(async () =>
      assert.deepEqual(await offered(), expected),
    )
    await looksWell(own, "asking which", ["dark"])
    await asked().getByRole("combobox").fill("end")
    await asked().getByRole("option", { name: "Third" }).waitFor({ state: "detached" })
    await own.keyboard.press("Enter")
    await said("“End” ran").waitFor()
    assert.equal((await ada.conversations.get(lion)).status, "closed")
    // Agents are told which one did it, and find no way to change it.
    await own.getByText("ran the workflow End").first().waitFor({ state: "attached" })
    assert.equal(await own.getByRole("link", { name: /workflow End/ }).count(), 0)
    const [run] = (await ada.workflows.list({ mailbox: inbox }))._embedded.workflows.filter(
      ({ name }) => name === "End",
    )
    const { runs } = await ada.workflows.get(run?.id ?? 0)
    assert.deepEqual(
      runs.map(({ conversationId, outcome, occasion, userId }) => [conversationId, outcome, occasion, userId]),
      [[lion, "done", "manual", desk.ids.users.grace]],
    )
  })

  test("is run by its name from the palette and from the menu", async () => {
    await own.keyboard.press("Control+k")
    await own.getByRole("dialog", { name: "Commands" }).getByRole("combobox").fill("run third")
    await own.getByRole("option", { name: "Run “Third”", selected: true }).waitFor()
    await own.keyboard.press("Enter")
    await said("“Third” ran").waitFor()
    await own.getByRole("button", { name: "More actions" }).click()
    await own.getByRole("menuitem", { name: "Run a workflow" }).click()
    await asked().getByRole("option", { name: "Third" }).click()
    await said("“Third” changed nothing: all was so already").waitFor()
  })

  test("is run on what is selected, and says what became of each", async () => {
    const ids = [
      await startConversation("A tiger"),
      await startConversation("A seal"),
      await startConversation("A bear"),
    ]
    await goTo(own, `${desk.origin}/list/unassigned`)
    const row = (name: string) => own.getByRole("listitem").filter({ hasText: name })
    const box = (name: string) => own.getByRole("checkbox", { name: `Select ${name}` })
    await row("A bear").waitFor()
    await row("A bear").hover()
    await box("A bear").check()
    await box("A tiger").check()
    await box("A seal").check()
    const bar = own.getByRole("toolbar", { name: "Actions on what is selected" })
    await bar.getByText("3 selected").waitFor()
    await bar.getByRole("button", { name: "Workflow" }).click()
    await asked().getByRole("option", { name: "End" }).click()
    await said("“End” ran on 2 conversations · 1 is not as it wants them").waitFor()
    await bar.waitFor({ state: "detached" })
    const statuses = await Promise.all(ids.map(async (id) => (await ada.conversations.get(id)).status))
    assert.deepEqual(statuses, ["active", "closed", "closed"])
  })
})
