import assert from "node:assert/strict"
import { after, afterEach, before, describe, test } from "node:test"
import type { NewWorkflow, WorkflowAction } from "@deskhand/contract/inboxes/workflow"
import { type WorkingDesk, workingDesk } from "../../test/desk/workflows.ts"
import { dispatch } from "../../test/peers/dispatch.ts"
import { numberAll } from "../../test/peers/events.ts"
import { type Db, sql } from "../db/db.ts"
import { workflowReactions } from "./react.ts"

let on: WorkingDesk

before(async () => {
  on = await workingDesk()
})
after(() => on.close())
afterEach(() => on.clear())

describe("a workflow that cannot do what it should", () => {
  test("changes nothing of that conversation, says why, and keeps no other from it", async () => {
    const failing: Partial<NewWorkflow> = {
      name: "Failing",
      order: 0,
      actions: [
        { type: "status", status: "closed" },
        { type: "note", text: "Too much" },
      ],
    }
    const [first, second] = [await on.add(failing), await on.add({ name: "Other", order: 1 })]
    const id = await on.fresh()
    await on.desk.db.run(sql`update account set old_conversation_days = 1`)
    await on.desk.db.run(sql`update conversations set created_at = '2026-01-01' where id = ${id}`)
    await on.work()
    await on.desk.db.run(sql`update account set old_conversation_days = null`)
    assert.equal((await on.read(id)).conversation.status, "active")
    const { counts, errors, status } = await on.workflow(first)
    assert.deepEqual([status, counts], ["active", { done: 0, failed: 1, stopped: 0 }])
    assert.match(errors[0]?.message ?? "", /^actions\[1\]: .*older than 1 days/)
    const texts = (await on.notesOf(id)).map(({ text }) => text)
    assert.match(texts.at(-2) ?? "", /^The workflow Failing failed: actions\[1\]/)
    assert.equal((await on.workflow(second)).counts.failed, 1)
  })

  test("becomes invalid as soon as a tag, a person, a field, a reply or a webhook that it needs is gone", async () => {
    const { support } = on.ids.inboxes
    const tag = await on.tag("short-lived")
    const user = await on.desk.addUser({ email: "leaving@scenario.example", role: "user", inboxIds: [support] })
    const webhookId = await on.addHook("/gone", { events: ["user.status.changed"] })
    const made = async (path: string, body: object) =>
      Number((await on.desk.send("POST", path, { token: on.ada, body })).headers.get("resource-id"))
    const fieldId = await made(`/v2/mailboxes/${support}/fields`, { name: "Passing", type: "number" })
    const savedReplyId = await made(`/v2/mailboxes/${support}/saved-replies`, { name: "Passing", text: "Hi" })
    const needs: [WorkflowAction, string, string, RegExp][] = [
      [{ type: "tag", removeTagIds: [tag] }, `/v2/tags/${tag}`, "actions[0].removeTagIds[0]", /no tag/],
      [{ type: "assign", assignTo: user }, `/v2/users/${user}`, "actions[0].assignTo", /active user/],
      [{ type: "webhook", webhookId }, `/v2/webhooks/${webhookId}`, "actions[0].webhookId", /no webhook/],
      [
        { type: "field", fieldId, value: "1" },
        `/v2/mailboxes/${support}/fields/${fieldId}`,
        "actions[0].fieldId",
        /no field/,
      ],
      [
        { type: "reply", savedReplyId },
        `/v2/mailboxes/${support}/saved-replies/${savedReplyId}`,
        "actions[0].savedReplyId",
        /no saved reply/,
      ],
    ]
    for (const [action, path, field, reason] of needs) {
      const id = await on.add({ actions: [action] })
      const other = await on.add({ name: "Sound" })
      assert.equal((await on.desk.send("DELETE", path, { token: on.ada })).status, 204, path)
      await on.work()
      const { status, problem } = await on.workflow(id)
      assert.equal(status, "invalid", path)
      assert.equal(problem?.path, field)
      assert.match(problem?.message ?? "", reason)
      assert.equal((await on.workflow(other)).status, "active")
      const again = await on.desk.send("PATCH", `/v2/workflows/${id}`, {
        token: on.ada,
        body: { op: "replace", path: "/status", value: "active" },
      })
      assert.deepEqual([again.status, again.body._embedded.errors[0].path], [400, field])
      await on.clear()
    }
  })

  test("becomes invalid when its saved reply is for chats only from now on", async () => {
    const list = `/v2/mailboxes/${on.ids.inboxes.support}/saved-replies`
    const send = (method: string, path: string, body: object) => on.desk.send(method, path, { token: on.ada, body })
    const made = await send("POST", list, { name: "For both", text: "Hi", chatText: "Hi!" })
    const savedReplyId = Number(made.headers.get("resource-id"))
    const id = await on.add({ actions: [{ type: "reply", savedReplyId }] })
    assert.equal((await send("PUT", `${list}/${savedReplyId}`, { name: "For both", text: "Hello" })).status, 204)
    await on.work()
    assert.equal((await on.workflow(id)).status, "active")
    assert.equal((await send("PUT", `${list}/${savedReplyId}`, { name: "For chats", chatText: "Hi!" })).status, 204)
    await on.work()
    const { status, problem } = await on.workflow(id)
    assert.deepEqual(
      [status, problem],
      [
        "invalid",
        { path: "actions[0].savedReplyId", message: "is no saved reply of the inbox that has a text for e-mail" },
      ],
    )
    await on.clear()
  })

  test("goes on where a tag has another name or is part of another one, in what it asks for and in what it does", async () => {
    const [old, into, other] = [await on.tag("old name"), await on.tag("into"), await on.tag("other")]
    const actions = [
      { type: "tag" as const, addTagIds: [old, other], removeTagIds: [into] },
      { type: "tag" as const, addTagIds: [into], removeTagIds: [old, other] },
    ]
    const conditions = { on: ["convo.created" as const], query: 'NOT tag:"old name"' }
    const id = await on.add({ conditions, actions })
    const renamed = await on.desk.send("PUT", `/v2/tags/${old}`, { token: on.ada, body: { name: "new" } })
    assert.equal(renamed.status, 204)
    await on.work()
    assert.equal((await on.workflow(id)).conditions.query, "NOT tag:new")
    const merged = await on.desk.send("POST", `/v2/tags/${into}/merge`, { token: on.ada, body: { tagIds: [old] } })
    assert.equal(merged.status, 204)
    // It has found out before it was told.
    const problem = JSON.stringify({ path: "actions[0].addTagIds[0]", message: "is no tag of this desk" })
    await on.desk.db.run(sql`update workflows set status = 'invalid', problem = ${problem} where id = ${id}`)
    await on.work()
    const followed = await on.workflow(id)
    assert.deepEqual(
      [followed.status, followed.conditions.query, followed.actions],
      [
        "active",
        "NOT tag:into",
        [
          { type: "tag", addTagIds: [into, other], removeTagIds: [] },
          { type: "tag", addTagIds: [into], removeTagIds: [other] },
        ],
      ],
    )
  })

  test("finds so itself where nobody has told it yet", async () => {
    const tag = await on.tag("vanishing")
    const id = await on.add({ actions: [{ type: "tag", addTagIds: [tag] }] })
    await on.work()
    const conversation = await on.fresh()
    await on.desk.db.run(sql`delete from tags where id = ${tag}`)
    await on.work()
    const { status, errors } = await on.workflow(id)
    assert.equal(status, "invalid")
    assert.deepEqual(
      errors.map(({ conversationId, outcome, message }) => [conversationId, outcome, message]),
      [[conversation, "failed", "actions[0].addTagIds[0] is no tag of this desk"]],
    )
  })
})

describe("whatever becomes of the node", () => {
  test("a workflow runs once for an event: what it did and that it heard of it are one transaction", async () => {
    const id = await on.add({ actions: [{ type: "reply", savedReplyId: on.ids.savedReplies.thanks }] })
    await on.work()
    const conversation = await on.fresh()
    const replies = async () =>
      (await on.read(conversation)).threads.filter(({ type }: { type: string }) => type === "message").length
    const { db, clock, origin, app } = on.desk
    const dying: Db = {
      ...db,
      transaction: (work) =>
        db.transaction(async (db) => {
          await work(db)
          const ran = await db.many(sql`select from workflow_runs where workflow_id = ${id}`)
          assert.equal(ran.length, 1)
          await db.run(sql`select pg_terminate_backend(pg_backend_pid())`)
          throw new Error("never comes here")
        }),
    }
    await numberAll(db)
    const [run] = workflowReactions
    assert.ok(run)
    await assert.rejects(dispatch(dying, run, { now: clock.now, origin, log: app.log }))
    assert.equal(await replies(), 0)
    assert.deepEqual((await on.workflow(id)).counts, { done: 0, failed: 0, stopped: 0 })
    await on.work()
    await on.work()
    assert.equal(await replies(), 1)
    assert.deepEqual((await on.workflow(id)).counts, { done: 1, failed: 0, stopped: 0 })
  })

  test("more than one transaction should hold is done in several, none twice", async () => {
    const id = await on.add({})
    await on.work()
    await Promise.all(Array.from({ length: 23 }, () => on.fresh()))
    await on.work()
    assert.equal((await on.workflow(id)).counts.done, 23)
  })
})
