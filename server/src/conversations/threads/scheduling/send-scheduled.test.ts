import assert from "node:assert/strict"
import { after, afterEach, before, describe, test } from "node:test"
import { scenarioDesk, type TestDesk } from "../../../../test/desk/desk.ts"
import { listWrongConversations, listWrongCounts, listWrongPreviews } from "../../../../test/desk/seeded.ts"
import { until } from "../../../../test/until.ts"
import { type Sql, sql } from "../../../db/db.ts"
import { type Job, type RunningJobs, startJobs } from "../../../jobs/worker.ts"
import type { ScenarioIds } from "../../../seed/scenario.ts"
import { jobs } from "../../../worker.ts"

let desk: TestDesk
let ids: ScenarioIds
let ada: string
let grace: string
const workers: RunningJobs[] = []
/** Turns that all workers have begun and ended. */
const turns = { begun: 0, ended: 0 }

before(async () => {
  ;({ desk, ids } = await scenarioDesk())
  // Nobody but these tests assigns anything.
  await desk.db.run(sql`update routing set state = 'disabled'`)
  ada = await desk.tokenFor(ids.users.ada)
  grace = await desk.tokenFor(ids.users.grace)
})
afterEach(stopWorkers)
after(() => desk.close())

/** A worker as every node has it, but in more of a hurry. */
async function startWorker(): Promise<void> {
  const hurried = jobs.flatMap((job): Job[] => {
    if (job.name !== "threads.send-scheduled") return []
    const work: Job["work"] = async (...given) => {
      turns.begun++
      await job.work(...given)
      turns.ended++
    }
    return [{ ...job, everySeconds: 0.01, work }]
  })
  const { db, config, files, outgoing, clock } = desk
  workers.push(
    await startJobs({ config, db, replica: undefined, files, outgoing, now: () => clock.now }, hurried, desk.app.log),
  )
}

async function stopWorkers(): Promise<void> {
  for (const worker of workers.splice(0)) await worker.stop()
}

/** Until a turn that began after this moment has ended: what was to be sent now has been. */
async function passTurn(): Promise<void> {
  const { begun } = turns
  await until(() => turns.ended > begun)
}

const passTime = (seconds: number) => {
  desk.clock.now = new Date(desk.clock.now.getTime() + seconds * 1_000)
}

const secondsAhead = (seconds: number) => new Date(desk.clock.now.getTime() + seconds * 1_000)

interface Made {
  id: number
  threadId: number
}

/** A conversation with a reply that Grace drafted and Ada scheduled, in so many seconds. */
async function scheduled(seconds: number, changes: object = {}): Promise<Made> {
  const answer = await desk.send("POST", "/v2/conversations", {
    token: grace,
    body: {
      subject: "A question",
      type: "email",
      mailboxId: ids.inboxes.support,
      status: "active",
      customer: { email: "waiting@elsewhere.example" },
      threads: [
        { type: "customer", text: "Is it ready?" },
        { type: "reply", text: "<p>Good <b>morning</b>, it is.</p>", draft: true, cc: ["boss@elsewhere.example"] },
      ],
      ...changes,
    },
  })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  const id = Number(answer.headers.get("resource-id"))
  const at = secondsAhead(seconds)
  const { threadId } = await desk.db.one<{ threadId: number }>(sql`
    update threads set scheduled_by_id = ${ids.users.ada}, send_as_id = created_by_id, scheduled_at = ${desk.clock.now},
      scheduled_for = ${at}, unschedule_on_customer_reply = true
    where conversation_id = ${id} and state = 'draft' returning id as "threadId"`)
  await change(id, sql`scheduled_for = ${at}, scheduled_by_id = ${ids.users.ada}, unschedule_on_customer_reply = true`)
  return { id, threadId }
}

const change = (id: number, assignments: Sql) =>
  desk.db.run(sql`update conversations set ${assignments} where id = ${id}`)

async function read({ id, threadId }: Made, token = ada) {
  const { body: conversation } = await desk.get(`/v3/conversations/${id}?embed=threads`, token)
  const { threads } = conversation._embedded
  return { conversation, threads, thread: threads.find((candidate: { id: number }) => candidate.id === threadId) }
}

const stateOf = async ({ threadId }: Made) =>
  (await desk.db.one<{ state: string }>(sql`select state from threads where id = ${threadId}`)).state

const eventsOf = async ({ id }: Made) =>
  (
    await desk.db.many<{ kind: string; user_id: number; data: object }>(
      sql`select kind, user_id, data from events where conversation_id = ${id} order by id`,
    )
  ).filter(({ data }) => Object.keys(data).length > 0)

const second = (moment: Date) => `${moment.toISOString().slice(0, 19)}Z`

describe("a scheduled thread", () => {
  test("is sent when its time comes, and not before", async () => {
    await startWorker()
    const made = await scheduled(60)
    const next = await scheduled(61)
    passTime(59)
    await passTurn()
    const waiting = await read(made)
    assert.deepEqual([waiting.thread.state, waiting.conversation.nextEvent.eventType], ["draft", "scheduled"])
    passTime(1)
    await passTurn()
    const { conversation, thread, threads } = await read(made)
    assert.deepEqual([thread.state, thread.scheduled, thread.status], ["published", undefined, "active"])
    assert.equal(thread.createdBy.id, ids.users.grace)
    assert.equal(thread.createdAt, second(desk.clock.now))
    assert.equal(threads[0].id, thread.id)
    assert.deepEqual(
      [conversation.nextEvent, conversation.customerWaitingSince, conversation.threads, conversation.preview],
      [undefined, undefined, 2, "Good morning, it is."],
    )
    assert.equal(conversation.userUpdatedAt, second(desk.clock.now))
    assert.deepEqual(conversation.cc, ["boss@elsewhere.example"])
    assert.equal(thread.performedBy.id, ids.users.ada)
    const data = { threadId: made.threadId, performedBy: ids.users.ada }
    assert.deepEqual(await eventsOf(made), [{ kind: "convo.agent.reply.created", user_id: ids.users.grace, data }])
    assert.equal(await stateOf(next), "draft")
  })

  test("is sent by whom it was to be sent as", async () => {
    const made = await scheduled(1)
    await desk.db.run(sql`update threads set send_as_id = ${ids.users.ada} where id = ${made.threadId}`)
    passTime(1)
    await startWorker()
    await passTurn()
    assert.equal((await read(made)).thread.createdBy.id, ids.users.ada)
    assert.deepEqual(
      (await eventsOf(made)).map(({ user_id }) => user_id),
      [ids.users.ada],
    )
  })

  test("is found by its words from then on", async () => {
    const found = async () => (await desk.get("/v2/conversations?query=body:zimtsterne", ada)).body.page.totalElements
    await scheduled(1, {
      threads: [
        { type: "customer", text: "?" },
        { type: "reply", text: "Zimtsterne", draft: true },
      ],
    })
    await startWorker()
    await passTurn()
    assert.equal(await found(), 0)
    passTime(1)
    await passTurn()
    assert.equal(await found(), 1)
  })

  test("of the seeds is sent too, though its words are there already", async () => {
    const { later } = ids.threads.scheduled
    const { at } = await desk.db.one<{ at: Date }>(sql`
      update threads set scheduled_for = ${desk.clock.now} where id = ${later} returning scheduled_for as at`)
    assert.deepEqual(at, desk.clock.now)
    await startWorker()
    await passTurn()
    assert.equal(await stateOf({ id: ids.conversations.scheduled, threadId: later }), "published")
    const { conversation } = await read({ id: ids.conversations.scheduled, threadId: later })
    // The other one is the next event.
    assert.equal(conversation.nextEvent.cancelOnCustomerReply, true)
  })

  test("is sent once, however many workers there are", async () => {
    const many: Made[] = []
    for (let index = 0; index < 30; index++) many.push(await scheduled(1))
    await startWorker()
    await startWorker()
    passTime(1)
    await until(async () => (await Promise.all(many.map(stateOf))).every((state) => state === "published"))
    await passTurn()
    for (const made of many) assert.equal((await eventsOf(made)).length, 1)
  })

  test("is sent after a restart when its time came in between", async () => {
    await startWorker()
    const made = await scheduled(60)
    await passTurn()
    await stopWorkers()
    passTime(3_600)
    assert.equal(await stateOf(made), "draft")
    await startWorker()
    await passTurn()
    const { thread } = await read(made)
    assert.deepEqual([thread.state, thread.createdAt], ["published", second(desk.clock.now)])
  })

  test("does not make others wait for a conversation that somebody holds, and follows", async () => {
    const held = await scheduled(1)
    const other = await scheduled(2)
    passTime(2)
    await desk.db.transaction(async (db) => {
      await db.run(sql`select from conversations where id = ${held.id} for no key update`)
      await startWorker()
      await passTurn()
      assert.deepEqual([await stateOf(held), await stateOf(other)], ["draft", "published"])
    })
    await passTurn()
    assert.equal(await stateOf(held), "published")
  })

  test("does not make others wait when it cannot be sent", async () => {
    const impossible = await scheduled(1)
    const other = await scheduled(2)
    await desk.db.run(sql`alter table threads add constraint impossible
      check (state = 'draft' or body <> 'Impossible')`)
    await desk.db.run(sql`update threads set body = 'Impossible' where id = ${impossible.threadId}`)
    passTime(2)
    await startWorker()
    await until(async () => (await stateOf(other)) === "published")
    assert.equal(await stateOf(impossible), "draft")
    await desk.db.run(sql`alter table threads drop constraint impossible`)
    await until(async () => (await stateOf(impossible)) === "published")
  })

  test("is not sent when the customer wrote before", async () => {
    const made = await scheduled(60)
    await startWorker()
    const answer = await desk.send("POST", `/v2/conversations/${made.id}/customer`, {
      token: ada,
      body: { text: "Never mind.", customer: { email: "waiting@elsewhere.example" } },
    })
    assert.equal(answer.status, 201)
    passTime(60)
    await passTurn()
    assert.equal(await stateOf(made), "draft")
  })

  test("of a deleted conversation is not sent, not even when that is restored", async () => {
    const made = await scheduled(1)
    await change(made.id, sql`state = 'deleted'`)
    passTime(1)
    await startWorker()
    await passTurn()
    const { conversation, thread, threads } = await read(made, grace)
    assert.deepEqual([thread.state, thread.scheduled, conversation.nextEvent], ["draft", undefined, undefined])
    assert.deepEqual([conversation.state, conversation.preview], ["deleted", "Is it ready?"])
    assert.deepEqual([threads[0].action.type, threads[0].createdBy.id], ["unscheduled", ids.users.ada])
    assert.deepEqual(await eventsOf(made), [])
    await change(made.id, sql`state = 'published'`)
    await passTurn()
    assert.equal(await stateOf(made), "draft")
  })
})

describe("the conversation of a sent thread", () => {
  for (const [status, next] of [
    ["active", "active"],
    ["pending", "active"],
    ["closed", "active"],
    ["spam", "spam"],
  ] as const)
    test(`was ${status} and is ${next}`, async () => {
      const made = await scheduled(1, { assignTo: ids.users.ada })
      await change(made.id, sql`status = ${status}`)
      if (status === "closed") await change(made.id, sql`closed_at = now(), closed_by_id = ${ids.users.ada}`)
      passTime(1)
      await startWorker()
      await passTurn()
      const { conversation, thread, threads } = await read(made)
      assert.deepEqual([conversation.status, thread.status, thread.assignedTo.id], [next, next, ids.users.ada])
      assert.deepEqual([conversation.closedBy, conversation.closedAt], [undefined, undefined])
      const changes = threads.filter(({ type }: { type: string }) => type === "lineitem")
      const told = changes.map((item: { action: { type: string }; createdBy: { id: number } }) => [
        item.action.type,
        item.createdBy.id,
      ])
      assert.deepEqual(told, status === next ? [] : [["status-changed", ids.users.grace]])
      const statuses = (await eventsOf(made)).slice(1).map(({ kind, data }) => [kind, data])
      const data = { from: status, to: next, performedBy: ids.users.ada }
      assert.deepEqual(statuses, status === next ? [] : [["convo.status", data]])
    })

  test("was a draft and is there for everybody", async () => {
    const made = await scheduled(1, { threads: [{ type: "reply", text: "Hello, dear customer", draft: true }] })
    assert.equal((await desk.get(`/v2/conversations/${made.id}`, ada)).status, 404)
    passTime(1)
    await startWorker()
    await passTurn()
    const { conversation } = await read(made)
    assert.deepEqual([conversation.state, conversation.threads], ["published", 1])
    const events = await desk.db.many(
      sql`select kind, user_id from events where conversation_id = ${made.id} order by id`,
    )
    assert.deepEqual(events.at(-1), { kind: "convo.created", user_id: ids.users.grace })
  })

  test("goes on sleeping", async () => {
    const made = await scheduled(1)
    const { snoozed } = ids.folders.support
    await change(
      made.id,
      sql`snoozed_until = ${secondsAhead(9_000)}, snoozed_by_id = ${ids.users.ada}, unsnooze_on_customer_reply = true`,
    )
    passTime(1)
    await startWorker()
    await passTurn()
    const { conversation } = await read(made)
    assert.deepEqual([conversation.folderId, conversation.nextEvent.eventType], [snoozed, "snooze"])
  })

  test("counts and tells what is right", async () => {
    assert.deepEqual(await listWrongCounts(desk.db), [])
    assert.deepEqual(await listWrongPreviews(desk.db), [])
    const touched = await desk.db.many<{ id: number }>(
      sql`select distinct conversation_id as id from events where kind = 'convo.agent.reply.created'`,
    )
    const sent = new Set(touched.map(({ id }) => id))
    const wrong = (await listWrongConversations(desk.db)) as { id: number }[]
    assert.ok(sent.size > 30)
    assert.deepEqual(
      wrong.filter(({ id }) => sent.has(id)),
      [],
    )
  })
})
