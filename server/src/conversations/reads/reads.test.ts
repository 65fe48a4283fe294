import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { UnreadConversations } from "@deskhand/contract/conversations/read"
import { type Creating, creatingDesk, customerEmail } from "../../../test/desk/creating.ts"
import { numberAll } from "../../../test/peers/events.ts"
import { assertShape } from "../../../test/shape.ts"
import { sql } from "../../db/db.ts"

let on: Creating
let ada: string
let grace: string
let limited: string

before(async () => {
  on = await creatingDesk()
  const { users } = on.ids
  ada = on.ada
  grace = await on.desk.tokenFor(users.grace)
  limited = await on.desk.tokenFor(users.limited)
  on.desk.clock.now = new Date("2031-03-04T05:06:07.000Z")
})
after(() => on.desk.close())

const pass = () => {
  on.desk.clock.now = new Date(on.desk.clock.now.getTime() + 60_000)
}
const mark = (method: "PUT" | "DELETE", id: number, token: string) =>
  on.desk.send(method, `/v2/conversations/${id}/read`, { token })

async function unread(token: string, ...ids: number[]): Promise<number[]> {
  const { status, body } = await on.desk.get(`/v2/users/me/unread?conversation=${ids}`, token)
  assert.equal(status, 200, JSON.stringify(body))
  assertShape(UnreadConversations, body)
  return body.conversationIds
}

async function write(id: number, kind = "customer", more: object = {}): Promise<void> {
  pass()
  const customer = kind === "customer" ? { customer: { email: customerEmail } } : {}
  const { status, body } = await on.desk.send("POST", `/v2/conversations/${id}/${kind}`, {
    token: grace,
    body: { text: "Something new", ...customer, ...more },
  })
  assert.equal(status, 201, JSON.stringify(body))
  pass()
}

async function create(more: Record<string, unknown> = {}): Promise<number> {
  pass()
  return (await on.made(more)).id
}

describe("PUT and DELETE /v2/conversations/{id}/read", () => {
  test("a conversation is unread until its user opens it, and again when a customer writes", async () => {
    const id = await create()
    assert.deepEqual([await unread(ada, id), await unread(grace, id)], [[id], [id]])
    for (let time = 0; time < 2; time++) assert.equal((await mark("PUT", id, ada)).status, 204)
    assert.deepEqual([await unread(ada, id), await unread(grace, id)], [[], [id]])
    await write(id, "notes")
    await write(id, "reply")
    assert.deepEqual(await unread(ada, id), [], "only customers make it unread")
    await write(id)
    assert.deepEqual(await unread(ada, id), [id])
  })

  test("marks as unread, also what no customer has written", async () => {
    const id = await create({ threads: [{ type: "reply", text: "We write first" }] })
    assert.deepEqual(await unread(ada, id), [])
    for (let time = 0; time < 2; time++) assert.equal((await mark("DELETE", id, ada)).status, 204)
    assert.deepEqual([await unread(ada, id), await unread(grace, id)], [[id], []])
    await mark("PUT", id, ada)
    assert.deepEqual(await unread(ada, id), [])
  })

  test("messages from before the account was created count as read", async () => {
    const id = await create()
    const newcomer = await on.desk.addUser({ email: "reads@scenario.example", role: "admin" })
    await on.desk.db.run(sql`update users set unread_since = ${on.desk.clock.now} where id = ${newcomer}`)
    const token = await on.desk.tokenFor(newcomer)
    assert.deepEqual(await unread(token, id), [])
    await write(id)
    assert.deepEqual(await unread(token, id), [id])
  })

  test("a message that is committed after the mark is unread", async () => {
    const id = await create()
    await mark("PUT", id, ada)
    // By a node whose clock is ahead.
    await on.desk.db.run(
      sql`update conversations set customer_wrote_at = customer_wrote_at + interval '1 hour' where id = ${id}`,
    )
    assert.deepEqual(await unread(ada, id), [id])
    await mark("PUT", id, ada)
    assert.deepEqual(await unread(ada, id), [])
  })

  test("tells the user's other windows, once, and nobody else", async () => {
    const id = await create()
    for (const method of ["PUT", "PUT", "DELETE", "DELETE"] as const) await mark(method, id, ada)
    await numberAll(on.desk.db)
    const events = async (token: string) => {
      const { body } = await on.desk.get("/v2/events", token)
      return body._embedded.events.filter(({ event, conversationId }: { event: string; conversationId: number }) => {
        return event === "read.changed" && conversationId === id
      })
    }
    assert.deepEqual(
      (await events(ada)).map(({ data }: { data: object }) => data),
      [{ unread: false }, { unread: true }],
    )
    assert.deepEqual(await events(grace), [])
  })

  test("404 where the user may not see the conversation, 403 for a read-only token; light users may", async () => {
    const { users, inboxes } = on.ids
    const hidden = await create({ mailboxId: inboxes.hidden })
    const id = await create()
    for (const method of ["PUT", "DELETE"] as const) {
      assert.equal((await mark(method, hidden, limited)).status, 404)
      assert.equal((await mark(method, 999_999_999, ada)).status, 404)
      assert.equal((await mark(method, id, await on.desk.tokenFor(users.ada, "read-only"))).status, 403)
      assert.equal((await mark(method, id, await on.desk.tokenFor(users.light))).status, 204)
    }
    assert.deepEqual(await unread(limited, hidden, id), [id])
    assert.deepEqual((await on.desk.get("/v2/users/me/unread", ada)).body, { conversationIds: [] })
    assert.equal((await on.desk.get("/v2/users/me/unread?conversation=1")).status, 401)
  })

  test("what moves out of a user's sight is in no answer to them", async () => {
    const id = await create()
    assert.deepEqual(await unread(limited, id), [id])
    const body = { op: "move", path: "/mailboxId", value: on.ids.inboxes.hidden }
    assert.equal((await on.desk.send("PATCH", `/v2/conversations/${id}`, { token: ada, body })).status, 204)
    assert.deepEqual([await unread(limited, id), await unread(ada, id)], [[], [id]])
  })
})

describe("is:unread", () => {
  test("finds what the viewer has not read, and its opposite the rest", async () => {
    const subject = "Zephyr among the unread"
    const [first, second] = [await create({ subject }), await create({ subject })]
    await mark("PUT", first, ada)
    const found = async (query: string, token: string) => {
      const { status, body } = await on.desk.get(`/v2/conversations?query=${encodeURIComponent(query)}`, token)
      assert.equal(status, 200, JSON.stringify(body))
      return body._embedded.conversations.map(({ id }: { id: number }) => id).sort()
    }
    assert.deepEqual(await found("zephyr is:unread", ada), [second])
    assert.deepEqual(await found("zephyr NOT is:unread", ada), [first])
    assert.deepEqual(await found("zephyr is:unread", grace), [first, second])
  })
})

describe("reads", () => {
  test("of conversations that are merged: unread where one of them is", async () => {
    const [first, second] = [await create(), await create()]
    for (const id of [first, second]) await mark("PUT", id, ada)
    await mark("PUT", second, grace)
    await on.desk.send("POST", `/v2/conversations/${first}/merge`, { token: ada, body: { conversationIds: [second] } })
    assert.deepEqual([await unread(ada, first), await unread(grace, first)], [[], [first]])
    await mark("PUT", first, grace)
    assert.deepEqual(await unread(grace, first), [])
    const { reads } = await on.desk.db.one<{ reads: number }>(
      sql`select count(*) as reads from conversation_reads where conversation_id = ${second}`,
    )
    assert.equal(reads, 0)
  })

  test("go with what is split off", async () => {
    const id = await create()
    await write(id)
    await mark("PUT", id, ada)
    const { body } = await on.desk.get(`/v2/conversations/${id}/threads`, ada)
    const newest = body._embedded.threads[0].id
    const answer = await on.desk.send("POST", `/v2/conversations/${id}/split`, {
      token: ada,
      body: { threadId: newest },
    })
    const split = Number(answer.headers.get("resource-id"))
    assert.deepEqual([await unread(ada, id, split), await unread(grace, id, split)], [[], [id, split]])
  })

  test("leave what a conversation answers as it is", async () => {
    const id = await create()
    const etag = async () => (await on.desk.get(`/v2/conversations/${id}`, ada)).headers.get("etag")
    const before = await etag()
    await mark("PUT", id, ada)
    assert.equal(await etag(), before)
  })
})
