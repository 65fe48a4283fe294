import assert from "node:assert/strict"
import { after, afterEach, before, describe, test } from "node:test"
import type { WorkflowAction } from "@deskhand/contract/inboxes/workflow"
import type { WorkflowOccasion } from "@deskhand/contract/inboxes/workflow-run"
import { type WorkingDesk, workingDesk } from "../../test/desk/workflows.ts"
import { sql } from "../db/db.ts"
import { findThreadOfMail } from "../email/send/compose/load.ts"
import { rateReply } from "../ratings/actions.ts"
import { updateFacts } from "../reports/facts/update-facts.ts"

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
    await updateFacts(on.desk.db, [late, other])
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

  test("runs only on what happens while it is active, however late that is processed", async () => {
    const before = await on.fresh()
    const conditions = { on: ["convo.created" as const], after: { minutes: 10, since: "created" as const } }
    const id = await on.add({ conditions })
    const first = await on.fresh()
    await on.work()
    const ranOn = async () => (await on.workflow(id)).runs.map(({ conversationId }) => conversationId)
    assert.deepEqual(await ranOn(), [first])

    const patch = (value: string) =>
      on.desk.send("PATCH", `/v2/workflows/${id}`, { token: on.ada, body: { op: "replace", path: "/status", value } })
    assert.equal((await patch("inactive")).status, 204)
    const inBetween = await on.fresh()
    assert.equal((await patch("active")).status, 204)
    const last = await on.fresh()
    await on.work()
    assert.deepEqual(await ranOn(), [last, first])
    const spells = await on.desk.db.many(sql`select conversation_id from workflow_spells where workflow_id = ${id}`)
    assert.deepEqual(spells, [{ conversation_id: last }], `neither ${before} nor ${inBetween}`)
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
