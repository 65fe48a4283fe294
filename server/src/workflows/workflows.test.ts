import assert from "node:assert/strict"
import { after, afterEach, before, describe, test } from "node:test"
import type { Reply } from "../../test/desk/desk.ts"
import { type WorkingDesk, workingDesk } from "../../test/desk/workflows.ts"
import { sql } from "../db/db.ts"

let on: WorkingDesk
let light: string
let outsider: string

before(async () => {
  on = await workingDesk()
  light = await on.desk.tokenFor(on.ids.users.light)
  outsider = await on.desk.tokenFor(on.ids.users.outsider)
})
after(() => on.close())
afterEach(() => on.clear())

const send = (method: string, path: string, body?: unknown, token = on.ada, headers: Record<string, string> = {}) =>
  on.desk.send(method, `/v2/workflows${path}`, { token, headers, ...(body !== undefined && { body }) })
const paths = ({ body }: Reply) => body._embedded.errors.map(({ path }: { path: string }) => path)
const manual = { type: "manual", conditions: {} } as const
const wantsResults = { Prefer: "return=representation" }

describe("GET, POST, PUT, PATCH and DELETE /v2/workflows", () => {
  test("make, list, change and remove one, which the desk is told and remembers", async () => {
    const { support, hidden } = on.ids.inboxes
    const conditions = {
      on: ["convo.created" as const],
      after: { minutes: 60, since: "waiting" as const },
      query: "tag:vip",
    }
    const id = await on.add({ name: "  Chase ", conditions })
    const other = await on.add({ ...manual, name: "Escalate", status: "inactive" })
    await on.add({ mailboxId: hidden })
    const { body } = await on.desk.get(`/v2/workflows?mailbox=${support}`, on.ada)
    assert.deepEqual(
      body._embedded.workflows.map(({ id, order, type, status }: Record<string, unknown>) => [id, order, type, status]),
      [
        [id, 0, "automatic", "active"],
        [other, 1, "manual", "inactive"],
      ],
    )
    const byOtherName = async (query: string) =>
      (await on.desk.get(`/v2/workflows?${query}`, on.ada)).body._embedded.workflows.map(
        (one: { id: number }) => one.id,
      )
    assert.deepEqual(await byOtherName(`mailboxId=${support}`), [id, other])
    assert.deepEqual(await byOtherName(`mailboxId=${hidden}&mailbox=${support}`), [id, other])
    const [first] = body._embedded.workflows
    assert.equal(first.modifiedAt, first.updatedAt)
    assert.deepEqual(first.conditions, conditions)
    assert.deepEqual(first.actions, [{ type: "note", text: "Sorted" }])
    assert.equal(first.name, "Chase")
    const found = await on.desk.get("/v2/workflows?type=manual&status=inactive", on.ada)
    assert.equal(found.body.page.totalElements, 1)

    const read = await on.desk.get(`/v2/workflows/${id}`, on.ada)
    const changed = { ...first, name: "Chase on", actions: [{ type: "status", status: "pending", text: "not kept" }] }
    const etag = read.headers.get("etag") ?? ""
    assert.equal((await send("PUT", `/${id}`, changed, on.ada, { "If-Match": etag })).status, 204)
    assert.equal((await send("PUT", `/${id}`, changed, on.ada, { "If-Match": etag })).status, 412)
    const after = await on.workflow(id)
    assert.deepEqual([after.name, after.order], ["Chase on", 0])
    assert.deepEqual(after.actions, [{ type: "status", status: "pending" }])

    const status = (value: string) => send("PATCH", `/${other}`, { op: "replace", path: "/status", value })
    assert.equal((await status("active")).status, 204)
    assert.equal((await on.workflow(other)).status, "active")
    assert.deepEqual(paths(await status("invalid")), ["value"])
    // One that cannot run can still be moved.
    await on.desk.db.run(sql`update workflows set status = 'invalid', problem = '{}' where id = ${other}`)
    const order = (value: unknown) => send("PATCH", `/${other}`, { op: "replace", path: "/order", value })
    assert.equal((await order(7)).status, 204)
    const moved = await on.workflow(other)
    assert.deepEqual([moved.order, moved.status], [7, "invalid"])
    assert.deepEqual(paths(await order(-1)), ["value"])
    assert.equal((await send("DELETE", `/${other}`)).status, 204)
    assert.equal((await send("DELETE", `/${other}`)).status, 404)

    const told = await on.desk.db.many<{ kind: string; subject_id: number }>(
      sql`select kind, subject_id from events where kind like 'workflow.%' and inbox_id = ${support} order by id`,
    )
    assert.deepEqual(
      told.map(({ kind, subject_id }) => [kind, subject_id]),
      [
        ["workflow.created", id],
        ["workflow.created", other],
        ["workflow.updated", id],
        ["workflow.updated", other],
        ["workflow.updated", other],
        ["workflow.deleted", other],
      ],
    )
    const log = await on.desk.get("/v2/audit-log?noun=workflow&size=1", on.ada)
    const [entry] = log.body._embedded.entries
    assert.deepEqual([entry.act, entry.subjectName, entry.by.id], ["deleted", "Escalate", on.ids.users.ada])
  })

  test("refuse what cannot work, by the name of the field", async () => {
    const refused: [Record<string, unknown>, string][] = [
      [{ name: " " }, "name"],
      [{ mailboxId: 999_999 }, "mailboxId"],
      [{ type: "sometimes" }, "type"],
      [{ status: "invalid" }, "status"],
      [{ conditions: {} }, "conditions.on"],
      [{ conditions: { on: ["tag.created"] } }, "conditions.on[0]"],
      [{ conditions: { after: { minutes: 0, since: "waiting" } } }, "conditions.after.minutes"],
      [{ conditions: { after: { minutes: 5, since: "ever" } } }, "conditions.after.since"],
      [{ conditions: { on: ["convo.created"], query: "nothing:like" } }, "conditions.query"],
      [{ type: "manual" }, "conditions.on"],
      [{ type: "manual", conditions: { after: { minutes: 5, since: "waiting" } } }, "conditions.after"],
      [{ actions: [] }, "actions"],
      [{ actions: [{ type: "dance" }] }, "actions[0].type"],
      [{ actions: [{ type: "note" }] }, "actions[0].text"],
      [{ actions: [{ type: "tag" }] }, "actions[0].addTagIds"],
      [{ actions: [{ type: "tag", addTagIds: [999_999] }] }, "actions[0].addTagIds[0]"],
      [{ actions: [{ type: "assign", assignTo: on.ids.users.outsider }] }, "actions[0].assignTo"],
      [{ actions: [{ type: "field", fieldId: 999_999 }] }, "actions[0].fieldId"],
      [{ actions: [{ type: "field", fieldId: on.ids.fields.quantity, value: "many" }] }, "actions[0].value"],
      [{ actions: [{ type: "reply", savedReplyId: 999_999 }] }, "actions[0].savedReplyId"],
      [{ actions: [{ type: "webhook", webhookId: 999_999 }] }, "actions[0].webhookId"],
      [{ actions: [{ type: "snooze", minutes: 1_000_000 }] }, "actions[0].minutes"],
      [{ actions: [{ type: "forward", to: [], text: "Hm" }] }, "actions[0].to"],
      [
        {
          actions: [
            { type: "note", text: "x" },
            { type: "forward", to: ["nobody"], text: "Hm" },
          ],
        },
        "actions[1].to[0]",
      ],
    ]
    for (const [changes, path] of refused) {
      const answer = await on.offer(changes)
      assert.equal(answer.status, 400, JSON.stringify(changes))
      assert.ok(paths(answer).includes(path), `${path} is not among ${paths(answer)}`)
    }
    const { total } = await on.desk.db.one<{ total: number }>(sql`select count(*) as total from workflows`)
    assert.equal(total, 0)
  })

  test("are for administrators; agents see those of their inboxes and run them, light users only see them", async () => {
    const id = await on.add({ ...manual })
    const conversation = await on.fresh()
    assert.equal((await on.offer({}, on.grace)).status, 403)
    assert.equal((await send("DELETE", `/${id}`, undefined, on.grace)).status, 403)
    assert.equal((await send("POST", "/dry-run", { mailboxId: 1, conditions: {} }, on.grace)).status, 403)
    assert.equal((await on.desk.get(`/v2/workflows/${id}`, light)).status, 200)
    const run = (token: string) => send("POST", `/${id}/run`, { conversationIds: [conversation] }, token)
    assert.equal((await run(light)).status, 403)
    assert.equal((await run(outsider)).status, 404)
    assert.equal((await on.desk.get(`/v2/workflows/${id}`, outsider)).status, 404)
    const { body } = await on.desk.get("/v2/workflows", outsider)
    assert.deepEqual(body._embedded.workflows, [])
    assert.equal((await run(on.grace)).status, 204)
  })
})

describe("POST /v2/workflows/{id}/run", () => {
  test("runs it on each in the name of who asks, and tells what came of each", async () => {
    const { support, hidden } = on.ids.inboxes
    const id = await on.add({
      ...manual,
      name: "Escalate",
      conditions: { query: "subject:late" },
      actions: [{ type: "status", status: "pending" }],
    })
    const [done, same, unmatched] = [
      await on.fresh(),
      await on.fresh({ status: "pending" }),
      await on.fresh({ subject: "Hi" }),
    ]
    const elsewhere = await on.fresh({ mailboxId: hidden, assignTo: undefined })
    const { status, body, headers } = await send(
      "POST",
      `/${id}/run`,
      { conversationIds: [unmatched, same, done, elsewhere, 999_999, done] },
      on.grace,
      wantsResults,
    )
    assert.equal(status, 200)
    assert.equal(headers.get("preference-applied"), "return=representation")
    assert.deepEqual(body.results, [
      { conversationId: unmatched, outcome: "unmatched" },
      { conversationId: same, outcome: "unchanged" },
      { conversationId: done, outcome: "done" },
      { conversationId: elsewhere, outcome: "failed", message: "It is in another inbox than the workflow" },
      { conversationId: 999_999, outcome: "failed", message: "There is nothing here that you may see" },
    ])
    assert.equal((await on.read(done)).conversation.status, "pending")
    assert.deepEqual((await on.notesOf(done)).slice(-2), [
      {
        action: "manual-workflow",
        text: "Grace Hopper ran the workflow Escalate",
        user: on.ids.users.grace,
        entities: { workflow: id, user: on.ids.users.grace },
      },
      {
        action: "status-changed",
        text: "Grace Hopper marked as Pending",
        user: on.ids.users.grace,
        entities: null,
      },
    ])
    const { runs, counts } = await on.workflow(id)
    assert.deepEqual(counts, { done: 1, failed: 0, stopped: 0 })
    assert.deepEqual(
      runs.map(({ conversationId, occasion, userId }) => [conversationId, occasion, userId]),
      [[done, "manual", on.ids.users.grace]],
    )
    assert.ok(support > 0)
  })

  test("answers 204 without a body unless it is asked for the results", async () => {
    const id = await on.add({ ...manual, actions: [{ type: "status", status: "pending" }] })
    const run = async (prefer?: string) => {
      const conversation = await on.fresh()
      const headers = prefer === undefined ? {} : { Prefer: prefer }
      const answer = await send("POST", `/${id}/run`, { conversationIds: [conversation] }, on.ada, headers)
      assert.equal((await on.read(conversation)).conversation.status, "pending", prefer)
      return [answer.status, answer.body?.results.length, answer.headers.get("preference-applied")]
    }
    for (const prefer of [undefined, "return=minimal", "wait=10", "return=minimal, return=representation", ';,="'])
      assert.deepEqual(await run(prefer), [204, undefined, null], prefer)
    for (const prefer of [
      "return=representation",
      'respond-async,Return = "representation"; foo',
      "return=Representation",
    ])
      assert.deepEqual(await run(prefer), [200, 1, "return=representation"], prefer)
  })

  test("once for a key, and refuses those that people cannot run", async () => {
    const id = await on.add({ ...manual })
    const conversation = await on.fresh()
    const body = { conversationIds: [conversation] }
    const headers = { "Idempotency-Key": "one", ...wantsResults }
    const first = await send("POST", `/${id}/run`, body, on.ada, headers)
    const second = await send("POST", `/${id}/run`, body, on.ada, headers)
    assert.deepEqual(second.body, first.body)
    assert.deepEqual(first.body.results, [{ conversationId: conversation, outcome: "done" }])
    assert.equal((await on.workflow(id)).counts.done, 1)
    const automatic = await on.add({})
    assert.equal((await send("POST", `/${automatic}/run`, body)).status, 409)
    await send("PATCH", `/${id}`, { op: "replace", path: "/status", value: "inactive" })
    assert.equal((await send("POST", `/${id}/run`, body)).status, 409)
    const many = Array.from({ length: 51 }, (_, index) => index + 1)
    assert.deepEqual(paths(await send("POST", `/${id}/run`, { conversationIds: many })), ["conversationIds"])
  })
})

describe("POST /v2/workflows/dry-run", () => {
  test("tells how many of the newest 1,000 match, and changes nothing", async () => {
    const { empty } = on.ids.inboxes
    const ask = async (conditions: object) => (await send("POST", "/dry-run", { mailboxId: empty, conditions })).body
    assert.deepEqual(await ask({}), { lookedAt: 0, matched: 0, conversations: [] })
    const made = async (subject: string, status = "active") =>
      on.fresh({ subject, status, mailboxId: empty, assignTo: undefined })
    const [old, late] = [await made("An old late one"), await made("A late one")]
    await made("Another", "closed")
    const ago = new Date(on.desk.clock.now.getTime() - 7_200_000)
    await on.desk.db.run(sql`update conversations set created_at = ${ago}, waiting_since = ${ago} where id = ${old}`)
    const found = await ask({ on: ["convo.created"], query: "subject:late" })
    assert.deepEqual([found.lookedAt, found.matched], [3, 2])
    assert.deepEqual(
      found.conversations.map(({ id, subject, status }: Record<string, unknown>) => [id, subject, status]),
      [
        [late, "A late one", "active"],
        [old, "An old late one", "active"],
      ],
    )
    for (const since of ["created", "waiting", "status", "assigned"]) {
      const waited = await ask({ after: { minutes: 60, since }, query: "subject:late" })
      assert.deepEqual([since, waited.matched, waited.conversations[0]?.id], [since, 1, old])
    }
    assert.equal((await ask({ after: { minutes: 1, since: "agentReply" } })).matched, 0)
    await on.desk.db.run(sql`
      insert into conversations (inbox_id, type, status, subject, customer_id, created_by_customer_id, source_type, source_via,
        user_updated_at, created_at, modified_at)
      select ${empty}, 'email', 'closed', 'One of many', customer_id, customer_id, 'email', 'customer', now(), now(), now()
      from conversations, generate_series(1, 1100) where id = ${late}`)
    const many = await ask({ query: "subject:many OR status:closed" })
    assert.deepEqual([many.lookedAt, many.matched, many.conversations.length], [1_000, 1_000, 10])
    const { total } = await on.desk.db.one<{ total: number }>(sql`select count(*) as total from workflow_runs`)
    assert.equal(total, 0)
  })
})
