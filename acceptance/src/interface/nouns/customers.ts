import assert from "node:assert/strict"
import { get, ids, origin, read } from "../desk.ts"
import { ago, customer, listed, sorted } from "../scenario.ts"
import { section } from "../section.ts"

const named = (...names: string[]): number[] => names.map((name) => ids.customers[name])

/** Both lists find the same. */
async function assertFound(query: string, ...names: string[]): Promise<void> {
  for (const version of [2, 3]) {
    const found = await listed(`/v${version}/customers?size=100&${query}`)
    assert.deepEqual(sorted(found), sorted(named(...names)), `v${version} ${query}`)
  }
}

const assertSearched = (query: string, ...names: string[]) =>
  assertFound(`query=${encodeURIComponent(query)}`, ...names)

/** Everybody, newest first. */
const newestFirst = () => listed("/v2/customers?size=100")

section("customers", (item) => {
  item("v2 response", async () => {
    const { _embedded, page } = await read("/v2/customers")
    assert.deepEqual(Object.keys(_embedded), ["customers"])
    assert.equal(_embedded.customers.length, 50)
    assert.deepEqual(page, { size: 50, totalElements: 75, totalPages: 2, number: 1 })
  })

  item("v2 page", async () => {
    const all = await newestFirst()
    assert.equal(all.length, 75)
    assert.deepEqual(await listed("/v2/customers?page=2"), all.slice(50))
  })

  item("v2 mailbox", async () => {
    const { hidden, empty } = ids.inboxes
    assert.deepEqual(sorted(await listed(`/v2/customers?mailbox=${hidden}`)), sorted(named("full", "male", "hidden")))
    assert.deepEqual(await listed(`/v2/customers?mailbox=${empty}`), [])
  })

  item("v2 firstName", async () => {
    assert.deepEqual(await listed("/v2/customers?firstName=Mary"), named("full"))
    assert.deepEqual(await listed("/v2/customers?firstName=zoë"), named("accents"))
    assert.deepEqual(await listed("/v2/customers?firstName=Nobody"), [])
  })

  item("v2 lastName", async () => {
    assert.deepEqual(await listed("/v2/customers?lastName=Somerville"), named("full"))
    assert.equal((await read("/v2/customers?lastName=Member")).page.totalElements, 60)
  })

  item("v2 modifiedSince", async () => {
    const { updatedAt } = await customer("full")
    assert.equal(updatedAt, ago({ days: 1 }))
    const before = await listed(`/v2/customers?modifiedSince=${ago({ days: 1, minutes: 1 })}`)
    assert.ok(before.includes(ids.customers.full))
    // A moment itself is not after it.
    assert.ok(!(await listed(`/v2/customers?modifiedSince=${updatedAt}`)).includes(ids.customers.full))
  })

  item("v2 sortField", async () => {
    const byName = (field: string) => listed(`/v2/customers?size=100&sortOrder=asc&sortField=${field}`)
    const inOrder = async (field: string, ...names: string[]) =>
      assert.deepEqual(
        (await byName(field)).filter((id) => named(...names).includes(id)),
        named(...names),
        field,
      )
    await inOrder("firstName", "colleague", "female", "male", "full", "plusAddress", "silent")
    await inOrder("lastName", "colleague", "female", "hidden", "male", "plusAddress", "silent", "full")
    await inOrder("modifiedAt", "plusAddress", "female", "silent", "full")
    await inOrder("createdAt", "plusAddress", "female", "full", "silent", "male")
  })

  item("v2 sortOrder", async () => {
    const all = await newestFirst()
    assert.deepEqual(await listed("/v2/customers?size=100&sortOrder=asc"), all.toReversed())
    assert.deepEqual(await listed("/v2/customers?size=100&sortOrder=desc"), all)
  })

  item("v2 query", async () => {
    assert.deepEqual(await listed('/v2/customers?query=(lastName:"Somerville")'), named("full"))
    assert.deepEqual(await listed('/v2/customers?query=(lastName:"Somerville")&firstName=Malik'), [])
    const { status, body } = await get("/v2/customers?query=(lastName:")
    assert.deepEqual([status, body._embedded.errors[0].path], [400, "query"])
  })

  item("v2 default order", async () => {
    const { _embedded } = await read("/v2/customers?size=100")
    const moments = _embedded.customers.map(({ createdAt }: { createdAt: string }) => createdAt)
    assert.deepEqual(moments, moments.toSorted().reverse())
    assert.equal(_embedded.customers[0].id, ids.customers.draft)
  })

  item("query firstName", () => assertSearched('(firstName:"Mary")', "full"))

  item("query lastName", () => assertSearched('(lastName:"Mann")', "male"))

  item("query email", async () => {
    await assertSearched('(email:"mary.home@customers.scenario.example")', "full")
    await assertSearched('(email:"newsletter")', "plusAddress")
    await assertSearched('(email:"peter+newsletter@customers.scenario.example")', "plusAddress")
  })

  item("query modifiedAt", async () => {
    await assertSearched(`(modifiedAt:[* TO ${ago({ days: 1300 })}])`, "plusAddress")
    await assertSearched(`(modifiedAt:[${ago({ days: 1500 })} TO ${ago({ days: 300 })}])`, "plusAddress", "female")
  })

  item("query AND, OR", async () => {
    await assertSearched('(firstName:"Mary" OR firstName:"Malik")', "full", "male")
    await assertSearched('(firstName:"Mary" AND lastName:"Somerville")', "full")
    await assertSearched('(firstName:"Mary" AND lastName:"Mann")')
  })

  item("v3 firstName", async () => {
    assert.deepEqual(await listed("/v3/customers?firstName=Mary"), named("full"))
  })

  item("v3 lastName", async () => {
    assert.deepEqual(await listed("/v3/customers?lastName=Frau"), named("female"))
  })

  item("v3 email", async () => {
    assert.deepEqual(await listed("/v3/customers?email=mary.home@customers.scenario.example"), named("full"))
    const plus = "/v3/customers?email=peter%2Bnewsletter@customers.scenario.example"
    assert.deepEqual(await listed(plus), named("plusAddress"))
    assert.deepEqual(await listed("/v3/customers?email=nobody@customers.scenario.example"), [])
  })

  item("v3 createdSince", async () => {
    const { createdAt } = await customer("draft")
    assert.deepEqual(await listed(`/v3/customers?createdSince=${ago({ days: 2 })}`), named("draft"))
    assert.deepEqual(await listed(`/v3/customers?createdSince=${createdAt}`), [])
  })

  item("v3 modifiedSince", async () => {
    const found = await listed(`/v3/customers?modifiedSince=${ago({ days: 1, minutes: 1 })}`)
    assert.deepEqual(sorted(found), sorted(await listed(`/v2/customers?modifiedSince=${ago({ days: 1, minutes: 1 })}`)))
    assert.ok(found.includes(ids.customers.full))
  })

  item("v3 query", async () => {
    assert.deepEqual(await listed('/v3/customers?query=(email:"newsletter")'), named("plusAddress"))
    const { status, body } = await get("/v3/customers?query=(email:")
    assert.deepEqual([status, body._embedded.errors[0].path], [400, "query"])
  })

  item("v3 cursor", async () => {
    const { _links } = await read("/v3/customers")
    const cursor = new URL(_links.next.href).searchParams.get("cursor") ?? ""
    assert.deepEqual(await listed(`/v3/customers?cursor=${cursor}`), (await newestFirst()).slice(50))
    const damaged = `${cursor.slice(0, -2)}${cursor.endsWith("AA") ? "BB" : "AA"}`
    const { status, body } = await get(`/v3/customers?cursor=${damaged}`)
    assert.deepEqual([status, body._embedded.errors[0].path], [400, "cursor"])
  })

  item("v3 order", async () => {
    const walked: number[] = []
    for (let next: string | undefined = "/v3/customers?size=7"; next !== undefined; ) {
      const { _embedded, _links } = await read(next)
      walked.push(..._embedded.customers.map(({ id }: { id: number }) => id))
      next = _links.next?.href
    }
    assert.deepEqual(walked, await newestFirst())
    // Two of the crowd came at the same moment; the later id counts as newer.
    const [one, other] = ids.customers.crowd.slice(-2)
    assert.equal(walked.indexOf(other) + 1, walked.indexOf(one))
  })

  item("v3 response", async () => {
    const first = await read("/v3/customers")
    assert.deepEqual(Object.keys(first).sort(), ["_embedded", "_links"])
    assert.deepEqual(Object.keys(first._links).sort(), ["first", "next", "self"])
    assert.equal(first._links.self.href, `${origin}/v3/customers`)
    const second = await read(first._links.next.href)
    assert.deepEqual(Object.keys(second._links).sort(), ["first", "self"])
    assert.equal(second._links.first.href, `${origin}/v3/customers`)
    assert.equal(second._links.self.href, first._links.next.href)
    assert.deepEqual([first._embedded.customers.length, second._embedded.customers.length], [50, 25])
  })

  item("one customer", async () => {
    const { firstName, _embedded } = await customer("full")
    assert.equal(firstName, "Mary")
    assert.equal(_embedded.emails[0].value, "Mary@Engines.scenario.example")
    assert.equal(_embedded.phones[0].value, "+44 131 496 0000")
    assert.equal(_embedded.chats[0].value, "mary-on-aim")
    assert.equal(_embedded.social_profiles[0].value, "https://aboutme.scenario.example/mary")
    assert.equal(_embedded.websites[0].value, "https://mary.scenario.example")
    assert.equal(_embedded.properties[0].text, "Large")
    assert.equal(_embedded.address.city, "Jedburgh")
    assert.equal((await get("/v2/customers/999999999")).status, 404)
  })
})
