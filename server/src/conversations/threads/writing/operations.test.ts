import assert from "node:assert/strict"
import { after, before, beforeEach, test } from "node:test"
import fc from "fast-check"
import { listWrongCounts, listWrongPreviews, listWrongSearchEntries } from "../../../../test/desk/seeded.ts"
import { replace, type Threading, threadingDesk } from "../../../../test/mail/threading.ts"
import { runs } from "../../../../test/property.ts"
import { sql } from "../../../db/db.ts"
import { sendScheduled } from "../scheduling/send-scheduled.ts"
import { deriveColumns } from "../summary/derive.ts"
import { listTellingThreads } from "../summary/telling.ts"

let on: Threading
let start: Date

before(async () => {
  on = await threadingDesk()
  start = on.desk.clock.now
})
beforeEach(() => {
  on.desk.clock.now = start
})
after(() => on.desk.close())

const attachments = [{ fileName: "a.txt", mimeType: "text/plain", data: "SGVsbG8=" }]
const word = fc.constantFrom("Milchrahmstrudel", "<b>Powidltascherl</b>", "Buchteln und Kaffee")
const status = fc.constantFrom(undefined, "active", "closed", "pending", "open", "inbox_predefined")

/** Adds something. */
const adding = fc.record({
  place: fc.constantFrom("reply", "reply", "reply", "notes", "notes", "customer", "chats", "phones"),
  body: fc.record({
    text: word,
    status,
    draft: fc.boolean(),
    undoSeconds: fc.constantFrom(undefined, undefined, 10),
    lastSeenThreadId: fc.constantFrom(undefined, undefined, 1),
    imported: fc.constantFrom(undefined, undefined, undefined, true),
    cc: fc.constantFrom(undefined, ["a@b.example"]),
    attachments: fc.constantFrom(undefined, attachments),
  }),
})

/** What can be done to a thread: method, path below the thread, body. */
const deeds = {
  text: ["PATCH", "", replace("/text", "Buchteln")],
  hide: ["PATCH", "", replace("/hidden", true)],
  show: ["PATCH", "", replace("/hidden", false)],
  publish: ["PATCH", "", replace("/state", "published")],
  unpublish: ["PATCH", "", replace("/state", "draft")],
  copy: ["PATCH", "", replace("/cc", ["c@d.example"])],
  remove: ["DELETE", "", undefined],
  schedule: ["PUT", "/schedule", { scheduledFor: "2026-06-01T00:00:00Z" }],
  sendNow: ["PATCH", "/schedule", replace("/state", "published")],
  unschedule: ["DELETE", "/schedule", undefined],
  attach: ["POST", "/attachments", attachments[0]],
  detach: ["DELETE", "attachment", undefined],
} as const

/** Does something to one of the threads, whatever it is: what is refused must leave no trace either. */
const changing = fc.record({
  which: fc.nat(),
  what: fc.oneof(
    word.map((text) => ["PATCH", "", replace("/text", text)] as const),
    fc.constantFrom(...Object.values(deeds), deeds.remove, deeds.remove),
  ),
})

const passing = fc.record({ seconds: fc.constantFrom(1, 11, 10_000_000) })

test("after any sequence of operations a conversation tells of its threads what is right", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(adding, changing, changing, passing), { minLength: 10, maxLength: 30 }),
      async (steps) => {
        on.desk.clock.now = start
        const id = await on.open()
        for (const step of steps) {
          const { status } = await apply(id, step)
          assert.ok(status < 500, JSON.stringify(step))
        }
        await assertRight(id)
      },
    ),
    { numRuns: runs(4) },
  )
  assert.deepEqual(await listWrongCounts(on.desk.db), [])
  assert.deepEqual(await listWrongPreviews(on.desk.db), [])
  assert.deepEqual(await listWrongSearchEntries(on.desk.db), [])
})

test("each operation is done where it fits and refused elsewhere", async () => {
  const statuses: Record<string, number[]> = {}
  for (const [name, what] of Object.entries(deeds)) {
    const id = await on.open()
    // Behind a question and its answer: a draft, a reply that goes out later, a note.
    for (const [place, body] of [
      ["reply", { draft: true }],
      ["reply", { undoSeconds: 10 }],
      ["notes", {}],
    ] as const)
      assert.equal((await on.add(id, place, body)).status, 201)
    statuses[name] = []
    for (const which of [0, 1, 2, 3, 4]) statuses[name].push((await apply(id, { which, what })).status)
    await assertRight(id)
  }
  assert.deepEqual(statuses, {
    text: [204, 204, 204, 204, 204],
    hide: [204, 204, 409, 409, 204],
    show: [204, 204, 409, 409, 204],
    publish: [204, 204, 204, 204, 204],
    unpublish: [409, 409, 204, 204, 409],
    copy: [409, 409, 204, 204, 409],
    remove: [403, 403, 204, 204, 403],
    schedule: [409, 409, 204, 204, 409],
    sendNow: [409, 409, 409, 204, 409],
    unschedule: [409, 409, 204, 204, 409],
    attach: [201, 201, 201, 201, 201],
    detach: [404, 404, 404, 404, 404],
  })
})

type Drawn<Source> = Source extends fc.Arbitrary<infer Value> ? Value : never
type Step = Drawn<typeof adding> | Drawn<typeof changing> | Drawn<typeof passing>

async function apply(id: number, step: Step): Promise<{ status: number }> {
  if ("seconds" in step) {
    on.passTime(step.seconds)
    const { db, config, files, outgoing, clock } = on.desk
    const desk = { db, config, files, outgoing, replica: undefined, now: () => clock.now }
    await sendScheduled(desk, undefined, new AbortController().signal)
    return { status: 204 }
  }
  on.passTime(0.001)
  if ("place" in step) return on.add(id, step.place as "reply", step.body)
  const threads = await on.desk.db.many<{ id: number; attachment_id: number | null }>(sql`
    select id, (select max(id) from attachments where thread_id = threads.id) as attachment_id from threads
    where conversation_id = ${id} order by id`)
  const chosen = threads[step.which % threads.length]
  if (!chosen) throw new Error("A conversation has threads")
  const [method, under, body] = step.what
  if (under === "attachment")
    return on.desk.send("DELETE", `/v2/conversations/${id}/attachments/${chosen.attachment_id ?? 1}`, { token: on.ada })
  return on.change(method, { id, threadId: chosen.id }, body, { under })
}

async function assertRight(id: number): Promise<void> {
  const row = await on.desk.db.one<{ created_at: Date }>(sql`
    select thread_count, held_thread_count, has_attachments, needs_attention, waiting_since, customer_wrote_at,
      user_updated_at, scheduled_for, scheduled_by_id, unschedule_on_customer_reply, created_at
    from conversations where id = ${id}`)
  const { created_at: createdAt, ...told } = row
  const { modified_at: modifiedAt, ...derived } = deriveColumns(await listTellingThreads(on.desk.db, id), createdAt)
  assert.deepEqual(told, derived)
}
