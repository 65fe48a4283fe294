import assert from "node:assert/strict"
import { get, ids, origin, type Reply } from "./desk.ts"
import { section } from "./section.ts"
import { addThread, create } from "./writing.ts"

async function assertMoved(version: number): Promise<void> {
  const { mergedAlmostLongAgo, mergedAlmostLongAgoInto } = ids.conversations
  const { status, headers } = await get(`/v${version}/conversations/${mergedAlmostLongAgo}`)
  assert.equal(status, 301)
  assert.equal(headers.get("Location"), `${origin}/v${version}/conversations/${mergedAlmostLongAgoInto}`)
}

/** With our own page about it. */
async function assertPrecondition({ status, headers, body }: Reply, code: string): Promise<void> {
  assert.equal(status, 412, JSON.stringify(body))
  assert.equal(headers.get("Content-Type"), "application/vnd.error+json")
  assert.equal(body._links.about.href, `${origin}/errors/${code}`)
  assert.equal((await get(body._links.about.href, { as: null })).status, 200)
}

const notes = (length: number) => Array.from({ length }, (_, index) => ({ type: "note", text: `Number ${index}` }))

section("errors", (item) => {
  item("301 v2", () => assertMoved(2))

  item("301 v3", () => assertMoved(3))

  item("404 threads of a merged id", async () => {
    const { merged } = ids.conversations
    for (const version of [2, 3]) assert.equal((await get(`/v${version}/conversations/${merged}/threads`)).status, 404)
    assert.equal((await addThread(merged)).status, 404)
    assert.equal((await get(`/v2/conversations/${merged}`)).status, 301)
  })

  item("404 after 60 days", async () => {
    assert.equal((await get(`/v2/conversations/${ids.conversations.mergedLongAgo}`)).status, 404)
  })

  item("412 created with too many threads", async () => {
    await assertPrecondition(await create({ threads: notes(101) }), "too_many_threads")
    assert.equal((await create({ threads: notes(100) })).status, 201)
  })

  item("412 full", async () => {
    const { with98Threads, with99Threads, with100Threads } = ids.conversations
    for (const id of [with99Threads, with100Threads]) await assertPrecondition(await addThread(id), "thread_limit")
    assert.equal((await addThread(with98Threads)).status, 201)
    await assertPrecondition(await addThread(with98Threads), "thread_limit")
  })

  item("412 old", async () => {
    await assertPrecondition(await addThread(ids.conversations.old), "old_conversation")
    assert.equal((await addThread(ids.conversations.almostOld)).status, 201)
  })
})
