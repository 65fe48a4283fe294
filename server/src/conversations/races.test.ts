import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { type Reply, scenarioDesk, type TestDesk } from "../../test/desk/desk.ts"
import { until } from "../../test/until.ts"
import { sql } from "../db/db.ts"
import type { ScenarioIds } from "../seed/scenario.ts"

let desk: TestDesk
let ids: ScenarioIds
let ada: string

before(async () => {
  ;({ desk, ids } = await scenarioDesk())
  ada = await desk.tokenFor(ids.users.ada)
})
after(() => desk.close())

function create(changes: object = {}): Promise<Reply> {
  const body = {
    subject: "One of many",
    type: "email",
    mailboxId: ids.inboxes.empty,
    status: "active",
    customer: { id: ids.customers.silent },
    threads: [{ type: "customer", text: "Hello" }],
    ...changes,
  }
  return desk.send("POST", "/v2/conversations", { token: ada, body })
}

const addThread = (conversationId: number) =>
  desk.send("POST", `/v2/conversations/${conversationId}/customer`, {
    token: ada,
    body: { text: "One more", customer: { id: ids.customers.silent } },
  })

/** As many at a time as the application has connections: nobody waits for one until it gives up. */
async function inParallel<Result>(amount: number, work: (index: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  let begun = 0
  const worker = async () => {
    while (begun < amount) results.push(await work(begun++))
  }
  await Promise.all(Array.from({ length: 10 }, worker))
  return results
}

describe("at once", () => {
  test("100 new conversations have a number each", async () => {
    const { crowd } = ids.customers
    const answers = await inParallel(100, (index) => create({ customer: { id: crowd[index % crowd.length] } }))
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
    const made = answers.map(({ headers }) => Number(headers.get("Resource-ID")))
    const { conversations, numbers } = await desk.db.one<{ conversations: number; numbers: number }>(sql`
      select count(*) as conversations, count(distinct number) as numbers from conversations where id = any(${made})`)
    assert.deepEqual([conversations, numbers], [100, 100])
  })

  test("twenty threads for a conversation that takes one more: one is added", async () => {
    const threads = Array.from({ length: 98 }, () => ({ type: "note", text: "Full" }))
    const id = Number((await create({ threads })).headers.get("Resource-ID"))
    const answers = await Promise.all(Array.from({ length: 20 }, () => addThread(id)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array(19).fill(412)])
    const { count } = await desk.db.one<{ count: number }>(
      sql`select count(*) as count from threads where conversation_id = ${id} and type <> 'lineitem'`,
    )
    assert.equal(count, 99)
  })

  test("readers with ETags and a writer: no 304 for what has changed, no ETag for two things", async () => {
    const id = Number((await create()).headers.get("Resource-ID"))
    const path = `/v2/conversations/${id}`
    const shown = new Map<string, number>()
    let known = { etag: "", threads: 0 }
    /** Threads whose acknowledgement came before the read began. */
    let acknowledged = 1
    let writing = true
    const read = async () => {
      const { etag, threads } = known
      const least = acknowledged
      const { status, headers, body } = await desk.get(path, ada, etag ? { "If-None-Match": etag } : {})
      if (status === 304) assert.ok(threads >= least, `304 for ${threads} threads when there were ${least}`)
      else {
        assert.ok(body.threads >= least, `${body.threads} threads were shown when there were ${least}`)
        const tag = headers.get("ETag") ?? ""
        assert.equal(shown.get(tag) ?? body.threads, body.threads, "one ETag for two states")
        shown.set(tag, body.threads)
        known = { etag: tag, threads: body.threads }
      }
    }
    const readers = Array.from({ length: 3 }, async () => {
      while (writing) await read()
    })
    for (let added = 0; added < 25; added++) {
      assert.equal((await addThread(id)).status, 201)
      acknowledged++
      // Each state is seen by somebody. A reader that fails ends the wait.
      await Promise.race([until(() => known.threads === acknowledged), ...readers])
    }
    writing = false
    await Promise.all(readers)
    assert.ok(shown.size >= 25, `only ${shown.size} states were seen`)
  })
})
