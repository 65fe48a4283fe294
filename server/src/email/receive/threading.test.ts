import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { listWrongConversations, listWrongCounts } from "../../../test/desk/seeded.ts"
import { type Mail, type MailDesk, mailDesk, mailOf } from "../../../test/mail/mail.ts"
import { sql } from "../../db/db.ts"

let on: MailDesk

before(async () => {
  on = await mailDesk()
  on.start()
})
after(() => on.close())

let made = 0
const someone = () => `writer${++made}@elsewhere.example`

/** A customer's conversation, which was answered and closed, and the names of that answer. */
async function answered() {
  const customer = someone()
  const id = await on.fresh({ customer: { email: customer }, threads: [{ type: "customer", text: "Hello?" }] })
  const { status } = await on.desk.send("POST", `/v2/conversations/${id}/reply`, {
    token: on.ada,
    body: { text: "There", status: "closed" },
  })
  assert.equal(status, 201)
  return { id, customer, ...(await on.sent(id, customer)) }
}

const addressed = (name: string): Mail => ({ to: `support+${name}@scenario.example` })

async function statusOf(id: number): Promise<string> {
  return (await on.read(id)).conversation.status
}

describe("an answer to a mail of ours", () => {
  test("finds its conversation by the address, by the envelope and by Message-IDs, and reopens it (E6)", async () => {
    const { id, customer, nameFor } = await answered()
    const reply = nameFor("reply")
    const message = `<${nameFor("message")}@scenario.example>`
    const ways: [string, Mail, string[]][] = [
      ["reply-address", addressed(reply), []],
      ["reply-address", addressed(reply.toUpperCase()), []],
      ["reply-address", {}, [`${reply}@scenario.example`]],
      ["message-id", { headers: [["In-Reply-To", message]] }, []],
      ["message-id", { headers: [["In-Reply-To", message.toUpperCase()]] }, []],
      ["references", { headers: [["References", `<a@b> ${message} <c@d>`]] }, []],
    ]
    for (const [why, mail, to] of ways) {
      const { number } = (await on.read(id)).conversation
      await on.patch(id, { op: "replace", path: "/status", value: "closed" })
      // Somebody else's number in the subject says nothing.
      const given = { ...mail, from: customer, subject: `[#${number - 1}] Re: Late`, text: `${why} ${++made}` }
      const row = await on.arrive(given, { envelope: { to } })
      assert.deepEqual([row.outcome, row.conversation_id, row.facts.why], ["stored", id, why])
      assert.equal(row.facts.stranger, false)
      assert.equal(await statusOf(id), "active")
    }
    const told = (await on.toldOf(id)).map(({ kind }) => kind)
    assert.equal(told.filter((kind) => kind === "convo.customer.reply.created").length, ways.length)
  })

  test("is a new conversation where the name is not genuine, whatever is wrong with it (E2)", async () => {
    const { id, customer, nameFor, mailId } = await answered()
    const other = await answered()
    const genuine = nameFor("reply")
    const seal = genuine.slice(genuine.indexOf("-"))
    const names = [
      `r${(mailId + 1_000).toString(36)}${seal}`,
      `r${other.mailId.toString(36)}${seal}`,
      genuine.slice(0, -1),
      `${genuine.slice(0, -1)}${genuine.endsWith("a") ? "b" : "a"}`,
      `m${genuine.slice(1)}`,
      `r${mailId.toString(36)}`,
      String(id),
      `r999999999${seal}`,
    ]
    for (const name of names) {
      const row = await on.arrive({ ...addressed(name), from: customer, text: name })
      assert.deepEqual([row.outcome, row.facts.why], ["stored", "new"], name)
      assert.notEqual(row.conversation_id, id)
    }
    assert.equal(await statusOf(id), "closed")
  })

  test("of somebody else is kept there, marked, and brings nobody in (E3)", async () => {
    const { id, customer, nameFor } = await answered()
    const stranger = someone()
    const row = await on.arrive({
      ...addressed(nameFor("reply")),
      from: stranger,
      headers: [
        ["Cc", "accomplice@elsewhere.example"],
        ["Message-ID", "<strange@elsewhere.example>"],
      ],
    })
    assert.deepEqual([row.conversation_id, row.facts.stranger, row.facts.verified], [id, true, false])
    const { conversation, threads } = await on.read(id)
    assert.deepEqual([conversation.primaryCustomer.email, conversation.cc], [customer, []])
    const thread = threads.find((one) => one.id === row.thread_id)
    assert.deepEqual([thread.customer.email, thread.cc], [stranger, ["accomplice@elsewhere.example"]])
    // Nor do they have a part in it from then on.
    for (const from of [stranger, "accomplice@elsewhere.example"]) {
      const next = await on.arrive({ from, headers: [["References", "<strange@elsewhere.example>"]] })
      assert.notEqual(next.conversation_id, id)
    }
  })

  test("goes where its conversation was merged or moved to", async () => {
    const { id, customer, nameFor } = await answered()
    const target = await on.fresh()
    const merging = { token: on.ada, body: { conversationIds: [id] } }
    assert.equal((await on.desk.send("POST", `/v2/conversations/${target}/merge`, merging)).status, 204)
    const row = await on.arrive({ ...addressed(nameFor("reply")), from: customer })
    assert.deepEqual([row.conversation_id, row.facts.why], [target, "merged"])
    await on.patch(target, { op: "move", path: "/mailboxId", value: on.ids.inboxes.paging })
    const next = await on.arrive({ ...addressed(nameFor("reply")), from: customer, text: "More" })
    assert.equal(next.conversation_id, target)
  })

  test("begins a new one, which names the old, where that is in the bin, full, too old or gone", async () => {
    const more = sql`from conversations, generate_series(1, 98)`
    const ends: ((id: number) => Promise<unknown>)[] = [
      (id) => on.desk.send("DELETE", `/v2/conversations/${id}`, { token: on.ada }),
      (id) =>
        on.desk.db.transaction(async (db) => {
          await db.run(sql`insert into threads (conversation_id, type, status, body, source_type, source_via, customer_id,
              created_at)
            select id, 'customer', 'closed', 'More', 'api', 'customer', customer_id, created_at - interval '1 s' ${more} where id = ${id}`)
          await db.run(sql`update conversations set held_thread_count = 100 where id = ${id}`)
        }),
      async () => {
        await on.desk.db.run(sql`update account set old_conversation_days = 1`)
        on.passSeconds(2 * 86_400)
      },
    ]
    for (const end of ends) {
      const { id, customer, nameFor } = await answered()
      await end(id)
      const row = await on.arrive({ ...addressed(nameFor("reply")), from: customer, text: "And?" })
      assert.deepEqual([row.outcome, row.facts.why, row.facts.continues], ["stored", "new", id])
      assert.notEqual(row.conversation_id, id)
      const links = await on.desk.db.many(sql`
        select conversation_id as from, linked_conversation_id as to from threads
        where linked_conversation_id is not null and conversation_id = any(${[id, row.conversation_id]}::bigint[]) order by id`)
      const linked = [
        { from: row.conversation_id, to: id },
        { from: id, to: row.conversation_id },
      ]
      // One in the bin takes no line item.
      assert.deepEqual(links, end === ends[0] ? [] : linked)
    }
    await on.desk.db.run(sql`update account set old_conversation_days = null`)
    const full = await on.desk.db.many<{ id: number }>(sql`
      delete from threads where body = 'More' and source_type = 'api' returning conversation_id as id`)
    await on.desk.db.run(
      sql`update conversations set held_thread_count = 2, thread_count = 2 where id = ${full[0]?.id}`,
    )
  })
})

describe("an answer to what somebody else sent", () => {
  test("is found by its ids, also where it comes right after it", async () => {
    const from = someone()
    const ids = []
    for (let place = 0; place < 6; place++) {
      const headers: [string, string][] = [["Message-ID", `<chain${place}@elsewhere.example>`]]
      if (place > 0) headers.push(["In-Reply-To", `<chain${place - 1}@elsewhere.example>`])
      ids.push(await on.keep(mailOf({ from, headers, text: `${place}` })))
    }
    const rows = await Promise.all(ids.map(on.settled))
    assert.deepEqual(new Set(rows.map(({ conversation_id }) => conversation_id)).size, 1)
    assert.deepEqual(
      rows.map(({ facts }) => facts.why),
      ["new", ...Array.from({ length: 5 }, () => "message-id")],
    )
  })

  test("counts only from who has a part in it: a stranger who guesses an id begins anew (E1)", async () => {
    const [from, friend] = [someone(), someone()]
    const guessed = "<guess@elsewhere.example>"
    const first = await on.arrive({
      from,
      headers: [
        ["Message-ID", guessed],
        ["Cc", friend],
      ],
    })
    const stranger = await on.arrive({ from: someone(), headers: [["References", guessed]] })
    assert.deepEqual([stranger.facts.why, stranger.facts.verified], ["new", false])
    assert.notEqual(stranger.conversation_id, first.conversation_id)
    const known = await on.arrive({ from: friend, headers: [["References", guessed]] })
    assert.deepEqual([known.conversation_id, known.facts.why], [first.conversation_id, "references"])
    // Ids of another inbox are no ids here.
    const elsewhere = await on.arrive({ from, headers: [["References", guessed]] }, { inboxId: on.ids.inboxes.paging })
    assert.notEqual(elsewhere.conversation_id, first.conversation_id)
  })

  test("is found among very many ids, and by the last ones alone (P13)", async () => {
    const { id, customer, nameFor } = await answered()
    const message = `<${nameFor("message")}@scenario.example>`
    const many = Array.from({ length: 3_000 }, (_, place) => `<x${place}@elsewhere.example>`).join("\r\n ")
    const last = await on.arrive({ from: customer, headers: [["References", `${many}\r\n ${message}`]], text: "Last" })
    assert.deepEqual([last.conversation_id, last.facts.why], [id, "references"])
    const first = await on.arrive({
      from: customer,
      headers: [["References", `${message}\r\n ${many}`]],
      text: "First",
    })
    assert.notEqual(first.conversation_id, id)
    const odd = `< > <with space@x> <${"l".repeat(20_000)}@elsewhere.example> ${message.slice(0, -3)}`
    assert.equal((await on.arrive({ from: customer, headers: [["References", odd]] })).outcome, "stored")
  })
})

describe("what a machine sends", () => {
  test("is kept in its conversation, reopens nothing and tells nobody that a customer wrote (L1, L8)", async () => {
    for (const header of [
      ["Auto-Submitted", "AUTO-Replied; owner-email=x"],
      ["Precedence", "bulk"],
      ["X-Autoreply", "yes"],
    ] as [string, string][]) {
      const { id, customer, nameFor } = await answered()
      const before = await on.toldOf(id)
      const row = await on.arrive({ ...addressed(nameFor("reply")), from: customer, headers: [header], text: "Away" })
      assert.deepEqual([row.outcome, row.conversation_id, row.facts.automatic], ["auto-reply", id, true], header[0])
      const { conversation, threads } = await on.read(id)
      assert.deepEqual([conversation.status, conversation.customerWaitingSince], ["closed", undefined])
      const thread = threads.find((one) => one.id === row.thread_id)
      assert.deepEqual([thread.state, thread.body], ["hidden", "<p>Away</p>"])
      const told = (await on.toldOf(id)).slice(before.length)
      assert.deepEqual(told, [{ kind: "convo.thread.created", data: { threadId: row.thread_id } }])
    }
  })

  test("begins a conversation like anybody's where it answers nothing, and says what it is (L3)", async () => {
    const row = await on.arrive({ from: someone(), headers: [["List-Id", "<news.elsewhere.example>"]] })
    assert.deepEqual([row.outcome, row.facts.automatic, row.facts.signs], ["stored", true, ["list"]])
    const person = await on.arrive({ from: someone(), headers: [["Auto-Submitted", "no"]] })
    assert.deepEqual([person.outcome, person.facts.automatic, person.facts.signs], ["stored", false, []])
  })
})

test("nothing is told or counted wrong after all of that", async () => {
  const { db } = on.desk
  assert.deepEqual(await listWrongCounts(db), [])
  assert.deepEqual(
    (await listWrongConversations(db)).filter((row) => (row as { state: string }).state === "published"),
    [],
  )
})
