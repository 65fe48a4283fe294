import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import fc from "fast-check"
import { type Creating, creatingDesk } from "../../test/desk/creating.ts"
import { countDeadlocks } from "../../test/desk/database.ts"
import { listWrongCounts, listWrongSearchEntries } from "../../test/desk/seeded.ts"
import { runs } from "../../test/property.ts"
import { sql } from "../db/db.ts"

let creating: Creating
let desk: Creating["desk"]
let ids: Creating["ids"]
let ada: string

before(async () => {
  creating = await creatingDesk()
  desk = creating.desk
  ids = creating.ids
  ada = creating.ada
})
after(() => desk.close())

const merge = (id: number, customerIds: unknown, token = ada) =>
  desk.send("POST", `/v2/customers/${id}/merge`, { token, body: { customerIds } })
const read = async (id: number) => (await desk.get(`/v2/customers/${id}`, ada)).body

async function make(body: object): Promise<number> {
  const answer = await desk.send("POST", "/v2/customers", { token: ada, body })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return Number(answer.headers.get("resource-id"))
}

const begin = async (id: number, changes: object = {}) =>
  (await creating.made({ customer: { id }, threads: [{ type: "customer", text: "Hello" }], ...changes })).id

const eventsOf = async (subjectId: number) =>
  desk.db.many<{ kind: string; data: object }>(
    sql`select kind, data from events where kind like 'customer.%' and subject_id = ${subjectId} order by id`,
  )

const values = (entries: { value: string }[]) => entries.map(({ value }) => value)

describe("POST /v2/customers/{id}/merge", () => {
  test("moves everything, drops what is there already, fills in what is missing", async () => {
    const second = await make({
      firstName: "Second",
      lastName: "Filled",
      gender: "female",
      jobTitle: "Cook",
      emails: [{ value: "second@merge.example" }],
      phones: [{ value: "1" }, { value: "2" }],
      chats: [
        { value: "NAME", type: "aim" },
        { value: "name", type: "skype" },
      ],
      websites: [{ value: "https://Same.example" }],
      address: { city: "Ulm" },
      properties: [
        { slug: "scenario-orders", value: 2 },
        { slug: "scenario-nickname", value: "Two" },
      ],
    })
    const third = await make({
      jobTitle: "Baker",
      photoType: "gravatar",
      photoUrl: "https://photos.example/3.png",
      email: "third@engines.scenario.example",
      address: { city: "Bonn" },
    })
    const first = await make({
      firstName: "First",
      emails: [{ value: "first@merge.example" }],
      phones: [{ value: "1", type: "home" }],
      chats: [{ value: "name", type: "aim" }],
      websites: [{ value: "https://same.example" }],
      properties: [{ slug: "scenario-orders", value: 1 }],
    })
    const own = await begin(first)
    const moved = await begin(second, {
      threads: [
        { type: "customer", text: "Hi" },
        { type: "reply", text: "Ho" },
      ],
    })
    const written = await begin(first, { threads: [{ type: "customer", text: "Hi", customer: { id: third } }] })
    await desk.db.run(sql`insert into ratings (thread_id, conversation_id, customer_id, user_id, inbox_id, rating)
      select id, conversation_id, customer_id, created_by_id, ${ids.inboxes.support}, 'okay' from threads
      where conversation_id = ${moved} and type = 'message'`)
    const { status, body } = await merge(first, [third, second])
    assert.deepEqual([status, body], [204, undefined], JSON.stringify(body))

    const after = await read(first)
    assert.deepEqual(
      [after.firstName, after.lastName, after.gender, after.jobTitle, after.photoType, after.photoUrl],
      ["First", "Filled", "female", "Baker", "gravatar", "https://photos.example/3.png"],
    )
    assert.equal(after.organizationId, ids.organizations.full)
    assert.equal(after.conversationCount, 3)
    const { _embedded } = after
    assert.deepEqual(values(_embedded.emails), [
      "first@merge.example",
      "third@engines.scenario.example",
      "second@merge.example",
    ])
    assert.deepEqual(values(_embedded.phones), ["1", "2"])
    assert.deepEqual(
      _embedded.chats.map(({ value, type }: { value: string; type: string }) => [value, type]),
      [
        ["name", "aim"],
        ["name", "skype"],
      ],
    )
    assert.deepEqual(values(_embedded.websites), ["https://same.example"])
    assert.equal(_embedded.address.city, "Bonn")
    const set = Object.fromEntries(
      _embedded.properties.map(({ slug, value }: { slug: string; value?: string }) => [slug, value]),
    )
    assert.deepEqual([set["scenario-orders"], set["scenario-nickname"]], ["1", "Two"])
    for (const gone of [second, third]) {
      assert.equal((await desk.get(`/v2/customers/${gone}`, ada)).status, 404)
      assert.deepEqual((await eventsOf(gone)).at(-1), { kind: "customer.deleted", data: { mergedInto: first } })
    }
    assert.deepEqual((await eventsOf(first)).at(-1), { kind: "customer.updated", data: { merged: [third, second] } })
    for (const id of [own, moved, written]) {
      const conversation = (await desk.get(`/v2/conversations/${id}?embed=threads`, ada)).body
      assert.equal(conversation.primaryCustomer.id, first)
      for (const thread of conversation._embedded.threads) assert.equal(thread.customer.id, first)
    }
    const rated = await desk.db.many(sql`select customer_id from ratings where conversation_id = ${moved}`)
    assert.deepEqual(rated, [{ customer_id: first }])
    assert.equal((await creating.eventsOf(moved)).at(-1)?.kind, "convo.updated")
    const found = await desk.get(`/v2/conversations?status=all&query=customerIds:${first}`, ada)
    assert.equal(found.body.page.totalElements, 3)
    const old = await desk.get(`/v2/conversations?status=all&query=customerIds:${third}`, ada)
    assert.equal(old.body.page.totalElements, 0)
    assert.deepEqual(await listWrongCounts(desk.db), [])
    assert.deepEqual(await listWrongSearchEntries(desk.db), [])
    // Who writes from an address of one that is gone is the one that is there.
    const reply = await creating.made({ customer: { email: "SECOND@merge.example" } })
    assert.equal(reply.conversation.primaryCustomer.id, first)
  })

  test("refuses itself, who is not there, who may not, and a state that has passed", async () => {
    const [id, other] = [await make({ firstName: "One" }), await make({ firstName: "Other" })]
    for (const [given, path] of [
      [[other, id], "customerIds[1]"],
      [[other, 999_999_999], "customerIds[1]"],
      [[], "customerIds"],
      [undefined, "customerIds"],
    ] as const) {
      const answer = await merge(id, given)
      assert.equal(answer.status, 400, JSON.stringify(given))
      assert.equal(answer.body._embedded.errors[0].path, path)
    }
    assert.equal((await merge(999_999_999, [other])).status, 404)
    assert.equal((await merge(id, [other], await desk.tokenFor(ids.users.light))).status, 403)
    const headers = { "If-Match": '"old"' }
    const body = { customerIds: [other] }
    assert.equal((await desk.send("POST", `/v2/customers/${id}/merge`, { token: ada, body, headers })).status, 412)
    assert.equal((await read(other)).firstName, "Other")
    assert.equal((await merge(id, [other, other])).status, 204)
  })

  test("keeps every conversation and every entry exactly once, whoever has what", async () => {
    const letter = fc.constantFrom("a", "b", "c", "d")
    const person = fc.record({
      phones: fc.uniqueArray(letter),
      websites: fc.uniqueArray(letter),
      conversations: fc.nat(2),
    })
    let round = 0
    await fc.assert(
      fc.asyncProperty(fc.array(person, { minLength: 2, maxLength: 4 }), async (people) => {
        round++
        const made: { id: number; conversationIds: number[] }[] = []
        for (const [index, { phones, websites, conversations }] of people.entries()) {
          const id = await make({
            email: `p${index}@round${round}.example`,
            phones: phones.map((value) => ({ value })),
            websites: websites.map((value) => ({ value })),
          })
          const conversationIds: number[] = []
          for (let left = conversations; left > 0; left--) conversationIds.push(await begin(id))
          made.push({ id, conversationIds })
        }
        const [survivor, ...others] = made
        assert.ok(survivor)
        const answer = await merge(
          survivor.id,
          others.map(({ id }) => id),
        )
        assert.equal(answer.status, 204, JSON.stringify(answer.body))
        const { _embedded, conversationCount } = await read(survivor.id)
        const every = (of: "phones" | "websites") => [...new Set(people.flatMap((one) => one[of]))].sort()
        assert.deepEqual(values(_embedded.phones).sort(), every("phones"))
        assert.deepEqual(values(_embedded.websites).sort(), every("websites"))
        assert.deepEqual(
          values(_embedded.emails),
          people.map((_, index) => `p${index}@round${round}.example`),
        )
        const all = made.flatMap(({ conversationIds }) => conversationIds).sort()
        const found = await desk.db.many<{ id: number }>(
          sql`select id from conversations where customer_id = ${survivor.id} order by id`,
        )
        assert.deepEqual(found.map(({ id }) => id).sort(), all)
        assert.equal(conversationCount, all.length)
      }),
      { numRuns: runs(4) },
    )
    assert.deepEqual(await listWrongCounts(desk.db), [])
  })

  test("in both directions at once: one of them wins", async () => {
    for (let round = 0; round < 5; round++) {
      const [one, other] = [await make({ email: `one${round}@both.example` }), await make({ firstName: "Other" })]
      const conversations = [await begin(one), await begin(other)]
      const answers = await Promise.all([merge(one, [other]), merge(other, [one])])
      const statuses = answers.map(({ status }) => status)
      assert.ok(statuses.includes(204) && (statuses.includes(404) || statuses.includes(400)), String(statuses))
      const survivor = statuses[0] === 204 ? one : other
      assert.equal((await read(survivor)).conversationCount, 2)
      for (const id of conversations)
        assert.equal((await desk.get(`/v2/conversations/${id}`, ada)).body.primaryCustomer.id, survivor)
    }
  })

  test("while the ones that go write, rename themselves and get addresses: nothing fails and nothing is lost", async () => {
    const before = await countDeadlocks(desk.db)
    for (let round = 0; round < 5; round++) {
      const email = `going${round}@race.example`
      const [stays, going] = [await make({ firstName: "Stays" }), await make({ email })]
      const conversations = [await begin(stays), await begin(going)]
      const thread = (conversationId: number | undefined, customer: object) =>
        desk.send("POST", `/v2/conversations/${conversationId}/customer`, {
          token: ada,
          body: { text: "More", customer },
        })
      const [merged, ...answers] = await Promise.all([
        merge(stays, [going]),
        creating.post({ ...creating.minimal, customer: { email } }),
        creating.post({ ...creating.minimal, customer: { id: going } }),
        creating.post({
          ...creating.minimal,
          customer: { id: going },
          threads: [{ type: "customer", text: "A", customer: { id: stays } }],
        }),
        thread(conversations[0], { email }),
        thread(conversations[1], { email }),
        thread(conversations[0], { id: going }),
        desk.send("PATCH", `/v2/customers/${going}`, {
          token: ada,
          body: { op: "replace", path: "/lastName", value: "N" },
        }),
        desk.send("POST", `/v2/customers/${going}/emails`, {
          token: ada,
          body: { value: `more${round}@race.example` },
        }),
      ])
      assert.equal(merged?.status, 204, JSON.stringify(merged?.body))
      for (const { status, body } of answers)
        assert.ok([201, 204, 400, 404].includes(status), `${status} ${JSON.stringify(body)}`)
      // By the address they are always found: at the one that stays.
      for (const at of [0, 3, 4]) assert.equal(answers[at]?.status, 201, JSON.stringify(answers[at]?.body))
      const made = answers.slice(0, 3).filter(({ status }) => status === 201)
      for (const id of [...conversations, ...made.map(({ headers }) => headers.get("resource-id"))])
        assert.equal((await desk.get(`/v2/conversations/${id}`, ada)).body.primaryCustomer.id, stays)
      const after = await read(stays)
      assert.equal(after.conversationCount, 2 + made.length)
      assert.ok(values(after._embedded.emails).includes(email))
      const added = answers[7]?.status === 201
      assert.equal(values(after._embedded.emails).includes(`more${round}@race.example`), added)
      assert.equal((await desk.get(`/v2/customers/${going}`, ada)).status, 404)
    }
    assert.equal(await countDeadlocks(desk.db), before)
    assert.deepEqual(await listWrongCounts(desk.db), [])
  })
})
