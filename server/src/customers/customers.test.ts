import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { Customer, CustomerPage, type ListedCustomer } from "@deskhand/contract/customers/customer"
import { scenarioDesk, type TestDesk } from "../../test/desk/desk.ts"
import { assertShape } from "../../test/shape.ts"
import { walkPages } from "../../test/walk.ts"
import { sql } from "../db/db.ts"
import type { ScenarioIds } from "../seed/scenario.ts"

let desk: TestDesk
let ids: ScenarioIds
let ada: string
let limited: string

before(async () => {
  ;({ desk, ids } = await scenarioDesk())
  ada = await desk.tokenFor(ids.users.ada)
  limited = await desk.tokenFor(ids.users.limited)
})
after(() => desk.close())

const walk = (path: string, token = ada) => walkPages(desk, path, token)

async function idsWhere(condition: string, order = "created_at desc, id desc"): Promise<number[]> {
  const { rows } = await desk.db.pool.query(`select id from customers where ${condition} order by ${order}`)
  return rows.map(({ id }) => id)
}

describe("GET /v2/customers", () => {
  test("lists everybody newest first, 50 a page, in the specified envelope", async () => {
    const { status, body } = await desk.get("/v2/customers", ada)
    assert.equal(status, 200)
    assertShape(CustomerPage, body)
    const all = await idsWhere("true")
    assert.deepEqual(
      body._embedded.customers.map(({ id }: ListedCustomer) => id),
      all.slice(0, 50),
    )
    assert.deepEqual(body.page, { size: 50, totalElements: all.length, totalPages: 2, number: 1 })
    assert.equal(body._links.self.href, `${desk.origin}/v2/customers?page=1`)
    assert.equal(body._links.next.href, `${desk.origin}/v2/customers?page=2`)
    assert.equal(body._links.last.href, `${desk.origin}/v2/customers?page=2`)
    assert.equal(body._links.previous, undefined)
  })

  test("the last page has a way back and none on; the one behind it is empty", async () => {
    const { body } = await desk.get("/v2/customers?page=2", ada)
    assert.equal(body._embedded.customers.length, body.page.totalElements - 50)
    assert.equal(body._links.next, undefined)
    assert.equal(body._links.previous.href, `${desk.origin}/v2/customers?page=1`)
    const beyond = await desk.get("/v2/customers?page=3", ada)
    assert.deepEqual(beyond.body._embedded.customers, [])
    assert.equal(beyond.body.page.number, 3)
  })

  test("each sort field orders both ways, ties by age, and visits everybody once from both ends", async () => {
    const keys = {
      createdAt: "created_at",
      modifiedAt: "updated_at",
      firstName: `lower(first_name) collate "C" ORDER, created_at`,
      lastName: `lower(last_name) collate "C" ORDER, created_at`,
    }
    for (const [field, key] of Object.entries(keys))
      for (const order of ["asc", "desc"]) {
        const seen = await walk(`/v2/customers?sortField=${field}&sortOrder=${order}&size=7`)
        assert.deepEqual(
          seen.ids,
          await idsWhere("true", `${key.replace("ORDER", order)} ${order}, id ${order}`),
          `${field} ${order}`,
        )
        assert.equal(seen.total, seen.ids.length)
      }
    assert.deepEqual(
      (await walk("/v2/customers?sortField=lastName")).ids,
      await idsWhere("true", `lower(last_name) collate "C" desc, created_at desc, id desc`),
    )
  })

  test("filters by whole names in any case, one or both", async () => {
    const { crowd, full, accents } = ids.customers
    assert.deepEqual((await walk("/v2/customers?firstName=crowd07")).ids, [crowd[6]])
    assert.deepEqual((await walk("/v2/customers?firstName=crowd")).ids, [])
    assert.deepEqual((await walk("/v2/customers?lastName=SOMERVILLE")).ids, [full])
    assert.deepEqual((await walk(`/v2/customers?lastName=${encodeURIComponent("BRONTË-ångström")}`)).ids, [accents])
    const members = await walk("/v2/customers?lastName=member&sortOrder=asc&size=25")
    assert.deepEqual(members.ids, await idsWhere("last_name = 'Member'", "created_at, id"))
    assert.equal(members.total, 60)
    assert.deepEqual((await walk("/v2/customers?firstName=Crowd07&lastName=Somerville")).ids, [])
    assert.deepEqual((await walk("/v2/customers?firstName=%25")).ids, [])
  })

  test("modifiedSince leaves out that very moment", async () => {
    const { updated_at } = await desk.db.one<{ updated_at: Date }>(
      sql`select updated_at from customers where id = ${ids.customers.full}`,
    )
    const since = async (moment: Date) =>
      (await walk(`/v2/customers?modifiedSince=${encodeURIComponent(moment.toISOString())}`)).ids
    assert.equal((await since(updated_at)).includes(ids.customers.full), false)
    const before = new Date(updated_at.getTime() - 1)
    assert.deepEqual(await since(before), await idsWhere(`updated_at > '${before.toISOString()}'`))
    assert.equal((await since(before)).includes(ids.customers.full), true)
  })

  test("mailbox gives those with conversations there", async () => {
    const inInbox = (inboxId: number) =>
      idsWhere(`exists (select from conversations c where c.customer_id = customers.id and c.inbox_id = ${inboxId}
        and c.state = 'published')`)
    for (const inboxId of Object.values(ids.inboxes)) {
      const seen = await walk(`/v2/customers?mailbox=${inboxId}`)
      assert.deepEqual(seen.ids, await inInbox(inboxId))
      assert.equal(seen.total, seen.ids.length)
    }
    assert.equal((await inInbox(ids.inboxes.hidden)).length > 1, true)
    const both = await walk(`/v2/customers?mailbox=${ids.inboxes.hidden}&firstName=heidi`)
    assert.deepEqual(both, { ids: [ids.customers.hidden], total: 1, last: both.last })
  })

  test("an inbox that the viewer may not see, or that is not there, has no customers", async () => {
    for (const inboxId of [ids.inboxes.hidden, 999_999_999]) {
      const { status, body } = await desk.get(`/v2/customers?mailbox=${inboxId}`, limited)
      assert.equal(status, 200)
      assert.deepEqual(body._embedded, { customers: [] })
      assert.deepEqual(body.page, { size: 50, totalElements: 0, totalPages: 0, number: 1 })
      const named = await desk.get(`/v2/customers?mailbox=${inboxId}&firstName=Heidi`, limited)
      assert.equal(named.body.page.totalElements, 0)
    }
  })

  test("links keep every filter", async () => {
    const { body } = await desk.get("/v2/customers?lastName=Member&sortField=firstName&size=20&page=2", ada)
    for (const relation of ["self", "first", "next", "previous", "last"]) {
      const query = new URL(body._links[relation].href).searchParams
      assert.deepEqual(
        [query.get("lastName"), query.get("sortField"), query.get("size")],
        ["Member", "firstName", "20"],
      )
    }
  })

  test("the total follows who comes and goes", async () => {
    const total = async () => (await desk.get("/v2/customers?size=1", ada)).body.page.totalElements
    const before = await total()
    const { id } = await desk.db.one<{ id: number }>(sql`insert into customers default values returning id`)
    assert.equal(await total(), before + 1)
    await desk.db.run(sql`delete from customers where id = ${id}`)
    assert.equal(await total(), before)
  })

  test("lists the same people to everybody, and counts only the viewer's inboxes", async () => {
    const path = "/v2/customers?lastName=Somerville"
    const [mine, theirs] = [await desk.get(path, ada), await desk.get(path, limited)]
    const { rows } = await desk.db.pool.query(
      `select count(*)::int as all, count(*) filter (where inbox_id = any($2))::int as seen
       from conversations where state = 'published' and customer_id = $1`,
      [ids.customers.full, [ids.inboxes.support, ids.inboxes.paging]],
    )
    assert.ok(rows[0].all > rows[0].seen)
    assert.equal(mine.body._embedded.customers[0].conversationCount, rows[0].all)
    assert.equal(theirs.body._embedded.customers[0].conversationCount, rows[0].seen)
    assert.deepEqual((await walk("/v2/customers", limited)).ids, (await walk("/v2/customers")).ids)
  })

  test("400 names the parameter that is wrong", async () => {
    const wrong = {
      page: "0",
      mailbox: "x",
      modifiedSince: "yesterday",
      sortField: "age",
      sortOrder: "up",
      firstName: "x".repeat(41),
    }
    for (const [name, value] of Object.entries(wrong)) {
      const { status, body } = await desk.get(`/v2/customers?${name}=${value}`, ada)
      assert.equal(status, 400, name)
      assert.equal(body._embedded.errors[0].path, name)
      assert.equal(body._embedded.errors[0].source, "QUERY")
    }
    const absent = await desk.get("/v2/customers?modifiedSince=2026-02-31", ada)
    assert.equal(absent.body._embedded.errors[0].path, "modifiedSince")
  })

  test("401 without a token; light users and read-only tokens may read", async () => {
    assert.equal((await desk.get("/v2/customers")).status, 401)
    assert.equal((await desk.get("/v2/customers", await desk.tokenFor(ids.users.light))).status, 200)
    assert.equal((await desk.get("/v2/customers", await desk.tokenFor(ids.users.ada, "read-only"))).status, 200)
  })
})

describe("GET /v2/customers/{id}", () => {
  const read = async (id: number, token = ada) => (await desk.get(`/v2/customers/${id}`, token)).body

  test("has every field", async () => {
    const { _embedded, _links, ...fields } = await read(ids.customers.full)
    const created = new Date(desk.clock.now.getTime() - 120 * 86_400_000).toISOString()
    const updated = new Date(desk.clock.now.getTime() - 86_400_000).toISOString()
    const { count } = await desk.db.one<{ count: number }>(
      sql`select count(*) from conversations where state = 'published' and customer_id = ${ids.customers.full}`,
    )
    assert.deepEqual(fields, {
      id: ids.customers.full,
      firstName: "Mary",
      lastName: "Somerville",
      gender: "female",
      jobTitle: "Astronomer",
      location: "Edinburgh",
      organization: "Analytical Engines Ltd",
      organizationId: ids.organizations.full,
      photoType: "gravatar",
      photoUrl: "https://photos.scenario.example/mary.png",
      age: "45",
      conversationCount: count,
      createdAt: `${created.slice(0, 19)}Z`,
      updatedAt: `${updated.slice(0, 19)}Z`,
      background: "Prefers letters.",
      draft: false,
    })
    const self = `${desk.origin}/v2/customers/${ids.customers.full}`
    assert.deepEqual(_links, {
      address: { href: `${self}/address` },
      chats: { href: `${self}/chats` },
      emails: { href: `${self}/emails` },
      phones: { href: `${self}/phones` },
      "social-profiles": { href: `${self}/social-profiles` },
      websites: { href: `${self}/websites` },
      organization: { href: `${desk.origin}/v2/organizations/${ids.organizations.full}` },
      self: { href: self },
    })
  })

  test("every link leads somewhere", async () => {
    const { _links } = await read(ids.customers.full)
    for (const { href } of Object.values<{ href: string }>(_links))
      assert.equal((await desk.get(href, ada)).status, 200)
  })

  test("embeds what a customer has several of, in the order in which it came", async () => {
    const { _embedded } = await read(ids.customers.full)
    const plain = (entries: { value: string; type?: string }[]) => entries.map(({ value, type }) => [value, type])
    assert.deepEqual(plain(_embedded.emails), [
      ["Mary@Engines.scenario.example", "work"],
      ["mary.home@customers.scenario.example", "home"],
      ["mary.other@customers.scenario.example", "other"],
    ])
    assert.deepEqual(plain(_embedded.phones)[2], ["+44 131 496 0002", "mobile"])
    assert.equal(_embedded.phones.length, 6)
    assert.deepEqual(plain(_embedded.chats)[6], ["mary-on-skype", "skype"])
    assert.equal(_embedded.chats.length, 9)
    assert.deepEqual(plain(_embedded.social_profiles)[3], ["https://forsquare.scenario.example/mary", "forsquare"])
    assert.equal(_embedded.social_profiles.length, 12)
    assert.deepEqual(plain(_embedded.websites), [
      ["https://mary.scenario.example", undefined],
      ["https://mechanism-of-the-heavens.scenario.example", undefined],
    ])
    assert.ok(_embedded.emails.every(({ id }: { id: number }) => Number.isInteger(id)))
    assert.deepEqual(_embedded.address, {
      city: "Jedburgh",
      state: "Roxburghshire",
      postalCode: "TD8 6AR",
      country: "GB",
      lines: ["The Manse", "1 Castlegate"],
      _links: { self: { href: `${desk.origin}/v2/customers/${ids.customers.full}/address` } },
    })
  })

  test("shows every property, a dropdown by its option's id and label, an unset one without a value", async () => {
    const { properties } = (await read(ids.customers.full))._embedded
    const plain = (type: string, value: string, source: string) => ({
      type,
      value,
      text: value,
      source: { name: source },
    })
    assert.deepEqual(properties, [
      {
        slug: "scenario-size",
        name: "Shoe size",
        type: "dropdown",
        value: ids.customerProperties.sizeOptions.large,
        text: "Large",
        source: { name: "api" },
      },
      { slug: "scenario-birthday", name: "Birthday", ...plain("date", "1780-12-26", "api") },
      { slug: "scenario-orders", name: "Orders", ...plain("number", "7", "shop") },
      { slug: "scenario-nickname", name: "Nickname", ...plain("text", "Queen of Science", "web") },
      {
        slug: "scenario-profile",
        name: "Profile",
        ...plain("url", "https://profiles.scenario.example/mary", "api"),
      },
    ])
    const unset = (await read(ids.customers.silent))._embedded.properties
    assert.equal(unset.length, 5)
    assert.deepEqual(unset[0], { slug: "scenario-size", name: "Shoe size", type: "dropdown" })
  })

  test("leaves out what there is not", async () => {
    const { _embedded, _links, ...fields } = await read(ids.customers.withoutName)
    assert.deepEqual(Object.keys(fields).sort(), [
      "conversationCount",
      "createdAt",
      "draft",
      "gender",
      "id",
      "photoType",
      "updatedAt",
    ])
    assert.equal(fields.gender, "unknown")
    assert.equal(fields.photoType, "unknown")
    assert.equal("address" in _embedded, false)
    assert.equal("organization" in _links, false)
    assert.deepEqual((await read(ids.customers.withoutEmail))._embedded.emails, [])
  })

  test("tells drafts, genders and kinds of photo", async () => {
    assert.equal((await read(ids.customers.draft)).draft, true)
    assert.equal((await read(ids.customers.male)).gender, "male")
    const photos = ["male", "female", "accents", "emoji", "chinese", "arabic"] as const
    const types = await Promise.all(photos.map(async (name) => (await read(ids.customers[name])).photoType))
    assert.deepEqual(types, ["twitter", "facebook", "googleprofile", "googleplus", "linkedin", "instagram"])
  })

  test("names the organization by its id first, by the customer's own text where there is none", async () => {
    const hidden = await read(ids.customers.hidden)
    assert.deepEqual([hidden.organizationId, hidden.organization], [ids.organizations.hidden, "Zurückhaltend GmbH"])
    const longest = await read(ids.customers.longest)
    assert.deepEqual([longest.organizationId, longest.organization], [undefined, "o".repeat(60)])
    await desk.db.run(sql`update organizations set name = ${"ü".repeat(61)} where id = ${ids.organizations.hidden}`)
    assert.equal((await read(ids.customers.hidden)).organization, "ü".repeat(60))
    await desk.db.run(sql`update organizations set name = 'Zurückhaltend GmbH' where id = ${ids.organizations.hidden}`)
  })

  test("a list shows the same, but no address", async () => {
    const { body } = await desk.get("/v2/customers?size=100", ada)
    for (const listed of body._embedded.customers) {
      const single = await read(listed.id)
      assertShape(Customer, single)
      delete single._embedded.address
      assert.deepEqual(listed, single)
    }
  })

  test("counts only the viewer's inboxes", async () => {
    assert.equal((await read(ids.customers.hidden)).conversationCount, 1)
    assert.equal((await read(ids.customers.hidden, limited)).conversationCount, 0)
  })

  test("has an ETag that changes with what is shown", async () => {
    const path = `/v2/customers/${ids.customers.full}`
    const etag = (await desk.get(path, ada)).headers.get("etag") ?? ""
    assert.equal((await desk.get(path, ada, { "If-None-Match": etag })).status, 304)
    await desk.db.run(sql`update customer_addresses set city = 'Leith' where customer_id = ${ids.customers.full}`)
    assert.equal((await desk.get(path, ada, { "If-None-Match": etag })).status, 200)
    await desk.db.run(sql`update customer_addresses set city = 'Jedburgh' where customer_id = ${ids.customers.full}`)
  })

  test("404 for one that is not there, 400 for what is no id", async () => {
    assert.equal((await desk.get("/v2/customers/999999999", ada)).status, 404)
    const { status, body } = await desk.get("/v2/customers/mary", ada)
    assert.equal(status, 400)
    assert.deepEqual([body._embedded.errors[0].path, body._embedded.errors[0].source], ["customerId", "PATH"])
  })
})
