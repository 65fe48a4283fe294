import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import type { DeskhandClient } from "@deskhand/sdk/client"
import type { Locator, Page } from "playwright-core"
import { shareWebDesk, type WebDesk } from "./desk.ts"
import { goTo, pressLetter } from "./going.ts"

let desk: WebDesk
let client: DeskhandClient
let page: Page
let details: Locator

before(async () => {
  desk = await shareWebDesk()
  client = await desk.client("grace")
  page = await desk.visit("ada")
  details = page.getByRole("complementary", { name: "Details of the customer" })
})
after(() => desk?.finish())

let made = 0

async function openNew(): Promise<{ conversationId: number; customerId: number; email: string; path: string }> {
  const email = `petra${++made}@customers.example`
  const { id: conversationId } = await client.conversations.create({
    subject: `Question ${made} of Petra`,
    type: "email",
    mailboxId: desk.ids.inboxes.support,
    status: "active",
    customer: { email, firstName: "Petra" },
    threads: [{ type: "customer", text: "<p>Hello</p>", customer: { email } }],
    assignTo: null,
  })
  const { number, primaryCustomer } = await client.conversations.get(conversationId)
  const path = `/conversation/${conversationId}/${number}?list=all`
  await goTo(page, desk.origin + path)
  await details.getByRole("button", { name: `Copy ${email}` }).waitFor()
  return { conversationId, customerId: primaryCustomer.id, email, path }
}

/** Opens the small form of a fact, which keeps its name. */
async function edit(name: string): Promise<Locator> {
  await details.getByRole("button", { name: `Change: ${name}` }).click()
  return details.getByRole("form", { name })
}

const save = (form: Locator) => form.getByRole("button", { name: "Save" }).click()

describe("the customer", () => {
  test("is changed where it stands, and colleagues see it at once", async () => {
    const { customerId, path } = await openNew()
    const colleague = await desk.visit("grace")
    await colleague.goto(desk.origin + path)
    await colleague.getByRole("heading", { level: 3, name: "Petra" }).waitFor()
    const form = await edit("Name")
    await form.locator("input:focus").waitFor()
    assert.equal(
      await form.locator("input:focus").getAttribute("id"),
      await form.getByLabel("First name").getAttribute("id"),
    )
    await form.getByLabel("Last name").fill("Pan")
    await form.getByLabel("Job title").fill("Pilot")
    await page.keyboard.press("Enter")
    await details.getByRole("heading", { name: "Petra Pan" }).waitFor()
    await details.getByText("Pilot").waitFor()
    await colleague.getByRole("heading", { level: 3, name: "Petra Pan" }).waitFor()
    await colleague.context().close()

    const background = await edit("Background")
    await background.getByLabel("Background").fill("Likes <b>kites</b>.")
    await save(background)
    await background.waitFor({ state: "detached" })
    await details.getByText("Likes <b>kites</b>.").waitFor()
    const customer = await client.customers.get(customerId)
    assert.deepEqual(
      [customer.firstName, customer.lastName, customer.jobTitle, customer.background],
      ["Petra", "Pan", "Pilot", "Likes <b>kites</b>."],
    )
  })

  test("has addresses and numbers that come, change and go; what is refused is said beside its field", async () => {
    const { customerId, email } = await openNew()
    await details.getByRole("button", { name: "Add an e-mail address" }).click()
    const adding = details.getByRole("form", { name: "E-mail address" })
    await adding.getByLabel("E-mail address").fill("no address")
    await save(adding)
    const alert = adding.getByRole("alert")
    await alert.waitFor()
    assert.equal(await adding.getByLabel("E-mail address").getAttribute("aria-invalid"), "true")
    assert.equal(
      await alert.getAttribute("id"),
      await adding.getByLabel("E-mail address").getAttribute("aria-describedby"),
    )
    await adding.getByLabel("E-mail address").fill("second@customers.example")
    await save(adding)
    await details.getByRole("button", { name: "Copy second@customers.example" }).waitFor()

    await details.getByRole("button", { name: "Add a phone number" }).click()
    const phone = details.getByRole("form", { name: "Phone number" })
    await phone.getByLabel("Phone number").fill("+49 30 123")
    await save(phone)
    await details.getByRole("button", { name: "Copy +49 30 123" }).waitFor()

    const changing = await edit("E-mail address second@customers.example")
    await changing.getByRole("textbox").fill("third@customers.example")
    await save(changing)
    await details.getByRole("button", { name: "Copy third@customers.example" }).waitFor()
    const leaving = await edit(`E-mail address ${email}`)
    await leaving.getByRole("textbox").fill("never@customers.example")
    await page.keyboard.press("Escape")
    await leaving.waitFor({ state: "detached" })
    const removing = await edit("E-mail address third@customers.example")
    await removing.getByRole("button", { name: /^Remove/ }).click()
    await removing.waitFor({ state: "detached" })
    const { emails, phones } = (await client.customers.get(customerId))._embedded
    assert.deepEqual([emails.map(({ value }) => value), phones.map(({ value }) => value)], [[email], ["+49 30 123"]])
  })

  test("has properties with the right control for each", async () => {
    const { customerId } = await openNew()
    const definitions = await Array.fromAsync(client.customerProperties.all())
    const size = definitions.find(({ type }) => type === "dropdown")
    const chosen = size?.options?.[0]
    const shoe = await edit("Shoe size")
    await shoe.getByLabel("Shoe size").selectOption({ label: chosen?.label ?? "" })
    await save(shoe)
    await shoe.waitFor({ state: "detached" })
    const birthday = await edit("Birthday")
    await birthday.getByLabel("Birthday").fill("2001-02-03")
    await save(birthday)
    await birthday.waitFor({ state: "detached" })
    const orders = await edit("Orders")
    await orders.getByLabel("Orders").fill("many")
    await save(orders)
    await orders.getByRole("alert").waitFor()
    await orders.getByLabel("Orders").fill("12")
    await save(orders)
    await orders.waitFor({ state: "detached" })
    const { properties } = (await client.customers.get(customerId))._embedded
    const set = Object.fromEntries(properties.map(({ slug, value }) => [slug, value]))
    assert.deepEqual(
      [set["scenario-size"], set["scenario-birthday"], set["scenario-orders"]],
      [chosen?.id, "2001-02-03", "12"],
    )
  })

  test("joins an organization, a new one by its name, and leaves it", async () => {
    const { customerId } = await openNew()
    const choose = details.getByRole("button", { name: "the organization" })
    await choose.click()
    const dialog = page.getByRole("dialog", { name: "Organization" })
    await dialog.getByRole("combobox").fill("Kite Makers")
    await dialog.getByRole("option", { name: "Make the organization “Kite Makers”" }).click()
    await details.getByRole("paragraph").filter({ hasText: "Kite Makers" }).waitFor()
    await details.getByText("1 customer, 1 conversation").waitFor()
    const { organizationId } = await client.customers.get(customerId)
    assert.equal((await client.organizations.get(organizationId ?? 0)).name, "Kite Makers")
    await choose.click()
    await dialog.getByRole("option", { name: "No organization" }).click()
    await details.getByRole("paragraph").filter({ hasText: "Kite Makers" }).waitFor({ state: "detached" })
    assert.equal((await client.customers.get(customerId)).organizationId, undefined)
  })

  test("of a conversation is changed to another, and back", async () => {
    const other = await openNew()
    await client.customers.update(other.customerId, [{ op: "replace", path: "/lastName", value: "Otherwise" }])
    const { conversationId, customerId } = await openNew()
    await details.getByRole("button", { name: "Change the customer" }).click()
    const dialog = page.getByRole("dialog", { name: "Change the customer" })
    await dialog.getByRole("combobox").fill("Otherwise")
    await dialog.getByRole("option", { name: /Petra Otherwise/ }).click()
    await details.getByRole("heading", { name: "Petra Otherwise" }).waitFor()
    assert.equal((await client.conversations.get(conversationId)).primaryCustomer.id, other.customerId)
    await page.getByRole("button", { name: "Undo", exact: true }).click()
    await details.getByRole("heading", { name: "Petra", exact: true }).waitFor()
    assert.equal((await client.conversations.get(conversationId)).primaryCustomer.id, customerId)
  })

  test("is only looked at by light users", async () => {
    const { path } = await openNew()
    const light = await desk.visit("light")
    await light.goto(desk.origin + path)
    await light.getByRole("heading", { level: 3, name: "Petra" }).waitFor()
    assert.equal(await light.getByRole("button", { name: /^Change/ }).count(), 0)
    assert.equal(await light.getByRole("button", { name: /^Add an e-mail/ }).count(), 0)
    await light.context().close()
  })
})

test("fields of the inbox have the right control for each, and keep the others as they are", async () => {
  const { conversationId } = await openNew()
  const fields = await Array.fromAsync(client.inboxes.fields(desk.ids.inboxes.support).all())
  const plan = fields.find(({ type }) => type === "dropdown")
  const option = plan?.options?.[0]
  const choosing = await edit(plan?.name ?? "")
  await choosing.getByRole("combobox").selectOption({ label: option?.label ?? "" })
  await save(choosing)
  await choosing.waitFor({ state: "detached" })
  for (const [name, value] of [
    ["Product", "Kite"],
    ["Steps to reproduce", "One\nTwo"],
    ["Bought on", "2026-01-02"],
  ] as const) {
    const form = await edit(name)
    await form.getByLabel(name).fill(value)
    await save(form)
    await form.waitFor({ state: "detached" })
  }
  const quantity = await edit("Quantity")
  await quantity.getByLabel("Quantity").fill("a lot")
  await save(quantity)
  await quantity.getByRole("alert").waitFor()
  await quantity.getByLabel("Quantity").fill("7")
  await save(quantity)
  await quantity.waitFor({ state: "detached" })
  const { customFields } = await client.conversations.get(conversationId)
  assert.deepEqual(Object.fromEntries(customFields.map(({ name, value }) => [name, value])), {
    [plan?.name ?? ""]: String(option?.id),
    Product: "Kite",
    "Steps to reproduce": "One\nTwo",
    "Bought on": "2026-01-02",
    Quantity: "7",
  })
})

test("another conversation of theirs is looked at without leaving this one, and opened from there", async () => {
  const { email, conversationId } = await openNew()
  const { id: otherId } = await client.conversations.create({
    subject: "An older matter",
    type: "email",
    mailboxId: desk.ids.inboxes.support,
    status: "closed",
    customer: { email },
    threads: [{ type: "customer", text: "<p>About the colour.</p>", customer: { email } }],
  })
  await details.getByRole("button", { name: "Preview “An older matter”" }).click()
  const preview = page.getByRole("dialog", { name: "An older matter" })
  await preview.getByText("About the colour.").waitFor()
  await preview.getByText(/Closed · 1 message/).waitFor()
  assert.match(page.url(), new RegExp(`/conversation/${conversationId}/`))
  await preview.getByRole("link", { name: "Open the conversation" }).click()
  await page.waitForURL(`**/conversation/${otherId}/**`)
})

test("beside the conversation from 1340 pixels on, over it below; it stays shut where it was shut", async () => {
  const { path } = await openNew()
  await page.setViewportSize({ width: 1340, height: 800 })
  await page.goto(desk.origin + path)
  await details.waitFor()
  await pressLetter(page, "d")
  await details.waitFor({ state: "detached" })
  await page.reload()
  await page.getByRole("article").first().waitFor()
  assert.equal(await details.count(), 0)
  await pressLetter(page, "d")
  await details.waitFor()

  await page.setViewportSize({ width: 1339, height: 800 })
  await page.goto(desk.origin + path)
  await page.getByRole("article").first().waitFor()
  assert.equal(await details.count(), 0)
  await pressLetter(page, "d")
  await details.getByRole("heading", { name: "Petra" }).waitFor()
  const list = await page.getByRole("region", { name: "Conversation", exact: true }).boundingBox()
  assert.equal((list?.x ?? 0) + (list?.width ?? 0), 1339)
  await details.getByRole("button", { name: "Add a phone number" }).focus()
  await page.keyboard.press("Escape")
  await details.waitFor({ state: "detached" })
  assert.match(page.url(), /\/conversation\//)
})
