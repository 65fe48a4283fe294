import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { type Reply, type TestDesk, testDesk } from "../../test/desk/desk.ts"
import { problemOf } from "../../test/mail/threading.ts"
import { eventually } from "../../test/peers/events.ts"
import { routes } from "../app.ts"
import { sql } from "../db/db.ts"

let desk: TestDesk
const inboxes = { a: 0, b: 0 }
type Actor = "admin" | "agentA" | "agentB" | "agentAB" | "outsider" | "light"
const tokens: Record<Actor, string> = { admin: "", agentA: "", agentB: "", agentAB: "", outsider: "", light: "" }

before(async () => {
  desk = await testDesk()
  const admin = await desk.addUser({ email: "admin@desk.example", role: "admin" })
  tokens.admin = await desk.tokenFor(admin)
  for (const name of ["a", "b"] as const) {
    const body = { name: `Inbox ${name}`, email: `${name}@desk.example` }
    inboxes[name] = idOf(await send("admin", "POST", "/v2/mailboxes", body))
  }
  const { a, b } = inboxes
  const people: [Exclude<Actor, "admin">, string, number[]][] = [
    ["agentA", "user", [a]],
    ["agentB", "user", [b]],
    ["agentAB", "user", [a, b]],
    ["outsider", "user", []],
    ["light", "light user", [a, b]],
  ]
  for (const [name, role, inboxIds] of people)
    tokens[name] = await desk.tokenFor(await desk.addUser({ email: `${name}@desk.example`, role, inboxIds }))
  const property = { name: "Plan", slug: "plan", type: "text" }
  await send("admin", "POST", "/v2/customer-properties", property)
  await send("admin", "POST", "/v2/organizations/properties", property)
})
after(() => desk.close())

const send = (actor: Actor, method: string, path: string, body?: unknown) =>
  desk.send(method, path, { token: tokens[actor], ...(body !== undefined && { body }) })
const idOf = (answer: Reply) => {
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return Number(answer.headers.get("Resource-ID"))
}

/** How many statements of this database wait for a lock. */
async function countWaiting(): Promise<number> {
  const { waiting } = await desk.appDb.one<{ waiting: number }>(sql`
    select count(*) as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
  return waiting
}

let made = 0

/** With one of everything. */
async function newCustomer(actor: Actor = "admin", more: object = {}): Promise<number> {
  const n = ++made
  const body = {
    firstName: "Vernon",
    emails: [{ value: `vernon-${n}@acme.example` }],
    phones: [{ value: "1" }],
    chats: [{ value: "vernon", type: "icq" }],
    socialProfiles: [{ value: "https://social.example/vernon", type: "other" }],
    websites: [{ value: "https://acme.example" }],
    address: { city: "Oslo" },
    properties: [{ slug: "plan", value: "gold" }],
    ...more,
  }
  return idOf(await send(actor, "POST", "/v2/customers", body))
}

const newOrganization = async (actor: Actor = "admin") =>
  idOf(await send(actor, "POST", "/v2/organizations", { name: `Acme ${++made}` }))

async function converse(actor: Actor, customerId: number, inboxId: number): Promise<number> {
  const customer = { id: customerId }
  return idOf(
    await send(actor, "POST", "/v2/conversations", {
      subject: "Hello",
      type: "email",
      mailboxId: inboxId,
      status: "active",
      customer,
      threads: [{ type: "customer", customer, text: "Where is it?" }],
    }),
  )
}

async function entryOf(customerId: number, kind: string): Promise<number> {
  const { body } = await send("admin", "GET", `/v2/customers/${customerId}/${kind}`)
  return body._embedded[kind][0].id
}

/** Method, path and body of a write to the thing with this id. */
type Write = (id: number) => Promise<[string, string, unknown?]>

const values: Record<string, string> = {
  emails: "attacker@evil.example",
  phones: "2",
  chats: "other",
  "social-profiles": "https://social.example/other",
  websites: "https://other.example",
}

const entryWrites = Object.keys(values).flatMap((kind): [string, Write][] => {
  const url = `/v2/customers/:customerId/${kind}`
  const value = () => (kind === "emails" ? `attacker-${++made}@evil.example` : values[kind])
  return [
    [`POST ${url}`, async (id) => ["POST", `/v2/customers/${id}/${kind}`, { value: value() }]],
    [
      `PUT ${url}/:entryId`,
      async (id) => ["PUT", `/v2/customers/${id}/${kind}/${await entryOf(id, kind)}`, { value: value() }],
    ],
    [`DELETE ${url}/:entryId`, async (id) => ["DELETE", `/v2/customers/${id}/${kind}/${await entryOf(id, kind)}`]],
  ]
})

const customerWrites: [string, Write][] = [
  ["PUT /v2/customers/:customerId", async (id) => ["PUT", `/v2/customers/${id}`, { firstName: "Mallory" }]],
  [
    "PATCH /v2/customers/:customerId",
    async (id) => ["PATCH", `/v2/customers/${id}`, [{ op: "replace", path: "/firstName", value: "Mallory" }]],
  ],
  ["DELETE /v2/customers/:customerId", async (id) => ["DELETE", `/v2/customers/${id}`]],
  ["DELETE /v2/customers/:customerId", async (id) => ["DELETE", `/v2/customers/${id}?async=true`]],
  [
    "POST /v2/customers/:customerId/merge",
    async (id) => ["POST", `/v2/customers/${id}/merge`, { customerIds: [await newCustomer()] }],
  ],
  [
    "POST /v2/customers/:customerId/merge",
    async (id) => ["POST", `/v2/customers/${await newCustomer()}/merge`, { customerIds: [id] }],
  ],
  [
    "PATCH /v2/customers/:customerId/properties",
    async (id) => ["PATCH", `/v2/customers/${id}/properties`, [{ op: "replace", path: "/plan", value: "lead" }]],
  ],
  ["PUT /v2/customers/:customerId/address", async (id) => ["PUT", `/v2/customers/${id}/address`, { city: "Rome" }]],
  ["DELETE /v2/customers/:customerId/address", async (id) => ["DELETE", `/v2/customers/${id}/address`]],
  [
    "POST /v2/customers/:customerId/address",
    async (id) => {
      const bare = await newCustomer("admin", { address: undefined })
      for (const conversation of await conversationsOf(id)) await converse("admin", bare, conversation)
      return ["POST", `/v2/customers/${bare}/address`, { city: "Rome" }]
    },
  ],
  ...entryWrites,
]

/** The inboxes of a customer's conversations. */
async function conversationsOf(id: number): Promise<number[]> {
  const { body } = await send("admin", "GET", `/v2/conversations?status=all&query=(customerIds:${id})`)
  return body._embedded.conversations.map(({ mailboxId }: { mailboxId: number }) => mailboxId)
}

const organizationWrites: [string, Write][] = [
  ["PUT /v2/organizations/:organizationId", async (id) => ["PUT", `/v2/organizations/${id}`, { name: `X ${++made}` }]],
  ["DELETE /v2/organizations/:organizationId", async (id) => ["DELETE", `/v2/organizations/${id}`]],
  [
    "PUT /v2/organizations/:organizationId/properties/:slug",
    async (id) => ["PUT", `/v2/organizations/${id}/properties/plan`, { value: "lead" }],
  ],
  [
    "DELETE /v2/organizations/:organizationId/properties/:slug",
    async (id) => ["DELETE", `/v2/organizations/${id}/properties/plan`],
  ],
]

const creations: [string, Write][] = [
  ["POST /v2/customers", async () => ["POST", "/v2/customers", { firstName: "New" }]],
  ["POST /v2/organizations", async () => ["POST", "/v2/organizations", { name: `New ${++made}` }]],
]

const changes = async (actor: Actor, write: Write, id: number) => {
  const [method, path, body] = await write(id)
  return send(actor, method, path, body)
}
const assertDone = ({ status, body }: Reply, what: string) =>
  assert.ok(status >= 200 && status < 300, `${what}: ${status} ${JSON.stringify(body)}`)
const assertRefused = (answer: Reply, what: string) =>
  assert.deepEqual(problemOf(answer), [403, "no_visible_conversation"], what)

/** Whose conversations are in these inboxes. */
async function customerIn(...inboxIds: number[]): Promise<number> {
  const id = await newCustomer()
  for (const inboxId of inboxIds) await converse("admin", id, inboxId)
  return id
}

async function organizationIn(...inboxIds: number[]): Promise<number> {
  const id = await newOrganization()
  await send("admin", "PUT", `/v2/organizations/${id}/properties/plan`, { value: "gold" })
  const customerId = await newCustomer("admin", { organizationId: id })
  for (const inboxId of inboxIds) await converse("admin", customerId, inboxId)
  return id
}

describe("writes to customers, organizations and their properties", () => {
  test("the tables below have every write route", () => {
    const known = new Set([...customerWrites, ...organizationWrites, ...creations].map(([name]) => name))
    const all = routes
      .filter(({ permission }) => permission === "customers:write" || permission === "organizations:write")
      .map(({ method, url }) => `${method} ${url}`)
    assert.deepEqual(
      all.filter((name) => !known.has(name)),
      [],
    )
  })

  for (const [kind, writes, thingIn] of [
    ["customer", customerWrites, customerIn],
    ["organization", organizationWrites, organizationIn],
  ] as const)
    for (const [name, write] of writes) {
      const deletes = name === "DELETE /v2/customers/:customerId"

      test(`${name}: only who sees a conversation of the ${kind}`, async () => {
        // A refused write changes nothing, so that the next one can try the same.
        const id = await thingIn(inboxes.b)
        assertRefused(await changes("agentA", write, id), "agent of another inbox")
        assertRefused(await changes("outsider", write, id), "user without an inbox")
        assert.equal((await changes("light", write, id)).status, 403, "light user")
        assertDone(await changes("agentB", write, id), "agent of the inbox")
        assertDone(await changes("admin", write, await thingIn(inboxes.b)), "admin")
        assertDone(await changes("agentAB", write, await thingIn(inboxes.a, inboxes.b)), "agent of both inboxes")
        // To delete takes all the conversations along, and so needs to see all of them.
        const partly = await changes("agentA", write, await thingIn(inboxes.a, inboxes.b))
        if (deletes) assert.equal(partly.status, 403)
        else assertDone(partly, "agent of one of two inboxes")
      })

      test(`${name}: without conversations, everybody with an inbox`, async () => {
        const id = await thingIn()
        assertRefused(await changes("outsider", write, id), "user without an inbox")
        assertDone(await changes("agentA", write, id), "agent of any inbox")
      })
    }

  for (const [name, write] of creations)
    test(`${name}: needs an inbox`, async () => {
      assertRefused(await changes("outsider", write, 0), "user without an inbox")
      assertDone(await changes("agentA", write, 0), "agent")
    })

  test("a refused merge or address change leaves the customer as it was", async () => {
    const victim = await customerIn(inboxes.b)
    const before = (await send("admin", "GET", `/v2/customers/${victim}`)).body
    for (const [, write] of customerWrites) await changes("agentA", write, victim)
    assert.deepEqual((await send("admin", "GET", `/v2/customers/${victim}`)).body, before)
  })

  test("merging needs the right on both sides", async () => {
    const own = await customerIn(inboxes.a)
    const foreign = await customerIn(inboxes.b)
    assertRefused(await send("agentA", "POST", `/v2/customers/${own}/merge`, { customerIds: [foreign] }), "into own")
    assertRefused(await send("agentA", "POST", `/v2/customers/${foreign}/merge`, { customerIds: [own] }), "into other")
    assertDone(await send("agentAB", "POST", `/v2/customers/${own}/merge`, { customerIds: [foreign] }), "both")
  })

  test("starting a conversation with a customer of another inbox gives no right over the customer", async () => {
    const victim = await customerIn(inboxes.b)
    await converse("agentA", victim, inboxes.a)
    const email = await entryOf(victim, "emails")
    const path = `/v2/customers/${victim}/emails/${email}`
    assertRefused(await send("agentA", "PUT", path, { value: "attacker@evil.example" }), "after starting one")
    const reply = { type: "reply", text: "Hello" }
    const started = await send("agentA", "POST", "/v2/conversations", {
      subject: "Hello",
      type: "email",
      mailboxId: inboxes.a,
      status: "active",
      customer: { id: victim },
      threads: [reply],
    })
    assertDone(started, "the conversation itself")
    assertRefused(await send("agentA", "PUT", path, { value: "attacker@evil.example" }), "after writing to them")
    // Somebody else brought the customer to this inbox.
    await converse("admin", victim, inboxes.a)
    assertDone(await send("agentA", "PUT", path, { value: `moved-${++made}@acme.example` }), "after they wrote here")
  })

  test("nor does putting the customer on a conversation of one's own, merging and splitting there", async () => {
    const victim = await customerIn(inboxes.b)
    const older = await converse("admin", await newCustomer(), inboxes.a)
    const own = await converse("agentA", victim, inboxes.a)
    const patch = { op: "replace", path: "/primaryCustomer.id", value: victim }
    assertDone(await send("agentA", "PATCH", `/v2/conversations/${older}`, patch), "patch")
    const written = { text: "Is it me?", customer: { id: victim } }
    const added = await send("agentA", "POST", `/v2/conversations/${older}/customer`, written)
    assertDone(added, "customer thread")
    const split = { threadId: idOf(added) }
    assertDone(await send("agentA", "POST", `/v2/conversations/${older}/split`, split), "split")
    assertDone(await send("agentA", "POST", `/v2/conversations/${own}/merge`, { conversationIds: [older] }), "merge")
    const path = `/v2/customers/${victim}/emails/${await entryOf(victim, "emails")}`
    assertRefused(await send("agentA", "PUT", path, { value: "attacker@evil.example" }), "after all that")
  })

  test("a change that waits for a conversation to move is judged by where it is then", async () => {
    const customer = await newCustomer()
    const conversation = await converse("admin", customer, inboxes.a)
    const path = `/v2/customers/${customer}/emails/${await entryOf(customer, "emails")}`
    const change = await desk.db.transaction(async (db) => {
      await db.run(sql`update conversations set inbox_id = ${inboxes.b} where id = ${conversation}`)
      const sent = send("agentA", "PUT", path, { value: "attacker@evil.example" })
      await eventually(async () => (await countWaiting()) > 0)
      return { sent }
    })
    assertRefused(await change.sent, "after the move")
  })

  test("who has started the only conversations of a new customer may correct the customer", async () => {
    const customer = await newCustomer("agentA")
    await converse("agentA", customer, inboxes.a)
    const path = `/v2/customers/${customer}/emails/${await entryOf(customer, "emails")}`
    assertDone(await send("agentA", "PUT", path, { value: `typo-${++made}@acme.example` }), "own customer")
  })
})
