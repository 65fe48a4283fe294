import assert from "node:assert/strict"
import { get, ids, read } from "../desk.ts"
import { listed, organization, sorted } from "../scenario.ts"
import { section } from "../section.ts"

const named = (...names: string[]): number[] => names.map((name) => ids.organizations[name])
const sortedBy = (sort: string) => listed(`/v2/organizations?sort=${sort}`)

section("organizations", (item) => {
  item("list", async () => {
    const { _embedded, page } = await read("/v2/organizations")
    assert.deepEqual(page, { size: 50, totalElements: 4, totalPages: 1, number: 1 })
    for (const row of _embedded.organizations)
      for (const field of ["customerCount", "conversationCount", "properties"]) assert.equal(field in row, false)
    const full = _embedded.organizations.find(({ id }: { id: number }) => id === ids.organizations.full)
    assert.deepEqual(full, await organization("full"))
  })

  item("list page", async () => {
    const all = await listed("/v2/organizations")
    assert.deepEqual(await listed("/v2/organizations?size=3&page=1"), all.slice(0, 3))
    assert.deepEqual(await listed("/v2/organizations?size=3&page=2"), all.slice(3))
    assert.equal((await get("/v2/organizations?page=0")).status, 400)
  })

  item("list sort", async () => {
    const expected = {
      name: named("full", "crowded", "empty", "hidden"),
      customerCount: named("empty", "hidden", "full", "crowded"),
      conversationCount: named("empty", "hidden", "full", "crowded"),
      lastInteractionAt: named("empty", "hidden", "full", "crowded"),
    }
    for (const [field, up] of Object.entries(expected)) {
      assert.deepEqual(await sortedBy(`${field},asc`), up, field)
      assert.deepEqual(await sortedBy(`${field},desc`), up.toReversed(), field)
    }
    const { status, body } = await get("/v2/organizations?sort=age")
    assert.deepEqual([status, body._embedded.errors[0].path], [400, "sort"])
  })

  item("list sort default", async () => {
    assert.deepEqual(await listed("/v2/organizations"), await sortedBy("lastInteractionAt,desc"))
  })

  item("list sort direction", async () => {
    for (const field of ["name", "customerCount", "conversationCount", "lastInteractionAt"])
      assert.deepEqual(await sortedBy(field), await sortedBy(`${field},desc`))
  })

  item("one", async () => {
    const { id, name, domains } = await organization("crowded")
    assert.deepEqual(
      [id, name, domains],
      [ids.organizations.crowded, "Crowded House Insurance", ["crowded.scenario.example"]],
    )
    assert.equal((await get("/v2/organizations/999999999")).status, 404)
  })

  item("one includeCounts", async () => {
    const { customerCount, conversationCount } = await organization("crowded", "?includeCounts=true")
    // Three of the crowd also wrote to the support inbox.
    assert.deepEqual([customerCount, conversationCount], [60, 65])
    assert.equal("customerCount" in (await organization("crowded", "?includeCounts=false")), false)
    assert.equal("properties" in (await organization("crowded", "?includeCounts=true")), false)
  })

  item("one includeProperties", async () => {
    const { properties } = await organization("full", "?includeProperties=true")
    assert.equal(properties.length, 5)
    assert.equal("properties" in (await organization("full", "?includeProperties=false")), false)
    assert.equal("customerCount" in (await organization("full", "?includeProperties=true")), false)
  })

  item("customers", async () => {
    const { full, empty } = ids.organizations
    const of = (id: number) => listed(`/v2/organizations/${id}/customers`)
    assert.deepEqual(sorted(await of(full)), sorted([ids.customers.full, ids.customers.colleague]))
    assert.deepEqual(await of(empty), [])
    assert.equal((await get("/v2/organizations/999999999/customers")).status, 404)
  })

  item("customers page", async () => {
    const path = `/v2/organizations/${ids.organizations.crowded}/customers`
    const first = await listed(`${path}?page=1`)
    const second = await listed(`${path}?page=2`)
    assert.deepEqual([first.length, second.length], [50, 10])
    assert.deepEqual(sorted([...first, ...second]), sorted(ids.customers.crowd))
  })

  item("conversations", async () => {
    const { createdByColleague, everyField, anotherPlan, hiddenOfKnownCustomer, forwardChild } = ids.conversations
    const expected = [createdByColleague, everyField, anotherPlan, hiddenOfKnownCustomer, forwardChild]
    const path = `/v2/organizations/${ids.organizations.full}/conversations`
    assert.deepEqual(sorted(await listed(path)), sorted(expected))
    const { _embedded } = await read(`/v2/organizations/${ids.organizations.hidden}/conversations`)
    assert.deepEqual(
      _embedded.conversations.map(({ id, subject }: { id: number; subject: string }) => [id, subject]),
      [[ids.conversations.hidden, "In the hidden inbox"]],
    )
  })

  item("conversations page", async () => {
    const path = `/v2/organizations/${ids.organizations.crowded}/conversations`
    const [first, second] = await Promise.all([1, 2].map((page) => listed(`${path}?page=${page}`)))
    assert.deepEqual([first?.length, second?.length], [50, 15])
    assert.equal(new Set([...(first ?? []), ...(second ?? [])]).size, 65)
  })
})
