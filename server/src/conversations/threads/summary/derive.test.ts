import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import fc from "fast-check"
import { type TestDatabase, testDatabase } from "../../../../test/desk/database.ts"
import { listWrongConversations, listWrongPreviews, listWrongSearchEntries } from "../../../../test/desk/seeded.ts"
import { runs } from "../../../../test/property.ts"
import { insertConversation } from "../../../seed/insert/conversations.ts"
import { insertCustomer } from "../../../seed/insert/customers.ts"
import { insertInbox } from "../../../seed/insert/inboxes.ts"
import type { NewThread } from "../../../seed/insert/threads.ts"
import { insertUser } from "../../../seed/insert/users.ts"

let desk: TestDatabase

before(async () => {
  desk = await testDatabase()
})
after(() => desk.drop())

const start = new Date("2026-01-01T00:00:00Z")

/** Few moments, so that threads of one moment are common. */
const moment = fc.integer({ min: 0, max: 5 }).map((minutes) => new Date(start.getTime() + minutes * 60_000))

const author = fc.option(fc.constant(1), { nil: undefined })

function threadBy(userId: number): fc.Arbitrary<NewThread> {
  const written = fc.record({
    type: fc.constantFrom("customer", "message", "note", "chat", "widgetchat", "phone", "forwardparent"),
    state: fc.constantFrom("published", "published", "draft", "hidden", "review", "bounced"),
    body: fc
      .string({ unit: "grapheme", maxLength: 400, size: "max" })
      .map((text) => `<p>${text.replaceAll("\0", "")}</p>`),
    createdAt: moment,
    author,
  })
  const recorded = fc.record({ createdAt: moment, author })
  return fc.oneof(
    {
      weight: 4,
      arbitrary: written.map(({ author, ...thread }) => ({ ...thread, ...by(author, userId) }) as NewThread),
    },
    {
      weight: 1,
      arbitrary: recorded.map(
        ({ author, createdAt }): NewThread => ({
          type: "lineitem",
          createdAt,
          action: { type: "default", text: "" },
          ...by(author, userId),
        }),
      ),
    },
    {
      weight: 1,
      arbitrary: fc.record({ at: moment, later: moment, unschedule: fc.boolean() }).map(
        ({ at, later, unschedule }): NewThread => ({
          type: "message",
          state: "draft",
          body: "later",
          createdAt: at,
          createdById: userId,
          scheduled: { byId: userId, sendAsId: userId, at, for: later, unscheduleOnCustomerReply: unschedule },
        }),
      ),
    },
  )
}

function by(author: number | undefined, userId: number) {
  return author === undefined ? {} : { createdById: userId }
}

test("what SQL derives from the threads is what was stored, for any threads", async () => {
  const { db } = desk
  const createdAt = start
  const email = "anna@derive.example"
  const userId = await insertUser(db, {
    firstName: "Anna",
    lastName: "",
    email,
    role: "user",
    mention: "anna",
    createdAt,
  })
  const inboxId = await insertInbox(db, { name: "Derive", email, createdAt })
  const customerId = await insertCustomer(db, { firstName: "Ben", createdAt })
  await fc.assert(
    fc.asyncProperty(fc.array(threadBy(userId), { minLength: 1, maxLength: 8 }), async (generated) => {
      const opening: NewThread = { type: "customer", createdAt, body: "first" }
      const threads = { opening, ...Object.fromEntries(generated.map((thread, index) => [`thread${index}`, thread])) }
      await insertConversation(db, { inboxId, customerId, subject: "Any", threads })
    }),
    { numRuns: runs(20) },
  )
  assert.deepEqual(await listWrongConversations(db), [])
  assert.deepEqual(await listWrongPreviews(db), [])
  assert.deepEqual(await listWrongSearchEntries(db), [])
})
