import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { ids, read, send } from "../interface/desk.ts"
import { newConversation } from "../interface/writing.ts"

const created = async (body: unknown, headers: Record<string, string> = {}) => {
  const answer = await send("POST", "/v2/conversations", { body, headers })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return read(answer.headers.get("Location") ?? "")
}

describe("habits of clients that write", () => {
  test("nulls and unknown fields are left out, ids come as text, words in any case", async () => {
    const { mailboxId, customer, status, assignee, tags } = await created({
      ...newConversation(),
      type: "EMAIL",
      status: "Pending",
      mailboxId: String(ids.inboxes.empty),
      customer: { id: String(ids.customers.silent), email: null, firstName: null, somethingElse: 1 },
      imported: null,
      closedAt: null,
      tags: null,
      fields: null,
      assignTo: null,
      autoReply: "false",
      somethingElse: { deep: [1] },
    })
    assert.deepEqual([mailboxId, status, assignee, tags], [ids.inboxes.empty, "pending", undefined, []])
    assert.equal(customer, undefined)
  })

  test("JSON is JSON by any of its names", async () => {
    for (const type of ["application/json;charset=UTF-8", "application/json; charset=utf-8", "application/hal+json"])
      assert.equal((await created(newConversation(), { "Content-Type": type })).status, "active", type)
  })

  test("the same key and body make one thing, however often they come", async () => {
    const headers = { "Idempotency-Key": "habits-1" }
    const body = newConversation({ subject: "Sent twice" })
    const answers = await Promise.all([1, 2, 3].map(() => send("POST", "/v2/conversations", { body, headers })))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 201, 201],
    )
    assert.equal(new Set(answers.map(({ headers }) => headers.get("Resource-ID"))).size, 1)
    const other = await send("POST", "/v2/conversations", { body: newConversation({ subject: "Another" }), headers })
    assert.equal(other.status, 409)
  })
})
