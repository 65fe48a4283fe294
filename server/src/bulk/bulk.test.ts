import assert from "node:assert/strict"
import { after, before, beforeEach, describe, test } from "node:test"
import { type BulkAction, BulkActionPage } from "@deskhand/contract/conversations/bulk-action"
import { type Creating, creatingDesk } from "../../test/desk/creating.ts"
import { listWrongConversations, listWrongCounts, listWrongPreviews } from "../../test/desk/seeded.ts"
import { AlternatingFailures } from "../../test/failures/alternating-failures.ts"
import { eventually, numberAll } from "../../test/peers/events.ts"
import { assertShape } from "../../test/shape.ts"
import { sql } from "../db/db.ts"
import type { Desk } from "../http/route.ts"
import { startJobs } from "../jobs/worker.ts"
import { deleteBulksBefore } from "./queries.ts"
import { bulkJob, runBulk } from "./run.ts"

let on: Creating
let limited: string
let inboxId: number
let otherInboxId: number
const begunAt = new Date("2026-03-04T05:06:07.891Z")

before(async () => {
  on = await creatingDesk()
  await on.desk.db.run(sql`update routing set state = 'disabled'`)
  limited = await on.desk.tokenFor(on.ids.users.limited)
})
let inboxCount = 0
/** Two inboxes of which nobody but these tests knows. */
beforeEach(async () => {
  on.desk.clock.now = begunAt
  const made = async () => {
    const name = `bulk-${++inboxCount}`
    const { id } = await on.desk.db.one<{ id: number }>(sql`
      insert into inboxes (name, email) values (${name}, ${`${name}@scenario.example`}) returning id`)
    return id
  }
  inboxId = await made()
  otherInboxId = await made()
  const { limited: limitedId, grace } = on.ids.users
  await on.desk.db.run(sql`insert into inbox_users (inbox_id, user_id)
    values (${inboxId}, ${limitedId}), (${inboxId}, ${grace})`)
})
after(async () => {
  const { db } = on.desk
  const wrong = [await listWrongConversations(db), await listWrongCounts(db), await listWrongPreviews(db)]
  await on.desk.close()
  assert.deepEqual(wrong, [[], [], []])
})

async function make(amount: number, changes: object = {}): Promise<number[]> {
  const ids: number[] = []
  for (let index = 0; index < amount; index++)
    ids.push(Number((await on.post({ ...on.minimal, mailboxId: inboxId, ...changes })).headers.get("resource-id")))
  return ids
}

const begin = (body: object, token = on.ada) => on.desk.send("POST", "/v2/bulk-actions", { token, body })

/** What the job is given, which runs in the tests' own time. */
function deskOfJob(): Desk {
  const { appDb: db, config, files, outgoing, clock } = on.desk
  return { db, config, files, outgoing, replica: undefined, now: () => clock.now }
}

/** So small that a handful of conversations takes several pages and batches. */
const limits = { page: 3, overlap: 1, batch: 2 }

const run = (bulkId: number, signal = new AbortController().signal) => runBulk(deskOfJob(), { bulkId }, signal, limits)

async function begun(body: object, token = on.ada): Promise<number> {
  const answer = await begin(body, token)
  assert.equal(answer.status, 202, JSON.stringify(answer.body))
  const id = Number(answer.headers.get("resource-id"))
  assert.equal(answer.headers.get("location"), `${on.desk.origin}/v2/bulk-actions/${id}`)
  return id
}

async function done(body: object, token = on.ada): Promise<number> {
  const id = await begun(body, token)
  await run(id)
  return id
}

const read = async (id: number, token = on.ada): Promise<BulkAction> =>
  (await on.desk.get(`/v2/bulk-actions/${id}`, token)).body

const undo = (id: number, token = on.ada) => on.desk.send("POST", `/v2/bulk-actions/${id}/undo`, { token })

async function undone(id: number): Promise<BulkAction> {
  assert.equal((await undo(id)).status, 202)
  await run(id)
  return read(id)
}

const numbers = ({ state, total, waiting, changed, unchanged, failed, undone, kept }: BulkAction) => ({
  state,
  total,
  waiting,
  changed,
  unchanged,
  failed,
  undone,
  kept,
})
const none = { waiting: 0, changed: 0, unchanged: 0, failed: 0, undone: 0, kept: 0 }

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely and assert what they find.
const conversation = async (id: number): Promise<any> => (await on.desk.get(`/v2/conversations/${id}`, on.ada)).body
const patch = (id: number, path: string, value: unknown) =>
  on.desk.send("PATCH", `/v2/conversations/${id}`, { token: on.ada, body: { op: "replace", path, value } })
const countLines = async (id: number, type: string) =>
  (
    await on.desk.db.one<{ count: number }>(sql`select count(*) as count from threads
      where conversation_id = ${id} and action_type = ${type}`)
  ).count
const kindsOf = async (id: number) => (await on.eventsOf(id)).map(({ kind }) => kind)
/** What can be put back. */
const told = (body: Awaited<ReturnType<typeof conversation>>) => ({
  status: body.status,
  assignee: body.assignee?.id,
  mailbox: body.mailboxId,
  state: body.state,
  tags: body.tags.map(({ tag }: { tag: string }) => tag).toSorted(),
  snooze: body.snooze?.snoozedUntil,
  fields: body.customFields,
})

describe("POST /v2/bulk-actions", () => {
  test("does to each what an agent does to one, and tells how far it is", async () => {
    const ids = await make(3)
    await patch(ids[2] ?? 0, "/status", "closed")
    const id = await begun({ conversationIds: ids, action: "status", status: "closed" })
    const before = await read(id)
    assert.deepEqual(numbers(before), { ...none, state: "gathering", total: undefined, waiting: 3 })
    await run(id)
    const after = await read(id)
    assert.deepEqual(numbers(after), { ...none, state: "done", total: 3, changed: 2, unchanged: 1 })
    assert.deepEqual(
      [after.createdAt, after.finishedAt, after.undoableUntil, after.failures],
      ["2026-03-04T05:06:07Z", "2026-03-04T05:06:07Z", "2026-03-04T05:16:07Z", []],
    )
    assert.equal(after.undoable, true)
    for (const one of ids) {
      const { status, closedBy } = await conversation(one)
      assert.deepEqual([status, closedBy], ["closed", on.ids.users.ada])
      assert.equal(await countLines(one, "status-changed"), 1)
      assert.deepEqual(await kindsOf(one), ["convo.created", "convo.status"])
    }
  })

  test("each of the actions, and its undoing, put everything back", async () => {
    const { users } = on.ids
    const until = "2026-03-05T05:00:00Z"
    const actions: [body: object, becomes: object][] = [
      [{ action: "status", status: "spam" }, { status: "spam" }],
      [{ action: "assign", assignTo: users.grace }, { assignee: users.grace }],
      [{ action: "assign", assignTo: null }, { assignee: undefined }],
      [{ action: "tag", addTags: ["Bulk One", "bulk two"], removeTags: ["first"] }, { tags: ["Bulk One", "bulk two"] }],
      [{ action: "snooze", snoozedUntil: until }, { snooze: until }],
      [{ action: "move", mailboxId: otherInboxId }, { mailbox: otherInboxId }],
      [{ action: "delete" }, { state: "deleted" }],
    ]
    for (const [body, becomes] of actions) {
      const ids = await make(2, { tags: ["first"], assignTo: users.ada })
      const before = await Promise.all(ids.map(conversation))
      const id = await done({ conversationIds: ids, ...body })
      assert.deepEqual(numbers(await read(id)), { ...none, state: "done", total: 2, changed: 2 }, JSON.stringify(body))
      for (const [index, one] of ids.entries())
        assert.deepEqual(told(await conversation(one)), { ...told(before[index]), ...becomes })
      assert.deepEqual(numbers(await undone(id)), { ...none, state: "undone", total: 2, undone: 2 })
      for (const [index, one] of ids.entries()) assert.deepEqual(told(await conversation(one)), told(before[index]))
    }
  })

  test("undoing brings back a snooze that closing ended, and fields that moving left behind", async () => {
    const [snoozed = 0] = await make(1)
    await on.desk.send("PUT", `/v2/conversations/${snoozed}/snooze`, {
      token: on.ada,
      body: { snoozedUntil: "2026-03-06T07:00:00Z", unsnoozeOnCustomerReply: false },
    })
    const field = await on.desk.send("POST", `/v2/mailboxes/${inboxId}/fields`, {
      token: on.ada,
      body: { name: "Order", type: "singleline" },
    })
    const fieldId = Number(field.headers.get("resource-id"))
    const [moved = 0] = await make(1, { fields: [{ id: fieldId, value: "4711" }] })
    const before = [await conversation(snoozed), await conversation(moved)]
    const closing = await done({ conversationIds: [snoozed], action: "status", status: "closed" })
    const moving = await done({ conversationIds: [moved], action: "move", mailboxId: otherInboxId })
    assert.equal((await conversation(snoozed)).snooze, undefined)
    assert.deepEqual((await conversation(moved)).customFields, [])
    await undone(closing)
    await undone(moving)
    assert.deepEqual([told(await conversation(snoozed)), told(await conversation(moved))], before.map(told))
    assert.equal((await conversation(snoozed)).snooze.unsnoozeOnCustomerReply, false)
  })

  test("over a whole search finds all pages of it, and nothing else", async () => {
    const ids = await make(8, { subject: "Zimtschnecke" })
    await make(2)
    await make(1, { subject: "Zimtschnecke", mailboxId: on.ids.inboxes.hidden })
    const filters = { query: "subject:zimtschnecke", status: "open", mailbox: [inboxId, on.ids.inboxes.hidden] }
    const id = await done({ filters, action: "tag", addTags: ["baked"] }, limited)
    assert.deepEqual(numbers(await read(id, limited)), { ...none, state: "done", total: 8, changed: 8 })
    const tagged = await on.desk.get("/v2/conversations?status=all&tag=baked", on.ada)
    assert.deepEqual(
      tagged.body._embedded.conversations.map(({ id }: { id: number }) => id).toSorted((a: number, b: number) => a - b),
      ids,
    )
  })

  test("begins once under one key", async () => {
    const [one] = await make(1)
    const body = { conversationIds: [one], action: "status", status: "closed" }
    const send = () =>
      on.desk.send("POST", "/v2/bulk-actions", { token: on.ada, body, headers: { "Idempotency-Key": "bulk-once" } })
    const answers = await Promise.all([send(), send(), send()])
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([202]))
    assert.equal(new Set(answers.map(({ headers }) => headers.get("resource-id"))).size, 1)
  })

  test("is done by a worker", async () => {
    const ids = await make(2)
    const jobs = await startJobs(deskOfJob(), [{ name: bulkJob, work: runBulk }], on.desk.app.log)
    const id = await begun({ conversationIds: ids, action: "status", status: "closed" })
    await eventually(async () => (await read(id)).state === "done")
    await undo(id)
    await eventually(async () => (await read(id)).state === "undone")
    await jobs.stop()
    assert.equal((await conversation(ids[0] ?? 0)).status, "active")
  })

  test("goes on after any failure, and does nothing twice", async () => {
    const calls = new AlternatingFailures(on.desk.appDb.pool)
    for (let call = 1, failed = true; failed; call++) {
      const ids = await make(2)
      const id = await begun({ conversationIds: ids, action: "tag", addTags: ["once"] })
      calls.failAt(call, "refused")
      const first = await run(id).then(
        () => true,
        () => false,
      )
      failed = calls.end()
      if (!first) await run(id)
      assert.deepEqual(numbers(await read(id)), { ...none, state: "done", total: 2, changed: 2 }, `${call}`)
      for (const one of ids) assert.equal(await countLines(one, "tags-changed"), 1)
    }
  })

  test("goes on where a stopped desk left it", async () => {
    const ids = await make(5)
    const id = await begun({ conversationIds: ids, action: "status", status: "closed" })
    await assert.rejects(run(id, stoppingAfter(5)))
    const { state, changed, waiting } = await read(id)
    assert.ok(changed > 0 && waiting > 0, `${changed} done, ${waiting} left`)
    assert.equal(state, "running")
    await run(id)
    assert.deepEqual(numbers(await read(id)), { ...none, state: "done", total: 5, changed: 5 })
    for (const one of ids) assert.equal(await countLines(one, "status-changed"), 1)
  })

  test("two nodes at once do each once", async () => {
    const ids = await make(6)
    const id = await begun({ conversationIds: ids, action: "tag", addTags: ["shared work"] })
    await Promise.all([run(id), run(id), run(id)])
    assert.deepEqual(numbers(await read(id)), { ...none, state: "done", total: 6, changed: 6 })
    for (const one of ids) assert.equal(await countLines(one, "tags-changed"), 1)
  })

  test("says of each why it failed, and goes on with the others", async () => {
    const [mine = 0] = await make(1)
    const [hidden = 0] = await make(1, { mailboxId: on.ids.inboxes.hidden })
    const outsider = on.ids.users.outsider
    const gone = 999_999_999
    const id = await done({ conversationIds: [mine, hidden, gone], action: "status", status: "closed" }, limited)
    const bulk = await read(id, limited)
    assert.deepEqual(numbers(bulk), { ...none, state: "done", total: 3, changed: 1, failed: 2 })
    assert.deepEqual(
      bulk.failures.map(({ conversationId, message }) => [conversationId, message]),
      [hidden, gone].map((one) => [one, "There is nothing here that you may see"]),
    )
    assert.equal((await conversation(hidden)).status, "active")
    const assigned = await read(await done({ conversationIds: [mine], action: "assign", assignTo: outsider }))
    assert.deepEqual([assigned.failed, assigned.changed], [1, 0])
    assert.match(assigned.failures[0]?.message ?? "", /must be a team, or an active user/)
  })

  test("who may no longer change conversations changes none", async () => {
    const userId = await on.desk.addUser({ email: "leaver@scenario.example", role: "user", inboxIds: [inboxId] })
    const token = await on.desk.tokenFor(userId)
    const ids = await make(5)
    const id = await begun({ conversationIds: ids, action: "status", status: "closed" }, token)
    await assert.rejects(run(id, stoppingAfter(5)))
    await on.desk.db.run(sql`delete from inbox_users where user_id = ${userId}`)
    await assert.rejects(run(id, stoppingAfter(2)))
    await on.desk.db.run(sql`update users set deactivated_at = now() where id = ${userId}`)
    await run(id)
    const states = await on.desk.db.many<{ state: string; message: string | null }>(sql`
      select distinct state, message from bulk_items where bulk_id = ${id} order by 1, 2`)
    assert.deepEqual(states, [
      { state: "done", message: null },
      { state: "failed", message: "There is nothing here that you may see" },
      { state: "failed", message: "Whoever began this may no longer change conversations" },
    ])
  })

  test("refuses what is unclear, with the name of the field", async () => {
    const [id = 0] = await make(1)
    const named = { conversationIds: [id] }
    const refused: [path: string, body: object][] = [
      ["conversationIds", { action: "delete" }],
      ["conversationIds", { ...named, filters: {}, action: "delete" }],
      ["conversationIds", { conversationIds: [], action: "delete" }],
      ["action", { ...named, action: "explode" }],
      ["status", { ...named, action: "status" }],
      ["assignTo", { ...named, action: "assign" }],
      ["addTags", { ...named, action: "tag" }],
      ["addTags", { ...named, action: "tag", addTags: [], removeTags: [] }],
      ["snoozedUntil", { ...named, action: "snooze" }],
      ["snoozedUntil", { ...named, action: "snooze", snoozedUntil: "2020-01-01T00:00:00Z" }],
      ["mailboxId", { ...named, action: "move" }],
      ["mailboxId", { ...named, action: "move", mailboxId: 999_999_999 }],
      ["query", { filters: { query: "((" }, action: "delete" }],
    ]
    for (const [path, body] of refused) {
      const answer = await begin(body)
      assert.equal(answer.status, 400, JSON.stringify(body))
      assert.equal(answer.body._embedded.errors[0].path, path)
    }
    const light = await on.desk.tokenFor(on.ids.users.light)
    const readOnly = await on.desk.tokenFor(on.ids.users.ada, "read-only")
    for (const token of [light, readOnly])
      assert.equal((await begin({ ...named, action: "delete" }, token)).status, 403)
  })

  test("tells its owner how far it is, and when it is over", async () => {
    const ids = await make(5)
    await numberAll(on.desk.db)
    const { latest } = (await on.desk.get("/v2/events", on.ada)).body.page
    const id = await done({ conversationIds: ids, action: "status", status: "closed" })
    await undone(id)
    await numberAll(on.desk.db)
    const { events } = (await on.desk.get(`/v2/events?after=${latest}&size=500`, on.ada)).body._embedded
    const states = events
      .filter(({ event }: { event: string }) => event === "bulk-action.updated")
      .map(({ data }: { data: { state: string } }) => data.state)
    assert.deepEqual(states, ["running", "running", "done", "undoing", "undoing", "undone"])
  })

  test("is one's own, listed from the newest on, and forgotten after a day", async () => {
    const [one = 0] = await make(1)
    await numberAll(on.desk.db)
    const { latest } = (await on.desk.get("/v2/events", on.ada)).body.page
    const first = await done({ conversationIds: [one], action: "status", status: "closed" }, limited)
    const second = await done({ conversationIds: [one], action: "status", status: "active" }, limited)
    const list = async (token: string) => {
      const { body } = await on.desk.get("/v2/bulk-actions", token)
      assertShape(BulkActionPage, body)
      return body._embedded.bulkActions.map(({ id }: { id: number }) => id)
    }
    assert.deepEqual((await list(limited)).slice(0, 2), [second, first])
    assert.ok(!(await list(on.ada)).includes(first))
    assert.equal((await on.desk.get(`/v2/bulk-actions/${first}`, on.ada)).status, 404)
    assert.equal((await undo(first)).status, 404)
    await numberAll(on.desk.db)
    const heard = async (token: string) =>
      (await on.desk.get(`/v2/events?after=${latest}`, token)).body._embedded.events
        .filter(
          ({ event, subjectId }: { event: string; subjectId: number }) =>
            event === "bulk-action.updated" && subjectId === first,
        )
        .map(({ data }: { data: object }) => data)
    assert.deepEqual([await heard(limited), await heard(on.ada)], [[{ state: "done" }], []])
    await deleteBulksBefore(on.desk.db, new Date(begunAt.getTime() + 1))
    assert.deepEqual(await list(limited), [])
    assert.deepEqual(await on.desk.db.many(sql`select from bulk_items`), [])
  })
})

/** As a desk that is stopped at the so-manieth moment at which it looks. */
function stoppingAfter(looks: number): AbortSignal {
  let left = looks
  const throwIfAborted = () => {
    if (left-- === 0) throw new Error("The desk is being stopped")
  }
  return Object.assign(new AbortController().signal, { throwIfAborted })
}

describe("POST /v2/bulk-actions/{id}/undo", () => {
  test("leaves what somebody has changed since, and says so", async () => {
    const [untouched = 0, reopened = 0, closedAgain = 0, tagged = 0] = await make(4)
    const ids = [untouched, reopened, closedAgain, tagged]
    const id = await done({ conversationIds: ids, action: "status", status: "closed" })
    on.desk.clock.now = new Date(begunAt.getTime() + 60_000)
    await patch(reopened, "/status", "pending")
    await patch(closedAgain, "/status", "active")
    await patch(closedAgain, "/status", "closed")
    await on.desk.send("PUT", `/v2/conversations/${tagged}/tags`, { token: on.ada, body: { tags: ["later"] } })
    const bulk = await undone(id)
    assert.deepEqual(numbers(bulk), { ...none, state: "undone", total: 4, undone: 2, kept: 2 })
    assert.deepEqual(
      bulk.failures,
      [reopened, closedAgain].map((conversationId) => ({ conversationId, message: "Somebody has changed it since" })),
    )
    const statuses = await Promise.all(ids.map(async (one) => (await conversation(one)).status))
    assert.deepEqual(statuses, ["active", "pending", "closed", "active"])
    assert.deepEqual(told(await conversation(tagged)).tags, ["later"])
    assert.deepEqual((await kindsOf(untouched)).slice(1), ["convo.status", "convo.status"])
  })

  test("leaves an assignee, other tags and a snooze that somebody has changed since", async () => {
    const { ada, grace, limited: limitedId } = on.ids.users
    const [assigned = 0] = await make(1)
    const assigning = await done({ conversationIds: [assigned], action: "assign", assignTo: grace })
    await patch(assigned, "/assignTo", limitedId)
    const [tagged = 0] = await make(1, { tags: ["kept"] })
    const tagging = await done({ conversationIds: [tagged], action: "tag", addTags: ["added"] })
    const setTags = (tags: string[]) =>
      on.desk.send("PUT", `/v2/conversations/${tagged}/tags`, { token: on.ada, body: { tags } })
    await setTags(["kept", "added", "another"])
    const [snoozed = 0] = await make(1, { assignTo: ada })
    const snoozing = await done({
      conversationIds: [snoozed],
      action: "snooze",
      snoozedUntil: "2026-03-05T05:00:00Z",
    })
    await on.desk.send("DELETE", `/v2/conversations/${snoozed}/snooze`, { token: on.ada })
    for (const id of [assigning, snoozing]) {
      const { undone: putBack, kept } = await undone(id)
      assert.deepEqual([putBack, kept], [0, 1])
    }
    assert.equal((await undone(tagging)).undone, 1)
    assert.equal((await conversation(assigned)).assignee.id, limitedId)
    assert.deepEqual(told(await conversation(tagged)).tags, ["another", "kept"])
    assert.equal((await conversation(snoozed)).snooze, undefined)
  })

  test("ends one that is still running, and puts back what it has done", async () => {
    const ids = await make(5)
    const id = await begun({ conversationIds: ids, action: "status", status: "closed" })
    await assert.rejects(run(id, stoppingAfter(5)))
    const { changed } = await read(id)
    assert.deepEqual(numbers(await undone(id)), { ...none, state: "undone", total: 5, undone: changed })
    for (const one of ids) assert.equal((await conversation(one)).status, "active")
    const early = await begun({ filters: { mailbox: [inboxId] }, action: "status", status: "closed" })
    assert.deepEqual(numbers(await undone(early)), { ...none, state: "undone", total: undefined })
  })

  test("works once, and for ten minutes", async () => {
    const ids = await make(1)
    const first = await done({ conversationIds: ids, action: "status", status: "closed" })
    on.desk.clock.now = new Date(begunAt.getTime() + 599_000)
    await undone(first)
    assert.equal((await undo(first)).status, 409)
    assert.equal((await read(first)).undoable, false)
    const second = await done({ conversationIds: ids, action: "status", status: "closed" })
    on.desk.clock.now = new Date(begunAt.getTime() + 599_000 + 600_000)
    const late = await undo(second)
    assert.deepEqual([late.status, String(late.body._links.about.href).split("/").at(-1)], [409, "bulk_state"])
    assert.equal((await read(second)).undoable, false)
    assert.equal((await conversation(ids[0] ?? 0)).status, "closed")
  })

  test("does not give back to who has left, nor into an inbox that one may no longer use", async () => {
    const userId = await on.desk.addUser({ email: "gone@scenario.example", role: "user", inboxIds: [inboxId] })
    const [assigned = 0] = await make(1, { assignTo: userId })
    const assigning = await done({ conversationIds: [assigned], action: "assign", assignTo: on.ids.users.ada })
    await on.desk.db.run(sql`update users set deactivated_at = now() where id = ${userId}`)
    await undone(assigning)
    assert.equal((await conversation(assigned)).assignee.id, on.ids.users.ada)

    const [moved = 0] = await make(1)
    const { limited: limitedId } = on.ids.users
    await on.desk.db.run(sql`insert into inbox_users (inbox_id, user_id) values (${otherInboxId}, ${limitedId})`)
    const moving = await done({ conversationIds: [moved], action: "move", mailboxId: otherInboxId }, limited)
    await on.desk.db.run(sql`delete from inbox_users where inbox_id = ${inboxId} and user_id = ${limitedId}`)
    assert.equal((await undo(moving, limited)).status, 202)
    await run(moving)
    const { kept, failures } = await read(moving, limited)
    assert.deepEqual([kept, failures[0]?.message], [1, "You may no longer use the inbox that it was in"])
    assert.equal((await conversation(moved)).mailboxId, otherInboxId)
  })

  test("a draft that was deleted is gone for good", async () => {
    const threads = [{ type: "reply", text: "Not yet", draft: true }]
    const answer = await on.post({ ...on.minimal, mailboxId: inboxId, draft: true, threads })
    if (answer.status !== 201) assert.fail(JSON.stringify(answer.body))
    const draft = Number(answer.headers.get("resource-id"))
    const { state } = await conversation(draft)
    const id = await done({ conversationIds: [draft], action: "delete" })
    const bulk = await undone(id)
    if (state === "draft") assert.deepEqual([bulk.kept, bulk.undone], [1, 0])
    else assert.deepEqual([bulk.kept, bulk.undone], [0, 1])
  })
})
