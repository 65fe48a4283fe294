import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import fc from "fast-check"
import { sql } from "../../db/db.ts"
import { listWrongCounts, listWrongPreviews, listWrongSearchEntries } from "../../testing/seeded.ts"
import { replace, type Threading, threadingDesk } from "../../testing/threading.ts"
import { deriveColumns } from "./derive.ts"
import { sendScheduled } from "./send-scheduled.ts"
import { listTellingThreads } from "./telling.ts"

let on: Threading

before(async () => {
  on = await threadingDesk()
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

/** Does something to one of the threads, whatever it is: what is refused must leave no trace either. */
const changing = fc.record({
  which: fc.nat(),
  what: fc.oneof(
    word.map((text) => ["PATCH", "", replace("/text", text)] as const),
    fc.boolean().map((hidden) => ["PATCH", "", replace("/hidden", hidden)] as const),
    fc.constantFrom("published", "draft").map((state) => ["PATCH", "", replace("/state", state)] as const),
    fc.constant(["PATCH", "", replace("/cc", ["c@d.example"])] as const),
    ...[1, 2, 3].map(() => fc.constant(["DELETE", "", undefined] as const)),
    fc.constant(["PUT", "/schedule", { scheduledFor: "2026-06-01T00:00:00Z" }] as const),
    fc.constant(["PATCH", "/schedule", replace("/state", "published")] as const),
    fc.constant(["DELETE", "/schedule", undefined] as const),
    fc.constant(["POST", "/attachments", attachments[0]] as const),
    fc.constant(["DELETE", "attachment", undefined] as const),
  ),
})

const passing = fc.record({ seconds: fc.constantFrom(1, 11, 10_000_000) })

test("after any sequence of operations a conversation tells of its threads what is right", async () => {
  const refused = new Map<number, number>()
  const start = on.desk.clock.now
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(adding, changing, changing, passing), { minLength: 10, maxLength: 30 }),
      async (steps) => {
        on.desk.clock.now = start
        const id = await on.open()
        for (const step of steps) {
          const { status } = await apply(id, step)
          assert.ok(status < 500, JSON.stringify(step))
          refused.set(status, (refused.get(status) ?? 0) + 1)
        }
        await assertRight(id)
      },
    ),
    { numRuns: 40 },
  )
  // Both kinds must be there, or the operations are not what they are meant to be.
  for (const status of [201, 204, 403, 409]) assert.ok((refused.get(status) ?? 0) > 3, `${status} is rare`)
  assert.deepEqual(await listWrongCounts(on.desk.db), [])
  assert.deepEqual(await listWrongPreviews(on.desk.db), [])
  assert.deepEqual(await listWrongSearchEntries(on.desk.db), [])
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
    select thread_count as "threadCount", held_thread_count as "heldThreadCount", has_attachments as "hasAttachments",
      needs_attention as "needsAttention", waiting_since as "waitingSince", user_updated_at as "userUpdatedAt",
      scheduled_for as "scheduledFor", scheduled_by_id as "scheduledById",
      unschedule_on_customer_reply as "unscheduleOnCustomerReply", created_at
    from conversations where id = ${id}`)
  const { created_at: createdAt, ...told } = row
  const { modifiedAt, ...derived } = deriveColumns(await listTellingThreads(on.desk.db, id), createdAt)
  const expected = Object.fromEntries(Object.entries(derived).map(([name, value]) => [name, value ?? null]))
  assert.deepEqual(told, expected)
}
