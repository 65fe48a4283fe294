import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { Conversation, ConversationPage } from "@deskhand/contract/conversations/conversation"
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

const walk = (path: string, token: string) => walkPages(desk, path, token)

describe("GET /v2/conversations", () => {
  test("lists active ones, newest first, 25 a page, in the specified envelope", async () => {
    const { status, body } = await desk.get("/v2/conversations", ada)
    assert.equal(status, 200)
    assertShape(ConversationPage, body)
    const items = body._embedded.conversations
    assert.equal(items.length, 25)
    assert.ok(items.every((item: Conversation) => item.status === "active" && item.state !== "deleted"))
    const moments = items.map((item: Conversation) => item.createdAt)
    assert.deepEqual(moments, [...moments].sort().reverse())
    assert.equal(body.page.size, 25)
    assert.equal(body.page.number, 1)
    assert.equal(body._links.self.href, `${desk.origin}/v2/conversations?page=1`)
    assert.equal(body._links.next.href, `${desk.origin}/v2/conversations?page=2`)
    assert.equal(body._links.previous, undefined)
    assert.deepEqual(body._links.page, { href: `${desk.origin}/v2/conversations{?page}`, templated: true })
  })

  for (const filter of ["", "status=all", "status=open&sortField=subject", "status=all&sortField=number&sortOrder=asc"])
    test(`following next visits every row once: ${filter || "default"}`, async () => {
      const seen = await walk(`/v2/conversations?${filter}`, ada)
      assert.equal(new Set(seen.ids).size, seen.ids.length)
      assert.equal(seen.ids.length, seen.total)
      const last = await desk.get(seen.last, ada)
      assert.equal(last.body._links.next, undefined)
    })

  test("status=all has every published one and the viewer's own drafts, nothing else", async () => {
    const { total } = await walk("/v2/conversations?status=all", ada)
    const { count } = await desk.db.one<{ count: number }>(sql`select count(*) from conversations
      where state = 'published' or (state = 'draft' and created_by_user_id = ${ids.users.ada})`)
    assert.equal(total, count)
  })

  test("each sort field orders both ways, ties by id", async () => {
    const keys: Record<string, string[]> = {
      createdAt: ["created_at"],
      modifiedAt: ["modified_at"],
      number: ["number"],
      waitingSince: ["waiting_since"],
      subject: ["subject_key"],
      customerName: ["customer_name_key"],
      customerEmail: ["customer_email_key"],
      mailboxid: ["inbox_id", "created_at"],
      status: ["status", "created_at"],
      score: ["modified_at"],
    }
    for (const [field, key] of Object.entries(keys))
      for (const order of ["asc", "desc"]) {
        const seen = await walk(`/v2/conversations?status=all&size=100&sortField=${field}&sortOrder=${order}`, ada)
        const by = key.map((part) => `${part} ${order} nulls last`)
        const { rows } = await desk.db.pool.query(
          `select id from conversations where id = any($1) order by ${by.join(", ")}, id ${order}`,
          [seen.ids],
        )
        assert.deepEqual(
          seen.ids,
          rows.map(({ id }) => id),
          `${field} ${order}`,
        )
      }
  })

  test("counts a conversation with two of the tags once", async () => {
    const rows = await desk.db.many<{ name: string; tag_id: number }>(sql`
      select name, tag_id from conversation_tags join tags on tags.id = tag_id
      group by 1, 2 order by count(*) desc, name limit 3`)
    const names = rows.map(({ name }) => encodeURIComponent(name)).join()
    const { rows: expected } = await desk.db.pool.query(
      `select count(distinct conversation_id)::int as once, count(*)::int as often from conversation_tags
        join conversations c on c.id = conversation_id where tag_id = any($1) and state = 'published'`,
      [rows.map(({ tag_id }) => tag_id)],
    )
    assert.ok(expected[0].often > expected[0].once)
    for (const sortField of ["createdAt", "subject"]) {
      const seen = await walk(`/v2/conversations?status=all&size=4&tag=${names}&sortField=${sortField}`, ada)
      assert.equal(seen.total, expected[0].once)
      assert.equal(new Set(seen.ids).size, expected[0].once)
    }
  })

  test("lists the same where there are many inboxes, most of them empty", async () => {
    const path = "/v2/conversations?status=all&size=100"
    const before = await walk(path, ada)
    const added = await desk.db.many<{ id: number }>(sql`
      insert into inboxes (name, email)
      select 'Empty ' || n, 'empty-' || n || '@scenario.example' from generate_series(1, 12) n returning id`)
    assert.deepEqual((await walk(path, ada)).ids, before.ids)
    const inboxIds = added.map(({ id }) => id)
    await desk.db.run(sql`delete from folders where inbox_id = any(${inboxIds}::bigint[])`)
    await desk.db.run(sql`delete from inboxes where id = any(${inboxIds}::bigint[])`)
  })

  test("filters by inbox, several inboxes, assignee, tag, number and change", async () => {
    const all = await walk("/v2/conversations?status=all&size=100", ada)
    const count = async (query: string) =>
      (await walk(`/v2/conversations?status=all&size=100&${query}`, ada)).ids.length
    const { support, hidden } = ids.inboxes
    assert.equal((await count(`mailbox=${support}`)) + (await count(`mailbox=${hidden}`)) <= all.ids.length, true)
    assert.equal(
      await count(`mailbox=${support},${hidden}`),
      (await count(`mailbox=${support}`)) + (await count(`mailbox=${hidden}`)),
    )
    const { rows } = await desk.db.pool.query(
      `select (select count(*) from conversations where state = 'published' and assignee_id = $1)::int as assigned,
        (select count(*) from conversations where state = 'published' and modified_at > $2)::int as changed`,
      [ids.users.ada, new Date(desk.clock.now.getTime() - 86_400_000)],
    )
    assert.equal(await count(`assigned_to=${ids.users.ada}`), rows[0].assigned)
    const since = new Date(desk.clock.now.getTime() - 86_400_000).toISOString()
    assert.equal(await count(`modifiedSince=${encodeURIComponent(since)}`), rows[0].changed)
    const { number, id } = await desk.db.one<{ number: number; id: number }>(
      sql`select number, id from conversations where state = 'published' and status = 'active' limit 1`,
    )
    assert.deepEqual((await walk(`/v2/conversations?number=${number}`, ada)).ids, [id])
  })

  test("a tag is found in any case, and an unknown one finds nothing", async () => {
    const { name, count } = await desk.db.one<{ name: string; count: number }>(sql`
      select name, count(*) from conversation_tags join tags on tags.id = tag_id
      join conversations c on c.id = conversation_id where c.state = 'published' group by name order by 2 desc limit 1`)
    const seen = await walk(`/v2/conversations?status=all&tag=${encodeURIComponent(name.toUpperCase())}`, ada)
    assert.equal(seen.ids.length, count)
    assert.equal(seen.total, count)
    const none = await desk.get("/v2/conversations?tag=no-such-tag", ada)
    assert.deepEqual(none.body._embedded.conversations, [])
  })

  test("an empty list answers number 0 and no pages", async () => {
    const { body } = await desk.get("/v2/conversations?number=999999999", ada)
    assert.deepEqual(body._embedded.conversations, [])
    assert.deepEqual(body.page, { size: 25, totalElements: 0, totalPages: 0, number: 0 })
  })

  test("links keep every filter, also awkward ones", async () => {
    const { body } = await desk.get("/v2/conversations?tag=a%2Bb%20%22c%22&status=all&page=2", ada)
    assert.equal(body._links.first.href, `${desk.origin}/v2/conversations?tag=a%2Bb+%22c%22&status=all&page=1`)
  })

  test("size is clamped to 1–100", async () => {
    assert.equal((await desk.get("/v2/conversations?size=1000", ada)).body.page.size, 100)
    assert.equal((await desk.get("/v2/conversations?size=0", ada)).body.page.size, 1)
  })

  test("a page behind the last is empty and says how many there are", async () => {
    const { status, body } = await desk.get("/v2/conversations?page=1000000", ada)
    assert.equal(status, 200)
    assert.deepEqual(body._embedded.conversations, [])
    assert.ok(body.page.totalElements > 0)
  })
})

describe("who sees what", () => {
  test("a user sees only conversations of their inboxes, and totals count only those", async () => {
    const seen = await walk("/v2/conversations?status=all&size=100", limited)
    const { rows } = await desk.db.pool.query(
      `select c.id from conversations c join inbox_users u on u.inbox_id = c.inbox_id and u.user_id = $1
       where c.state = 'published' or (c.state = 'draft' and c.created_by_user_id = $1)`,
      [ids.users.limited],
    )
    assert.deepEqual([...seen.ids].sort(), rows.map(({ id }) => id).sort())
    assert.equal(seen.total, rows.length)
  })

  test("asking for a hidden inbox finds nothing", async () => {
    const { body } = await desk.get(`/v2/conversations?status=all&mailbox=${ids.inboxes.hidden}`, limited)
    assert.equal(body.page.totalElements, 0)
  })

  test("a hidden conversation answers as one that does not exist", async () => {
    const { id } = await desk.db.one<{ id: number }>(
      sql`select id from conversations where inbox_id = ${ids.inboxes.hidden} and state = 'published' limit 1`,
    )
    const hidden = await desk.get(`/v2/conversations/${id}`, limited)
    const absent = await desk.get("/v2/conversations/999999999", limited)
    assert.equal(hidden.status, 404)
    assert.deepEqual({ ...hidden.body, logRef: "" }, { ...absent.body, logRef: "" })
    assert.equal((await desk.get(`/v2/conversations/${id}`, ada)).status, 200)
  })

  test("a merged one does not lead into an inbox that the viewer may not see", async () => {
    for (const id of [ids.conversations.mergedOutOfSight, ids.conversations.mergedHidden]) {
      assert.equal((await desk.get(`/v2/conversations/${id}`, ada)).status, 301)
      const { status, headers } = await desk.get(`/v2/conversations/${id}`, limited)
      assert.equal(status, 404)
      assert.equal(headers.get("location"), null)
    }
  })

  test("drafts of others are neither listed nor found", async () => {
    const { id, author } = await desk.db.one<{ id: number; author: number }>(sql`
      select id, created_by_user_id as author from conversations where state = 'draft' limit 1`)
    const other = await desk.tokenFor(author === ids.users.ada ? ids.users.grace : ids.users.ada)
    assert.equal((await desk.get(`/v2/conversations/${id}`, other)).status, 404)
    assert.equal((await desk.get(`/v2/conversations/${id}`, await desk.tokenFor(author))).status, 200)
  })
})

describe("GET /v2/conversations/{id}", () => {
  test("every conversation of the scenario has the specified shape in both versions", async () => {
    const { ids: all } = await walk("/v2/conversations?status=all&size=100", ada)
    for (const id of all)
      for (const version of [2, 3]) {
        const { status, body } = await desk.get(`/v${version}/conversations/${id}`, ada)
        assert.equal(status, 200)
        assertShape(Conversation, body)
        assert.equal(body._links.self.href, `${desk.origin}/v${version}/conversations/${id}`)
        assert.equal(body._links.web.href, `${desk.origin}/conversation/${id}/${body.number}`)
      }
  })

  test("v2 calls a system user a user, v3 tells", async () => {
    const { rows } = await desk.db.pool.query(
      "select c.id from conversations c join users u on u.id = c.assignee_id and u.type = 'system_user' where state = 'published'",
    )
    assert.ok(rows.length > 0)
    for (const { id } of rows) {
      assert.equal((await desk.get(`/v2/conversations/${id}`, ada)).body.assignee.type, "user")
      assert.equal((await desk.get(`/v3/conversations/${id}`, ada)).body.assignee.type, "system_user")
    }
  })

  test("a merged one answers 301 with the new address for 60 days, then 404", async () => {
    const old = ids.conversations.merged
    for (const version of [2, 3]) {
      const { status, headers, body } = await desk.get(`/v${version}/conversations/${old}`, ada)
      assert.equal(status, 301)
      assert.equal(headers.get("location"), `${desk.origin}/v${version}/conversations/${ids.conversations.mergedInto}`)
      assert.equal(body, undefined)
      assert.equal((await desk.get(`/v${version}/conversations/${ids.conversations.mergedLongAgo}`, ada)).status, 404)
    }
  })

  test("the redirect ends a second after 60 days", async () => {
    const { merged_at } = await desk.db.one<{ merged_at: Date }>(
      sql`select merged_at from merged_conversations where id = ${ids.conversations.merged}`,
    )
    const now = desk.clock.now
    desk.clock.now = new Date(merged_at.getTime() + 60 * 86_400_000)
    assert.equal((await desk.get(`/v2/conversations/${ids.conversations.merged}`, ada)).status, 301)
    desk.clock.now = new Date(merged_at.getTime() + 60 * 86_400_000 + 1_000)
    assert.equal((await desk.get(`/v2/conversations/${ids.conversations.merged}`, ada)).status, 404)
    desk.clock.now = now
  })

  test("has an ETag that If-None-Match settles, and that changes with what is shown but not with time", async () => {
    const { id } = await desk.db.one<{ id: number }>(sql`
      select id from conversations where state = 'published' and waiting_since is not null and assignee_id is not null
        and inbox_id = ${ids.inboxes.support} order by id limit 1`)
    const path = `/v2/conversations/${id}`
    const first = await desk.get(path, ada)
    const etag = first.headers.get("etag") ?? ""
    assert.match(etag, /^"[\w-]{27}"$/)
    const same = await desk.get(path, ada, { "If-None-Match": `"other", W/${etag}` })
    assert.equal(same.status, 304)
    assert.equal(same.body, undefined)

    const now = desk.clock.now
    desk.clock.now = new Date(now.getTime() + 3 * 86_400_000)
    const later = await desk.get(path, ada)
    desk.clock.now = now
    assert.notEqual(later.body.customerWaitingSince.friendly, first.body.customerWaitingSince.friendly)
    assert.equal(later.body.customerWaitingSince.latestReplyFrom, "customer")
    assert.equal(later.headers.get("etag"), etag)

    await desk.db.run(sql`update users set last_name = 'Renamed' where id = ${first.body.assignee.id}`)
    const renamed = await desk.get(path, ada, { "If-None-Match": etag })
    assert.equal(renamed.status, 200)
    assert.equal(renamed.body.assignee.last, "Renamed")
  })
})
