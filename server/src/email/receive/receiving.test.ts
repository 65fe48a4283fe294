import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { listWrongConversations, listWrongCounts, listWrongSearchEntries } from "../../../test/desk/seeded.ts"
import { type MailDesk, mailDesk } from "../../../test/mail/mail.ts"
import { sql } from "../../db/db.ts"

let on: MailDesk

before(async () => {
  on = await mailDesk()
  on.start()
})
after(() => on.close())

let made = 0
const someone = () => `person${++made}@elsewhere.example`

const mailOf = async (conversationId: number) => {
  const { status, body } = await on.desk.get(`/v2/conversations/${conversationId}/mail`, on.ada)
  assert.equal(status, 200)
  return body
}

describe("a message that comes", () => {
  test("begins a conversation with its sender, as it was written", async () => {
    const from = someone()
    const row = await on.arrive({
      from: `"Mary Ann Jones" <${from}>`,
      to: `support@scenario.example, Other@elsewhere.example`,
      subject: "Where is  my\r\n order?",
      headers: [
        ["Cc", "support+x@SCENARIO.example, friend@elsewhere.example"],
        ["Message-ID", "<one@elsewhere.example>"],
        ["Date", "Tue, 3 Mar 2026 10:00:00 +0100"],
        ["Reply-To", "other.place@elsewhere.example"],
      ],
      text: "It is late",
    })
    assert.deepEqual([row.outcome, row.message_id], ["stored", "one@elsewhere.example"])
    const { conversation, threads } = await on.read(row.conversation_id ?? 0)
    assert.equal(conversation.subject, "Where is my order?")
    assert.deepEqual(conversation.source, { type: "email", via: "customer" })
    assert.deepEqual([conversation.status, conversation.type, conversation.preview], ["active", "email", "It is late"])
    assert.equal(conversation.primaryCustomer.email, from)
    assert.deepEqual([conversation.primaryCustomer.first, conversation.primaryCustomer.last], ["Mary", "Ann Jones"])
    assert.deepEqual(conversation.cc, ["Other@elsewhere.example", "friend@elsewhere.example"])
    const thread = threads.at(-1)
    assert.deepEqual([thread.id, thread.type, thread.body], [row.thread_id, "customer", "<p>It is late</p>"])
    assert.deepEqual(thread.source, { type: "email", via: "customer" })
    assert.deepEqual([thread.to, thread.cc], [["Other@elsewhere.example"], conversation.cc])
    const events = await on.desk.db.many(sql`
      select kind, user_id from events where conversation_id = ${row.conversation_id} order by id`)
    assert.deepEqual(events, [
      { kind: "convo.created", user_id: null },
      { kind: "convo.assigned", user_id: null },
    ])
    assert.equal(conversation.assignee.id, on.ids.users.grace)
  })

  test("says who wrote it, where answers go, and why it stands there (E8)", async () => {
    const from = someone()
    const headers: [string, string][] = [
      ["Reply-To", "elsewhere@other.example"],
      ["Date", "yesterday"],
    ]
    const row = await on.arrive({ from: `"ceo@company.example" <${from}>`, headers })
    const { incoming, outgoing } = await mailOf(row.conversation_id ?? 0)
    assert.deepEqual(outgoing, [])
    assert.deepEqual(incoming, [
      {
        threadId: row.thread_id,
        messageId: row.id,
        from,
        fromName: "ceo@company.example",
        replyTo: ["elsewhere@other.example"],
        date: "yesterday",
        why: "new",
        whyText: "It began this conversation",
        spf: "none",
        dkim: "none",
        dmarc: "none",
        verified: false,
        stranger: false,
        flags: ["odd_date", "name_is_address", "no_message_id"],
        otherConversations: [],
      },
    ])
    const { conversation } = await on.read(row.conversation_id ?? 0)
    // A name that is an address is nobody's name (E9).
    assert.deepEqual([conversation.primaryCustomer.email, conversation.primaryCustomer.first], [from, undefined])
  })

  test("without a sender is with somebody unknown, and such people have no part in one another's conversations", async () => {
    const row = await on.arrive({ headers: [["Message-ID", "<nobody@elsewhere.example>"]] })
    const { conversation } = await on.read(row.conversation_id ?? 0)
    assert.equal(conversation.primaryCustomer.email, "unknown@sender.invalid")
    const next = await on.arrive({ headers: [["In-Reply-To", "<nobody@elsewhere.example>"]] })
    assert.notEqual(next.conversation_id, row.conversation_id)
    assert.deepEqual((await mailOf(next.conversation_id ?? 0)).incoming[0].otherConversations, [])
  })

  test("is from the address that can be seen in a malformed From, and says that it is a guess", async () => {
    const from = someone()
    const row = await on.arrive({ from: `Lee, Ann <${from}` })
    const { conversation } = await on.read(row.conversation_id ?? 0)
    assert.equal(conversation.primaryCustomer.email, from)
    const [incoming] = (await mailOf(row.conversation_id ?? 0)).incoming
    assert.deepEqual([incoming.from, incoming.fromName, incoming.verified], [from, "Lee, Ann", false])
    assert.ok(incoming.flags.includes("unclear_sender"), incoming.flags)
  })

  test("of the same person tells of their other open conversations, of those that one may see", async () => {
    const from = someone()
    const one = await on.arrive({ from, text: "One" })
    const hidden = await on.arrive({ from }, { inboxId: on.ids.inboxes.hidden })
    const two = await on.arrive({ from, text: "Two" })
    assert.notEqual(one.conversation_id, two.conversation_id)
    const { incoming } = await mailOf(two.conversation_id ?? 0)
    assert.deepEqual(
      incoming[0].otherConversations.toSorted((one: number, other: number) => one - other),
      [one.conversation_id, hidden.conversation_id],
    )
    const inboxIds = [on.ids.inboxes.support]
    const few = await on.desk.tokenFor(await on.desk.addUser({ email: "few@desk.example", role: "user", inboxIds }))
    const { body } = await on.desk.get(`/v2/conversations/${two.conversation_id}/mail`, few)
    assert.deepEqual(body.incoming[0].otherConversations, [one.conversation_id])
  })

  test("twice is kept once; another one with the same Message-ID is kept too (P10)", async () => {
    const from = someone()
    const mail = { from, headers: [["Message-ID", "<twice@elsewhere.example>"]] as [string, string][], text: "Once" }
    const first = await on.arrive(mail)
    // As another server brings it.
    const again = await on.arrive({ ...mail, headers: [["Received", "from there"], ...mail.headers] })
    const other = await on.arrive({ ...mail, from: someone(), text: "I was first" })
    assert.deepEqual([first.outcome, again.outcome, other.outcome], ["stored", "duplicate", "stored"])
    assert.deepEqual(
      [again.reason, again.thread_id, again.facts.duplicateOf],
      ["same_message", first.thread_id, first.id],
    )
    assert.notEqual(other.conversation_id, first.conversation_id)
    assert.equal((await mailOf(first.conversation_id ?? 0)).incoming.length, 1)
    const dated = { from, headers: [["Date", "Thu, 19 Nov 2026 08:00:00 +0000"]] as [string, string][], text: "No id" }
    const [nameless, same] = [await on.arrive(dated), await on.arrive(dated)]
    assert.deepEqual([nameless.outcome, same.outcome, same.reason], ["stored", "duplicate", "same_message"])
  })

  test("that is sent to two inboxes stands in each of them once (P11)", async () => {
    const mail = { from: someone(), headers: [["Message-ID", "<both@elsewhere.example>"]] as [string, string][] }
    const rows = [await on.arrive(mail), await on.arrive(mail, { inboxId: on.ids.inboxes.paging })]
    assert.deepEqual(
      rows.map(({ outcome }) => outcome),
      ["stored", "stored"],
    )
    assert.notEqual(rows[0]?.conversation_id, rows[1]?.conversation_id)
  })

  test("that went round in circles is refused, and leaves nothing (L12)", async () => {
    const hops = (amount: number) => Array.from({ length: amount }, (): [string, string] => ["Received", "from there"])
    const row = await on.arrive({ from: someone(), headers: hops(51) })
    assert.deepEqual([row.outcome, row.reason, row.conversation_id], ["failed", "loop", null])
    assert.equal((await on.arrive({ from: someone(), headers: hops(50) })).outcome, "stored")
  })

  test("that a filter marked as spam waits there", async () => {
    for (const header of [
      ["X-Spam-Flag", "YES"],
      ["X-Spam-Status", "Yes, score=9.1"],
    ] as [string, string][]) {
      const row = await on.arrive({ from: someone(), headers: [header] })
      assert.deepEqual([row.outcome, row.reason], ["spam", "marked"])
      assert.equal((await on.read(row.conversation_id ?? 0)).conversation.status, "spam")
    }
    const row = await on.arrive({ from: someone(), headers: [["X-Spam-Status", "No, score=0"]] })
    assert.equal(row.outcome, "stored")
  })

  test("makes nobody of two people, and two of nobody (E10)", async () => {
    const local = `ann.${++made}`
    const customerOf = async (from: string) => {
      const row = await on.arrive({ from, text: from })
      return (await on.read(row.conversation_id ?? 0)).conversation.primaryCustomer.id
    }
    const one = await customerOf(`${local}@elsewhere.example`)
    assert.equal(await customerOf(`${local}@ELSEWHERE.example`), one)
    const others = [
      `${local.replace(".", "")}@elsewhere.example`,
      `${local}+shop@elsewhere.example`,
      `${local}@xn--elsewhere-0za.example`,
      `\u0430${local.slice(1)}@elsewhere.example`,
    ]
    const ids = await Promise.all(others.map(customerOf))
    assert.equal(new Set([one, ...ids]).size, 5)
  })

  test("from the address of one of us is a customer's all the same (E12)", async () => {
    const { email } = await on.desk.db.one<{ email: string }>(
      sql`select email from users where id = ${on.ids.users.grace}`,
    )
    // When somebody was last here is noted in between.
    const rightsOf = async () => ({ ...(await on.desk.get("/v2/users/me", on.grace)).body, lastVisit: undefined })
    const rights = await rightsOf()
    const row = await on.arrive({ from: email, headers: [["Cc", email]] })
    const { threads } = await on.read(row.conversation_id ?? 0)
    assert.deepEqual([threads.at(-1).type, threads.at(-1).createdBy.type], ["customer", "customer"])
    assert.deepEqual(await rightsOf(), rights)
    assert.equal((await on.desk.get(`/v2/conversations/${row.conversation_id}`, on.grace)).status, 200)
  })
})

test("nothing is told or counted wrong after all of that", async () => {
  const { db } = on.desk
  assert.deepEqual([await listWrongCounts(db), await listWrongSearchEntries(db)], [[], []])
  assert.deepEqual(await listWrongConversations(db), [])
})
