import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { sql } from "../db/db.ts"
import type { ScenarioIds } from "../seed/scenario.ts"
import { scenarioDesk, type TestDesk } from "../testing/desk.ts"
import { until } from "../testing/until.ts"
import { isTimeToPutIn, putInWords, startTidying } from "./search-tidy.ts"

let desk: TestDesk
let ids: ScenarioIds
let ada: string

before(async () => {
  ;({ desk, ids } = await scenarioDesk())
  ada = await desk.tokenFor(ids.users.ada)
})
after(() => desk.close())

/** How many pages there were to sort in. */
const sortIn = async () =>
  (await desk.db.one<{ pages: number }>(sql`select gin_clean_pending_list('words_of_conversations') as pages`)).pages

const listWaiting = () => desk.db.many<{ conversation_id: number }>(sql`select distinct conversation_id from new_words`)

async function add(conversationId: number, text: string): Promise<void> {
  const body = { text, customer: { id: ids.customers.silent } }
  const { status } = await desk.send("POST", `/v2/conversations/${conversationId}/customer`, { token: ada, body })
  assert.equal(status, 201)
}

async function found(word: string): Promise<number[]> {
  const { body } = await desk.get(`/v2/conversations?status=all&query=${word}`, ada)
  return body._embedded.conversations.map(({ id }: { id: number }) => id)
}

describe("tidying", () => {
  test("sorts new words into the index before somebody has to", async () => {
    const write = () => desk.db.run(sql`update searched_conversations set version = version + 1`)
    await write()
    assert.ok((await sortIn()) > 0)
    await write()
    // It waits for the turn under way.
    await startTidying(desk.db, { error: assert.fail }).stop()
    assert.equal(await sortIn(), 0)
  })

  test("puts words of added threads into the index, before and after which they are found", async () => {
    const id = ids.conversations.searchPhrase
    await add(id, "A sirocco blows")
    assert.deepEqual(await listWaiting(), [{ conversation_id: id }])
    assert.deepEqual(await found("sirocco"), [id])
    const tidying = startTidying(desk.db, { error: assert.fail })
    await until(async () => (await listWaiting()).length === 0)
    await tidying.stop()
    assert.deepEqual(await found("sirocco"), [id])
  })
})

describe("words that wait", () => {
  test("are put in once the desk is quiet, or when it has been long, or is much", () => {
    const recent = { quietMs: 2_999, waitingMs: 59_999, bytes: 1_999_999 }
    assert.equal(isTimeToPutIn(recent), false)
    assert.equal(isTimeToPutIn({ ...recent, quietMs: 3_000 }), true)
    assert.equal(isTimeToPutIn({ ...recent, waitingMs: 60_000 }), true)
    assert.equal(isTimeToPutIn({ ...recent, bytes: 2_000_000 }), true)
  })

  test("are left for another turn where somebody changes their conversation", async () => {
    const [one, other] = [ids.conversations.searchPhrase, ids.conversations.searchWords]
    await add(one, "A mistral")
    await add(other, "A mistral")
    await desk.appDb.transaction(async (db) => {
      await db.run(sql`select from searched_conversations where conversation_id = ${one} for update`)
      await putInWords(desk.db)
      assert.deepEqual(await listWaiting(), [{ conversation_id: one }])
    })
    assert.deepEqual((await found("mistral")).toSorted(), [one, other].toSorted())
    await putInWords(desk.db)
    assert.deepEqual(await listWaiting(), [])
    assert.deepEqual((await found("mistral")).toSorted(), [one, other].toSorted())
  })

  test("go with their conversation", async () => {
    const id = ids.conversations.searchWords
    await add(id, "A levanter")
    await desk.db.run(sql`update conversations set state = 'deleted' where id = ${id}`)
    assert.deepEqual(await found("levanter"), [])
    await putInWords(desk.db)
    assert.deepEqual(await listWaiting(), [])
  })

  test("do not come of a long text, nor where many wait already: those are put in at once", async () => {
    const id = ids.conversations.searchPhrase
    const long = Array.from({ length: 201 }, (_, index) => `word${index}`).join(" ")
    await add(id, `khamsin ${long}`)
    assert.deepEqual([await listWaiting(), await found("khamsin")], [[], [id]])
    await desk.db.run(sql`
      insert into new_words select 9000000 + number, 0, array_to_tsvector(array(select md5(number::text || word)
        from generate_series(1, 30) as word)) from generate_series(1, 4500) as number`)
    await add(id, "harmattan")
    assert.deepEqual(await found("harmattan"), [id])
    assert.deepEqual(await desk.db.many(sql`select from new_words where conversation_id < 9000000`), [])
    // All of these have lost their conversation, and leave no room behind.
    await putInWords(desk.db)
    const { bytes } = await desk.db.one<{ bytes: number }>(sql`select pg_relation_size('new_words') as bytes`)
    assert.equal(bytes, 0)
  })
})
