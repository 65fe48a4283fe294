import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { QuickSearchResults } from "@deskhand/contract/conversations/quick-search"
import { scenarioDesk, type TestDesk } from "../../test/desk/desk.ts"
import { assertShape } from "../../test/shape.ts"
import { sql } from "../db/db.ts"
import { insertConversations } from "../seed/insert/conversations.ts"
import { insertCustomer, insertOrganization } from "../seed/insert/customers.ts"
import { fromCustomer } from "../seed/insert/threads.ts"
import type { ScenarioIds } from "../seed/scenario.ts"

let desk: TestDesk
let ids: ScenarioIds
let ada: string
let limited: string
let customers: { petra: number; petronella: number }
let made: Record<"inName" | "inSubject" | "inBody" | "newer" | "hidden" | "spam", { id: number; number: number }>

before(async () => {
  ;({ desk, ids } = await scenarioDesk())
  ada = await desk.tokenFor(ids.users.ada)
  limited = await desk.tokenFor(ids.users.limited)
  const { db } = desk
  const at = (hoursAgo: number) => new Date(desk.clock.now.getTime() - hoursAgo * 3_600_000)
  const organizationId = await insertOrganization(db, { name: "Petrichor Labs", createdAt: at(900) })
  const customer = (firstName: string, lastName: string, more = {}) =>
    insertCustomer(db, {
      firstName,
      lastName,
      createdAt: at(500),
      emails: [{ value: `${firstName}@Quarz.example`, type: "work" }],
      ...more,
    })
  customers = {
    petra: await customer("Petra", "Quarz", { organizationId }),
    petronella: await customer("Petronella", "Vogt"),
  }
  const { support, hidden } = ids.inboxes
  const other = ids.customers.arabic
  const conversation = (
    hoursAgo: number,
    subject: string,
    body: string,
    more: { customerId?: number; inboxId?: number; status?: "spam" } = {},
  ) => ({
    inboxId: support,
    customerId: other,
    ...more,
    subject,
    threads: { first: fromCustomer(at(hoursAgo), body) },
  })
  made = await insertConversations(db, {
    inName: conversation(90, "Hello", "Hello", { customerId: customers.petra }),
    inSubject: conversation(80, "About petroglyphs", "See above"),
    inBody: conversation(1, "Something else", "The petroglyphs are wet"),
    newer: conversation(70, "Petroglyphs again", "And again"),
    hidden: conversation(2, "Petroglyphs in secret", "Psst", { inboxId: hidden }),
    spam: conversation(3, "Cheap petroglyphs", "Buy", { status: "spam" }),
  })
})
after(() => desk.close())

async function search(query: string, token = ada, more = ""): Promise<QuickSearchResults> {
  const { status, body } = await desk.get(`/v2/search?query=${encodeURIComponent(query)}${more}`, token)
  assert.equal(status, 200, JSON.stringify(body))
  assertShape(QuickSearchResults, body)
  return body
}

async function conversationsOf(query: string, token = ada): Promise<string[]> {
  const { conversations } = await search(query, token, "&size=20")
  return conversations.map(({ id }) => Object.entries(made).find(([, each]) => each.id === id)?.[0] ?? "another")
}

const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)

describe("GET /v2/search", () => {
  test("finds customers by the start of a word of their name and by parts of an address", async () => {
    for (const query of ["petr", "PETRA", "qua", "petra q"])
      assert.ok(idsOf((await search(query)).customers).includes(customers.petra), query)
    assert.deepEqual(idsOf((await search("petra@qua")).customers), [customers.petra])
    assert.deepEqual(idsOf((await search("tronella@")).customers), [customers.petronella])
    assert.deepEqual(
      (await search("etra ")).customers.map(({ first }) => first),
      ["Petra"],
    )
    assert.deepEqual((await search("tra vogt")).customers, [])
    const [petra] = (await search("petra quarz")).customers
    assert.deepEqual(petra, {
      id: customers.petra,
      first: "Petra",
      last: "Quarz",
      email: "Petra@Quarz.example",
      organization: "Petrichor Labs",
    })
  })

  test("puts a whole name before the start of one", async () => {
    assert.deepEqual(idsOf((await search("petr")).customers), [customers.petronella, customers.petra])
    assert.deepEqual(idsOf((await search("petra")).customers), [customers.petra])
    await desk.db.run(sql`update customers set last_name = 'Petr' where id = ${customers.petra}`)
    assert.deepEqual(idsOf((await search("petr")).customers), [customers.petra, customers.petronella])
    await desk.db.run(sql`update customers set last_name = 'Quarz' where id = ${customers.petra}`)
  })

  test("finds organizations by the start of a word", async () => {
    assert.deepEqual(
      (await search("petri")).organizations.map(({ name }) => name),
      ["Petrichor Labs"],
    )
    assert.deepEqual(
      (await search("lab petri")).organizations.map(({ name }) => name),
      ["Petrichor Labs"],
    )
    assert.deepEqual((await search("etrichor")).organizations, [])
  })

  test("finds conversations by name and subject before those by their messages, each the newest first", async () => {
    assert.deepEqual(await conversationsOf("petrogly"), ["hidden", "newer", "inSubject", "inBody"])
    assert.deepEqual(await conversationsOf("petro"), ["hidden", "newer", "inSubject", "inBody"])
    assert.deepEqual(await conversationsOf("petra"), ["inName"])
    assert.deepEqual(await conversationsOf("petrichor"), ["inName"])
    assert.deepEqual(await conversationsOf("petroglyphs wet"), ["inBody"])
    const [first] = (await search("petra")).conversations
    assert.deepEqual(first, {
      id: made.inName.id,
      number: made.inName.number,
      subject: "Hello",
      status: "active",
      mailboxId: ids.inboxes.support,
      preview: "Hello",
      modifiedAt: first?.modifiedAt,
      primaryCustomer: { id: customers.petra, first: "Petra", last: "Quarz", email: "Petra@Quarz.example" },
    })
  })

  test("takes the last word for the start of one until a space ends it", async () => {
    assert.deepEqual(await conversationsOf("petrogl "), [])
    assert.deepEqual(await conversationsOf("petrogl wet"), [])
    assert.deepEqual(await conversationsOf("wet petrogl"), ["inBody"])
    assert.deepEqual(await conversationsOf('"petrogl"'), [])
    assert.deepEqual(await conversationsOf("subject:petrogl"), ["hidden", "newer", "inSubject"])
  })

  test("finds a conversation by its number first, with a sign or without", async () => {
    const { number } = made.inBody
    for (const query of [`${number}`, `#${number}`, `#${number} `])
      assert.equal((await conversationsOf(query))[0], "inBody")
    assert.equal((await conversationsOf(`${made.spam.number}`))[0], "spam")
  })

  test("leaves spam out unless the query names it", async () => {
    assert.deepEqual(await conversationsOf("petroglyphs is:spam"), ["spam"])
    assert.deepEqual(await conversationsOf("cheap petroglyphs"), [])
  })

  test("looks for a single letter among names, views and numbers alone", async () => {
    await desk.send("POST", "/v2/views", { token: ada, body: { name: "Zebra crossing", filters: {} } })
    const { conversations, views } = await search("z")
    assert.deepEqual([conversations, views.map(({ name }) => name)], [[], ["Zebra crossing"]])
    assert.deepEqual(
      (await search("cross")).views.map(({ name }) => name),
      ["Zebra crossing"],
    )
    assert.deepEqual((await search("zebra", limited)).views, [])
    assert.ok(idsOf((await search("q")).customers).includes(customers.petra))
  })

  test("takes fields, which the conversations must meet", async () => {
    assert.deepEqual(await conversationsOf('petroglyphs in:"scenario support" is:open'), [
      "newer",
      "inSubject",
      "inBody",
    ])
    assert.deepEqual(await conversationsOf("from:petra"), ["inName"])
    assert.deepEqual((await search("from:petra")).customers, [])
  })

  test("shows nothing of inboxes that the user may not see", async () => {
    assert.deepEqual(await conversationsOf("petroglyphs", limited), ["newer", "inSubject", "inBody"])
    assert.deepEqual(await conversationsOf(`#${made.hidden.number}`, limited), [])
    assert.ok(idsOf((await search("petra", limited)).customers).includes(customers.petra), "customers have no inbox")
  })

  test("says why a field matches nothing, and where it is", async () => {
    const notesOf = async (query: string) => (await search(query)).notes
    assert.deepEqual(await notesOf("tag:scenario-vip hello"), [])
    const query = '  hello in:"no such" from:zzzz tag:x1 assigned:"No One" org:qqq'
    const inboxes = await desk.db.many<{ name: string }>(sql`select name from inboxes order by lower(name), id`)
    const shown = inboxes.slice(0, 10).map(({ name }) => name)
    const more = inboxes.length > 10 ? ` and ${inboxes.length - 10} more` : ""
    assert.deepEqual(
      (await notesOf(query)).map(({ from, to, message }) => [query.slice(from, to), message]),
      [
        ['in:"no such"', `No inbox or folder is named no such. Inboxes: ${shown.join(", ")}${more}.`],
        ["from:zzzz", "No customer has “zzzz” in their name or address."],
        ["tag:x1", "No tag is named x1."],
        ['assigned:"No One"', "Nobody is named No One."],
        ["org:qqq", "No organization is named “qqq”."],
      ],
    )
  })

  test("gives the words to highlight as they are compared", async () => {
    assert.deepEqual((await search("Pétra's LAB subject:wet NOT dry tag:vip")).terms, ["petra", "s", "lab", "wet"])
  })

  test("answers nothing without text, and refuses what cannot be read", async () => {
    for (const path of ["/v2/search", "/v2/search?query=%20"]) {
      const { status, body } = await desk.get(path, ada)
      assert.equal(status, 200)
      assert.deepEqual(Object.values(body).flat(), [])
    }
    const { status, body } = await desk.get(`/v2/search?query=${encodeURIComponent('"petra')}`, ada)
    assert.equal(status, 400)
    assert.match(body._embedded.errors[0].message, /^at character 6: expected a closing quote/)
    assert.equal((await desk.get("/v2/search?query=colour:red", ada)).status, 400)
  })

  test("gives as many as asked for in each group, at most 20", async () => {
    assert.equal((await search("petro", ada, "&size=2")).conversations.length, 2)
    assert.equal((await search("petr", ada, "&size=1")).customers.length, 1)
    assert.equal((await desk.get("/v2/search?query=a&size=1000", ada)).status, 200)
  })

  test("ignores what has no letters or digits", async () => {
    assert.deepEqual(await conversationsOf("- petroglyphs"), ["hidden", "newer", "inSubject", "inBody"])
    assert.deepEqual(await conversationsOf("-"), [])
  })
})
