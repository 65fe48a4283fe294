import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { ConversationPage } from "@deskhand/contract/conversations/conversation"
import fc from "fast-check"
import { scenarioDesk, type TestDesk } from "../../../test/desk/desk.ts"
import { runs } from "../../../test/property.ts"
import { assertShape } from "../../../test/shape.ts"
import { sql } from "../../db/db.ts"
import type { Viewer } from "../../http/viewer.ts"
import type { ScenarioIds } from "../../seed/scenario.ts"
import { type ConversationFilter, filterOf } from "./filter.ts"
import { findPage, type PageLimits } from "./page.ts"

type SearchedFor = Extract<keyof ScenarioIds["conversations"], `search${string}`>

let desk: TestDesk
let ids: ScenarioIds
let found: ScenarioIds["conversations"]
let ada: string
let limited: string

before(async () => {
  ;({ desk, ids } = await scenarioDesk())
  found = ids.conversations
  ada = await desk.tokenFor(ids.users.ada)
  limited = await desk.tokenFor(ids.users.limited)
})
after(() => desk.close())

describe("words", () => {
  const cases: [query: string, names: SearchedFor[]][] = [
    ["(subject:quicksilver)", ["searchPhrase", "searchWords"]],
    ["subject:QUICKSILVER", ["searchPhrase", "searchWords"]],
    ["subject:(pendulum quicksilver)", ["searchPhrase", "searchWords"]],
    ['subject:"quicksilver pendulum"', ["searchPhrase"]],
    ['subject:"pendulum quicksilver"', []],
    ["subject:quick", []],
    ["subject:orrery", []],
    ["body:orrery", ["searchPhrase", "searchWords"]],
    ["body:quicksilver", []],
    ['body:"brass orrery"', ["searchPhrase"]],
    ["orrery", ["searchPhrase", "searchWords"]],
    ["orrery quicksilver", ["searchPhrase", "searchWords"]],
    ['orrery AND "quicksilver pendulum"', ["searchPhrase"]],
    ["orrery NOT subject:stopped", ["searchWords"]],
    ["orrery AND NOT (subject:stopped OR subject:made)", []],
    ["subject:stopped OR body:velocipede OR subject:creme", ["searchPhrase", "searchAccents"]],
    ["subject:stopped OR subject:made body:ticks", ["searchPhrase", "searchWords"]],
    ["subject:(CREME Zürich)", ["searchAccents"]],
    ["strasse chateau", ["searchAccents"]],
    ["body:unbroken", ["searchMarkup"]],
    ["velocipede", []],
    ["订单", ["searchChinese"]],
    ["body:包裹在哪", ["searchChinese"]],
    ["body:裹包", []],
    ["subject:طلبي", ["searchArabic"]],
    ["email:accountant+tax@books.scenario.example", ["searchAddresses"]],
    ["email:ACCOUNTANT+TAX@books.scenario.example", ["searchAddresses"]],
    ['email:("archive@books.scenario.example" OR nobody@nowhere.example)', ["searchAddresses"]],
    ["archive@books.scenario.example", ["searchAddresses"]],
    ["email:books.scenario.example", ["searchAddresses"]],
    ['email:"@Books.scenario.example"', ["searchAddresses"]],
    ["email:*@books.scenario.example", ["searchAddresses"]],
    ["email:ooks.scenario.example", []],
    ["email:gladly", []],
    ["- orrery", ["searchPhrase", "searchWords"]],
    ["(- OR orrery)", ["searchPhrase", "searchWords"]],
    ["-", []],
    ['""', []],
    ["NOT -", []],
    ["' OR 1=1--", []],
    ["orrery & ! | <-> $$ ;", ["searchPhrase", "searchWords"]],
    ["%rrery", []],
  ]
  for (const [query, names] of cases)
    test(query, async () => assert.deepEqual(await search(query), sorted(names.map((name) => found[name]))))

  test("a domain finds conversations by a customer's address, as it comes, changes and goes", async () => {
    const { plusAddress } = ids.customers
    const own = await listIds("customer_id = $1", [plusAddress])
    const emails = `/v2/customers/${plusAddress}/emails`
    assert.deepEqual(await search("email:crowded.example"), [])
    const body = { value: "Peter@Crowded.example", type: "work" }
    const { headers } = await desk.send("POST", emails, { token: ada, body })
    const email = `${emails}/${headers.get("resource-id")}`
    for (const query of ['email:"crowded.example"', "email:*@CROWDED.example", "email:@crowded.example"])
      assert.deepEqual(await search(query), own, query)
    const moved = { value: "peter@sparse.example", type: "work" }
    assert.equal((await desk.send("PUT", email, { token: ada, body: moved })).status, 204)
    assert.deepEqual([await search("email:crowded.example"), await search("email:sparse.example")], [[], own])
    assert.equal((await desk.send("DELETE", email, { token: ada })).status, 204)
    assert.deepEqual(await search("email:sparse.example"), [])
  })

  test("a customer's own address finds every conversation of theirs, also with a plus", async () => {
    const own = await listIds("customer_id = $1", [ids.customers.plusAddress])
    assert.ok(own.length > 5)
    const { value } = await desk.db.one<{ value: string }>(
      sql`select value from customer_emails where customer_id = ${ids.customers.plusAddress} and value like '%+%' limit 1`,
    )
    for (const query of [`email:${value.toUpperCase()}`, value]) {
      const seen = new Set(await search(query))
      assert.deepEqual(
        own.filter((id) => !seen.has(id)),
        [],
        query,
      )
    }
  })
})

describe("fields", () => {
  const hasAddress = `exists (select from customer_emails e where e.customer_id = c.customer_id)
    or exists (select from search_entries e where e.conversation_id = c.id and ts_filter(words, '{b}') <> '')`
  const conditions: [query: string, condition: string][] = [
    ['tag:"SCÉNARIO ÉTÉ"', tagged("lower(name) = 'scénario été'")],
    ["tag:*", tagged("true")],
    ["NOT tag:*", `not ${tagged("true")}`],
    ["tag:no-such-tag", "false"],
    ["NOT tag:no-such-tag", "true"],
    ['NOT tag:"scénario été"', `not ${tagged("lower(name) = 'scénario été'")}`],
    ['NOT tag:"scénario été" NOT tag:scenario-vip', `not ${tagged("name in ('scénario été', 'scenario-vip')")}`],
    ['tag:"scénario été" OR number:5', `number = 5 or ${tagged("lower(name) = 'scénario été'")}`],
    ['mailbox:"Scenario Support"', "inbox_id in (select id from inboxes where name = 'Scenario Support')"],
    ["mailbox:Scenario", "false"],
    ['mailbox:"scenario support"', "false"],
    ["status:(closed OR pending)", "status in ('closed', 'pending')"],
    ["NOT status:closed", "status <> 'closed'"],
    ["NOT status:(closed OR Pending)", "status in ('active', 'spam')"],
    ["NOT (NOT status:closed)", "status = 'closed'"],
    ["NOT (status:closed AND assigned:*)", "status <> 'closed' or assignee_id is null"],
    ['NOT mailbox:"Scenario Support"', "inbox_id not in (select id from inboxes where name = 'Scenario Support')"],
    ["NOT mailbox:Scenario", "true"],
    ['assigned:"ada lovelace"', "assignee_id = (select id from users where email = 'ada@scenario.example')"],
    ["assigned:Unassigned", "assignee_id is null"],
    ["assigned:*", "assignee_id is not null"],
    ["NOT assigned:*", "assignee_id is null"],
    ["NOT assigned:unassigned", "assignee_id is not null"],
    ["NOT assigned:* NOT assigned:unassigned", "false"],
    ["NOT assigned:Ada", "assignee_id is distinct from (select id from users where email = 'ada@scenario.example')"],
    ["assigned:nobody-here", "false"],
    ["email:*", hasAddress],
    ["NOT email:*", `not (${hasAddress})`],
    ["attachments:true", "has_attachments"],
    ["attachments:false", "not has_attachments"],
    ["number:[5 TO 9]", "number between 5 and 9"],
    ["number:{5 TO 9}", "number between 6 and 8"],
    ["number:[* TO 9}", "number <= 8"],
    ["NOT number:[* TO 9}", "number > 8"],
    ["NOT number:{9 TO *]", "number <= 9"],
    ["NOT number:[5 TO 9]", "number not between 5 and 9"],
    ["NOT createdAt:2026", "created_at < '2026-01-01Z'"],
    ["NOT createdAt:[* TO 2025]", "created_at >= '2026-01-01Z'"],
    ["NOT createdAt:{2025 TO *]", "created_at < '2026-01-01Z'"],
    ["NOT modifiedAt:[2026-02 TO *} status:closed", "modified_at < '2026-02-01Z' and status = 'closed'"],
    ["NOT attachments:true NOT number:[* TO 9]", "not has_attachments and number > 9"],
    ["id:(1 OR 2 OR 3)", "id in (1, 2, 3)"],
    ["createdAt:[* TO *]", "true"],
    ["createdAt:*", "true"],
    ["*", "true"],
    ["*:*", "true"],
    ["createdAt:2026", "created_at >= '2026-01-01Z'"],
    ["createdAt:2026-01", "created_at >= '2026-01-01Z' and created_at < '2026-02-01Z'"],
    ["createdAt:[2025-12 TO 2026-01]", "created_at >= '2025-12-01Z' and created_at < '2026-02-01Z'"],
    ["createdAt:{2025 TO *]", "created_at >= '2026-01-01Z'"],
    ["createdAt:[* TO 2026-02}", "created_at < '2026-02-01Z'"],
    ["createdAt:NOW/DAY", "created_at >= '2026-03-04Z' and created_at < '2026-03-05Z'"],
    [
      "modifiedAt:[NOW-1HOUR TO NOW]",
      "modified_at >= '2026-03-04T04:06:07.891Z' and modified_at <= '2026-03-04T05:06:07.891Z'",
    ],
    ["modifiedAt:[NOW-7DAYS/DAY TO *]", "modified_at >= '2026-02-25Z'"],
    ["modifiedat:[* TO NOW-1DAY]", "modified_at <= '2026-03-03T05:06:07.891Z'"],
  ]
  for (const [query, condition] of conditions)
    test(query, async () => assert.deepEqual(await search(query), await listIds(condition)))

  test("by the ids of inboxes, customers and who replied", async () => {
    const { users, inboxes, customers } = ids
    assert.deepEqual(await search(`mailboxid:${inboxes.hidden}`), await listIds("inbox_id = $1", [inboxes.hidden]))
    const ofCustomer = await search(`customerIds:(${customers.chinese} OR ${customers.arabic})`)
    assert.ok(ofCustomer.includes(found.searchChinese) && ofCustomer.includes(found.searchArabic))
    assert.ok(!ofCustomer.includes(found.searchPhrase))
    const replied = await search(`replyUserIds:${users.limited}`)
    assert.ok(replied.includes(found.searchAddresses))
    assert.deepEqual(
      replied,
      await listIds(
        `exists (select from threads where conversation_id = c.id and type in ('message', 'chat')
          and state not in ('draft', 'review') and created_by_id = $1)`,
        [users.limited],
      ),
    )
  })

  test("mentions: a handle behind an @ in a note, as a word of its own", async () => {
    const noted = async (text: string) => {
      const path = `/v2/conversations/${found.searchPhrase}/notes`
      const { status, headers } = await desk.send("POST", path, { token: ada, body: { text } })
      assert.equal(status, 201)
      return Number(headers.get("resource-id"))
    }
    const before = await search("mentions:scenario-ada")
    assert.ok(!before.includes(found.searchPhrase))
    await noted("<p>scenario-ada, bob@scenario-ada.example, @scenario-ada-two, @scenario and x@scenario-ada</p>")
    assert.deepEqual(await search("mentions:scenario-ada"), before)
    const id = await noted("<p>Hello <b>@Scenario-Ada</b>, have a look.</p>")
    for (const query of ["mentions:scenario-ada", 'mentions:"@SCENARIO-ADA"', "mentions:*"])
      assert.ok((await search(query)).includes(found.searchPhrase), query)
    assert.deepEqual(await search("mentions:scenario"), [found.searchPhrase])
    assert.ok(!(await search("NOT mentions:scenario-ada")).includes(found.searchPhrase))
    await desk.send("DELETE", `/v2/conversations/${found.searchPhrase}/threads/${id}`, { token: ada })
    assert.deepEqual(await search("mentions:scenario-ada"), before)
  })

  test("a field that is known in another case", async () =>
    assert.deepEqual(await search("SUBJECT:quicksilver"), await search("subject:quicksilver")))
})

describe("with the other parameters", () => {
  test("the default is active ones, unless the query names a status", async () => {
    const { body } = await ask("query=*")
    assert.equal(body.page.totalElements, (await listIds("status = 'active'")).length)
    const closed = await ask("query=status:closed")
    assert.equal(closed.body.page.totalElements, (await listIds("status = 'closed'")).length)
    assert.equal((await ask("query=status:closed&status=active")).body.page.totalElements, 0)
  })

  test("they are combined by AND", async () => {
    const one = `status=all&mailbox=${ids.inboxes.support}&query=${encodeURIComponent("orrery")}`
    assert.equal((await ask(one)).body.page.totalElements, 2)
    assert.equal((await ask(`${one}&tag=no-such-tag`)).body.page.totalElements, 0)
    assert.equal((await ask(`status=all&mailbox=${ids.inboxes.hidden}&query=orrery`)).body.page.totalElements, 0)
  })

  test("links keep the query and lead through every page", async () => {
    const all = await listIds("inbox_id = $1", [ids.inboxes.paging])
    const seen: number[] = []
    let next: string | undefined =
      `/v2/conversations?status=all&size=7&query=${encodeURIComponent('(mailbox:"Scenario Paging")')}`
    while (next !== undefined) {
      const { body } = await desk.get(next, ada)
      assertShape(ConversationPage, body)
      assert.equal(body.page.totalElements, all.length)
      seen.push(...body._embedded.conversations.map(({ id }: { id: number }) => id))
      next = body._links.next?.href
    }
    assert.deepEqual(sorted(seen), all)
  })

  test("a user finds nothing in inboxes that they may not see", async () => {
    const query = '(mailbox:"Scenario Hidden")'
    assert.ok((await search(query)).length > 0)
    assert.deepEqual(await search(query, limited), [])
    assert.equal((await ask(`status=all&query=${encodeURIComponent(query)}`, limited)).body.page.totalElements, 0)
  })

  test("a plus that was not encoded is a space", async () => {
    const { body } = await ask("status=all&query=body:brass+subject:stopped")
    assert.deepEqual(
      body._embedded.conversations.map(({ id }: { id: number }) => id),
      [found.searchPhrase],
    )
  })

  test("score puts a word of the subject before one of the body, and without free text goes by change", async () => {
    const inOrder = async (parameters: string) =>
      (await ask(`status=all&${parameters}`)).body._embedded.conversations.map(({ id }: { id: number }) => id)
    const query = encodeURIComponent("stopped OR orrery")
    assert.deepEqual(await inOrder(`sortField=score&query=${query}`), [found.searchPhrase, found.searchWords])
    assert.deepEqual(await inOrder(`sortField=score&sortOrder=asc&query=${query}`), [
      found.searchWords,
      found.searchPhrase,
    ])
    const made = encodeURIComponent("made OR orrery")
    assert.equal((await inOrder(`sortField=score&query=${made}`))[0], found.searchWords)
    const byChange = await inOrder("sortField=modifiedAt&query=subject:quicksilver")
    assert.deepEqual(await inOrder("sortField=score&query=subject:quicksilver"), byChange)
  })
})

describe("a query that cannot be used", () => {
  const cases: [query: string, message: RegExp][] = [
    ["subject:a subject:", /^at character 18: expected a value after subject:$/],
    [
      "colour:red",
      /^at character 0: expected one of the fields from, to, .*, subject, body, .*modifiedAt, not colour$/,
    ],
    ["a (b", /^at character 4: expected a closing bracket for the one at character 2$/],
    ["number:five", /^at character 7: expected a whole number$/],
    ["number:[1 TO x]", /^at character 13: expected a whole number$/],
    ["createdAt:soon", /^at character 10: expected a time such as/],
    ["createdAt:NOW-99999999999YEAR", /^at character 10: expected a time between/],
    ["status:happy", /^at character 7: expected one of active, pending, closed, spam$/],
    ["attachments:some", /^at character 12: expected true or false$/],
    ["subject:[a TO b]", /^at character 8: expected a value/],
    ["a".repeat(2_049), /^at character 2048: .*2048 characters$/],
  ]
  for (const [query, message] of cases)
    test(query.slice(0, 30), async () => {
      const { status, body } = await ask(`query=${encodeURIComponent(query)}`)
      assert.equal(status, 400)
      const [error] = body._embedded.errors
      assert.equal(error.path, "query")
      assert.equal(error.source, "QUERY")
      assert.match(error.message, message)
      assert.equal(error.rejectedValue, query.length > 200 ? `${query.slice(0, 200)}…` : query)
      assert.equal(body._links.about.href, `${desk.origin}/errors/query`)
    })

  test("a blank one does not ask", async () =>
    assert.equal((await ask("query=%20")).body.page.totalElements, (await ask("")).body.page.totalElements))

  test("random ones are answered or refused, never more", async () => {
    const piece = fc.constantFrom(
      ..."( ) [ ] { } \" \\ : * + ' % & | ! <-> ; $$ AND OR NOT TO NOW subject: tag: email: assigned: number: 7 2024".split(
        " ",
      ),
      ..."createdAt: /YEAR a é 東京 \u0000 x@y.z 'a':A".split(" "),
      " ",
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
        const { status } = await ask(`status=all&query=${encodeURIComponent(pieces.join(""))}`)
        assert.ok(status === 200 || status === 400, `${status}`)
      }),
      { numRuns: runs(20) },
    )
  })
})

describe("at any size of desk", () => {
  const order = { field: "createdAt", descending: true } as const
  const bounds: Record<string, PageLimits> = {
    "few enough to sort": { near: 0, passedPerFetch: 10, fetchedPerTest: 1_000, tested: 1_000 },
    common: { near: 0, passedPerFetch: 10, fetchedPerTest: 0, tested: 1_000 },
    "too common to count": { near: 0, passedPerFetch: 10, fetchedPerTest: 0, tested: 20 },
  }
  const queries = [
    "orrery",
    "orrery createdAt:[* TO NOW-1DAY] NOT status:spam",
    "subject:quicksilver NOT stopped",
    "tag:*",
    "the OR orrery",
    "NOT body:orrery",
    "the",
  ]

  for (const [name, limits] of Object.entries(bounds))
    test(`${name}: the same pages`, async () => {
      for (const query of queries) {
        const { filter, viewer } = await filterFor(query)
        const expected = await search(query)
        assert.ok(expected.length >= (query === "the" ? 3 : 1), query)
        // Pages of one show that what is found after an estimate too low is reached all the same.
        const size = expected.length < 10 ? 1 : 7
        const seen: number[] = []
        let total = Number.POSITIVE_INFINITY
        for (let skip = 0; skip < total; skip += size) {
          const page = await findPage(desk.db, { filter, order, viewer, skip, size }, limits)
          assert.ok(page.ids.length <= size)
          seen.push(...page.ids)
          total = page.total
        }
        assert.equal(total, expected.length, query)
        assert.deepEqual(sorted(seen), expected, query)
        const newest = await desk.db.many<{ id: number }>(
          sql`select id from conversations where id = any(${expected}::bigint[]) order by created_at desc, id desc`,
        )
        assert.deepEqual(
          seen,
          newest.map(({ id }) => id),
          query,
        )
      }
    })

  test("behind the last page of too many there is nothing", async () => {
    const { filter, viewer } = await filterFor("the OR orrery")
    const list = { filter, order, viewer, skip: 100_000, size: 3 }
    const page = await findPage(desk.db, list, bounds["too common to count"])
    assert.deepEqual(page.ids, [])
  })

  async function filterFor(query: string): Promise<{ filter: ConversationFilter; viewer: Viewer }> {
    const inboxes = await desk.db.many<{ id: number }>(sql`select id from inboxes`)
    const viewer: Viewer = {
      userId: ids.users.ada,
      role: "admin",
      scope: "full",
      inboxIds: inboxes.map(({ id }) => id),
    }
    const about = { viewer, now: desk.clock.now }
    return { filter: await filterOf(desk.db, { query, status: "all" }, about), viewer }
  }
})

test("a total that is an estimate says so in the answer", async () => {
  const before = await ask('status=all&query=NOT "brass orrery"&size=1')
  assert.equal(before.body.page.estimated, undefined)
  // As if there were many more: counters say how many are in scope.
  const more = (amount: number) => desk.db.run(sql`update cell_counts set amount = amount + ${amount}`)
  await more(1_000_000)
  try {
    const { body, headers } = await ask('status=all&query=NOT "brass orrery"&size=1')
    const { page } = body
    assert.equal(page.estimated, true)
    assert.ok(page.totalElements > 20_000, `${page.totalElements}`)
    assert.equal(headers.get("x-deskhand-hint"), "totalElements is an estimate; follow next to the end.")
  } finally {
    await more(-1_000_000)
  }
})

function ask(parameters: string, token = ada) {
  return desk.get(`/v2/conversations?${parameters}`, token)
}

/** The ids of every page, sorted. */
async function search(query: string, token = ada): Promise<number[]> {
  const all: number[] = []
  for (let page = 1; ; page++) {
    const { status, body } = await ask(`status=all&size=100&page=${page}&query=${encodeURIComponent(query)}`, token)
    assert.equal(status, 200, JSON.stringify(body))
    all.push(...body._embedded.conversations.map(({ id }: { id: number }) => id))
    if (page < body.page.totalPages) continue
    assert.equal(all.length, body.page.totalElements)
    return sorted(all)
  }
}

async function listIds(condition: string, values: unknown[] = []): Promise<number[]> {
  const { rows } = await desk.db.pool.query(
    `select id from conversations c where (state = 'published' or (state = 'draft' and created_by_user_id = ${ids.users.ada}))
     and (${condition}) order by id`,
    values,
  )
  return rows.map(({ id }) => id)
}

function tagged(condition: string): string {
  return `exists (select from conversation_tags t join tags on tags.id = t.tag_id where t.conversation_id = c.id and ${condition})`
}

function sorted(numbers: number[]): number[] {
  return numbers.toSorted((one, other) => one - other)
}
