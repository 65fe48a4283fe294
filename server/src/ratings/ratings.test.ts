import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { Rating, RatingPage } from "@deskhand/contract/conversations/rating"
import { scenarioDesk, type TestDesk } from "../../test/desk/desk.ts"
import { assertShape } from "../../test/shape.ts"
import { walkPages } from "../../test/walk.ts"
import { type Sql, sql } from "../db/db.ts"
import { clockAt } from "../seed/clock.ts"
import { insertConversation } from "../seed/insert/conversations.ts"
import { fromCustomer, reply } from "../seed/insert/threads.ts"
import type { ScenarioIds } from "../seed/scenario.ts"

let desk: TestDesk
let ids: ScenarioIds
let ada: string
let limited: string
/** In an inbox that few may see, of another user's reply, by a customer without an address. */
let hidden: number
let ofDeleted: number

before(async () => {
  ;({ desk, ids } = await scenarioDesk())
  ada = await desk.tokenFor(ids.users.ada)
  limited = await desk.tokenFor(ids.users.limited)
  hidden = await rate({ inboxId: ids.inboxes.hidden, customerId: ids.customers.withoutEmail })
  ofDeleted = await rate({ inboxId: ids.inboxes.support, customerId: ids.customers.accents, state: "deleted" })
})
after(() => desk.close())

async function rate(conversation: { inboxId: number; customerId: number; state?: "deleted" }): Promise<number> {
  const clock = clockAt(desk.clock.now)
  const { ratings } = await insertConversation(desk.db, {
    ...conversation,
    subject: "Rated",
    threads: {
      question: fromCustomer(clock.ago({ hours: 3 }), "<p>How?</p>"),
      answer: reply(ids.users.ada, clock.ago({ hours: 2 }), "<p>So.</p>", {
        rating: { rating: "great", at: clock.ago({ hours: 1 }) },
      }),
    },
  })
  return ratings["answer"] ?? assert.fail("no rating")
}

const listed = async (query: string, token = ada): Promise<number[]> => {
  const { status, body } = await desk.get(`/v2/ratings${query}`, token)
  assert.equal(status, 200)
  assertShape(RatingPage, body)
  assert.equal(body.page.totalElements, body._embedded.ratings.length)
  return body._embedded.ratings.map(({ id }: Rating) => id)
}

describe("GET /v2/ratings/{id}", () => {
  test("has every field and link", async () => {
    const { great } = ids.ratings
    const { status, body } = await desk.get(`/v2/ratings/${great}`, limited)
    assert.equal(status, 200)
    assertShape(Rating, body)
    const conversation = await desk.db.one<{ number: number }>(
      sql`select number from conversations where id = ${ids.conversations.rated}`,
    )
    const customer = await desk.db.one<{ first: string; last: string; photo: string | null; email: string }>(sql`
      select first_name as first, last_name as last, photo_url as photo, first_email(id) as email
      from customers where id = ${ids.customers.accents}`)
    assert.deepEqual(body, {
      id: great,
      threadId: ids.threads.rated.great,
      conversationId: ids.conversations.rated,
      conversationNumber: conversation.number,
      mailboxId: ids.inboxes.support,
      rating: "great",
      comments: "Quick & kind 🎉",
      createdAt: "2026-02-12T07:06:07Z",
      modifiedAt: "2026-02-12T07:06:07Z",
      user: { id: ids.users.grace, email: ids.emails.grace, firstName: "Grace", lastName: "Hopper" },
      customer: {
        id: ids.customers.accents,
        email: customer.email,
        firstName: customer.first,
        lastName: customer.last,
        ...(customer.photo !== null && { photoUrl: customer.photo }),
      },
      _links: {
        self: { href: `${desk.origin}/v2/ratings/${great}` },
        conversation: { href: `${desk.origin}/v2/conversations/${ids.conversations.rated}` },
        mailbox: { href: `${desk.origin}/v2/mailboxes/${ids.inboxes.support}` },
        customer: { href: `${desk.origin}/v2/customers/${ids.customers.accents}` },
        user: { href: `${desk.origin}/v2/users/${ids.users.grace}` },
      },
    })
  })

  test("leaves out comments, an address and a photo that are not there, and shows a photo that is", async () => {
    const { body } = await desk.get(`/v2/ratings/${hidden}`, ada)
    assertShape(Rating, body)
    assert.equal("comments" in body, false)
    assert.equal("email" in body.customer, false)
    await desk.db.run(sql`update customers set photo_url = 'https://photos.example/x.png'
      where id = ${ids.customers.withoutEmail}`)
    const again = await desk.get(`/v2/ratings/${hidden}`, ada)
    assert.equal(again.body.customer.photoUrl, "https://photos.example/x.png")
  })

  test("404 for one in an inbox that the viewer may not see, and for none", async () => {
    assert.equal((await desk.get(`/v2/ratings/${hidden}`, ada)).status, 200)
    for (const id of [hidden, 999_999]) assert.equal((await desk.get(`/v2/ratings/${id}`, limited)).status, 404)
    assert.equal((await desk.get(`/v2/ratings/${hidden}`)).status, 401)
  })

  test("can be read of a deleted conversation, as the conversation can", async () => {
    assert.equal((await desk.get(`/v2/ratings/${ofDeleted}`, limited)).status, 200)
  })
})

describe("GET /v2/ratings", () => {
  test("lists those the viewer may see, the last changed first, none of deleted conversations", async () => {
    const { great, okay, notGood, unknown } = ids.ratings
    assert.deepEqual(await listed(""), [hidden, unknown, notGood, okay, great])
    assert.deepEqual(await listed("", limited), [unknown, notGood, okay, great])
  })

  test("shows each as it is shown alone", async () => {
    const { body } = await desk.get("/v2/ratings", ada)
    for (const rating of body._embedded.ratings)
      assert.deepEqual(rating, (await desk.get(`/v2/ratings/${rating.id}`, ada)).body)
  })

  test("follows its conversation into another inbox, out of sight and back", async () => {
    const { great, okay, notGood, unknown } = ids.ratings
    const change = (set: Sql) => desk.db.run(sql`update conversations set ${set} where id = ${ids.conversations.rated}`)
    await change(sql`inbox_id = ${ids.inboxes.hidden}`)
    assert.deepEqual(await listed("", limited), [])
    assert.deepEqual(await listed(`?mailbox=${ids.inboxes.hidden}`), [hidden, unknown, notGood, okay, great])
    assert.equal((await desk.get(`/v2/ratings/${great}`, ada)).body.mailboxId, ids.inboxes.hidden)
    assert.equal((await desk.get(`/v2/ratings/${great}`, limited)).status, 404)
    await change(sql`inbox_id = ${ids.inboxes.support}, state = 'deleted'`)
    assert.deepEqual(await listed(""), [hidden])
    assert.equal((await desk.get(`/v2/ratings/${great}`, limited)).status, 200)
    await change(sql`state = 'published'`)
    assert.deepEqual(await listed("", limited), [unknown, notGood, okay, great])
  })

  test("every page of every filter has its rows once and the total of all, from both ends", async () => {
    const { great, okay, notGood, unknown } = ids.ratings
    for (const size of [1, 2, 3])
      for (const [query, expected] of [
        ["", [hidden, unknown, notGood, okay, great]],
        [`&user=${ids.users.grace}`, [unknown, notGood, okay, great]],
        ["&modifiedSince=2020-01-01", [hidden, unknown, notGood, okay, great]],
        ["&rating=great", [hidden, great]],
      ] as const) {
        const seen = await walkPages(desk, `/v2/ratings?size=${size}${query}`, ada)
        assert.deepEqual(seen.ids, expected, query)
        assert.equal(seen.total, expected.length)
      }
  })

  test("shows nothing to who may see no inbox", async () => {
    const nobody = await desk.tokenFor(await desk.addUser({ email: "none@example.com", role: "user" }))
    assert.deepEqual(await listed("", nobody), [])
    assert.deepEqual(await listed(`?user=${ids.users.grace}`, nobody), [])
  })

  test("filters by inbox, rating, user and change, all at once too", async () => {
    const { great, okay, notGood, unknown } = ids.ratings
    assert.deepEqual(await listed(`?mailbox=${ids.inboxes.hidden}`), [hidden])
    assert.deepEqual(await listed(`?mailbox=${ids.inboxes.hidden}`, limited), [])
    assert.deepEqual(await listed("?rating=great"), [hidden, great])
    assert.deepEqual(await listed("?rating=not_good"), [notGood])
    assert.deepEqual(await listed(`?user=${ids.users.grace}`), [unknown, notGood, okay, great])
    assert.deepEqual(await listed(`?user=${ids.users.ada}`, limited), [])
    const all = `?mailbox=${ids.inboxes.support}&user=${ids.users.grace}&modifiedSince=2026-02-12T08:00:00Z`
    assert.deepEqual(await listed(`${all}&rating=okay`), [okay])
    assert.deepEqual(await listed(`${all}&rating=great`), [])
  })

  test("modifiedSince leaves out the moment itself", async () => {
    const { okay, notGood, unknown } = ids.ratings
    await desk.db.run(sql`update ratings set modified_at = '2026-02-12T09:06:07Z' where id = ${okay}`)
    assert.deepEqual(await listed("?modifiedSince=2026-02-12T09:06:07Z"), [hidden, unknown, notGood])
    assert.deepEqual(await listed("?modifiedSince=2026-02-12T09:06:06.999Z"), [hidden, unknown, notGood, okay])
  })

  test("pages keep the filters and visit every rating once", async () => {
    const first = await desk.get(`/v2/ratings?user=${ids.users.grace}&size=3`, ada)
    assert.deepEqual(first.body.page, { size: 3, totalElements: 4, totalPages: 2, number: 1 })
    const second = await desk.get(first.body._links.next.href, ada)
    const seen = [...first.body._embedded.ratings, ...second.body._embedded.ratings].map(({ id }: Rating) => id)
    assert.deepEqual(seen, await listed(`?user=${ids.users.grace}`))
    assert.equal(second.body._links.next, undefined)
  })

  test("400 names what is wrong", async () => {
    const cases = [
      ["rating=superb", "rating"],
      ["mailbox=x", "mailbox"],
      ["user=0", "user"],
      ["modifiedSince=yesterday", "modifiedSince"],
      ["modifiedSince=2026-02-31", "modifiedSince"],
      ["page=0", "page"],
    ]
    for (const [query, path] of cases) {
      const { status, body } = await desk.get(`/v2/ratings?${query}`, ada)
      assert.equal(status, 400, query)
      assert.equal(body._embedded.errors[0].path, path)
    }
  })
})
