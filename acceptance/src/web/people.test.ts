import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { isDeepStrictEqual } from "node:util"
import { type DeskhandClient, DeskhandError } from "@deskhand/sdk/client"
import type { Locator, Page } from "playwright-core"
import { until } from "../until.ts"
import { beginConversation } from "./begin.ts"
import { openWebDesk, type WebDesk } from "./desk.ts"
import { goTo, pressLetter } from "./going.ts"
import { assertSound, looked } from "./looking.ts"

let desk: WebDesk
let client: DeskhandClient
let page: Page
/** Of Wilma, who has written more than a page of her timeline shows. */
let wilmaId: number
const wilma = { email: "wilma@quarry.example", firstName: "Wilma", lastName: "Quarry" }

before(async () => {
  desk = await openWebDesk()
  client = await desk.client("grace")
  page = await desk.visit("ada")
  await (await desk.client("ada")).organizations.properties.create({
    name: "Rank",
    type: "dropdown",
    options: [{ label: "A" }],
  })
  for (let index = 1; index <= 26; index++) await begin(`Stone ${index}`, wilma)
  wilmaId = await idOf(wilma.email)
})
after(() => desk?.finish())

const begin = (subject: string, customer: typeof wilma) =>
  beginConversation(client, { subject, mailboxId: desk.ids.inboxes.support, customer })

async function idOf(email: string): Promise<number> {
  const found = await client.customers.list({ query: `(email:"${email}")` })
  return found._embedded.customers[0]?.id ?? 0
}

const heading = (name: string) => page.getByRole("heading", { level: 1, name, exact: true })
const form = (name: string) => page.getByRole("form", { name, exact: true })
const dialog = () => page.getByRole("dialog")
const save = (edited: Locator) => edited.getByRole("button", { name: "Save" }).click()
const rows = (list: string) => page.getByRole("list", { name: list, exact: true }).getByRole("link")

/** Opens the small form of a fact, which keeps its name, fills it in and saves it. */
async function change(name: string, values: Record<string, string>): Promise<void> {
  await page.getByRole("button", { name: `Change: ${name}`, exact: true }).click()
  for (const [label, value] of Object.entries(values)) {
    const control = form(name).getByLabel(label, { exact: true })
    if (await control.evaluate((element) => element.localName === "select")) await control.selectOption(value)
    else await control.fill(value)
  }
  await save(form(name))
  await form(name).waitFor({ state: "detached" })
}

async function isGone(read: Promise<unknown>): Promise<boolean> {
  return read.then(
    () => false,
    (error: unknown) => error instanceof DeskhandError && error.status === 404,
  )
}

describe("customers", () => {
  test("are listed, found, put in order, and made; what is refused is said beside its field", async () => {
    await page.goto(`${desk.origin}/list/all`)
    await page.getByRole("heading", { name: "All open" }).waitFor()
    await pressLetter(page, "g", "c")
    await heading("Customers").waitFor()
    const { totalElements } = (await client.customers.list({ size: 1 })).page
    await page.getByText(`${totalElements} customers`, { exact: true }).waitFor()

    await pressLetter(page, "/")
    await page.keyboard.type("quar wil")
    await page.getByText("1 found").waitFor()
    assert.match(await rows("Customers").innerText(), /Wilma Quarry\s+wilma@quarry\.example\s+26 conversations/)
    await page.keyboard.press("ArrowDown")
    assert.match(await page.locator("a:focus").innerText(), /Wilma/)
    assert.equal(new URL(page.url()).searchParams.get("q"), "quar wil")
    await page.reload()
    await page.getByText("1 found").waitFor()

    const box = page.getByRole("textbox", { name: "Name or e-mail address" })
    await box.fill("Zoe Zucker")
    await page.getByRole("heading", { name: "Nobody fits “Zoe Zucker”" }).waitFor()
    await page.getByRole("button", { name: "New customer" }).last().click()
    assert.equal(await form("New customer").getByLabel("Last name").inputValue(), "Zucker")
    await form("New customer").getByLabel("E-mail address").fill(wilma.email)
    await page.keyboard.press("Enter")
    const alert = form("New customer").getByRole("alert")
    assert.equal(await alert.innerText(), `E-mail address is already used by customer ${wilmaId}.`)
    const email = form("New customer").getByLabel("E-mail address")
    assert.equal(await email.getAttribute("aria-describedby"), await alert.getAttribute("id"))
    await email.fill("zoe@zucker.example")
    await page.keyboard.press("Enter")
    await heading("Zoe Zucker").waitFor()
    assert.equal(new URL(page.url()).pathname, `/customers/${await idOf("zoe@zucker.example")}`)

    // Back to the list as it was looked at, and to another order of it.
    await dialog().waitFor({ state: "detached" })
    await pressLetter(page, "u")
    await page.getByText("1 found").waitFor()
    await page.getByRole("button", { name: "Clear" }).click()
    await page.getByText(`${totalElements + 1} customers`, { exact: true }).waitFor()
    await page.getByRole("button", { name: "Order: Changed last" }).click()
    await page.getByRole("menuitemradio", { name: "First name" }).click()
    await page.getByRole("button", { name: "Order: First name" }).waitFor()
    await page.locator("ul[aria-busy=false]").waitFor()
    const [first] = (await client.customers.list({ sortField: "firstName", sortOrder: "asc", size: 1 }))._embedded
      .customers
    assert.ok((await rows("Customers").first().innerText()).includes(first?.firstName ?? "?"))
  })

  test("are changed in every part, each where it stands", async () => {
    const { id } = await client.customers.create({ firstName: "Petra", email: "petra@kites.example" })
    await goTo(page, `${desk.origin}/customers/${id}`)
    await heading("Petra").waitFor()
    await change("Name", { "First name": "Petra", "Last name": "Pan" })
    await heading("Petra Pan").waitFor()
    await change("Background", { Background: "Likes kites." })
    await change("Job title", { "Job title": "Pilot" })
    await change("Gender", { Gender: "female" })
    await change("Photo (address)", { "Photo (address)": "https://pictures.example/petra.png" })
    await change("Address", { "Street, house and more": "Wind Lane 3\nYard", City: "Delft", Country: "NL" })
    await page.getByText("Wind Lane 3 Yard Delft Netherlands").waitFor()
    for (const [kind, value, type] of [
      ["Phone number", "+49 30 123", "mobile"],
      ["Chat name", "petra.p", "skype"],
      ["Social profile", "https://social.example/petra", "youtube"],
      ["Website", "https://kites.example", undefined],
    ] as const) {
      await page.getByRole("button", { name: "Add a way to reach them" }).click()
      await page.getByRole("menuitem", { name: kind }).click()
      await form(kind).locator("input:focus").waitFor()
      await page.keyboard.type(value)
      if (type) await form(kind).getByLabel("Kind").selectOption(type)
      await save(form(kind))
      await page.getByRole("button", { name: `Copy ${value}` }).waitFor()
      await page.getByRole("button", { name: "Add a way to reach them" }).and(page.locator(":focus")).waitFor()
    }
    await change("E-mail address petra@kites.example", { "E-mail address": "pan@kites.example", Kind: "home" })
    await page.getByRole("button", { name: "Change: Website https://kites.example" }).click()
    await page.getByRole("button", { name: "Remove: Website https://kites.example" }).click()
    await form("Website https://kites.example").waitFor({ state: "detached" })
    await page.getByRole("button", { name: "Copy https://kites.example" }).waitFor({ state: "detached" })

    const { _embedded: parts, ...customer } = await client.customers.get(id)
    const values = (entries: readonly { value: string; type?: string }[]) =>
      entries.map(({ value, type }) => [value, type])
    assert.deepEqual(
      [customer.lastName, customer.background, customer.jobTitle, customer.gender, customer.photoUrl],
      ["Pan", "Likes kites.", "Pilot", "female", "https://pictures.example/petra.png"],
    )
    const { _links, ...address } = parts.address ?? {}
    assert.deepEqual(address, { city: "Delft", country: "NL", lines: ["Wind Lane 3", "Yard"] })
    assert.deepEqual(values(parts.emails), [["pan@kites.example", "home"]])
    assert.deepEqual(values(parts.phones), [["+49 30 123", "mobile"]])
    assert.deepEqual(values(parts.chats), [["petra.p", "skype"]])
    assert.deepEqual(values(parts.social_profiles), [["https://social.example/petra", "youtube"]])
    assert.deepEqual(parts.websites, [])
  })

  test("have a timeline, the newest first, which grows by itself and leads into the inbox", async () => {
    await goTo(page, `${desk.origin}/customers/${wilmaId}`)
    const timeline = page.getByRole("region", { name: "Conversations" })
    await timeline.getByRole("link", { name: /^Stone 26 / }).waitFor()
    const subjects = async () =>
      (await timeline.locator("li strong").allInnerTexts()).map((subject) => Number(/\d+/.exec(subject)?.[0]))
    assert.deepEqual(
      await subjects(),
      Array.from({ length: 25 }, (_, index) => 26 - index),
    )
    await timeline.getByRole("button", { name: "Show 1 older" }).click()
    await timeline.getByRole("link", { name: /^Stone 1 / }).waitFor()
    await begin("Stone 27", wilma)
    await timeline.getByRole("link", { name: /^Stone 27 / }).waitFor()
    assert.equal((await subjects()).length, 27)
    await timeline.getByRole("link", { name: /^Stone 5 / }).click()
    await heading("Stone 5").waitFor()
    await page.getByRole("heading", { level: 2, name: new RegExp(`customerIds:${wilmaId}`) }).waitFor()
    const details = page.getByRole("complementary", { name: "Details of the customer" })
    await details.getByRole("link", { name: "Wilma Quarry" }).click()
    await heading("Wilma Quarry").waitFor()
  })

  test("become one: what stays, comes and is lost is shown before, and is what the desk makes of it", async () => {
    const { id } = await client.customers.create({
      firstName: "Willy",
      emails: [{ value: "willy@quarry.example" }],
      phones: [{ value: "+1 555 1" }],
      jobTitle: "Mason",
    })
    const conversation = await begin("Sand", { ...wilma, email: "willy@quarry.example" })
    await goTo(page, `${desk.origin}/customers/${id}`)
    await heading("Willy").waitFor()
    await pressLetter(page, "m")
    await dialog().getByRole("combobox").fill("wilma@quarry")
    await dialog()
      .getByRole("option", { name: /Wilma Quarry/ })
      .click()
    const preview = dialog().getByRole("region", { name: "What it will be" })
    const said = async (name: string) => {
      const part = preview.locator("dl > div", { has: page.getByText(name, { exact: true }) })
      return (await part.locator("dd > *").allInnerTexts()).map((value) => value.replace(/\s+/g, " "))
    }
    // What it will be is asked for, and shown when it has come.
    const says = (name: string, ...values: string[]) =>
      until(async () => isDeepStrictEqual(await said(name), values)).catch(async () =>
        assert.deepEqual(await said(name), values),
      )
    await says("First name", "Willy", "Lost: Wilma")
    await dialog().getByRole("button", { name: "Keep the other one instead" }).click()
    await says("First name", "Wilma", "Lost: Willy")
    await says("Job title", "+ Added: Mason")
    await says("E-mail address", wilma.email, "+ Added: willy@quarry.example")
    await says("Conversations", "27", "+ Added: 1")
    await dialog().getByRole("button", { name: "Merge into Wilma Quarry" }).click()
    await page.getByText("Willy is now part of Wilma Quarry").waitFor()
    await heading("Wilma Quarry").waitFor()
    assert.equal(new URL(page.url()).pathname, `/customers/${wilmaId}`)
    await page
      .getByRole("region", { name: "Conversations" })
      .getByRole("link", { name: /^Sand / })
      .waitFor()
    const { firstName, jobTitle, _embedded } = await client.customers.get(wilmaId)
    assert.deepEqual([firstName, jobTitle], ["Wilma", "Mason"])
    assert.deepEqual(
      [_embedded.emails, _embedded.phones].map((entries) => entries.map(({ value }) => value)),
      [[wilma.email, "willy@quarry.example"], ["+1 555 1"]],
    )
    assert.equal((await client.conversations.get(conversation)).primaryCustomer.id, wilmaId)
    assert.ok(await isGone(client.customers.get(id)))
  })

  test("are deleted with their conversations, after a question that says so", async () => {
    const conversation = await begin("Never mind", { email: "gus@gone.example", firstName: "Gus", lastName: "Gone" })
    const id = await idOf("gus@gone.example")
    await goTo(page, `${desk.origin}/customers/${id}`)
    await page.getByRole("button", { name: "More actions" }).click()
    await page.getByRole("menuitem", { name: "Delete customer" }).click()
    const ask = page.getByRole("dialog", { name: "Delete Gus Gone?" })
    await ask.getByText("Their conversation is deleted too, with every message").waitFor()
    await ask.getByRole("button", { name: "Cancel" }).click()
    assert.equal((await client.customers.get(id)).id, id)
    await page.getByRole("button", { name: "More actions" }).click()
    await page.getByRole("menuitem", { name: "Delete customer" }).click()
    await ask.getByRole("button", { name: "Delete customer" }).click()
    await heading("Customers").waitFor()
    await page.getByText("Gus Gone was deleted").waitFor()
    assert.ok(await isGone(client.customers.get(id)))
    assert.ok(await isGone(client.conversations.get(conversation)))
    await goTo(page, `${desk.origin}/customers/${id}`)
    await heading("There is no such customer").waitFor()
  })

  test("are found from the palette; who may not change them is offered nothing to change them with", async () => {
    await goTo(page, `${desk.origin}/organizations`)
    await heading("Organizations").waitFor()
    await page.keyboard.press("Control+k")
    await dialog().getByRole("combobox").fill("wilma quar")
    await dialog()
      .getByRole("group", { name: "Customers" })
      .getByRole("option", { name: /Wilma Quarry/ })
      .click()
    await heading("Wilma Quarry").waitFor()
    const reader = await desk.visit("light")
    await reader.goto(`${desk.origin}/customers/${desk.ids.customers.full}`)
    await reader.getByRole("heading", { level: 1 }).waitFor()
    await reader.getByRole("region", { name: "Conversations" }).getByRole("link").first().waitFor()
    assert.equal(await reader.getByRole("button", { name: /^(Change|Add|Merge|More)/ }).count(), 0)
    await reader.context().close()
  })
})

describe("organizations", () => {
  let id: number

  test("are made with a domain, whose customers join, and are counted in their list", async () => {
    await client.customers.create({ firstName: "Omar", email: "omar@orchard.example" })
    await goTo(page, `${desk.origin}/organizations`)
    await page.getByRole("button", { name: "New organization" }).first().click()
    await form("New organization").getByLabel("Name").fill("Orchard")
    await form("New organization")
      .getByLabel(/^Domains/)
      .fill("orchard.example, no domain")
    await page.keyboard.press("Enter")
    assert.match(
      await form("New organization").getByRole("alert").innerText(),
      /Enter a domain, such as example\.com\./,
    )
    await form("New organization")
      .getByLabel(/^Domains/)
      .fill("orchard.example")
    await page.keyboard.press("Enter")
    await heading("Orchard").waitFor()
    id = Number(new URL(page.url()).pathname.split("/")[2])
    const members = page.getByRole("list", { name: "Customers who belong to it" })
    await members.getByRole("link", { name: "Omar" }).waitFor()
    await dialog().waitFor({ state: "detached" })
    await pressLetter(page, "u")
    await page.getByRole("textbox", { name: "Name or domain" }).fill("orchard.ex")
    await page.getByText("1 found").waitFor()
    await page.getByText("1 customer", { exact: true }).waitFor()
    assert.match(await rows("Organizations").innerText(), /Orchard\s+orchard\.example\s+1 customer\s+0 conversations/)
    await client.customers.create({ firstName: "Olga", email: "olga@orchard.example" })
    await page.getByText("2 customers", { exact: true }).waitFor()
  })

  test("are changed in every part, and what others have written meanwhile stays", async () => {
    await goTo(page, `${desk.origin}/organizations/${id}`)
    await heading("Orchard").waitFor()
    await client.organizations.replace(id, { name: "Orchard", domains: ["orchard.example"], phones: ["+1 2"] })
    await change("Name", { Name: "Old Orchard", Description: "Apples" })
    await heading("Old Orchard").waitFor()
    await change("Note", { Note: "Pays in apples." })
    await change("Website", { Website: "https://orchard.example" })
    await change("Domains", { Domains: "orchard.example\napples.example" })
    await change("Country", { Country: "FR" })
    await change("Logo (address)", { "Logo (address)": "https://orchard.example/logo.png" })
    await change("Rank", { Rank: "A" })
    await page.getByRole("button", { name: "Change: Colour" }).click()
    await form("Colour").getByLabel("Colour").fill("red")
    await save(form("Colour"))
    await form("Colour").getByRole("alert").getByText("must match").waitFor()
    await form("Colour").getByLabel("Colour").fill("#aa0000")
    await save(form("Colour"))
    await form("Colour").waitFor({ state: "detached" })
    const { _links, conversationCount, customerCount, properties, ...organization } = await client.organizations.get(
      id,
      {
        includeProperties: true,
      },
    )
    assert.deepEqual(organization, {
      id,
      name: "Old Orchard",
      description: "Apples",
      note: "Pays in apples.",
      website: "https://orchard.example",
      location: "FR",
      logoUrl: "https://orchard.example/logo.png",
      domains: ["orchard.example", "apples.example"],
      phones: ["+1 2"],
      brandColor: "#aa0000",
    })
    assert.deepEqual(
      properties?.map(({ slug, value }) => [slug, value]),
      [["rank", "A"]],
    )
    await change("Logo (address)", { "Logo (address)": "" })
    await change("Rank", { Rank: "" })
    const emptied = await client.organizations.get(id, { includeProperties: true })
    assert.deepEqual([emptied.logoUrl, emptied.properties], ["", []])
  })

  test("have customers who come and leave, and their conversations; they go without them", async () => {
    await goTo(page, `${desk.origin}/organizations/${id}`)
    const members = page.getByRole("list", { name: "Customers who belong to it" })
    await page.getByRole("button", { name: "Add a customer" }).click()
    await dialog().getByRole("combobox").fill("wilma quarry")
    await dialog()
      .getByRole("option", { name: /Wilma Quarry/ })
      .click()
    await members.getByRole("link", { name: "Wilma Quarry" }).waitFor()
    await page
      .getByRole("region", { name: "Conversations" })
      .getByRole("link", { name: /^Stone 27 / })
      .waitFor()
    await members.getByRole("button", { name: "Take Omar out of it" }).click()
    await members.getByRole("link", { name: "Omar" }).waitFor({ state: "detached" })
    const omarId = await idOf("omar@orchard.example")
    assert.equal((await client.customers.get(omarId)).organizationId, undefined)
    await page.getByRole("button", { name: "Undo" }).click()
    await members.getByRole("link", { name: "Omar" }).waitFor()
    assert.equal((await client.customers.get(omarId)).organizationId, id)

    await page.getByRole("button", { name: "More actions" }).click()
    await page.getByRole("menuitem", { name: "Delete organization" }).click()
    await dialog().getByText("Its 3 customers and their conversations stay").waitFor()
    await dialog().getByRole("button", { name: "Delete organization" }).click()
    await heading("Organizations").waitFor()
    assert.ok(await isGone(client.organizations.get(id)))
    assert.equal((await client.customers.get(omarId)).firstName, "Omar")
  })
})

interface Screen {
  name: string
  /** Without it the page is as the screen before left it. */
  path?: string
  reach: (page: Page) => Promise<unknown>
  /** What is new on it. */
  part?: string
}

/** In the order in which one page is brought from one to the next. */
function screens(): Screen[] {
  const { customers, organizations } = desk.ids
  return [
    {
      name: "customers",
      path: "/customers",
      reach: (page) => page.getByRole("listitem").getByRole("link").last().waitFor(),
    },
    {
      name: "nobody found",
      path: "/customers?q=nobodyatall",
      reach: (page) => page.getByText("Nobody fits").waitFor(),
      part: "main",
    },
    {
      name: "a new customer",
      async reach(page) {
        await page.getByRole("button", { name: "New customer" }).first().click()
        await page.getByRole("dialog").getByLabel("First name").fill("")
        await page.keyboard.press("Enter")
        await page.getByRole("alert").waitFor()
      },
      part: "dialog[open]",
    },
    {
      name: "a customer whose address is being changed",
      path: `/customers/${customers.full}`,
      async reach(page) {
        await page.getByRole("region", { name: "Conversations" }).getByRole("link").first().waitFor()
        await page.getByRole("button", { name: "Change: Address" }).click()
        await page.getByRole("button", { name: "Save" }).waitFor()
      },
    },
    {
      name: "two to be merged",
      async reach(page) {
        await page.getByRole("button", { name: "Merge" }).click()
        await page.getByRole("dialog").getByRole("combobox").fill("wilma")
        await page.getByRole("option", { name: /Wilma/ }).click()
        await page.getByRole("region", { name: "What it will be" }).waitFor()
      },
      part: "dialog[open]",
    },
    {
      name: "organizations",
      path: "/organizations",
      reach: (page) => page.getByRole("listitem").getByRole("link").last().waitFor(),
    },
    {
      name: "an organization",
      path: `/organizations/${organizations.full}`,
      async reach(page) {
        await page.getByRole("heading", { level: 1 }).waitFor()
        await page.getByRole("button", { name: "Change: Rank" }).waitFor({ state: "attached" })
      },
    },
  ]
}

for (const [colorScheme, width] of [
  ["light", 1440],
  ["dark", 360],
] as const)
  test(`everybody can use it and it fits, ${colorScheme} and ${width} pixels wide`, async () => {
    const page = await desk.visit("ada", { ...looked, colorScheme, viewport: { width, height: 640 } })
    // Dialogs are the same on a wide screen.
    const isSeen = ({ path, part }: ReturnType<typeof screens>[number]) =>
      width === 360 || (path !== undefined && part === undefined)
    for (const { name, path, reach, part } of screens().filter(isSeen)) {
      if (path !== undefined) await goTo(page, desk.origin + path)
      await reach(page)
      await assertSound(page, name, part)
      assert.equal(await page.locator("main > div").evaluateAll(overflowing), 0, name)
    }
    await page.context().close()
  })

/** How many of them would have to be scrolled from side to side. */
function overflowing(elements: { scrollWidth: number; clientWidth: number }[]): number {
  return elements.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length
}
