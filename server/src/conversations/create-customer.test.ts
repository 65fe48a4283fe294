import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { type Creating, creatingDesk, customerEmail, typed } from "../../test/desk/creating.ts"
import { countDeadlocks } from "../../test/desk/database.ts"
import type { TestDesk } from "../../test/desk/desk.ts"
import { listWrongCounts } from "../../test/desk/seeded.ts"
import { sql } from "../db/db.ts"
import type { ScenarioIds } from "../seed/scenario.ts"

let desk: TestDesk
let ids: ScenarioIds
let ada: string
let minimal: Creating["minimal"]
let post: Creating["post"]
let made: Creating["made"]
let refused: Creating["refused"]

before(async () => {
  ;({ desk, ids, ada, minimal, post, made, refused } = await creatingDesk())
})
after(() => desk.close())

describe("the customer of a new conversation", () => {
  test("is the one with the id, whatever else is said", async () => {
    const before = await desk.get(`/v2/customers/${ids.customers.full}`, ada)
    const { conversation } = await made({
      customer: { id: ids.customers.full, email: "not an address", firstName: "Other" },
    })
    assert.equal(conversation.primaryCustomer.id, ids.customers.full)
    const now = await desk.get(`/v2/customers/${ids.customers.full}`, ada)
    assert.equal(now.body.firstName, before.body.firstName)
    assert.deepEqual(now.body._embedded.emails, before.body._embedded.emails)
    assert.equal(now.body.conversationCount, before.body.conversationCount + 1)
  })

  test("is found by any of their addresses in any case, and stays as they are", async () => {
    const known = await desk.get(`/v2/customers/${ids.customers.full}`, ada)
    for (const { value } of known.body._embedded.emails) {
      const { conversation } = await made({ customer: { email: ` ${value.toUpperCase()} `, lastName: "Changed" } })
      assert.equal(conversation.primaryCustomer.id, ids.customers.full)
    }
    assert.equal((await desk.get(`/v2/customers/${ids.customers.full}`, ada)).body.lastName, known.body.lastName)
  })

  test("is made with all that is said of them, where the address is new", async () => {
    const { conversation } = await made({
      customer: {
        email: "Grete@Brandnew.example",
        firstName: "Grete",
        lastName: "Neu",
        phone: "+49 30 1",
        photoUrl: "https://pictures.example/g.png",
        jobTitle: "Baker",
        photoType: "linkedin",
        background: "Likes rye",
        location: "Berlin",
        organization: "Bakery",
        gender: "female",
        age: "40",
        conversationCount: 99,
      },
    })
    const { body } = await desk.get(`/v2/customers/${conversation.primaryCustomer.id}`, ada)
    const { firstName, lastName, photoUrl, jobTitle, photoType, background, location, organization, gender, age } = body
    assert.deepEqual(
      { firstName, lastName, photoUrl, jobTitle, photoType, background, location, organization, gender, age },
      {
        firstName: "Grete",
        lastName: "Neu",
        photoUrl: "https://pictures.example/g.png",
        jobTitle: "Baker",
        photoType: "linkedin",
        background: "Likes rye",
        location: "Berlin",
        organization: "Bakery",
        gender: "female",
        age: "40",
      },
    )
    assert.equal(body.conversationCount, 1)
    assert.equal(body.draft, false)
    assert.deepEqual(
      body._embedded.emails.map(({ value }: { value: string }) => value),
      ["Grete@Brandnew.example"],
    )
    assert.deepEqual(
      body._embedded.phones.map(({ value }: { value: string }) => value),
      ["+49 30 1"],
    )
    const events = await desk.db.many(
      sql`select from events where kind = 'customer.created' and subject_id = ${body.id}`,
    )
    assert.equal(events.length, 1)
  })

  test("joins the organization named, else the one that lists the domain", async () => {
    const { domain, organization_id } = await desk.db.one<{ domain: string; organization_id: number }>(
      sql`select domain, organization_id from organization_domains order by domain limit 1`,
    )
    const byDomain = await made({ customer: { email: `somebody.new@${domain.toUpperCase()}` } })
    const named = await made({ customer: { email: "x@nowhere.example", organizationId: organization_id } })
    for (const { conversation } of [byDomain, named]) {
      const { body } = await desk.get(`/v2/customers/${conversation.primaryCustomer.id}`, ada)
      assert.equal(body.organizationId, organization_id)
    }
  })

  test("is made once, however many ask for them at once", async () => {
    const customer = { email: "Rush@hour.example" }
    const answers = await Promise.all(Array.from({ length: 8 }, () => post({ ...minimal, customer })))
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
    const { count } = await desk.db.one<{ count: number }>(
      sql`select count(*) as count from customer_emails where lower(value) = 'rush@hour.example'`,
    )
    assert.equal(count, 1)
  })

  test("can be many of several organizations at once, in any order, and nobody waits for ever", async () => {
    const domains = ["crowded.scenario.example", "engines.scenario.example"]
    const requests = Array.from({ length: 48 }, (_, index) => {
      const inOrder = index % 2 === 0 ? domains : domains.toReversed()
      const threads = inOrder.map((domain) => typed("customer", { customer: { email: `rush${index}@${domain}` } }))
      const tags = index % 2 === 0 ? ["rush a", "rush b"] : ["rush b", "rush a"]
      return { ...minimal, customer: { email: `rush${index % 5}@${inOrder[1]}` }, threads, tags }
    })
    const before = await countDeadlocks(desk.db)
    const answers: number[] = []
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let request = requests.pop(); request; request = requests.pop()) answers.push((await post(request)).status)
      }),
    )
    assert.deepEqual(answers, Array(48).fill(201))
    assert.equal(await countDeadlocks(desk.db), before)
    assert.deepEqual(await listWrongCounts(desk.db), [])
  })

  test("can be another one in a thread", async () => {
    const { conversation, threads } = await made({
      threads: [typed("customer", { customer: { email: "second@elsewhere.example", firstName: "Second" } })],
    })
    assert.equal(threads[0].customer.email, "second@elsewhere.example")
    assert.equal(conversation.createdBy.email, "second@elsewhere.example")
    assert.equal(conversation.primaryCustomer.email, customerEmail)
  })

  for (const [customer, path] of [
    [{}, "customer"],
    [{ firstName: "Nobody" }, "customer"],
    [{ id: 999_999_999 }, "customer.id"],
    [{ id: -1 }, "customer.id"],
    [{ id: "x" }, "customer.id"],
    [{ email: "no address" }, "customer.email"],
    [{ email: "a@b@c" }, "customer.email"],
    [{ email: `${"a".repeat(260)}@b.example` }, "customer.email"],
    [{ email: "a@b.example", firstName: "" }, "customer.firstName"],
    [{ email: "a@b.example", firstName: "x".repeat(41) }, "customer.firstName"],
    [{ email: "a@b.example", lastName: "x".repeat(41) }, "customer.lastName"],
    [{ email: "a@b.example", photoUrl: "x".repeat(201) }, "customer.photoUrl"],
    [{ email: "a@b.example", jobTitle: "x".repeat(61) }, "customer.jobTitle"],
    [{ email: "a@b.example", background: "x".repeat(201) }, "customer.background"],
    [{ email: "a@b.example", location: "x".repeat(61) }, "customer.location"],
    [{ email: "a@b.example", organization: "x".repeat(61) }, "customer.organization"],
    [{ email: "a@b.example", organizationId: 999_999_999 }, "customer.organizationId"],
    [{ email: "a@b.example", gender: "robot" }, "customer.gender"],
    [{ email: "a@b.example", photoType: "polaroid" }, "customer.photoType"],
    ["somebody", "customer"],
  ] as const)
    test(`is refused as ${JSON.stringify(customer).slice(0, 60)}`, () => refused({ customer }, path))
})
