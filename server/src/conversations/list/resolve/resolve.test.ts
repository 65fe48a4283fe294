import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { scenarioDesk, type TestDesk } from "../../../../test/desk/desk.ts"
import { sql } from "../../../db/db.ts"
import { insertConversations } from "../../../seed/insert/conversations.ts"
import { insertCustomer, insertOrganization } from "../../../seed/insert/customers.ts"
import { fromCustomer, note, reply } from "../../../seed/insert/threads.ts"
import type { ScenarioIds } from "../../../seed/scenario.ts"
import { resolveSearch } from "../search.ts"

let desk: TestDesk
let ids: ScenarioIds
let made: Awaited<ReturnType<typeof make>>
let ada: string
let grace: string
let limited: string

before(async () => {
  ;({ desk, ids } = await scenarioDesk())
  ada = await desk.tokenFor(ids.users.ada)
  grace = await desk.tokenFor(ids.users.grace)
  limited = await desk.tokenFor(ids.users.limited)
  made = await make()
})
after(() => desk.close())

type Name = "waits" | "answered" | "rated" | "closed" | "hidden" | "called"

const at = (hoursAgo: number) => new Date(desk.clock.now.getTime() - hoursAgo * 3_600_000)

/** Conversations of customers whose names and organizations no other one has. */
async function make() {
  const { db } = desk
  const customer = async (
    firstName: string,
    lastName: string,
    more: { organization?: string; organizationId?: number } = {},
  ) =>
    insertCustomer(db, {
      firstName,
      lastName,
      ...more,
      createdAt: at(500),
      emails: [{ value: `${firstName}.${lastName}@gable.example`.toLowerCase(), type: "work" }],
    })
  const organizationId = await insertOrganization(db, { name: "Thistledown & Söhne", createdAt: at(500) })
  const quentin = await customer("Quentin", "Marlowé", { organizationId })
  const ottilie = await customer("Ottilie", "Vance", { organization: "Vance Ironworks" })
  const { support, hidden } = ids.inboxes
  const conversation = { inboxId: support, subject: "About a thing" }
  const found = await insertConversations(db, {
    waits: { ...conversation, customerId: quentin, threads: { first: fromCustomer(at(3), "Where is it?") } },
    answered: {
      ...conversation,
      customerId: ottilie,
      assigneeId: ids.users.grace,
      threads: {
        first: fromCustomer(at(50), "I ask"),
        colleague: fromCustomer(at(49), "So do I", { customerId: quentin }),
        answer: reply(ids.users.ada, at(48), "We answer", {
          to: ["ottilie.vance@gable.example"],
          cc: ["audit@ledger.example"],
        }),
        aside: note(ids.users.ada, at(47), "Known"),
      },
    },
    rated: {
      ...conversation,
      customerId: ottilie,
      assigneeId: ids.users.ada,
      snoozed: { byId: ids.users.ada, until: new Date("2026-04-01T00:00:00Z"), unsnoozeOnCustomerReply: true },
      threads: {
        first: fromCustomer(at(72), "Question"),
        answer: reply(ids.users.ada, at(70), "Answer", { rating: { rating: "not_good", at: at(60) } }),
      },
    },
    closed: {
      ...conversation,
      customerId: quentin,
      closed: { at: at(10), byId: ids.users.ada },
      threads: { first: fromCustomer(at(20), "Done") },
    },
    hidden: { ...conversation, inboxId: hidden, customerId: quentin, threads: { first: fromCustomer(at(5), "Psst") } },
    called: {
      ...conversation,
      type: "phone",
      customerId: ottilie,
      threads: { first: { type: "phone", createdAt: at(200), createdById: ids.users.ada, body: "They called" } },
    },
  } as const)
  return { found, quentin, ottilie }
}

/** Which of those made here a query finds. */
async function find(query: string, { token = ada, status = "status=all" } = {}): Promise<Name[]> {
  const { status: code, body } = await desk.get(
    `/v2/conversations?size=100&${status}&query=${encodeURIComponent(query)}`,
    token,
  )
  assert.equal(code, 200, JSON.stringify(body))
  const found = new Set(body._embedded.conversations.map(({ id }: { id: number }) => id))
  return (Object.keys(made.found) as Name[]).filter((name) => found.has(made.found[name].id))
}

async function problemOf(query: string, token = ada): Promise<string> {
  const { status, body } = await desk.get(`/v2/conversations?query=${encodeURIComponent(query)}`, token)
  assert.equal(status, 400, query)
  return body._embedded.errors[0].message
}

const ofQuentin: Name[] = ["waits", "closed", "hidden"]
const ofOttilie: Name[] = ["answered", "rated", "called"]

describe("names", () => {
  const cases: [query: string, names: Name[]][] = [
    ["marlowe", ofQuentin],
    ["MARLOWÉ quentin", ofQuentin],
    ['"quentin marlowe"', ofQuentin],
    ['"marlowe quentin"', []],
    ["marlow", []],
    ["marlow*", ofQuentin],
    ["quentin vance", []],
    ["quentin psst", ["hidden"]],
    ["thistledown", ofQuentin],
    ["ironworks", ofOttilie],
    ["NOT thistledown ironworks", ofOttilie],
    ["subject:quentin", []],
    ["body:quentin", []],
    ["from:quent", ["waits", "answered", "closed", "hidden"]],
    ["from:uentin", ["waits", "answered", "closed", "hidden"]],
    ["customer:uentin", ofQuentin],
    ["customer:QUENTIN", ofQuentin],
    ["customer:quentin.marlow", ofQuentin],
    ['customer:"marlowe quentin"', ofQuentin],
    ["customer:gable.example", ["waits", "answered", "rated", "closed", "hidden", "called"]],
    ["customer:@gable.example quentin", ofQuentin],
    ["customer:nobody-there", []],
    ["org:thistle", ofQuentin],
    ["organization:sohne", ofQuentin],
    ["org:istle", []],
    ["org:iron", ofOttilie],
    ["to:audit@ledger.example", ["answered"]],
    ["to:audit", ["answered"]],
    ["to:ledger.example", ["answered"]],
    ["to:gable.example", ["answered"]],
    ["to:dit@ledger.example", []],
  ]
  for (const [query, names] of cases) test(query, async () => assert.deepEqual(await find(query), names))

  test("a customer's new name finds their conversations at once, and the old one no longer", async () => {
    await desk.db.run(sql`update customers set first_name = 'Balthasar' where id = ${made.quentin}`)
    assert.deepEqual([await find("balthasar"), await find("quentin")], [ofQuentin, []])
    await desk.db.run(sql`update customers set first_name = 'Quentin' where id = ${made.quentin}`)
    assert.deepEqual(await find("quentin"), ofQuentin)
  })

  test("an address of an inbox finds what came there", async () => {
    const { email } = await desk.db.one<{ email: string }>(
      sql`select email from inboxes where id = ${ids.inboxes.hidden}`,
    )
    assert.deepEqual(await find(`to:${email}`), ["hidden"])
    assert.deepEqual(await find(`to:${email}`, { token: limited }), [])
  })
})

describe("states and contents", () => {
  const cases: [query: string, names: Name[]][] = [
    ["is:open customer:gable.example", ["waits", "answered", "rated", "hidden", "called"]],
    ["is:closed customer:gable.example", ["closed"]],
    ["NOT is:open customer:gable.example", ["closed"]],
    ["is:(closed OR spam) customer:gable.example", ["closed"]],
    ["is:snoozed customer:gable.example", ["rated"]],
    ["is:waiting customer:quentin", ofQuentin],
    ["is:assigned customer:gable.example", ["answered", "rated"]],
    ["is:unassigned customer:gable.example", ["waits", "closed", "hidden", "called"]],
    ["is:mine customer:gable.example", ["rated"]],
    ["assigned:ME customer:gable.example", ["rated"]],
    ["NOT assigned:me customer:ottilie", ["answered", "called"]],
    ["has:note customer:gable.example", ["answered"]],
    ["has:rating", ["rated"]],
    ["rating:bad", ["rated"]],
    ["rating:great", []],
    ["type:phone", ["called"]],
    ["has:attachment customer:gable.example", []],
    ["waiting:>2h customer:quentin", ["waits", "closed", "hidden"]],
    ["waiting:4h customer:quentin", ["closed", "hidden"]],
    ["waiting:<4h customer:quentin", ["waits"]],
    ["waiting:1d customer:quentin", []],
    ["after:2026-03-03T23:00Z customer:quentin", ["waits", "hidden"]],
    ["before:2026-02-26 customer:gable.example", ["called"]],
    ["on:yesterday customer:gable.example", ["closed"]],
    ['after:"3 days ago" customer:ottilie', ["answered", "rated"]],
  ]
  for (const [query, names] of cases) test(query, async () => assert.deepEqual(await find(query), names))

  test("assigned:me is whoever looks, also in a view that is shared", async () => {
    const filters = { query: "assigned:me customer:gable.example" }
    const body = { name: "Ours", filters, shared: true }
    const { status, headers } = await desk.send("POST", "/v2/views", { token: ada, body })
    assert.equal(status, 201)
    assert.deepEqual(await find(filters.query, { token: grace }), ["answered"])
    const counts = await Promise.all(
      [ada, grace].map(
        async (token) => (await desk.get(`/v2/views/${headers.get("resource-id")}`, token)).body.totalCount,
      ),
    )
    assert.deepEqual(counts, [1, 1])
  })

  test("a state that names a status lifts the default, and a parameter still holds", async () => {
    const status = ""
    assert.deepEqual(await find("customer:quentin", { status }), ["waits", "hidden"])
    assert.deepEqual(await find("customer:quentin is:closed", { status }), ["closed"])
    assert.deepEqual(await find("customer:quentin in:closed", { status }), ["closed"])
    assert.deepEqual(await find("customer:quentin is:waiting", { status }), ["waits", "hidden"])
    assert.deepEqual(await find("customer:quentin is:closed", { status: "status=active" }), [])
  })

  test("days are those of who looks", async () => {
    // 10:06 p.m. in New York, where Grace is; the next morning in London.
    const night = await insertConversations(desk.db, {
      night: {
        inboxId: ids.inboxes.support,
        customerId: made.ottilie,
        subject: "At night",
        threads: { first: fromCustomer(at(2), "Awake") },
      },
    })
    const finds = async (query: string, token: string) => {
      const { body } = await desk.get(`/v2/conversations?query=${encodeURIComponent(`subject:night ${query}`)}`, token)
      return body._embedded.conversations.some(({ id }: { id: number }) => id === night.night.id)
    }
    assert.deepEqual(
      [await finds("on:2026-03-03", grace), await finds("on:2026-03-04", grace), await finds("on:today", grace)],
      [true, false, false],
    )
    assert.deepEqual(
      [await finds("on:2026-03-03", ada), await finds("on:2026-03-04", ada), await finds("on:today", ada)],
      [false, true, true],
    )
    assert.deepEqual([await finds("createdAt:2026-03-04", grace), await finds("after:today", grace)], [true, false])
    await desk.send("DELETE", `/v2/conversations/${night.night.id}`, { token: ada })
  })
})

describe("numbers", () => {
  test("of a conversation find it, with a sign or without, beside their words", async () => {
    const { number } = made.found.closed
    await desk.db.run(
      sql`insert into search_entries values (${made.found.called.id}, 999_001, ${`${number}:1`}::tsvector)`,
    )
    for (const query of [`${number}`, `#${number}`]) assert.deepEqual(await find(query), ["closed", "called"], query)
    assert.deepEqual(await find(`#${number} they`), ["called"])
    assert.deepEqual(await find(`NOT ${number} customer:ottilie`), ["answered", "rated"])
    await desk.db.run(sql`delete from search_entries where thread_id = 999_001`)
  })

  test("of a conversation that was merged lead to the one that has its messages", async () => {
    await desk.db.run(sql`insert into merged_conversations (id, number, inbox_id, into_id)
      values (9000001, 9000001, ${ids.inboxes.support}, ${made.found.waits.id})`)
    assert.deepEqual(await find("#9000001"), ["waits"])
    await desk.db.run(sql`delete from merged_conversations where id = 9000001`)
  })
})

describe("places and custom fields", () => {
  let plan: number

  before(async () => {
    const field = async (inboxId: number, name: string, type: string) =>
      (
        await desk.db.one<{ id: number }>(sql`
          insert into custom_fields (inbox_id, name, type) values (${inboxId}, ${name}, ${type}) returning id`)
      ).id
    const value = (conversationId: number, fieldId: number, text: string) =>
      desk.db.run(sql`insert into conversation_fields values (${conversationId}, ${fieldId}, ${text})`)
    plan = await field(ids.inboxes.support, "Plan tier", "dropdown")
    const { id: gold } = await desk.db.one<{ id: number }>(
      sql`insert into custom_field_options (field_id, label) values (${plan}, 'Gold leaf') returning id`,
    )
    const order = await field(ids.inboxes.support, "Order Number", "singleline")
    const due = await field(ids.inboxes.support, "Due", "date")
    const weight = await field(ids.inboxes.support, "Weight", "number")
    const story = await field(ids.inboxes.support, "Story", "multiline")
    const secret = await field(ids.inboxes.hidden, "Secret", "singleline")
    await value(made.found.waits.id, plan, String(gold))
    await value(made.found.waits.id, order, "A-77 blue")
    await value(made.found.closed.id, order, "Übergröße 77")
    await value(made.found.waits.id, due, "2026-03-09")
    await value(made.found.closed.id, due, "2026-04-01")
    await value(made.found.waits.id, weight, "12")
    await value(made.found.closed.id, weight, "120")
    await value(made.found.closed.id, story, "It was a dark\nand stormy night")
    await value(made.found.hidden.id, secret, "swordfish")
  })

  const cases: [query: string, names: Name[]][] = [
    ['"plan tier":"GOLD leaf"', ["waits"]],
    ['"Plan tier":*', ["waits"]],
    ['"Plan tier":silver', []],
    ['"order number":77', ["waits", "closed"]],
    ['"order number":"blue a-77"', ["waits"]],
    ['"order number":ubergrosse', ["closed"]],
    ['NOT "order number":77 customer:quentin', ["hidden"]],
    ["due:2026-03-09", ["waits"]],
    ["due:2026-03", ["waits"]],
    ["due:[2026-03-10 TO *]", ["closed"]],
    ["due:{2026-03 TO 2026-04]", ["closed"]],
    ["weight:12", ["waits"]],
    ["weight:[13 TO *]", ["closed"]],
    ["weight:[* TO 12]", ["waits"]],
    ["story:stormy", ["closed"]],
    ["secret:swordfish", ["hidden"]],
    ['in:"scenario SUPPORT" customer:quentin', ["waits", "closed"]],
    ['NOT in:"scenario SUPPORT" customer:quentin', ["hidden"]],
    ["in:closed customer:quentin", ["closed"]],
    ["in:snoozed customer:gable.example", ["rated"]],
    ["in:mine customer:gable.example", ["rated"]],
    ["in:nowhere", []],
    ["NOT in:nowhere customer:quentin", ofQuentin],
  ]
  for (const [query, names] of cases) test(query, async () => assert.deepEqual(await find(query), names))

  test("those of inboxes that a user may not see are as if they were not there", async () => {
    assert.match(
      await problemOf("secret:swordfish", limited),
      /^at character 0: expected one of the fields .*not secret$/,
    )
    assert.deepEqual(await find('in:"Scenario Hidden"', { token: limited }), [])
    assert.deepEqual(await find("quentin", { token: limited }), ["waits", "closed"])
  })

  test("a custom folder by its name finds what it shows, in its inbox", async () => {
    const path = `/v2/mailboxes/${ids.inboxes.support}/folders`
    const body = { name: "Heavy ones", query: 'weight:[100 TO *] OR in:"Heavy ones"' }
    const { status, headers } = await desk.send("POST", path, { token: ada, body })
    assert.equal(status, 201)
    assert.deepEqual(await find('in:"heavy ONES"'), ["closed"])
    await desk.send("DELETE", `${path}/${headers.get("resource-id")}`, { token: ada })
  })

  test("a stored query outlives its custom field: a workflow matches nothing, a list says so", async () => {
    const searcher = { userId: undefined, inboxIds: [ids.inboxes.support], now: desk.clock.now }
    await desk.db.run(sql`update custom_fields set deleted_at = now() where id = ${plan}`)
    const { query } = await resolveSearch(desk.db, '"Plan tier":gold', { ...searcher, isLenient: true })
    assert.equal(query.kind, "resolved")
    await assert.rejects(resolveSearch(desk.db, '"Plan tier":gold', searcher), /expected one of the fields/)
    await desk.db.run(sql`update custom_fields set deleted_at = null where id = ${plan}`)
  })
})

describe("a value that cannot be used", () => {
  const cases: [query: string, message: RegExp][] = [
    ["is:happy", /^at character 3: expected one of open, active, .*draft/],
    ["has:teeth", /^at character 4: expected one of attachment, note, tag, rating$/],
    ["type:fax", /^at character 5: expected one of email, chat, phone$/],
    ["rating:five", /^at character 7: expected one of great, okay, bad$/],
    ["is:*", /^at character 3: expected a value after is:/],
    ["after:soon", /^at character 6: expected a date such as/],
    ["after:[2024 TO 2025]", /^at character 6: expected a value after after:, because it has no ranges$/],
    ["waiting:long", /^at character 8: expected a time such as 30m, 2h/],
    ["status:act*", /^at character 7: expected \* to stand alone/],
    ["r*", /^at character 0: expected at least 2 characters before \*$/],
  ]
  for (const [query, message] of cases) test(query, async () => assert.match(await problemOf(query), message))

  test("assigned:me is refused where nobody looks, and says what to write", async () => {
    const query = "subject:late assigned:me"
    const message =
      /^at character 22: expected a person by name, such as assigned:"Ada Lovelace": assigned:me means .* nobody looks here$/
    const workflow = {
      name: "Mine",
      mailboxId: ids.inboxes.support,
      type: "manual",
      actions: [{ type: "status", status: "closed" }],
    }
    const refused = [
      await desk.send("POST", "/v2/workflows", { token: ada, body: { ...workflow, conditions: { query } } }),
      await desk.send("POST", `/v2/mailboxes/${ids.inboxes.support}/folders`, {
        token: ada,
        body: { name: "Mine too", query },
      }),
    ]
    for (const { status, body } of refused) {
      assert.equal(status, 400)
      assert.match(body._embedded.errors[0].message, message)
    }
  })
})
