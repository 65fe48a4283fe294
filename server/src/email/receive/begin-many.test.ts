import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { listWrongConversations, listWrongCounts, listWrongSearchEntries } from "../../../test/desk/seeded.ts"
import { type Mail, type MailDesk, mailDesk, mailOf } from "../../../test/mail/mail.ts"
import { patienceMs } from "../../../test/until.ts"
import { findSigningKey } from "../../account/queries.ts"
import { sql } from "../../db/db.ts"
import type { MessageRow } from "../messages/queries.ts"
import { openReader } from "../parse/reader.ts"
import { prepareMessage } from "./prepare.ts"
import { claimFresh } from "./queue.ts"
import { settleMessages } from "./settle.ts"

let on: MailDesk
let key: Buffer
const reader = openReader()
const claim = "00000000-0000-4000-8000-000000000001"

before(async () => {
  on = await mailDesk()
  key = await findSigningKey(on.desk.db)
})
after(async () => {
  await reader.close()
  await on.close()
})

/** What becomes of them where all are understood before the first is settled; `together` are those of each transaction. */
async function settle(mails: Mail[], inboxId: number): Promise<{ together: number[]; rows: MessageRow[] }> {
  const { node, desk } = on
  const first = await on.keep(mailOf(mails[0] ?? {}), { inboxId })
  for (const mail of mails.slice(1)) await on.keep(mailOf(mail), { inboxId })
  const now = desk.clock.now
  const claimed = await claimFresh(node.db, { claim, now, lentSeconds: 60, most: 100, mostBytes: 10_000_000 })
  assert.equal(claimed.length, mails.length)
  const left = await Promise.all(
    claimed.map(async (one) => ({
      claim,
      key,
      now,
      claimed: one,
      prepared: await prepareMessage(node, reader, { claimed: one, verdictWaitMs: patienceMs }),
    })),
  )
  const together: number[] = []
  while (left.length > 0) {
    const { length } = await settleMessages(node, left)
    together.push(length)
    left.splice(0, length)
  }
  const rows = await desk.db.many<MessageRow>(
    sql`select * from mail_messages where inbox_id = ${inboxId} and id >= ${first} order by id`,
  )
  return { together, rows }
}

const withId = (name: string): [string, string] => ["Message-ID", `<${name}@elsewhere.example>`]
const outcomesOf = (rows: MessageRow[]) => rows.map(({ outcome, reason }) => [outcome, reason])

describe("messages that come at once", () => {
  test("are settled together, each as if it had come alone", async () => {
    const inboxId = on.ids.inboxes.paging
    const { email } = await on.desk.db.one<{ email: string }>(sql`select email from inboxes where id = ${inboxId}`)
    const known = { from: "known@elsewhere.example", text: "Before", headers: [withId("known")] }
    const before = await settle([known], inboxId)
    const { together, rows } = await settle(
      [
        { from: "New Person <new@elsewhere.example>", subject: "First", text: "One of two", headers: [withId("one")] },
        { from: "new@elsewhere.example", subject: "Second", text: "Two of two", headers: [withId("two")] },
        { from: email, text: "Ours", headers: [withId("ours")] },
        { from: "pills@elsewhere.example", text: "Buy", headers: [["X-Spam-Flag", "YES"], withId("pills")] },
        known,
        { from: "known@elsewhere.example", subject: "Third", text: "Once more", headers: [withId("more")] },
      ],
      inboxId,
    )
    assert.deepEqual(together, [6])
    assert.deepEqual(outcomesOf(rows), [
      ["stored", null],
      ["stored", null],
      ["stored", null],
      ["spam", "marked"],
      ["duplicate", "same_message"],
      ["stored", null],
    ])
    const [one, two, ours, spam, again, other] = rows
    assert.deepEqual(
      [one, two, other].map((row) => row?.facts.otherConversations),
      [[], [one?.conversation_id], [before.rows[0]?.conversation_id]],
    )
    assert.equal(again?.thread_id, before.rows[0]?.thread_id)
    const begunIds = [one, two, ours, spam, other].map((row) => row?.conversation_id ?? 0)
    const shown = await on.desk.db.many(sql`
      select subject, conversations.status, preview, customers.first_name, body from conversations
      join customers on customers.id = conversations.customer_id join threads on conversation_id = conversations.id
      where conversations.id = any(${begunIds}::bigint[])
      order by conversations.number`)
    assert.deepEqual(shown, [
      { subject: "First", status: "active", preview: "One of two", first_name: "New", body: "<p>One of two</p>" },
      { subject: "Second", status: "active", preview: "Two of two", first_name: "New", body: "<p>Two of two</p>" },
      { subject: "Late", status: "active", preview: "Ours", first_name: null, body: "<p>Ours</p>" },
      { subject: "Late", status: "spam", preview: "Buy", first_name: null, body: "<p>Buy</p>" },
      { subject: "Third", status: "active", preview: "Once more", first_name: null, body: "<p>Once more</p>" },
    ])
  })

  test("go to Spam where their sender is blocked, and the others do not", async () => {
    await on.desk.db.run(sql`
      insert into mail_senders (name, verdict, created_at) values ('shop.example', 'blocked', now())`)
    const mails = ["eve@shop.example", "ok@notshop.example", "bob@mail.shop.example"].map((from) => ({
      from,
      text: from,
      headers: [withId(from.replace("@", "."))],
    }))
    const { together, rows } = await settle(mails, on.ids.inboxes.paging)
    assert.deepEqual(together, [3])
    const spam = ["spam", "sender_blocked"]
    assert.deepEqual(outcomesOf(rows), [spam, ["stored", null], spam])
    const statuses = await Promise.all(
      rows.map(async (row) => (await on.read(row.conversation_id ?? 0)).conversation.status),
    )
    assert.deepEqual(statuses, ["spam", "active", "spam"])
  })

  test("and belong to one another are settled one after another", async () => {
    const begins = { from: "ann@elsewhere.example", text: "It begins", headers: [withId("begins")] }
    const { together, rows } = await settle(
      [
        { from: "bob@elsewhere.example", text: "Something else", headers: [withId("else")] },
        begins,
        begins,
        { from: "ann@elsewhere.example", text: "More", headers: [["In-Reply-To", withId("begins")[1]]] },
        { from: "bob@elsewhere.example", text: "And another", headers: [withId("another")] },
      ],
      on.ids.inboxes.paging,
    )
    assert.deepEqual(together, [2, 1, 1, 1])
    assert.deepEqual(
      rows.map(({ outcome }) => outcome),
      ["stored", "stored", "duplicate", "stored", "stored"],
    )
    const [, first, again, answer] = rows
    assert.deepEqual([again?.conversation_id, answer?.conversation_id], Array(2).fill(first?.conversation_id))
    assert.equal(again?.thread_id, first?.thread_id)
    assert.ok((answer?.thread_id ?? 0) > (first?.thread_id ?? 0))
  })

  test("into an inbox that gives them to people go to each in turn", async () => {
    const inboxId = on.ids.inboxes.support
    const { ada, grace } = on.ids.users
    await on.desk.db.run(sql`
      insert into routing (inbox_id, state, assignment_limit, assignment_method) values (${inboxId}, 'enabled', 100, 'round_robin')
      on conflict (inbox_id) do update set state = 'enabled', assignment_limit = 100, assignment_method = 'round_robin'`)
    await on.desk.db.run(sql`delete from routing_users where inbox_id = ${inboxId}`)
    await on.desk.db.run(sql`
      insert into routing_users (inbox_id, user_id, position) values (${inboxId}, ${ada}, 1), (${inboxId}, ${grace}, 2)`)
    const { together, rows } = await settle(
      Array.from({ length: 5 }, (_, index) => ({ from: `turn${index}@elsewhere.example`, text: `Turn ${index}` })),
      inboxId,
    )
    assert.deepEqual(together, [1, 1, 1, 1, 1])
    const given = await on.desk.db.many<{ assignee_id: number | null }>(sql`
      select assignee_id from conversations where id = any(${rows.map((row) => row.conversation_id ?? 0)}::bigint[])
      order by number`)
    assert.deepEqual(
      given.map(({ assignee_id: id }) => id),
      [ada, grace, ada, grace, ada],
    )
  })
})

test("nothing is told or counted wrong after all of that", async () => {
  const { db } = on.desk
  assert.deepEqual(
    [await listWrongConversations(db), await listWrongCounts(db), await listWrongSearchEntries(db)],
    [[], [], []],
  )
})
