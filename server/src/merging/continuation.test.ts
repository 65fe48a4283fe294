import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { assertAllRight, type Joining, joiningDesk, problemOf } from "../../test/desk/joining.ts"
import { sql } from "../db/db.ts"

let joining: Joining
before(async () => {
  joining = await joiningDesk()
})
after(() => joining.desk.close())

const fill = (id: number) =>
  joining.desk.db.transaction(async (db) => {
    await db.run(sql`insert into threads (conversation_id, type, status, body, source_type, source_via, customer_id,
        created_at)
      select id, 'customer', 'active', 'More', 'api', 'customer', customer_id, created_at - interval '1 s'
      from conversations, generate_series(1, 97) where id = ${id}`)
    await db.run(sql`update conversations set held_thread_count = 99, thread_count = 99 where id = ${id}`)
  })

describe("a conversation with 99 threads", () => {
  test("refuses another one with its limit, and continues in a new conversation", async () => {
    const { desk, ids, asked, send, read, eventsOf } = joining
    const { plan } = ids.fields
    const { id, number } = await asked("Endless", {
      tags: ["scenario-vip"],
      fields: [{ id: plan.id, value: plan.options.Plus }],
      assignTo: ids.users.grace,
      status: "pending",
    })
    await fill(id)
    const refused = await send(id, "reply", { text: "One more", draft: true })
    assert.deepEqual(problemOf(refused), [412, "thread_limit"])
    assert.equal(refused.body.message, "This conversation has reached its limit of 100 messages.")

    const answer = await send(id, "continue", undefined)
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    const newId = Number(answer.headers.get("resource-id"))
    const [old, started] = [await read(id), await read(newId)]
    const { conversation } = started
    assert.equal(answer.headers.get("location"), `${desk.origin}/v2/conversations/${newId}`)
    assert.equal(answer.headers.get("web-location"), `${desk.origin}/conversation/${newId}/${conversation.number}`)
    for (const field of ["subject", "mailboxId", "primaryCustomer", "assignee", "tags", "customFields", "cc", "bcc"])
      assert.deepEqual(conversation[field], old.conversation[field], field)
    assert.deepEqual([conversation.status, old.conversation.status], ["active", "pending"])
    assert.deepEqual(
      [conversation.state, conversation.preview],
      ["published", `This conversation continues #${number}.`],
    )
    const address = `${desk.origin}/conversation/${id}/${number}`
    assert.deepEqual(
      started.threads.map(({ type, body, linkedConversationId }) => [type, body, linkedConversationId]),
      [["note", `<p>This conversation continues <a href="${address}">#${number}</a>.</p>`, String(id)]],
    )
    const line = old.threads.findLast(({ type }) => type === "lineitem")
    assert.deepEqual(
      [line.action.text, line.linkedConversationId],
      [`Ada Lovelace continued this conversation in #${conversation.number}`, String(newId)],
    )
    assert.ok((await eventsOf(newId)).some(({ kind }: { kind: string }) => kind === "convo.created"))
    assert.equal((await send(newId, "reply", { text: "One more" })).status, 201)
    await desk.db.run(sql`delete from threads where body = 'More' and conversation_id = ${id}`)
    await desk.db.run(sql`update conversations set held_thread_count = 2, thread_count = 2 where id = ${id}`)
    await assertAllRight(desk.db)
  })

  test("continues once for one Idempotency-Key", async () => {
    const { desk, ada, asked, countConversations } = joining
    const { id } = await asked("Once")
    const before = await countConversations()
    const post = () =>
      desk.send("POST", `/v2/conversations/${id}/continue`, { token: ada, headers: { "Idempotency-Key": "once" } })
    const answers = [await post(), await post()]
    assert.deepEqual(new Set(answers.map(({ headers }) => headers.get("resource-id"))).size, 1)
    assert.equal(await countConversations(), before + 1)
  })
})

test("what is deleted or out of sight does not continue, nor for who only reads, nor where it has changed", async () => {
  const { desk, ids, ada, asked, send } = joining
  const [deleted, hidden] = [await asked("Deleted"), await asked("Hidden", { mailboxId: ids.inboxes.hidden })]
  await desk.send("DELETE", `/v2/conversations/${deleted.id}`, { token: ada })
  assert.deepEqual(problemOf(await send(deleted.id, "continue", undefined)), [409, "not_published"])
  assert.equal((await send(ids.conversations.merged, "continue", undefined)).status, 404)
  assert.equal((await send(hidden.id, "continue", undefined, await desk.tokenFor(ids.users.limited))).status, 404)
  assert.equal((await send(hidden.id, "continue", undefined, await desk.tokenFor(ids.users.light))).status, 403)
  const stale = await desk.send("POST", `/v2/conversations/${hidden.id}/continue`, {
    token: ada,
    headers: { "If-Match": '"old"' },
  })
  assert.deepEqual(problemOf(stale), [412, "changed_meanwhile"])
})

test("an assignee who has lost access to the inbox is not assigned the new conversation", async () => {
  const { desk, ids, asked, send, read } = joining
  const { id } = await asked("Left", { assignTo: ids.users.grace })
  await desk.db.run(sql`update users set deactivated_at = ${desk.clock.now} where id = ${ids.users.grace}`)
  const answer = await send(id, "continue", undefined)
  assert.equal((await read(Number(answer.headers.get("resource-id")))).conversation.assignee, undefined)
})
