import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { scenarioDesk, type TestDesk } from "../../test/desk/desk.ts"
import { routes } from "../app.ts"

let desk: TestDesk
let ada: string

before(async () => {
  const scenario = await scenarioDesk()
  desk = scenario.desk
  ada = await desk.tokenFor(scenario.ids.users.ada)
})
after(() => desk.close())

/** Every list that takes this parameter, needs no other, and stands at an address of its own. */
function listsWith(parameter: string): string[] {
  return routes
    .filter(({ method, url, query }) => {
      const { properties = {}, required = [] } = (query ?? {}) as { properties?: object; required?: string[] }
      return method === "GET" && !url.includes(":") && required.length === 0 && parameter in properties
    })
    .map(({ url }) => url)
}

/** Sees that this is bad input, by the name of the parameter. */
async function assertRefused(path: string, parameter: string): Promise<void> {
  const { status, body } = await desk.get(path, ada)
  assert.equal(status, 400, path)
  assert.deepEqual(
    body._embedded.errors.map((error: { path: string; source: string }) => [error.path, error.source]),
    [[parameter, "QUERY"]],
    path,
  )
}

describe("every list", () => {
  test("refuses a page that cannot be, by name", async () => {
    const lists = listsWith("page")
    assert.ok(lists.length >= 8, `${lists}`)
    for (const list of lists)
      for (const page of ["0", "-1", "1.5", "9223372036854775808", "abc", "[]", "1e400", "0x1", "NaN", "%00"])
        await assertRefused(`${list}?page=${page}`, "page")
  })

  test("takes a blank page for none, the last of several, and has nothing on one far behind the last", async () => {
    for (const list of listsWith("page")) {
      const first = await desk.get(list, ada)
      for (const query of ["page=", "page=2&page=1", "page=%201%20"]) {
        const { status, body } = await desk.get(`${list}?${query}`, ada)
        assert.deepEqual([status, body._embedded], [200, first.body._embedded], `${list}?${query}`)
      }
      const { status, body } = await desk.get(`${list}?page=1000000`, ada)
      assert.equal(status, 200, list)
      assert.deepEqual(Object.values(body._embedded), [[]], list)
      assert.equal(body.page.totalElements, first.body.page.totalElements, list)
      assert.equal(body._links.next, undefined, list)
    }
  })

  test("sorts by what it names and by nothing else", async () => {
    const injections = [
      "id;drop table tags",
      "id",
      "name,asc,desc",
      "(select 1)",
      "createdAt--",
      "1",
      "ASC NULLS FIRST",
    ]
    for (const parameter of ["sortField", "sortOrder", "sort"]) {
      const lists = listsWith(parameter)
      assert.ok(lists.length > 0, parameter)
      for (const list of lists)
        for (const injection of injections)
          await assertRefused(`${list}?${parameter}=${encodeURIComponent(injection)}`, parameter)
    }
  })
})
