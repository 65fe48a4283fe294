import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import type { DeskhandClient } from "@deskhand/sdk/client"
import type { Page } from "playwright-core"
import { until } from "../until.ts"
import { openWebDesk, type WebDesk } from "./desk.ts"
import { goTo } from "./going.ts"

let desk: WebDesk
let client: DeskhandClient
let page: Page

before(async () => {
  desk = await openWebDesk()
  client = await desk.client("grace")
  page = await desk.visit("ada")
})
after(() => desk?.finish())

async function start(subject: string): Promise<number> {
  const email = "rita@customers.example"
  const { id } = await client.conversations.create({
    subject,
    type: "email",
    mailboxId: desk.ids.inboxes.support,
    status: "active",
    customer: { email, firstName: "Rita" },
    threads: [{ type: "customer", text: "<p>Hello</p>", customer: { email } }],
    createdAt: "2026-01-02T03:04:05Z",
    imported: true,
    assignTo: null,
  })
  return id
}

async function open(id: number): Promise<void> {
  const { number, subject } = await client.conversations.get(id)
  await goTo(page, `${desk.origin}/conversation/${id}/${number}?list=all`)
  await page.getByRole("heading", { level: 1, name: subject }).waitFor()
}

test("what was open before is a click away, with a sign where something is new", async () => {
  const [first, second] = [await start("Red kite"), await start("Blue kite")]
  const strip = page.getByRole("navigation", { name: "Opened recently" })
  const entry = (name: string) => strip.getByRole("link", { name })
  await open(first)
  assert.equal(await entry("Red kite").count(), 0)
  await open(second)
  await entry("Red kite").waitFor()
  assert.equal(await entry("New since you left").count(), 0)
  assert.equal(await entry("Blue kite").count(), 0)

  await client.conversations.addNote(first, { text: "Have a look" })
  await entry("New since you left Red kite").waitFor()
  // What changes in the open one is seen.
  await client.conversations.addNote(second, { text: "And here" })
  await page.frameLocator("article[data-tone=note] iframe").getByText("And here").waitFor()
  const { userUpdatedAt } = await client.conversations.get(second)
  const isKept = `Object.values(localStorage).some((kept) => kept.includes("${second}@${userUpdatedAt}"))`
  await until(() => page.evaluate<boolean>(isKept))
  await entry("New since you left Red kite").click()
  await page.getByRole("heading", { level: 1, name: "Red kite" }).waitFor()
  await entry("Blue kite").waitFor()
  await page.reload()
  await entry("Blue kite").waitFor()
  assert.equal(await entry("New since you left").count(), 0)
})

test("their place is kept free until they are read: nothing moves under a click", async () => {
  const id = await start("Grey kite")
  const read = Promise.withResolvers<void>()
  await page.route(/query=%28id%3A/, async (route) => {
    await read.promise
    await route.continue()
  })
  const asked = page.waitForRequest(/query=%28id%3A/)
  await open(id)
  await asked
  const heading = page.getByRole("heading", { level: 1, name: "Grey kite" })
  const place = await heading.boundingBox()
  read.resolve()
  await page.getByRole("navigation", { name: "Opened recently" }).getByRole("link", { name: "Red kite" }).waitFor()
  assert.deepEqual(await heading.boundingBox(), place)
})

test("they are of one person alone", async () => {
  const other = await desk.visit("grace")
  const id = await start("Green kite")
  const { number } = await client.conversations.get(id)
  await other.goto(`${desk.origin}/conversation/${id}/${number}`)
  await other.getByRole("heading", { level: 1, name: "Green kite" }).waitFor()
  assert.equal(await other.getByRole("navigation", { name: "Opened recently" }).count(), 0)
  await other.context().close()
})
