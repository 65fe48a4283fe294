import assert from "node:assert/strict"
import { after, afterEach, before, describe, test } from "node:test"
import type { NewWorkflow, WorkflowAction } from "@deskhand/contract/workflow"
import type { WorkflowOccasion } from "@deskhand/contract/workflow-run"
import { type Db, sql } from "../db/db.ts"
import { findThreadOfMail } from "../email/send/load.ts"
import { dispatch } from "../events/dispatch.ts"
import { rateReply } from "../ratings/actions.ts"
import { keepConversations } from "../reports/keep.ts"
import { numberAll } from "../testing/events.ts"
import { type WorkingDesk, workingDesk } from "../testing/workflows.ts"
import { workflowReactions } from "./react.ts"

let on: WorkingDesk
const started = "2026-03-04T00:00:00Z"

before(async () => {
  on = await workingDesk()
})
after(() => on.close())
afterEach(() => on.clear())

const when = (kind: WorkflowOccasion, query = "") => ({ on: [kind], ...(query !== "" && { query }) })
const reply = (id: number, body: object) =>
  on.desk.send("POST", `/v2/conversations/${id}/reply`, { token: on.ada, body })

describe("an automatic workflow", () => {
  test("runs when what it waits for happens, where its query holds, and the conversation says so", async () => {
    const id = await on.add({ name: "Chase", conditions: when("convo.created", 'subject:"late"') })
    const [late, other] = [await on.fresh(), await on.fresh({ subject: "Thank you" })]
    await on.work()
    const { threads } = await on.read(late)
    const notes = threads.filter(({ type }) => type === "note")
    assert.deepEqual(
      notes.map(({ body, createdBy }) => [body, createdBy.first]),
      [["Sorted", "Workflows"]],
    )
    const [{ id: runner } = { id: 0 }] = await on.desk.db.many<{ id: number }>(
      sql`select id from users where first_name = 'Workflows' and type = 'system_user'`,
    )
    assert.deepEqual((await on.notesOf(late)).at(-1), {
      action: "automatic-workflow",
      text: "The workflow Chase ran",
      user: runner,
      entities: { workflow: id },
    })
    assert.equal((await on.read(other)).threads.filter(({ type }) => type === "note").length, 0)
    const { counts, runs, errors } = await on.workflow(id)
    assert.deepEqual(counts, { done: 1, failed: 0, stopped: 0 })
    assert.deepEqual(
      runs.map(({ conversationId, occasion, outcome }) => [conversationId, occasion, outcome]),
      [[late, "convo.created", "done"]],
    )
    assert.deepEqual(errors, [])
    await keepConversations(on.desk.db, [late, other])
    const period = `start=${started}&end=2027-01-01T00:00:00Z`
    const report = await on.desk.get(`/v2/reports/conversations?${period}`, on.ada)
    assert.equal(report.body.workflows.count, 1)
    assert.deepEqual(
      report.body.workflows.top.map(({ id, name, count }: Record<string, unknown>) => [id, name, count]),
      [[id, "Chase", 1]],
    )
    const behind = await on.desk.get(
      `/v2/reports/conversations/fields-drilldown?${period}&field=workflowid&fieldid=${id}`,
      on.ada,
    )
    assert.deepEqual(
      behind.body.conversations.results.map((found: { id: number }) => found.id),
      [late],
    )
  })

  test("hears each of the events that it can wait for", async () => {
    const happenings: Record<WorkflowOccasion, (id: number) => Promise<unknown>> = {
      "convo.created": async () => {},
      "convo.customer.reply.created": (id) =>
        on.desk.send("POST", `/v2/conversations/${id}/customer`, {
          token: on.ada,
          body: { text: "And?", customer: { email: "new.customer@elsewhere.example" } },
        }),
      "convo.agent.reply.created": (id) => reply(id, { text: "Soon" }),
      "convo.note.created": (id) =>
        on.desk.send("POST", `/v2/conversations/${id}/notes`, { token: on.ada, body: { text: "Odd" } }),
      "convo.assigned": (id) => on.patch(id, { op: "replace", path: "/assignTo", value: on.ids.users.ada }),
      "convo.status": (id) => on.patch(id, { op: "replace", path: "/status", value: "pending" }),
      "convo.tags": (id) => on.put(id, "tags", { tags: ["scenario vip"] }),
      "convo.custom-fields": (id) => on.put(id, "fields", { fields: [{ id: on.ids.fields.product, value: "Lamp" }] }),
      "convo.moved": async (id) => {
        await on.patch(id, { op: "replace", path: "/mailboxId", value: on.ids.inboxes.paging })
        await on.patch(id, { op: "replace", path: "/mailboxId", value: on.ids.inboxes.support })
      },
      "convo.merged": async (id) => {
        const other = await on.fresh()
        return on.desk.send("POST", `/v2/conversations/${id}/merge`, {
          token: on.ada,
          body: { conversationIds: [other] },
        })
      },
      "satisfaction.ratings": async (id) => {
        const answer = await reply(id, { text: "Done" })
        const threadId = Number(answer.headers.get("resource-id"))
        return rateReply(on.desk.db, { threadId, rating: "great", comments: null, now: on.desk.clock.now })
      },
    }
    const kinds = Object.keys(happenings) as WorkflowOccasion[]
    const wordOf = (kind: WorkflowOccasion) => kind.replaceAll(/\W/g, "")
    const workflows = new Map<WorkflowOccasion, number>()
    for (const kind of kinds) workflows.set(kind, await on.add({ conditions: when(kind, `subject:${wordOf(kind)}`) }))
    const conversations = new Map<WorkflowOccasion, number>()
    for (const kind of kinds) conversations.set(kind, await on.fresh({ subject: wordOf(kind) }))
    for (const kind of kinds) await happenings[kind](conversations.get(kind) ?? 0)
    await on.work()
    for (const kind of kinds) {
      const { runs } = await on.workflow(workflows.get(kind) ?? 0)
      assert.deepEqual(
        runs.map(({ conversationId, occasion, outcome }) => [conversationId, occasion, outcome]),
        [[conversations.get(kind), kind, "done"]],
        kind,
      )
    }
  })

  test("does each of its actions as an agent would, in their order", async () => {
    const { fields, teams, savedReplies, tags } = on.ids
    const webhookId = await on.addHook("/called", { events: ["user.status.changed"] })
    const option = fields.plan.options["Plus"]
    assert.ok(option !== undefined)
    const actions: WorkflowAction[] = [
      { type: "tag", addTagIds: [tags.vip] },
      { type: "field", fieldId: fields.plan.id, value: String(option) },
      { type: "note", text: "<p>Take care</p>" },
      { type: "reply", savedReplyId: savedReplies.thanks },
      { type: "status", status: "pending" },
      { type: "assign", assignTo: teams.firstLine },
      { type: "snooze", minutes: 90 },
      { type: "forward", to: ["lab@elsewhere.example"], text: "What do you say?" },
      { type: "webhook", webhookId },
    ]
    const workflow = await on.add({ name: "Everything", actions, conditions: when("convo.created", "NOT subject:Fwd") })
    const id = await on.fresh({ fields: [{ id: fields.product, value: "Lamp" }] })
    await on.work()
    assert.deepEqual((await on.workflow(workflow)).errors, [])
    const { conversation, threads } = await on.read(id)
    assert.deepEqual(await on.tagsOf(id), ["scenario-vip"])
    assert.equal(conversation.status, "pending")
    assert.equal(conversation.assignee.id, teams.firstLine)
    assert.deepEqual(
      conversation.customFields.map(({ id, text }: { id: number; text: string }) => [id, text]),
      [
        [fields.plan.id, "Plus"],
        [fields.product, "Lamp"],
      ],
    )
    const until = new Date(on.desk.clock.now.getTime() + 90 * 60_000)
    assert.equal(conversation.snooze.snoozedUntil, `${until.toISOString().slice(0, 19)}Z`)
    const written = threads.filter(({ type }) => type !== "lineitem" && type !== "customer").toReversed()
    assert.deepEqual(
      written.map(({ type, state, to }) => [type, state, to]),
      [
        ["note", "published", []],
        ["message", "published", ["new.customer@elsewhere.example"]],
        ["forwardparent", "published", ["lab@elsewhere.example"]],
      ],
    )
    assert.equal((await findThreadOfMail(on.desk.db, written[1].id))?.automatic, true)
    assert.equal(written[1].savedReplyId, savedReplies.thanks)
    assert.equal(written[1].body, "<p>Thank you for writing. We look into it <b>today</b>.</p>")
    const texts = (await on.notesOf(id)).map(({ text }) => text)
    assert.equal(texts[0], "The workflow Everything ran")
    assert.ok(texts.includes("Workflows marked as Pending"), texts.join("; "))
    await on.deliver()
    const [call, ...more] = on.received.filter(({ path }) => path === "/called")
    assert.equal(more.length, 0)
    assert.equal(JSON.parse(call?.body ?? "").id, id)
    assert.equal(call?.headers["x-deskhand-event"], "workflow.ran")
    const log = await on.desk.get(`/v2/webhooks/${webhookId}/deliveries`, on.ada)
    assert.equal(log.body._embedded.deliveries[0].event, "workflow.ran")
  })

  test("leaves no trace where everything is so already, and none in what was imported or is spam", async () => {
    const id = await on.add({ actions: [{ type: "status", status: "active" }] })
    const noting = await on.add({})
    const fresh = await on.fresh()
    const imported = await on.fresh({ imported: true, createdAt: "2026-01-01T00:00:00Z" })
    const spam = await on.fresh()
    await on.patch(spam, { op: "replace", path: "/status", value: "spam" })
    await on.work()
    assert.deepEqual((await on.workflow(id)).counts, { done: 0, failed: 0, stopped: 0 })
    for (const [conversation, lines] of [
      [fresh, [{ workflow: noting }]],
      [imported, []],
      [spam, []],
    ] as const) {
      const told = (await on.notesOf(conversation)).filter(({ action }) => action === "automatic-workflow")
      assert.deepEqual(
        told.map(({ entities }) => entities),
        lines,
      )
    }
  })

  test("sees what those before it in the order did", async () => {
    const seen = await on.tag("seen")
    const second = await on.add({
      name: "Second",
      order: 2,
      conditions: when("convo.created", "tag:seen"),
      actions: [{ type: "status", status: "closed" }],
    })
    const early = await on.add({
      name: "Too early",
      order: 0,
      conditions: when("convo.created", "tag:seen"),
      actions: [{ type: "note", text: "never" }],
    })
    const first = await on.add({ name: "First", order: 1, actions: [{ type: "tag", addTagIds: [seen] }] })
    const id = await on.fresh()
    await on.work()
    assert.equal((await on.read(id)).conversation.status, "closed")
    const done = async (id: number) => (await on.workflow(id)).counts.done
    assert.deepEqual([await done(early), await done(first), await done(second)], [0, 1, 1])
  })

  test("answers no message that was automatic itself, and goes on with the rest", async () => {
    const { savedReplies } = on.ids
    await on.add({
      actions: [
        { type: "reply", savedReplyId: savedReplies.thanks },
        { type: "status", status: "pending" },
      ],
    })
    const id = await on.fresh()
    await on.desk.db.run(sql`
      insert into mail_messages (inbox_id, via, storage_key, size_bytes, facts, thread_id, conversation_id, outcome,
        settled_at, received_at)
      select inbox_id, 'api', 'x', 1, '{"automatic": "auto-replied"}', threads.id, conversations.id, 'stored', now(), now()
      from conversations join threads on conversation_id = conversations.id and threads.type = 'customer'
      where conversations.id = ${id}`)
    await on.work()
    const { conversation, threads } = await on.read(id)
    assert.equal(threads.filter(({ type }) => type === "message").length, 0)
    assert.equal(conversation.status, "pending")
    assert.ok(
      (await on.notesOf(id)).some(({ text }) => /sent no reply: the customer’s message was automatic/.test(text)),
    )
  })
})

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
