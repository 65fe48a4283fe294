import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { CustomerCursorPage, type ListedCustomer } from "@deskhand/contract/customers/customer"
import fc from "fast-check"
import { scenarioDesk, type TestDesk } from "../../test/desk/desk.ts"
import { runs } from "../../test/property.ts"
import { assertShape } from "../../test/shape.ts"
import { walkPages } from "../../test/walk.ts"
import { sql } from "../db/db.ts"
import type { ScenarioIds } from "../seed/scenario.ts"

let desk: TestDesk
let ids: ScenarioIds
let ada: string

before(async () => {
  ;({ desk, ids } = await scenarioDesk())
  ada = await desk.tokenFor(ids.users.ada)
})
after(() => desk.close())

const walk = (path: string, token = ada) => walkPages(desk, path, token)

async function idsWhere(condition: string): Promise<number[]> {
  const { rows } = await desk.db.pool.query(
    `select id from customers where ${condition} order by created_at desc, id desc`,
  )
  return rows.map(({ id }) => id)
}

describe("GET /v3/customers", () => {
  test("gives 50 newest first, with links and without numbers", async () => {
    const { status, body } = await desk.get("/v3/customers", ada)
    assert.equal(status, 200)
    assertShape(CustomerCursorPage, body)
    const all = await idsWhere("true")
    assert.deepEqual(
      body._embedded.customers.map(({ id }: ListedCustomer) => id),
      all.slice(0, 50),
    )
    assert.deepEqual(Object.keys(body), ["_embedded", "_links"])
    assert.deepEqual(Object.keys(body._links).sort(), ["first", "next", "self"])
    assert.equal(body._links.self.href, `${desk.origin}/v3/customers`)
    assert.equal(body._links.first.href, `${desk.origin}/v3/customers`)

    const last = await desk.get(body._links.next.href, ada)
    assert.deepEqual(
      last.body._embedded.customers.map(({ id }: ListedCustomer) => id),
      all.slice(50),
    )
    assert.deepEqual(Object.keys(last.body._links).sort(), ["first", "self"])
    assert.equal(last.body._links.self.href, body._links.next.href)
    assert.equal(last.body._links.first.href, `${desk.origin}/v3/customers`)
  })

  test("shows customers as version 2 does", async () => {
    const three = await desk.get("/v3/customers", ada)
    const two = await desk.get("/v2/customers", ada)
    assert.deepEqual(three.body._embedded, two.body._embedded)
  })

  test("has no next when the rows end with the page", async () => {
    const { body } = await desk.get("/v3/customers?lastName=Member&size=60", ada)
    assert.equal(body._embedded.customers.length, 60)
    assert.equal(body._links.next, undefined)
    const shorter = await desk.get("/v3/customers?lastName=Member&size=59", ada)
    assert.equal((await desk.get(shorter.body._links.next.href, ada)).body._embedded.customers.length, 1)
  })

  test("filters by names, address, creation and change, and keeps them in its links", async () => {
    const created = new Date(desk.clock.now.getTime() - 50 * 86_400_000)
    created.setUTCMilliseconds(0)
    const cases: [string, string][] = [
      ["lastName=member", "last_name = 'Member'"],
      ["firstName=crowd09", "first_name = 'Crowd09'"],
      ["email=MARY.HOME@customers.scenario.example", `id = ${ids.customers.full}`],
      ["email=peter%2Bnewsletter@customers.scenario.example", `id = ${ids.customers.plusAddress}`],
      ["email=mary.home@customers.scenario", "false"],
      [`createdSince=${created.toISOString()}`, `created_at > '${created.toISOString()}'`],
      [`modifiedSince=${created.toISOString()}`, `updated_at > '${created.toISOString()}'`],
      ["lastName=member&email=crowd03@crowded.scenario.example", "first_name = 'Crowd03'"],
    ]
    for (const [query, condition] of cases)
      assert.deepEqual((await walk(`/v3/customers?${query}&size=9`)).ids, await idsWhere(condition), query)
    assert.equal((await idsWhere(`created_at = '${created.toISOString()}'`)).length, 1, "the moment itself is left out")
    const { body } = await desk.get("/v3/customers?lastName=Member&size=9", ada)
    assert.equal(body._links.first.href, `${desk.origin}/v3/customers?lastName=Member&size=9`)
    assert.match(body._links.next.href, /\?lastName=Member&size=9&cursor=[\w-]{64}$/)
  })

  test("an empty list still has its collection", async () => {
    const { body } = await desk.get("/v3/customers?email=nobody@example.com", ada)
    assert.deepEqual(body._embedded, { customers: [] })
    assert.equal(body._links.next, undefined)
  })

  test("counts only the viewer's inboxes", async () => {
    const limited = await desk.tokenFor(ids.users.limited)
    const path = "/v3/customers?email=heidi@hidden.scenario.example"
    assert.equal((await desk.get(path, ada)).body._embedded.customers[0].conversationCount, 1)
    assert.equal((await desk.get(path, limited)).body._embedded.customers[0].conversationCount, 0)
  })

  test("400 for a cursor that is damaged, of other filters or of another desk", async () => {
    const { body } = await desk.get("/v3/customers?lastName=Member&size=9", ada)
    const cursor = new URL(body._links.next.href).searchParams.get("cursor") ?? ""
    const ask = (query: string) => desk.get(`/v3/customers?${query}`, ada)
    assert.equal((await ask(`lastName=Member&cursor=${cursor}`)).status, 200, "the size may change")
    const damaged = (cursor[0] === "A" ? "B" : "A") + cursor.slice(1)
    const queries = [
      `lastName=Member&cursor=${damaged}`,
      `lastName=Member&cursor=${cursor.slice(0, -1)}`,
      "lastName=Member&cursor=x",
      `lastName=Member&cursor=${"A".repeat(300)}`,
      `cursor=${cursor}`,
      `lastName=Mann&cursor=${cursor}`,
      `lastName=Member&firstName=Crowd01&cursor=${cursor}`,
      `lastName=Member&createdSince=2020-01-01&cursor=${cursor}`,
    ]
    for (const query of queries) {
      const { status, body } = await ask(query)
      assert.equal(status, 400, query)
      assert.deepEqual([body._embedded.errors[0].path, body._embedded.errors[0].source], ["cursor", "QUERY"])
    }
    assert.equal((await ask(queries[0] ?? "")).body._links.about.href, `${desk.origin}/errors/cursor`)
    await desk.db.run(sql`update account set signing_key = sha256(signing_key)`)
    assert.equal((await ask(`lastName=Member&cursor=${cursor}`)).status, 400, "of another desk")
  })

  test("400 for a cursor with anything changed, cut off or put in, never another page", async () => {
    const path = "/v3/customers?lastName=Member&size=9&cursor="
    const { body } = await desk.get("/v3/customers?lastName=Member&size=9", ada)
    const cursor = new URL(body._links.next.href).searchParams.get("cursor") ?? ""
    const letter = fc.constantFrom(..."AZaz09-_=+/ .é")
    const damaged = fc
      .record({ at: fc.nat(cursor.length), removed: fc.nat(3), added: fc.array(letter, { maxLength: 3 }) })
      .map(({ at, removed, added }) => cursor.slice(0, at) + added.join("") + cursor.slice(at + removed))
      // Space around a parameter means nothing.
      .filter((text) => text.trim() !== cursor && text.trim() !== "")
    await fc.assert(
      fc.asyncProperty(damaged, async (text) => {
        const { status, body } = await desk.get(path + encodeURIComponent(text), ada)
        assert.deepEqual([status, body._embedded.errors[0].path], [400, "cursor"], text)
      }),
      { numRuns: runs(15) },
    )
  })

  test("400 names the parameter that is wrong; 401 without a token", async () => {
    for (const query of ["createdSince=x", "modifiedSince=2026-13-01", "firstName=".padEnd(60, "x"), "size=many"]) {
      const { status, body } = await desk.get(`/v3/customers?${query}`, ada)
      assert.equal(status, 400, query)
      assert.equal(body._embedded.errors[0].path, query.split("=")[0])
    }
    assert.equal((await desk.get("/v3/customers")).status, 401)
  })

  test("a walk meets everybody who is there throughout once, whoever comes, changes or goes meanwhile", async () => {
    const insert = async (moment: number) =>
      (
        await desk.db.one<{ id: number }>(sql`
          insert into customers (last_name, created_at, updated_at)
          values ('Walked', ${momentAt(moment)}, ${momentAt(moment)}) returning id`)
      ).id
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(2), { minLength: 1, maxLength: 25 }),
        fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 12 }),
        fc.integer({ min: 1, max: 6 }),
        fc.constantFrom("lastName=Walked", "query=lastName:walked", "createdSince=2026-01-01&query=walked"),
        async (moments, changes, size, filter) => {
          await desk.db.run(sql`delete from customers where last_name = 'Walked'`)
          const present: number[] = []
          for (const moment of moments) present.push(await insert(moment))
          const throughout = new Set(present)
          const seen: number[] = []
          let next: string | undefined = `/v3/customers?${filter}&size=${size}`
          for (let step = 0; next !== undefined; step++) {
            const { status, body } = await desk.get(next, ada)
            assert.equal(status, 200)
            seen.push(...body._embedded.customers.map(({ id }: ListedCustomer) => id))
            assert.ok(step < 100, "the pages never end")
            for (const { deed, at } of changes[step] ?? []) {
              const id = present[at % present.length]
              if (deed === "insert") present.push(await insert(at % 3))
              else if (id === undefined) continue
              else if (deed === "update")
                await desk.db.run(sql`update customers set first_name = 'New', updated_at = now() where id = ${id}`)
              else {
                await desk.db.run(sql`delete from customers where id = ${id}`)
                present.splice(at % present.length, 1)
                throughout.delete(id)
              }
            }
            next = body._links.next?.href
          }
          assert.equal(new Set(seen).size, seen.length, "nobody twice")
          assert.deepEqual(
            [...throughout].filter((id) => !seen.includes(id)),
            [],
            "nobody missed",
          )
        },
      ),
      { numRuns: runs(4) },
    )
  })
})

const change = fc.record({ deed: fc.constantFrom("insert", "update", "delete"), at: fc.nat(1_000) })

/** So few that most customers share theirs; those a millisecond apart look the same in answers. */
function momentAt(index: number): Date {
  return new Date(Date.parse("2026-01-02T03:04:05.678Z") + index)
}
