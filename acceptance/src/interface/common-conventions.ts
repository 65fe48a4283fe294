import assert from "node:assert/strict"
import { get, ids, origin, read, send } from "./desk.ts"
import { section } from "./section.ts"

/** How many rows a page has, and how many are on the first one where there are enough. */
async function assertSize(path: string, size: number, full: boolean): Promise<void> {
  const { page, _embedded } = await read(path)
  assert.equal(page.size, size)
  const [rows] = Object.values<unknown[]>(_embedded)
  assert.equal(rows?.length, full ? size : page.totalElements)
}

section("common-conventions", (item) => {
  item("base address", async () => {
    assert.equal((await fetch(`${origin}/v2/users/me`)).status, 401)
    assert.equal((await fetch(`${origin}/users/me`)).status, 404)
    assert.equal((await get(`${origin}/v2/users/me`)).status, 200)
  })

  item("authorization", async () => {
    const { paths } = await read("/openapi.json")
    const withoutPath = Object.keys(paths).filter((path) => /^\/v[23]\/(?!oauth2)/.test(path) && !path.includes("{"))
    assert.ok(withoutPath.length > 10)
    for (const path of withoutPath)
      for (const method of Object.keys(paths[path]))
        assert.equal((await send(method.toUpperCase(), path, { as: null })).status, 401, `${method} ${path}`)
  })

  item("content type", async () => {
    for (const type of ["application/json", "application/json;charset=UTF-8", "application/hal+json"]) {
      const { status } = await send("POST", "/v2/conversations", { body: "{}", headers: { "Content-Type": type } })
      assert.equal(status, 400, type)
    }
    for (const type of ["text/plain", "application/xml", "application/x-www-form-urlencoded"]) {
      const { status } = await send("POST", "/v2/conversations", { body: "{}", headers: { "Content-Type": type } })
      assert.equal(status, 415, type)
    }
  })

  item("successful read", async () => {
    const { status, headers } = await get(`/v2/conversations/${ids.conversations.active}`)
    assert.equal(status, 200)
    assert.equal(headers.get("Content-Type"), "application/hal+json")
  })

  item("page", async () => {
    const path = `/v2/conversations?mailbox=${ids.inboxes.paging}&sortOrder=asc`
    for (const [number, from, to] of [
      [1, 0, 25],
      [2, 25, 50],
      [3, 50, 62],
    ] as const) {
      const { page, _embedded } = await read(`${path}&page=${number}`)
      assert.equal(page.number, number)
      assert.deepEqual(
        _embedded.conversations.map(({ id }: { id: number }) => id),
        ids.conversations.paging.slice(from, to),
      )
    }
  })

  item("page size of conversations", () => assertSize("/v2/conversations", 25, true))
  item("page size of customers", () => assertSize("/v2/customers", 50, true))
  item("page size of organizations", () => assertSize("/v2/organizations", 50, false))
  item("page size of organization customers", () =>
    assertSize(`/v2/organizations/${ids.organizations.crowded}/customers`, 50, true),
  )
  item("page size of organization conversations", () =>
    assertSize(`/v2/organizations/${ids.organizations.crowded}/conversations`, 50, true),
  )
  item("page size of user statuses", () => assertSize("/v2/users/status", 50, false))
  item("page size of team members", () => assertSize(`/v2/teams/${ids.teams.firstLine}/members`, 50, false))
  item("page size of folders", () => assertSize(`/v2/mailboxes/${ids.inboxes.support}/folders`, 50, false))
  item("page size of webhooks", () => assertSize("/v2/webhooks", 50, false))

  item("page.number from 1", async () => {
    const { crowded, empty } = ids.organizations
    for (const path of [
      "/v2/organizations",
      `/v2/organizations/${crowded}/customers`,
      `/v2/organizations/${crowded}/conversations`,
      `/v2/organizations/${empty}/customers`,
      `/v2/organizations/${empty}/conversations`,
      "/v2/users/status",
      `/v2/teams/${ids.teams.firstLine}/members`,
      `/v2/teams/${ids.teams.empty}/members`,
      `/v2/mailboxes/${ids.inboxes.support}/folders`,
      "/v2/webhooks",
    ])
      assert.equal((await read(path)).page.number, 1, path)
  })

  item("page.number 0", async () => {
    const { page, _embedded } = await read(`/v2/conversations?mailbox=${ids.inboxes.empty}`)
    assert.deepEqual(page, { size: 25, totalElements: 0, totalPages: 0, number: 0 })
    assert.deepEqual(_embedded.conversations, [])
  })
})
