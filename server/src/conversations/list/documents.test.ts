import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { scenarioDesk, type TestDesk } from "../../../test/desk/desk.ts"
import { until } from "../../../test/until.ts"
import { sql } from "../../db/db.ts"
import { insertConversation } from "../../seed/insert/conversations.ts"
import { fromCustomer, reply } from "../../seed/insert/threads.ts"
import type { ScenarioIds } from "../../seed/scenario.ts"

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

/** By words alone, whatever a list would ask besides. */
async function indexed(word: string): Promise<number[]> {
  const rows = await desk.db.many<{ id: number }>(sql`
    select conversation_id as id from search_documents where words @@ ${`'${word}'`}::tsquery order by 1`)
  return rows.map(({ id }) => id)
}

async function listed(parameters: string): Promise<number[]> {
  const { status, body } = await desk.get(`/v2/conversations?${parameters}`, ada)
  assert.equal(status, 200)
  assert.equal(body._embedded.conversations.length, body.page.totalElements)
  return body._embedded.conversations.map(({ id }: { id: number }) => id)
}

describe("search documents", () => {
  test("are one for each conversation, with the words that it has", async () => {
    const wrong = await desk.db.many(sql`
      select id from conversations left join search_documents on conversation_id = id
      where words is distinct from document_words(id)
        or (search_documents.inbox_id, search_documents.status, search_documents.state, search_documents.created_at)
          <> (conversations.inbox_id, conversations.status, conversations.state, conversations.created_at)`)
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
    assert.deepEqual(await listed(`${search}&status=all`), [])
    await desk.db.run(sql`update conversations set state = 'published', inbox_id = ${before.inbox_id},
      status = ${before.status} where id = ${conversationId}`)
    assert.deepEqual(await listed(`${search}&status=all`), [conversationId])
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

  test("have what two writers of the same conversation commit", async () => {
    const insert = (threadId: number, word: string) =>
      sql`insert into search_entries values (${conversationId}, ${threadId}, ${`'${word}':1`}::tsvector)`
    let second: Promise<number> | undefined
    await desk.db.transaction(async (db) => {
      await db.run(insert(999_991, "bora"))
      second = desk.appDb.run(insert(999_992, "foehn"))
      const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await until(async () => (await desk.db.many(waiting)).length > 0)
    })
    await second
    assert.deepEqual([await indexed("bora"), await indexed("foehn")], [[conversationId], [conversationId]])
    await desk.db.run(sql`delete from search_entries where thread_id in (999991, 999992)`)
  })

  test("have what a thread brings while the customer gets an address, which holds no conversation", async () => {
    const { customer_id: customerId } = await desk.db.one<{ customer_id: number }>(
      sql`select customer_id from conversations where id = ${conversationId}`,
    )
    let second: Promise<number> | undefined
    await desk.db.transaction(async (db) => {
      await db.run(sql`insert into search_entries values (${conversationId}, 999993, ${"tramontana:1"}::tsvector)`)
      second = desk.appDb.run(sql`insert into customer_emails (customer_id, type, value)
        values (${customerId}, 'other', 'second@tramontana.example')`)
      const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await until(async () => (await desk.db.many(waiting)).length > 0)
    })
    await second
    assert.deepEqual(await indexed("tramontana"), [conversationId])
    assert.ok((await indexed("@@tramontana.example")).includes(conversationId))
    await desk.db.run(sql`delete from search_entries where thread_id = 999993`)
    await desk.db.run(sql`delete from customer_emails where value = 'second@tramontana.example'`)
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
