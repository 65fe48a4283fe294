import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { listWrongConversations, listWrongCounts } from "../../../test/desk/seeded.ts"
import { AlternatingFailures } from "../../../test/failures/alternating-failures.ts"
import { failAtEach, type Work } from "../../../test/failures/failing-work.ts"
import { type MailDesk, mailDesk, mailOf } from "../../../test/mail/mail.ts"
import { patienceMs } from "../../../test/until.ts"
import { findSigningKey } from "../../account/queries.ts"
import { type Sql, sql } from "../../db/db.ts"
import { openReader } from "../parse/reader.ts"
import { prepareMessage } from "./prepare.ts"
import { type Claimed, claimFresh } from "./queue.ts"
import { settleMessage } from "./settle.ts"

let on: MailDesk
let calls: AlternatingFailures
let key: Buffer
const reader = openReader()
const claim = "00000000-0000-4000-8000-000000000001"
const kept = new Map<string, Claimed>()

before(async () => {
  on = await mailDesk()
  key = await findSigningKey(on.desk.db)
  calls = new AlternatingFailures(on.desk.appDb.pool)
  // A visit is noted in the background, once in a while: not in the middle of what is counted here.
  assert.equal((await on.desk.get("/v2/users/me", on.ada)).status, 200)
})
after(async () => {
  await reader.close()
  await on.close()
})

const withFile = (token: string) => `--b\r\nContent-Type: text/plain\r\n\r\n${token}\r\n--b
Content-Type: text/plain; name="${token}.txt"\r\nContent-Disposition: attachment; filename="${token}.txt"\r\n\r\n${token}\r\n--b--`

/** Claimed, so that it can be settled. */
async function prepare(token: string, headers: [string, string][]): Promise<void> {
  const parts: [string, string] = ["Content-Type", 'multipart/mixed; boundary="b"']
  const mail = mailOf({ from: `${token}@elsewhere.example`, headers: [...headers, parts], text: withFile(token) })
  // The second Content-Type is the one that ours writes.
  const raw = Buffer.from(mail.toString().replace("Content-Type: text/plain; charset=utf-8\r\n", ""))
  await on.keep(raw)
  const [claimed] = await claimFresh(on.desk.appDb, {
    claim,
    now: on.desk.clock.now,
    lentSeconds: 60,
    most: 1,
    mostBytes: 1,
  })
  assert.ok(claimed)
  kept.set(token, claimed)
}

async function attempt(token: string): Promise<boolean> {
  const claimed = kept.get(token)
  assert.ok(claimed)
  const prepared = await prepareMessage(on.node, reader, { claimed, verdictWaitMs: patienceMs })
  return settleMessage(on.node, { claim, key, claimed, prepared, now: on.desk.clock.now }).then(
    () => true,
    () => false,
  )
}

/** The message, one thread with its attachment, one customer, one event. */
async function isDone(token: string): Promise<boolean> {
  const count = async (statement: Sql) => (await on.desk.db.many(statement)).length
  const id = kept.get(token)?.id
  const counts = await Promise.all([
    count(
      sql`select from mail_messages m join threads t on t.id = m.thread_id where m.id = ${id} and outcome = 'stored'`,
    ),
    count(sql`select from threads where body like ${`<p>${token}%`}`),
    count(sql`select from attachments where filename = ${`${token}.txt`}`),
    count(sql`select from customer_emails where value = ${`${token}@elsewhere.example`}`),
    count(sql`select from events join threads t on t.conversation_id = events.conversation_id
      where t.body like ${`<p>${token}%`} and kind in ('convo.created', 'convo.customer.reply.created')`),
  ])
  return counts.every((amount) => amount === 1)
}

const works: Record<string, Work> = {
  "a message that begins a conversation": { prepare: (token) => prepare(token, []), attempt, isDone },
  "a message that answers": {
    async prepare(token) {
      const id = await on.fresh({ threads: [{ type: "note", text: "A note" }] })
      await on.desk.db.run(sql`delete from events where conversation_id = ${id}`)
      const { nameFor } = await on.sent(id, "mary@elsewhere.example")
      await prepare(token, [["In-Reply-To", `<${nameFor("message")}@scenario.example>`]])
    },
    attempt,
    isDone,
  },
  "a message that is handed over": {
    async attempt(token) {
      const raw = mailOf({ from: `${token}@elsewhere.example`, text: token }).toString("base64")
      const { status } = await on.desk.send("POST", `/v2/mailboxes/${on.ids.inboxes.paging}/inbound`, {
        token: on.ada,
        body: { raw, from: token },
        headers: { "Idempotency-Key": token },
      })
      assert.ok([201, 503].includes(status), String(status))
      return status === 201
    },
    // Taken away, so that it is not the next to be settled.
    isDone: async (token) =>
      (await on.desk.db.run(sql`delete from mail_messages where envelope ->> 'from' = ${token}`)) === 1,
  },
}

describe("when a call of the database fails, be it the first or the last", () => {
  for (const [name, work] of Object.entries(works))
    test(`${name} is all or nothing, and done when tried again (K18)`, () =>
      failAtEach(on.desk, calls, { work, failure: "refused" }))

  test("nothing is told or counted wrong after all of that", async () => {
    assert.deepEqual([await listWrongConversations(on.desk.db), await listWrongCounts(on.desk.db)], [[], []])
  })
})
