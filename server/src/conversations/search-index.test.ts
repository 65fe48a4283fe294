import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { sql } from "../db/db.ts"
import type { Viewer } from "../http/viewer.ts"
import { insertConversation } from "../seed/insert/conversations.ts"
import { fromCustomer, reply } from "../seed/insert/threads.ts"
import type { ScenarioIds } from "../seed/scenario.ts"
import { scenarioDesk, type TestDesk } from "../testing/desk.ts"
import { filterOf } from "./filter.ts"
import { every, one, opposite, some } from "./index-query.ts"
import { listMatches } from "./search-index.ts"
import { putInWords } from "./search-tidy.ts"

let desk: TestDesk
let ids: ScenarioIds
let ada: string
let conversationId: number

before(async () => {
  ;({ desk, ids } = await scenarioDesk())
  ada = await desk.tokenFor(ids.users.ada)
  conversationId = ids.conversations.searchPhrase
})
after(() => desk.close())

/** Before new words are in the index and after; by words alone, whatever a list would ask besides. */
async function indexed(word: string): Promise<number[]> {
  const inboxIds = (await desk.db.many<{ id: number }>(sql`select id from inboxes`)).map(({ id }) => id)
  const viewer: Viewer = { userId: ids.users.ada, role: "owner", scope: "full", inboxIds }
  const filter = await filterOf(desk.db, { status: "all" }, { viewer, modifiedSince: undefined, now: desk.clock.now })
  const found = async () => (await listMatches(desk.db, one(word), filter)).toSorted((one, other) => one - other)
  const before = await found()
  await putInWords(desk.db)
  assert.deepEqual(await desk.db.many(sql`table new_words`), [])
  assert.deepEqual(await found(), before)
  return before
}

async function listed(parameters: string): Promise<number[]> {
  const { status, body } = await desk.get(`/v2/conversations?${parameters}`, ada)
  assert.equal(status, 200)
  assert.equal(body._embedded.conversations.length, body.page.totalElements)
  return body._embedded.conversations.map(({ id }: { id: number }) => id)
}

describe("the index of words", () => {
  test("has every published conversation once, where and as it is", async () => {
    const wrong = await desk.db.many(sql`
      select * from searched_conversations s full join conversations c on c.id = s.conversation_id
      where (c.state = 'published') <> (s.conversation_id is not null)
        or (s.inbox_id, s.status, s.created_at) <> (c.inbox_id, c.status, c.created_at)`)
    assert.deepEqual(wrong, [])
  })

  test("follows an entry that comes, changes and goes", async () => {
    const { rows } = await desk.db.pool.query(
      "select id from threads where conversation_id = $1 and type = 'lineitem' limit 1",
      [conversationId],
    )
    const threadId = rows[0]?.id ?? 999_999
    await desk.db.run(sql`insert into search_entries values (${conversationId}, ${threadId}, '''zephyr'':1')`)
    assert.deepEqual(await indexed("zephyr"), [conversationId])
    assert.deepEqual(await listed("status=all&query=zephyr"), [conversationId])
    await desk.db.run(sql`update search_entries set words = '''sirocco'':1' where thread_id = ${threadId}`)
    assert.deepEqual([await indexed("zephyr"), await indexed("sirocco")], [[], [conversationId]])
    await desk.db.run(sql`delete from search_entries where thread_id = ${threadId}`)
    assert.deepEqual(await indexed("sirocco"), [])
  })

  test("follows an entry that moves to another conversation", async () => {
    const other = ids.conversations.searchWords
    await desk.db.run(sql`insert into search_entries values (${conversationId}, 999999, '''mistral'':1')`)
    await desk.db.run(sql`update search_entries set conversation_id = ${other} where thread_id = 999999`)
    assert.deepEqual(await indexed("mistral"), [other])
    await desk.db.run(sql`delete from search_entries where thread_id = 999999`)
  })

  test("follows status, inbox and state", async () => {
    const before = await desk.db.one<{ inbox_id: number; status: string }>(
      sql`select inbox_id, status from conversations where id = ${conversationId}`,
    )
    const search = "query=subject:stopped"
    await desk.db.run(sql`update conversations set status = 'pending', inbox_id = ${ids.inboxes.hidden}
      where id = ${conversationId}`)
    assert.deepEqual(await listed(`${search}&status=pending&mailbox=${ids.inboxes.hidden}`), [conversationId])
    assert.deepEqual(await listed(`${search}&status=closed`), [])
    await desk.db.run(sql`update conversations set state = 'deleted' where id = ${conversationId}`)
    assert.deepEqual(await indexed("/stopped"), [])
    await desk.db.run(sql`update conversations set state = 'published', inbox_id = ${before.inbox_id},
      status = ${before.status} where id = ${conversationId}`)
    assert.deepEqual(await indexed("/stopped"), [conversationId])
  })

  test("follows the customer and who replied", async () => {
    const { customer_id } = await desk.db.one<{ customer_id: number }>(
      sql`select customer_id from conversations where id = ${conversationId}`,
    )
    const other = ids.customers.arabic
    await desk.db.run(sql`update conversations set customer_id = ${other} where id = ${conversationId}`)
    assert.ok((await indexed(`$${other}`)).includes(conversationId))
    assert.ok(!(await indexed(`$${customer_id}`)).includes(conversationId))
    await desk.db.run(sql`update conversations set customer_id = ${customer_id} where id = ${conversationId}`)
    const reply = await desk.db.one<{ id: number; conversation_id: number; created_by_id: number }>(sql`
      select t.id, conversation_id, created_by_id from threads t join conversations c on c.id = conversation_id
      where t.type = 'message' and t.state = 'published' and c.state = 'published' and not exists (
        select from threads o where o.conversation_id = t.conversation_id and o.id <> t.id
          and o.created_by_id = t.created_by_id) limit 1`)
    const replied = async () => (await indexed(`#${reply.created_by_id}`)).includes(reply.conversation_id)
    assert.equal(await replied(), true)
    await desk.db.run(sql`update threads set state = 'draft' where id = ${reply.id}`)
    assert.equal(await replied(), false)
    await desk.db.run(sql`update threads set state = 'published' where id = ${reply.id}`)
    assert.equal(await replied(), true)
  })

  test("has what two writers of the same conversation commit, and neither waits for the other", async () => {
    const insert = (threadId: number, word: string) =>
      sql`insert into search_entries values (${conversationId}, ${threadId}, ${`'${word}':1`}::tsvector)`
    await desk.db.transaction(async (db) => {
      await db.run(insert(999_991, "bora"))
      await desk.appDb.run(insert(999_992, "foehn"))
      assert.deepEqual([await indexed("bora"), await indexed("foehn")], [[], [conversationId]])
    })
    assert.deepEqual([await indexed("bora"), await indexed("foehn")], [[conversationId], [conversationId]])
    await desk.db.run(sql`delete from search_entries where thread_id in (999991, 999992)`)
  })

  test("takes a conversation of more words than fit, and finds it by the first of them", async () => {
    const words = (from: number) =>
      Array.from({ length: 30_000 }, (_, index) => `'${`w${from + index}`.padEnd(24, "x")}':1`).join(" ")
    for (const part of [0, 1])
      await desk.db.run(sql`insert into search_entries
        values (${conversationId}, ${999_980 + part}, ${words(100_000 + part * 30_000)}::tsvector)`)
    assert.deepEqual(await indexed("w100000".padEnd(24, "x")), [conversationId])
    assert.deepEqual(await indexed("w159999".padEnd(24, "x")), [])
    await desk.db.run(sql`delete from search_entries where thread_id in (999980, 999981)`)
  })
})

describe("what the index is asked for", () => {
  test("single words of which one suffices can be looked up one by one, and nothing else", () => {
    const [elm, fir, yew] = [one("elm"), one("fir"), one("yew")]
    assert.deepEqual(some([elm, some([fir, yew])]).alternatives, ["'elm'", "'fir'", "'yew'"])
    assert.deepEqual(every([some([elm, fir])]).alternatives, ["'elm'", "'fir'"])
    for (const query of [every([elm, fir]), some([elm, every([fir, yew])]), opposite(elm), some([elm, opposite(fir)])])
      assert.equal(query.alternatives, undefined, query.words)
  })

  test("an expression of many is nested as little as can be", () => {
    assert.equal(some(["a", "b", "c", "d"].map(one)).words, "(('a') | ('b')) | (('c') | ('d'))")
  })
})

describe("drafts", () => {
  test("nobody finds a conversation by what somebody has only drafted", async () => {
    const { id, threads } = await insertConversation(desk.db, {
      inboxId: ids.inboxes.support,
      customerId: ids.customers.chinese,
      subject: "Weather",
      threads: {
        asked: fromCustomer(desk.clock.now, "Will it rain?"),
        drafted: reply(ids.users.limited, desk.clock.now, "Ask the hygrometer", { state: "draft" }),
      },
    })
    assert.deepEqual(await listed("query=hygrometer"), [])
    await desk.db.run(sql`update threads set state = 'published' where id = ${threads.drafted}`)
    await desk.db.run(sql`insert into search_entries values (${id}, ${threads.drafted}, '''hygrometer'':1')`)
    assert.deepEqual(await listed("query=hygrometer"), [id])
  })
})
