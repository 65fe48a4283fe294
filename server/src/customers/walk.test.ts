import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import type { ListedCustomer } from "@deskhand/contract/customers/customer"
import fc from "fast-check"
import { scenarioDesk, type TestDesk } from "../../test/desk/desk.ts"
import { runs } from "../../test/property.ts"
import { join, raw, type Sql, sql } from "../db/db.ts"
import type { ScenarioIds } from "../seed/scenario.ts"

let desk: TestDesk
let ids: ScenarioIds
let tokens: Record<Who, string>
let inboxes: number[]

type Who = "ada" | "limited"

before(async () => {
  ;({ desk, ids } = await scenarioDesk())
  tokens = { ada: await desk.tokenFor(ids.users.ada), limited: await desk.tokenFor(ids.users.limited) }
  inboxes = Object.values(ids.inboxes)
  // Names, moments and their absence meet often, so that orders have ties.
  await desk.db.run(sql`
    insert into customers (first_name, last_name, created_at, updated_at)
    select (array['Ann', 'ann', 'Zoë', 'zoe', null])[1 + n % 5], (array['Lee', 'LEE', null])[1 + n % 3],
      timestamp '2024-01-01' + (n % 4) * interval '1 day', timestamp '2025-01-01' + (n % 6) * interval '1 day'
    from generate_series(1, 40) as n`)
})
after(() => desk.close())

const sortKeys = {
  createdAt: ["created_at", "id"],
  modifiedAt: ["updated_at", "id"],
  firstName: [`lower(first_name) collate "C"`, "created_at", "id"],
  lastName: [`lower(last_name) collate "C"`, "created_at", "id"],
  // None of the queries below has free text.
  score: ["updated_at", "id"],
}
type Field = keyof typeof sortKeys

interface Asked {
  who: Who
  field: Field | undefined
  order: "asc" | "desc" | undefined
  mailbox: number | undefined
  firstName: string | undefined
  lastName: string | undefined
  modifiedSince: string | undefined
  query: [text: string, condition: string] | undefined
  size: number
}

const maybe = <Value>(...values: Value[]) => fc.option(fc.constantFrom(...values), { nil: undefined, freq: 2 })

const asked: fc.Arbitrary<Asked> = fc.record({
  who: fc.constantFrom<Who>("ada", "limited"),
  field: maybe<Field>("createdAt", "modifiedAt", "firstName", "lastName", "score"),
  order: maybe("asc", "desc"),
  mailbox: maybe(0, 1, 2, 3),
  firstName: maybe("ANN", "zoë", "Mary", "nobody"),
  lastName: maybe("lee", "Member"),
  modifiedSince: maybe("2025-01-03T00:00:00Z", "2020-01-01", "2030-01-01"),
  query: maybe<[string, string]>(
    ["firstName:zoe", "first_name in ('Zoë', 'zoe')"],
    ["lastName:lee OR email:crowd", "(last_name ilike 'lee' or last_name = 'Member')"],
    ["NOT firstName:*", "first_name is null"],
    ["createdAt:[2024-01-02 TO 2024]", "created_at >= '2024-01-02' and created_at < '2025-01-01'"],
  ),
  size: fc.integer({ min: 5, max: 60 }),
})

describe("GET /v2/customers", () => {
  test("every page of every order and filter: each row once, in order, as many as each total says", async () => {
    await fc.assert(
      fc.asyncProperty(asked, async (request) => {
        const expected = await expectedIds(request)
        const seen: number[] = []
        for (let page = 1; page === 1 || seen.length < expected.length; page++) {
          const { status, body } = await desk.get(pathOf(request, page), tokens[request.who])
          assert.equal(status, 200)
          assert.equal(body.page.totalElements, expected.length)
          assert.equal(body.page.totalPages, Math.ceil(expected.length / request.size))
          assert.equal("next" in body._links, page < body.page.totalPages)
          const shown = body._embedded.customers.map(({ id }: ListedCustomer) => id)
          assert.ok(shown.length > 0 || expected.length === 0, "a page in the middle is empty")
          seen.push(...shown)
        }
        assert.deepEqual(seen, expected)
      }),
      { numRuns: runs(10) },
    )
  })
})

function pathOf(request: Asked, page: number): string {
  const { field, order, mailbox, firstName, lastName, modifiedSince, query, size } = request
  const parameters = new URLSearchParams({ page: String(page), size: String(size) })
  const given = { sortField: field, sortOrder: order, firstName, lastName, modifiedSince, query: query?.[0] }
  for (const [name, value] of Object.entries(given)) if (value !== undefined) parameters.set(name, value)
  if (mailbox !== undefined) parameters.set("mailbox", String(inboxes[mailbox]))
  return `/v2/customers?${parameters}`
}

/** Counted and sorted row by row, as the service never does. */
async function expectedIds(request: Asked): Promise<number[]> {
  const { who, field = "createdAt", order = "desc", firstName, lastName, modifiedSince, query } = request
  const conditions: Sql[] = [sql`true`]
  if (request.mailbox !== undefined) {
    const inboxId = inboxes[request.mailbox] ?? 0
    const visible = who === "ada" || [ids.inboxes.support, ids.inboxes.paging].includes(inboxId)
    conditions.push(sql`${visible} and exists (select from conversations
      where customer_id = customers.id and inbox_id = ${inboxId} and state = 'published')`)
  }
  if (firstName !== undefined) conditions.push(sql`lower(first_name) = lower(${firstName})`)
  if (lastName !== undefined) conditions.push(sql`lower(last_name) = lower(${lastName})`)
  if (modifiedSince !== undefined) conditions.push(sql`updated_at > ${modifiedSince}::timestamptz`)
  if (query !== undefined) conditions.push(raw(query[1]))
  const keys = sortKeys[field].map((key) => raw(`${key} ${order}`))
  const rows = await desk.db.many<{ id: number }>(
    sql`select id from customers where ${join(conditions, " and ")} order by ${join(keys)}`,
  )
  return rows.map(({ id }) => id)
}
