import assert from "node:assert/strict"
import { after, afterEach, before, describe, test } from "node:test"
import type { NewWorkflow, WorkflowConditions } from "@deskhand/contract/inboxes/workflow"
import { type WorkflowOccasion, workflowOccasions } from "@deskhand/contract/inboxes/workflow-run"
import fc from "fast-check"
import { type WorkingDesk, workingDesk } from "../../test/desk/workflows.ts"
import { runs } from "../../test/property.ts"
import { sql } from "../db/db.ts"
import { runDue } from "./due.ts"
import { mostDepth, mostRunsAnHour } from "./rules.ts"

let on: WorkingDesk

before(async () => {
  on = await workingDesk()
})
after(() => on.close())
afterEach(() => on.clear())

const when = (kind: WorkflowOccasion, query: string): WorkflowConditions => ({ on: [kind], query })

describe("workflows that set one another off", () => {
  test("one tags and another untags: after ten they are stopped there, and both and the conversation say so (L11)", async () => {
    const ping = await on.tag("ping")
    const adds = await on.add({
      name: "A",
      conditions: when("convo.tags", "NOT tag:ping"),
      actions: [{ type: "tag", addTagIds: [ping] }],
    })
    const removes = await on.add({
      name: "B",
      conditions: when("convo.tags", "tag:ping"),
      actions: [{ type: "tag", removeTagIds: [ping] }],
    })
    const [looping, calm] = [await on.fresh(), await on.fresh()]
    await on.put(looping, "tags", { tags: ["begin"] })
    await on.work()
    const [a, b] = [await on.workflow(adds), await on.workflow(removes)]
    const { deepest } = await on.desk.db.one<{ deepest: number }>(
      sql`select max(depth) as deepest from feed where conversation_id = ${looping}`,
    )
    assert.equal(deepest, 10)
    const done = a.counts.done + b.counts.done
    assert.ok(done >= 10 && done <= 20, `${done} runs`)
    assert.deepEqual([a.status, b.status], ["active", "active"])
    const stopped = [...a.errors, ...b.errors]
    assert.deepEqual(
      new Set(stopped.map(({ conversationId, outcome, message }) => `${conversationId} ${outcome}: ${message}`)),
      new Set([`${looping} stopped: workflows have set one another off 10 times here`]),
    )
    assert.deepEqual([a.counts.stopped + b.counts.stopped, stopped.length <= 2], [stopped.length, true])
    const last = (await on.notesOf(looping)).at(-1)
    assert.equal(last?.action, "automatic-workflow")
    assert.match(last?.text ?? "", /^The workflow [AB] was stopped: workflows have set one another off 10 times here$/)
    // Elsewhere they go on.
    await on.put(calm, "tags", { tags: ["begin"] })
    await on.work()
    assert.ok((await on.workflow(adds)).runs.some(({ conversationId }) => conversationId === calm))
  })

  test("none hears what it did itself", async () => {
    const id = await on.add({ conditions: when("convo.note.created", "") })
    const conversation = await on.fresh()
    await on.desk.send("POST", `/v2/conversations/${conversation}/notes`, { token: on.ada, body: { text: "Odd" } })
    await on.work()
    assert.deepEqual((await on.workflow(id)).counts, { done: 1, failed: 0, stopped: 0 })
  })

  test("whatever they are, they end: none begins behind ten others, or oftener in an hour than it may", async () => {
    const tags = [await on.tag("one"), await on.tag("two")]
    const action = fc.oneof(
      fc.record({ type: fc.constant("tag" as const), addTagIds: fc.constantFrom(...tags.map((tag) => [tag])) }),
      fc.record({ type: fc.constant("tag" as const), removeTagIds: fc.constantFrom(...tags.map((tag) => [tag])) }),
      fc.record({ type: fc.constant("status" as const), status: fc.constantFrom("active", "pending", "closed") }),
      fc.record({
        type: fc.constant("assign" as const),
        assignTo: fc.constantFrom(on.ids.users.grace, on.ids.users.ada, null),
      }),
      fc.constant({ type: "note" as const, text: "Again" }),
    )
    const workflow = fc.record({
      conditions: fc.record({
        on: fc.uniqueArray(fc.constantFrom(...workflowOccasions), { minLength: 3, maxLength: 8 }),
        query: fc.constantFrom("", "tag:one", "NOT tag:one", "status:active", "tag:two OR status:closed"),
      }),
      actions: fc.array(action, { minLength: 1, maxLength: 2 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(workflow, { minLength: 2, maxLength: 3 }), async (workflows) => {
        for (const [place, one] of workflows.entries())
          await on.add({ ...(one as Partial<NewWorkflow>), name: `Random ${place}` })
        const id = await on.fresh()
        await on.work()
        const { deepest } = await on.desk.db.one<{ deepest: number }>(
          sql`select max(depth) as deepest from feed where conversation_id = ${id}`,
        )
        assert.ok(deepest <= mostDepth, `${deepest}`)
        const { most } = await on.desk.db.one<{ most: number }>(sql`
          select coalesce(max(runs), 0) as most from (select count(*) as runs from workflow_runs
            where conversation_id = ${id} and outcome = 'done' group by workflow_id) counted`)
        assert.ok(most <= mostRunsAnHour, `${most}`)
        await on.clear()
      }),
      { numRuns: runs(2) },
    )
  })
})

describe("a workflow that waits", () => {
  /** The feed has the database's clock, and the desk's goes on from there. */
  const pass = async (minutes: number) => {
    const { now } = await on.desk.db.one<{ now: Date }>(sql`select now() as now`)
    on.desk.clock.now = new Date(now.getTime() + minutes * 60_000)
    await runDue(on.node, undefined, new AbortController().signal)
    await on.work()
  }
  const waiting = (since: NonNullable<WorkflowConditions["after"]>["since"], query = ""): Partial<NewWorkflow> => ({
    conditions: { after: { minutes: 60, since }, ...(query !== "" && { query }) },
  })
  const ran = async (id: number) =>
    (await on.workflow(id)).runs.map(({ conversationId, occasion }) => [conversationId, occasion]).toReversed()
  const answer = (id: number) =>
    on.desk.send("POST", `/v2/conversations/${id}/reply`, { token: on.ada, body: { text: "Soon" } })
  const ask = (id: number) =>
    on.desk.send("POST", `/v2/conversations/${id}/customer`, {
      token: on.ada,
      body: { text: "And?", customer: { email: "new.customer@elsewhere.example" } },
    })

  test("runs once for each time that a customer waits so long", async () => {
    const id = await on.add(waiting("waiting"))
    const [left, answered] = [await on.fresh(), await on.fresh()]
    await on.fresh({ imported: true, createdAt: "2026-01-01T00:00:00Z" })
    await answer(answered)
    await on.work()
    await pass(59)
    assert.deepEqual(await ran(id), [])
    await pass(61)
    await pass(62)
    assert.deepEqual(await ran(id), [[left, "time"]])
    assert.equal((await on.notesOf(left)).at(-1)?.text, "The workflow Sort ran")
    await answer(left)
    await ask(left)
    await on.work()
    await pass(61)
    assert.deepEqual(await ran(id), [
      [left, "time"],
      [left, "time"],
    ])
  })

  test("counts from an answer, a status, an assignment or the beginning", async () => {
    const ids = {
      agentReply: await on.add(waiting("agentReply", "status:active")),
      status: await on.add(waiting("status", "status:pending")),
      assigned: await on.add(waiting("assigned", "assigned:Lovelace")),
      created: await on.add(waiting("created", "subject:first")),
    }
    const [replied, pending, assigned, first] = [
      await on.fresh(),
      await on.fresh(),
      await on.fresh(),
      await on.fresh({ subject: "The first" }),
    ]
    await on.work()
    await answer(replied)
    await on.patch(pending, { op: "replace", path: "/status", value: "pending" })
    await on.patch(assigned, { op: "replace", path: "/assignTo", value: on.ids.users.ada })
    await on.work()
    await pass(61)
    assert.deepEqual(await ran(ids.agentReply), [[replied, "time"]])
    assert.deepEqual(await ran(ids.status), [[pending, "time"]])
    assert.deepEqual(await ran(ids.assigned), [[assigned, "time"]])
    assert.deepEqual(await ran(ids.created), [[first, "time"]])
  })

  test("looks again when something happens to what was not as it wants it, and forgets when it is switched off", async () => {
    const id = await on.add(waiting("created", "tag:begin"))
    const conversation = await on.fresh()
    await on.work()
    await pass(61)
    assert.deepEqual(await ran(id), [])
    await on.put(conversation, "tags", { tags: ["begin"] })
    await on.work()
    await pass(61)
    assert.deepEqual(await ran(id), [[conversation, "time"]])

    await on.fresh({ tags: ["begin"] })
    await on.work()
    const status = (value: string) =>
      on.desk.send("PATCH", `/v2/workflows/${id}`, { token: on.ada, body: { op: "replace", path: "/status", value } })
    await status("inactive")
    await status("active")
    await pass(61)
    assert.equal((await ran(id)).length, 1)
  })
})
