import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import type { Conversation } from "@deskhand/contract/conversations/conversation"
import type { Thread } from "@deskhand/contract/conversations/thread"
import { scenarioDesk, type TestDesk } from "../../../../test/desk/desk.ts"
import { type Db, sql } from "../../../db/db.ts"
import { assemble } from "../../../http/json.ts"
import { openOutgoing } from "../../../http/outgoing/safe-fetch.ts"
import type { Viewer } from "../../../http/viewer.ts"
import type { ScenarioIds } from "../../../seed/scenario.ts"
import { embedInList } from "./embed.ts"
import { excerptLength, excerptOf } from "./rules.ts"

let desk: TestDesk
let ids: ScenarioIds
let ada: string
let grace: string

before(async () => {
  ;({ desk, ids } = await scenarioDesk())
  ada = await desk.tokenFor(ids.users.ada)
  grace = await desk.tokenFor(ids.users.grace)
})
after(() => desk.close())

async function listedWithThreads(token: string): Promise<Conversation[]> {
  const { status, body } = await desk.get("/v2/conversations?status=all&size=100&embed=threads", token)
  assert.equal(status, 200)
  assert.match(body._links.first.href, /embed=threads/)
  const second = await desk.get(body._links.next.href, token)
  return [...body._embedded.conversations, ...second.body._embedded.conversations]
}

async function threadsOf(id: number, { version = 2, token = ada } = {}): Promise<Thread[]> {
  return (await desk.get(`/v${version}/conversations/${id}/threads?size=100`, token)).body._embedded.threads
}

describe("embed=threads", () => {
  test("gives one conversation with what its list of threads has, in both versions", async () => {
    for (const id of [
      ids.conversations.everyThreadState,
      ids.conversations.withAttachments,
      ids.conversations.longChat,
    ])
      for (const version of [2, 3]) {
        const { status, body } = await desk.get(`/v${version}/conversations/${id}?embed=threads`, ada)
        assert.equal(status, 200)
        assert.deepEqual(body._embedded.threads, await threadsOf(id, { version }))
        assert.equal("_embedded" in (await desk.get(`/v${version}/conversations/${id}`, ada)).body, false)
      }
  })

  test("shows more than a page of threads", async () => {
    const id = ids.conversations.with100Threads
    const { body } = await desk.get(`/v2/conversations/${id}?embed=threads`, ada)
    assert.equal(body._embedded.threads.length, 101)
  })

  test("gives each conversation of a list its own threads, newest first", async () => {
    const listed = await listedWithThreads(ada)
    assert.ok(listed.length > 100)
    for (const { id, _embedded } of listed) {
      if (id === ids.conversations.longChat) continue
      assert.deepEqual(_embedded?.threads, await threadsOf(id))
    }
    const without = await desk.get("/v2/conversations?status=all", ada)
    assert.ok(without.body._embedded.conversations.every((item: Conversation) => !("_embedded" in item)))
  })

  test("cuts long chats in lists, and only those", async () => {
    const listed = await listedWithThreads(ada)
    const [chat] = listed.find(({ id }) => id === ids.conversations.longChat)?._embedded?.threads ?? []
    assert(chat?.body)
    assert.ok(chat.body.startsWith("And then there was one more thing. And then"))
    assert.ok(chat.body.endsWith("…"))
    assert.ok(chat.body.length <= excerptLength + 1)
    const [whole] = await threadsOf(ids.conversations.longChat)
    assert.ok(whole?.body?.endsWith("The end.</p>"))

    const long = `<p>${"long ".repeat(400)}</p>`
    const { message, note } = ids.threads.everyThreadType
    await desk.db.run(sql`update threads set body = ${long} where id = any(${[message, note]}::bigint[])`)
    const types = (await listedWithThreads(ada)).find(({ id }) => id === ids.conversations.everyThreadType)
    for (const { id, body } of types?._embedded?.threads ?? [])
      if (id === message || id === note) assert.equal(body, long)
  })

  test("has no drafts of others", async () => {
    const statesFor = async (token: string) => {
      const id = ids.conversations.everyThreadState
      const inList = (await listedWithThreads(token)).find((item) => item.id === id)?._embedded?.threads
      const alone = (await desk.get(`/v2/conversations/${id}?embed=threads`, token)).body._embedded.threads
      assert.deepEqual(inList, alone)
      return alone.map(({ state }: Thread) => state)
    }
    assert.ok((await statesFor(ada)).includes("draft"))
    assert.equal((await statesFor(grace)).includes("draft"), false)
  })

  test("asks the database as often for a hundred conversations as for one, and once where nothing has changed", async () => {
    const all = await desk.db.many<{ id: number }>(sql`select id from conversations order by id limit 100`)
    const inboxes = await desk.db.many<{ id: number }>(sql`select id from inboxes`)
    const inboxIds = inboxes.map(({ id }) => id)
    const viewer: Viewer = { userId: ids.users.ada, role: "admin", scope: "full", inboxIds }
    let statements = 0
    const db: Db = {
      ...desk.db,
      many: (statement) => {
        statements++
        return desk.db.many(statement)
      },
    }
    const { config, appDb, files, clock, origin } = desk
    const outgoing = openOutgoing(config)
    const own = { config, db: appDb, replica: undefined, files, outgoing, now: () => clock.now }
    const showing = { desk: own, db, viewer, origin, version: 2 } as const
    const conversations = all.map(({ id }) => ({ id, json: [Buffer.from(`{"id":${id}}`)], etag: "" }))
    const cold = await embedInList(showing, conversations)
    assert.ok(cold.filter((json) => JSON.parse(assemble(json).toString())._embedded.threads.length > 0).length > 90)
    assert.equal(statements, 4)
    assert.deepEqual(await embedInList(showing, conversations), cold)
    assert.equal(statements, 5)
    outgoing.close()
  })

  test("an ETag changes with an embedded thread", async () => {
    const { active } = ids.conversations
    const path = `/v2/conversations/${active}?embed=threads`
    const first = (await desk.get(path, ada)).headers.get("etag")
    await desk.db.run(sql`update threads set body = '<p>Other</p>' where conversation_id = ${active}`)
    assert.notEqual((await desk.get(path, ada)).headers.get("etag"), first)
  })

  test("400 for anything else, naming what there is", async () => {
    for (const path of ["/v2/conversations", `/v2/conversations/${ids.conversations.active}`]) {
      const { status, body } = await desk.get(`${path}?embed=customers`, ada)
      assert.equal(status, 400)
      const { path: named, message, rejectedValue, source } = body._embedded.errors[0]
      assert.deepEqual(
        [named, message, rejectedValue, source],
        ["embed", "must be one of threads", "customers", "QUERY"],
      )
      assert.equal((await desk.get(`${path}?embed=`, ada)).status, 200)
    }
  })

  test("a merged id still answers 301", async () => {
    const { status } = await desk.get(`/v2/conversations/${ids.conversations.merged}?embed=threads`, ada)
    assert.equal(status, 301)
  })
})

describe("excerptOf", () => {
  test("leaves what is short as it is", () => {
    assert.equal(excerptOf("<p>Hello</p>"), "<p>Hello</p>")
  })

  test("never ends inside a tag, an entity or a character, and is safe to show", () => {
    const filling = "x".repeat(excerptLength - 5)
    assert.equal(excerptOf(`${filling}<a href="https://example.com">there</a>`), `${filling}…`)
    assert.equal(excerptOf(`${filling}&hellip; and so on`), `${filling}…`)
    assert.equal(excerptOf(`${filling}abcd🎉🎉`), `${filling}abcd…`)
    assert.equal(excerptOf(`&lt;script&gt;${filling}more`), `&#60;script&#62;${filling.slice(9)}…`)
  })
})
