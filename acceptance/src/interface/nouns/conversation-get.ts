import assert from "node:assert/strict"
import { get, ids, origin, read } from "../desk.ts"
import { ago, conversation, threadsOf } from "../scenario.ts"
import { section } from "../section.ts"

async function assertRedirects(version: number): Promise<void> {
  const { merged, mergedInto, mergedAlmostLongAgo, mergedAlmostLongAgoInto } = ids.conversations
  const { chainStart, chainMiddle, chainEnd } = ids.conversations
  for (const [from, to] of [
    [merged, mergedInto],
    [mergedAlmostLongAgo, mergedAlmostLongAgoInto],
    [chainStart, chainEnd],
    [chainMiddle, chainEnd],
  ]) {
    const { status, headers } = await get(`/v${version}/conversations/${from}`)
    assert.equal(status, 301)
    assert.equal(headers.get("Location"), `${origin}/v${version}/conversations/${to}`)
    assert.equal((await read(headers.get("Location") ?? "")).id, to)
  }
}

async function assertEmbeds(version: number): Promise<void> {
  const path = `/v${version}/conversations/${ids.conversations.everyThreadType}`
  const { _embedded, ...rest } = await read(`${path}?embed=threads`)
  assert.deepEqual(_embedded.threads, await threadsOf("everyThreadType", version))
  assert.deepEqual(rest, await read(path))
  const chat = await read(`/v${version}/conversations/${ids.conversations.longChat}?embed=threads`)
  assert.match(chat._embedded.threads[0].body, /The end\.<\/p>$/)
}

section("conversation-get", (item) => {
  item("v2", async () => {
    const { id, subject, status, assignee, createdAt } = await conversation("assignedToSystem")
    assert.deepEqual(
      [id, subject, status, assignee.type, createdAt],
      [ids.conversations.assignedToSystem, "Assigned to a system user", "active", "user", ago({ days: 6 })],
    )
    assert.equal((await get("/v2/conversations/999999999")).status, 404)
  })

  item("v2 embed", () => assertEmbeds(2))

  item("v2 merged", async () => {
    await assertRedirects(2)
    assert.equal((await get(`/v2/conversations/${ids.conversations.mergedLongAgo}`)).status, 404)
  })

  item("v3", async () => {
    const { id, assignee, createdBy } = await conversation("assignedToSystem", 3)
    assert.deepEqual(
      [id, assignee.type, createdBy.type],
      [ids.conversations.assignedToSystem, "system_user", "customer"],
    )
    assert.equal((await conversation("createdByTeam", 3)).createdBy.type, "team")
  })

  item("v3 embed", () => assertEmbeds(3))

  item("v3 merged", () => assertRedirects(3))
})
