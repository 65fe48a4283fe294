import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import fc from "fast-check"
import { scenarioDesk, type TestDesk } from "../../test/desk/desk.ts"
import { runs } from "../../test/property.ts"
import { walkPages } from "../../test/walk.ts"
import { sql } from "../db/db.ts"
import type { Viewer } from "../http/viewer.ts"
import { wordsOf } from "../search/words.ts"
import type { ScenarioIds } from "../seed/scenario.ts"
import { findCustomers, type PageLimits } from "./page.ts"
import { readCustomerSearch } from "./search.ts"

let desk: TestDesk
let ids: ScenarioIds
let ada: string
/** By name, as the scenario has them, and two more. */
let customers: Record<string, number>

before(async () => {
  ;({ desk, ids } = await scenarioDesk())
  ada = await desk.tokenFor(ids.users.ada)
  const { crowd, ...named } = ids.customers
  customers = named
  customers["maryAnn"] = await insert("Mary Ann", "O’Neill", "mary.ann@acme.example")
  customers["joanna"] = await insert("Joanna", "Lee", "jo_lee@ACME.example")
})
after(() => desk.close())

async function insert(first: string, last: string, address: string): Promise<number> {
  const { id } = await desk.db.one<{ id: number }>(sql`
    insert into customers (first_name, last_name, created_at, updated_at)
    values (${first}, ${last}, '2020-02-03', '2020-03-04') returning id`)
  await desk.db.run(sql`insert into customer_emails (customer_id, value) values (${id}, ${address})`)
  return id
}

const sorted = (numbers: number[]) => numbers.toSorted((one, other) => one - other)
const found = async (version: 2 | 3, query: string, more = "") =>
  (await walkPages(desk, `/v${version}/customers?size=7&query=${encodeURIComponent(query)}${more}`, ada)).ids

describe("GET /v2/customers?query= and /v3/customers?query=", () => {
  const cases: [query: string, names: string[]][] = [
    ['firstName:"Ann"', ["maryAnn"]],
    ["firstname:ANN", ["maryAnn"]],
    ['firstName:"mary ann"', ["maryAnn"]],
    ['firstName:"ann mary"', []],
    ["firstName:mary", ["maryAnn", "full"]],
    ["firstName:lee", []],
    ['lastName:"O\'Neill"', ["maryAnn"]],
    ["lastName:oneill", []],
    ['(firstName:"Ann" OR lastName:"Lee")', ["maryAnn", "joanna"]],
    ["firstName:(Ann OR Joanna)", ["maryAnn", "joanna"]],
    ["firstName:joanna AND lastName:lee", ["joanna"]],
    ["firstName:joanna lastName:neill", []],
    ["firstName:mary NOT lastName:somerville", ["maryAnn"]],
    ["lastName:bronte", ["accents"]],
    ['lastName:"BRONTË ångström"', ["accents"]],
    ["firstName:zoe", ["accents"]],
    ["firstName:明", ["chinese"]],
    ["firstName:小明", ["chinese"]],
    ["firstName:明小", []],
    ["lastName:王", ["chinese"]],
    ["firstName:ليلى", ["arabic"]],
    ["firstName:star", ["emoji"]],
    ["lastName:🌟", []],
    ['firstName:"%"', []],
    ['email:"@acme.example"', ["maryAnn", "joanna"]],
    ["email:@ACME", ["maryAnn", "joanna"]],
    ["email:acme.example", ["maryAnn", "joanna"]],
    ["email:*@Acme.example", ["maryAnn", "joanna"]],
    ['email:"*@acme.example"', ["maryAnn", "joanna"]],
    ["email:*@acme", []],
    ["email:*@cme.example", []],
    ["email:peter+news", ["plusAddress"]],
    ["email:jo_lee", ["joanna"]],
    ["email:mary_ann", []],
    ["email:%", []],
    ["email:mary.home", ["full"]],
    ['email:""', []],
    ["ann", ["maryAnn", "joanna", "male"]],
    ['"mary ann o neill"', ["maryAnn"]],
    ['"joanna lee"', ["joanna"]],
    ["acme", ["maryAnn", "joanna"]],
    ["acme NOT firstName:joanna", ["maryAnn"]],
    ["-", []],
    ["NOT email:*", ["withoutEmail"]],
    ["NOT firstName:* NOT lastName:*", ["withoutName"]],
    ["createdAt:2020-02", ["maryAnn", "joanna"]],
    ["createdAt:2020 AND email:mary", ["maryAnn"]],
    ["modifiedAt:[2020-03-04 TO 2020-03-05]", ["maryAnn", "joanna"]],
    ["modifiedAt:{2020-03-04 TO 2020-03-05]", []],
    ["modifiedAt:[* TO 2020]", ["maryAnn", "joanna"]],
  ]
  for (const [query, names] of cases)
    test(query, async () => {
      const expected = sorted(names.map((name) => customers[name] ?? assert.fail(name)))
      assert.deepEqual(sorted(await found(2, query)), expected)
      assert.deepEqual(sorted(await found(3, query)), expected)
    })

  test("finds by id", async () => {
    assert.deepEqual(await found(2, `id:${ids.customers.full}`), [ids.customers.full])
    assert.equal((await found(3, `id:[* TO ${ids.customers.full}]`)).includes(ids.customers.full), true)
  })

  test("joins the other filters by AND, keeps every order, and is kept by links", async () => {
    assert.deepEqual(await found(2, "email:@acme", "&lastName=lee"), [customers["joanna"]])
    assert.deepEqual(await found(3, "firstName:mary", "&email=mary.ann@acme.example"), [customers["maryAnn"]])
    assert.deepEqual(await found(2, "firstName:mary", `&mailbox=${ids.inboxes.support}`), [ids.customers.full])
    assert.deepEqual(await found(2, "firstName:mary", "&modifiedSince=2021-01-01"), [ids.customers.full])
    const up = await found(2, "email:crowd", "&sortField=firstName&sortOrder=asc")
    assert.deepEqual(up, ids.customers.crowd)
    assert.deepEqual(await found(2, "email:crowd", "&sortField=firstName"), up.toReversed())
    const { body } = await desk.get("/v2/customers?query=email%3Acrowd&size=9&page=2", ada)
    assert.equal(body.page.totalElements, 60)
    assert.equal(new URL(body._links.next.href).searchParams.get("query"), "email:crowd")
  })

  test("score puts who fits best first, and without free text goes by change", async () => {
    await insert("Quillon", "Reed", "somebody@scores.example")
    await insert("Quillon", "Reed Abernathy", "another@scores.example")
    const quills = await found(2, "quillon reed", "&sortField=createdAt")
    const inOrder = async (query: string, more = "") => found(2, query, `&sortField=score${more}`)
    const names = async (given: number[]) => {
      const rows = await desk.db.many<{ id: number; name: string }>(sql`
        select id, concat_ws(' ', first_name, last_name) as name from customers where id = any(${given}::bigint[])`)
      return given.map((id) => rows.find((row) => row.id === id)?.name)
    }
    assert.equal(quills.length, 2)
    assert.deepEqual(await names(await inOrder("quillon reed")), ["Quillon Reed", "Quillon Reed Abernathy"])
    const up = await inOrder("quillon reed", "&sortOrder=asc")
    assert.deepEqual(await names(up), ["Quillon Reed Abernathy", "Quillon Reed"])
    assert.deepEqual((await names(await inOrder("ann")))[0], "Mary Ann O’Neill")
    assert.deepEqual((await names(await inOrder("another@scores.example OR quillon")))[0], "Quillon Reed Abernathy")
    for (const query of ["email:scores.example", "NOT quillon", "modifiedAt:[* TO 2021]"])
      assert.deepEqual(await inOrder(query), await found(2, query, "&sortField=modifiedAt"), query)
    const everybody = async (field: string) => (await walkPages(desk, `/v2/customers?sortField=${field}`, ada)).ids
    assert.deepEqual(await everybody("score"), await everybody("modifiedAt"))
    await desk.db.run(sql`delete from customers where id = any(${quills}::bigint[])`)
  })

  test("a cursor of one query is none of another, and NOW may move on meanwhile", async () => {
    const first = await desk.get("/v3/customers?size=9&query=modifiedAt%3A%5B*%20TO%20NOW%5D", ada)
    const next: string = first.body._links.next.href
    desk.clock.now = new Date(desk.clock.now.getTime() + 60_000)
    assert.equal((await desk.get(next, ada)).status, 200)
    const { status, body } = await desk.get(next.replace("NOW", "2026"), ada)
    assert.deepEqual([status, body._embedded.errors[0].path], [400, "cursor"])
  })

  test("says where a query goes wrong and what was expected there", async () => {
    const wrong: [query: string, message: RegExp][] = [
      ["firstName:", /^at character 10: expected a value after firstName:$/],
      ["ann (lee", /^at character 8: expected a closing bracket for the one at character 4$/],
      [
        "subject:x",
        /^at character 0: expected one of the fields firstName, lastName, email, .*modifiedAt, not subject$/,
      ],
      ["modifiedAt:soon", /^at character 11: expected a time such as/],
      ["email:[a TO b]", /^at character 6: expected a value/],
    ]
    for (const version of [2, 3])
      for (const [query, message] of wrong) {
        const { status, body } = await desk.get(`/v${version}/customers?query=${encodeURIComponent(query)}`, ada)
        assert.equal(status, 400, query)
        const [error] = body._embedded.errors
        assert.deepEqual([error.path, error.source, error.rejectedValue], ["query", "QUERY", query])
        assert.match(error.message, message)
        assert.equal(body._links.about.href, `${desk.origin}/errors/query`)
      }
  })

  test("random ones are answered or refused, never more", async () => {
    const piece = fc.constantFrom(
      ...'( ) [ ] { } " \\ : * + % _ & AND OR NOT TO NOW firstName: email: id: 7 modifiedAt: /YEAR é 王 👩🏽‍🚀 x@y.z'.split(
        " ",
      ),
      " ",
      "\u0000",
      "\ud800",
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 10 }), fc.constantFrom(2, 3), async (pieces, version) => {
        const query = new URLSearchParams({ query: pieces.join("") })
        const { status } = await desk.get(`/v${version}/customers?${query}`, ada)
        assert.ok(status === 200 || status === 400, `${status}`)
      }),
      { numRuns: runs(15) },
    )
  })
})

describe("words_of_name", () => {
  test("folds names of scripts with spaces as the search for conversations does", async () => {
    const letters = "aZéÅßÆøŁđıςΣάЙёñçÞœ'’-. _%\\,/·–\u0301\u00ad١אبֿ1²ﬁＡ".split("")
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...letters), { maxLength: 12 }), async (chosen) => {
        const name = chosen.join("")
        const { words } = await desk.db.one<{ words: string }>(sql`select words_of_name(${name}) as words`)
        assert.equal(words, ["", ...wordsOf(name), ""].join(" ").replace(/^ $/, ""), JSON.stringify(name))
      }),
      { numRuns: runs(25) },
    )
  })

  test("takes each character of other scripts for a word, and nothing for none", async () => {
    const folded = async (name: string | null) =>
      (await desk.db.one<{ words: string }>(sql`select words_of_name(${name}::text) as words`)).words
    assert.equal(await folded("王小明"), " 王 小 明 ")
    assert.equal(await folded("田中・ガク"), " 田 中 ガ ク ")
    assert.equal(await folded("김 민준"), " 김 민준 ")
    assert.equal(await folded("🌟"), " 🌟 ")
    assert.equal(await folded(" - "), "")
    assert.equal(await folded(null), "")
  })
})

describe("at any size of desk", () => {
  const order = { field: "createdAt", descending: true } as const

  test("score orders matches that are few enough to sort, and else goes by change", async () => {
    const viewer: Viewer = { userId: ids.users.ada, role: "admin", scope: "full", inboxIds: [] }
    const filter = { search: readCustomerSearch("ann", desk.clock.now) }
    const inOrder = async (field: "score" | "modifiedAt", limits: PageLimits) => {
      const list = { filter, order: { field, descending: true }, viewer, skip: 0, size: 50 }
      return (await findCustomers(desk.db, list, limits)).versions.map(({ id }) => id)
    }
    const small = await inOrder("score", { sampled: 100_000, common: 0, sorted: 5_000 })
    assert.equal(small[0], customers["maryAnn"])
    assert.deepEqual(await inOrder("score", { sampled: 1, common: 2, sorted: 5_000 }), small)
    const tooCommon = { sampled: 20, common: 0, sorted: 5_000 }
    const tooMany = { sampled: 1, common: 2, sorted: 0 }
    for (const limits of [tooCommon, tooMany])
      assert.deepEqual(await inOrder("score", limits), await inOrder("modifiedAt", limits))
  })

  const bounds = {
    "few enough to sort": { sampled: 1, common: 2, sorted: 5_000 },
    "too many to count": { sampled: 20, common: 0, sorted: 0 },
    "rare in the sample and too many": { sampled: 1, common: 5, sorted: 1 },
  }
  const queries = [
    "email:crowd",
    "acme OR email:mary",
    "lastName:member NOT firstName:crowd07",
    "NOT email:crowd",
    "ann",
  ]

  for (const [name, limits] of Object.entries(bounds))
    test(`${name}: the same pages`, async () => {
      const inboxIds = Object.values(ids.inboxes)
      const viewer: Viewer = { userId: ids.users.ada, role: "admin", scope: "full", inboxIds }
      for (const query of queries) {
        const expected = await found(2, query)
        assert.ok(expected.length > 0, query)
        const filter = { search: readCustomerSearch(query, desk.clock.now) }
        const size = expected.length < 10 ? 1 : 7
        const seen: number[] = []
        let total = Number.POSITIVE_INFINITY
        for (let skip = 0; skip < total; skip += size) {
          const page = await findCustomers(desk.db, { filter, order, viewer, skip, size }, limits)
          seen.push(...page.versions.map(({ id }) => id))
          total = page.total
        }
        assert.equal(total, expected.length, query)
        assert.deepEqual(seen, expected, query)
      }
    })
})

test("a total that is a guess says so, until the last page knows it", async () => {
  await desk.db.run(sql`insert into customers (first_name, last_name)
    select 'One of', 'Multitude' from generate_series(1, 620)`)
  const hint = "totalElements is an estimate; follow next to the end."
  const first = await desk.get("/v2/customers?query=lastName:multitude&size=100", ada)
  assert.deepEqual([first.headers.get("x-deskhand-hint"), first.body.page.estimated], [hint, true])
  const last = await desk.get("/v2/customers?query=lastName:multitude&size=100&page=7", ada)
  assert.equal(last.headers.get("x-deskhand-hint"), null)
  assert.deepEqual(last.body.page, { size: 100, totalElements: 620, totalPages: 7, number: 7 })
  const exact = await desk.get("/v2/customers?lastName=Multitude", ada)
  assert.deepEqual([exact.headers.get("x-deskhand-hint"), exact.body.page.totalElements], [null, 620])
})
