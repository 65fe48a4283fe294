import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { scenarioDesk, type TestDesk } from "../../test/desk/desk.ts"
import { sql } from "../db/db.ts"

let desk: TestDesk
let ada: string

before(async () => {
  const scenario = await scenarioDesk()
  desk = scenario.desk
  ada = await desk.tokenFor(scenario.ids.users.ada)
})
after(() => desk.close())

/** Customers of this name, so many microseconds after one moment. */
function insert(lastName: string, amount: number, microseconds: string): Promise<number> {
  return desk.db.run(sql`
    insert into customers (last_name, created_at)
    select ${lastName}, timestamptz '2026-01-02T03:04:05.678Z' + n * ${microseconds}::interval
    from generate_series(1, ${amount}::integer) as n`)
}

async function idsOf(lastName: string): Promise<number[]> {
  const rows = await desk.db.many<{ id: number }>(
    sql`select id from customers where last_name = ${lastName} order by created_at desc, id desc`,
  )
  return rows.map(({ id }) => id)
}

async function pageOf(path: string): Promise<{ ids: number[]; next: string | undefined }> {
  const { status, body } = await desk.get(path, ada)
  assert.equal(status, 200, path)
  return { ids: body._embedded.customers.map(({ id }: { id: number }) => id), next: body._links.next?.href }
}

async function walk(path: string): Promise<number[]> {
  const ids: number[] = []
  for (let next: string | undefined = path; next !== undefined; ) {
    const page = await pageOf(next)
    ids.push(...page.ids)
    next = page.next
  }
  return ids
}

describe("a walk of GET /v3/customers", () => {
  test("meets each of 10,000 of one moment once", async () => {
    await insert("Tied", 10_000, "0 s")
    assert.deepEqual(await walk("/v3/customers?lastName=Tied&size=100"), await idsOf("Tied"))
  })

  test("skips nobody who came microseconds after another", async () => {
    await insert("Close", 100, "10 us")
    const expected = await idsOf("Close")
    assert.equal(expected.length, 100)
    assert.deepEqual(await walk("/v3/customers?lastName=Close&size=7"), expected)
  })

  test("goes on behind somebody who is gone", async () => {
    await insert("Leaving", 30, "0 s")
    const expected = await idsOf("Leaving")
    const { ids, next } = await pageOf("/v3/customers?lastName=Leaving&size=10")
    await desk.db.run(sql`delete from customers where id = any(${ids.slice(-3)})`)
    assert.deepEqual([...ids, ...(await walk(next ?? ""))], expected)
  })

  test("400 for a cursor of 10 KB, of another version, or with SQL or JSON in it", async () => {
    const { next } = await pageOf("/v3/customers?size=9")
    const cursor = new URL(next ?? "").searchParams.get("cursor") ?? ""
    const bad = ["A".repeat(10_000), cursor + cursor, "' or 1=1--", '{"id":1}', btoa('{"createdAt":0,"id":1}'), "1"]
    for (const text of bad) {
      const { status, body } = await desk.get(`/v3/customers?size=9&cursor=${encodeURIComponent(text)}`, ada)
      assert.equal(status, 400, text.slice(0, 30))
      assert.equal(body._embedded.errors[0].path, "cursor")
    }
  })
})
