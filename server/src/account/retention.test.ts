import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { type MailDesk, mailDesk } from "../../test/mail/mail.ts"
import { removeOrphans } from "../conversations/attachments/sweep.ts"
import { purgeDeleted } from "../conversations/purge.ts"
import { sql } from "../db/db.ts"
import { removeRawMail } from "../email/receive/remove-raw.ts"
import { findRetention } from "./retention.ts"

let on: MailDesk
before(async () => {
  on = await mailDesk()
})
after(() => on.close())

const url = "/v2/account"
const put = (retention: object) => on.desk.send("PUT", url, { token: on.ada, body: { retention } })
const read = async () => (await on.desk.get(url, on.ada)).body
const signal = new AbortController().signal
const removals = async () => {
  const { body } = await on.desk.get("/v2/audit-log?noun=retention", on.ada)
  return body._embedded.entries.map((one: { subjectName: string; changes: object[] }) => [one.subjectName, one.changes])
}
const removed = (before: number, days: number) => [
  { field: "removed", before, after: 0 },
  { field: "olderThanDays", before: null, after: days },
]

describe("how long things are kept", () => {
  test("is what the operator has set, until the desk says otherwise", async () => {
    const { eventRetentionDays, webhookRetentionDays } = on.desk.config
    assert.deepEqual((await read()).ownRetention, {})
    assert.equal((await put({ eventDays: 20, webhookDeliveryDays: 5, spamConversationDays: 30 })).status, 204)
    const { retention, ownRetention } = await read()
    assert.deepEqual(retention, { eventDays: 20, webhookDeliveryDays: 5, spamConversationDays: 30 })
    assert.deepEqual(ownRetention, { eventDays: 20, webhookDeliveryDays: 5, spamConversationDays: 30 })
    assert.equal((await put({ eventDays: null, webhookDeliveryDays: null, spamConversationDays: null })).status, 204)
    const { eventDays, deliveryDays, spamDays } = await findRetention(on.desk.db, on.desk.config)
    assert.deepEqual([eventDays, deliveryDays, spamDays], [eventRetentionDays, webhookRetentionDays, undefined])
    const { body } = await on.desk.get("/v2/audit-log?noun=desk", on.ada)
    const [last] = body._embedded.entries
    assert.deepEqual(last.by.id, on.ids.users.ada)
    assert.deepEqual(
      last.changes.find(({ field }: { field: string }) => field === "spam_days"),
      { field: "spam_days", before: 30, after: null },
    )
  })

  test("refuses what makes no sense, beside its field", async () => {
    for (const [retention, path] of [
      [{ eventDays: 0 }, "retention.eventDays"],
      [{ webhookDeliveryDays: 2 }, "retention.webhookDeliveryDays"],
      [{ rawMailDays: "soon" }, "retention.rawMailDays"],
    ] as const) {
      const { status, body } = await put(retention)
      assert.deepEqual([status, body._embedded.errors[0].path], [400, path])
    }
  })

  test("spam goes for good after so many days, and the log of changes tells how much", async () => {
    const [old, young] = [await on.fresh(), await on.fresh()]
    for (const id of [old, young]) await on.patch(id, { op: "replace", path: "/status", value: "spam" })
    const { db, clock } = on.desk
    const past = new Date(clock.now.getTime() - 30 * 86_400_000)
    await db.run(sql`update conversations set modified_at = ${past} where status = 'spam' and id <> ${young}`)
    const { total } = await db.one<{ total: number }>(
      sql`select count(*) as total from conversations where status = 'spam' and state = 'published'`,
    )
    await purgeDeleted(on.node, undefined, signal)
    assert.equal((await on.desk.get(`/v2/conversations/${old}`, on.ada)).status, 200)
    await put({ spamConversationDays: 30 })
    await purgeDeleted(on.node, undefined, signal)
    assert.equal((await on.desk.get(`/v2/conversations/${old}`, on.ada)).status, 404)
    assert.equal((await on.desk.get(`/v2/conversations/${young}`, on.ada)).status, 200)
    assert.deepEqual(await removals(), [["spam", removed(total - 1, 30)]])
    await purgeDeleted(on.node, undefined, signal)
    assert.equal((await removals()).length, 1)
  })

  test("raw mail goes with its file, and what it became stays", async () => {
    on.start()
    const [old, young] = [await on.arrive({ from: "old@x.example" }), await on.arrive({ from: "young@x.example" })]
    await on.stop()
    const { db, clock } = on.desk
    await db.run(sql`update mail_messages set received_at = ${new Date(clock.now.getTime() - 8 * 86_400_000)}
      where id = ${old.id}`)
    await removeRawMail(on.node, undefined, signal)
    const raw = async (id: number) => (await on.desk.get(`/v2/messages/${id}/raw`, on.ada)).status
    assert.equal(await raw(old.id), 200)
    await put({ rawMailDays: 7 })
    await removeRawMail(on.node, undefined, signal)
    assert.deepEqual([await raw(old.id), await raw(young.id)], [410, 200])
    assert.equal((await on.desk.get(`/v2/conversations/${old.conversation_id}`, on.ada)).status, 200)
    const key = async (id: number) =>
      (await db.one<{ key: string }>(sql`select storage_key as key from mail_messages where id = ${id}`)).key
    const [gone, kept] = [await key(old.id), await key(young.id)]
    await removeOrphans({ ...on.node, now: () => new Date(Date.now() + 86_400_000) })
    await assert.rejects(on.node.files.read({ key: gone, sizeBytes: old.size_bytes }))
    assert.equal((await on.node.files.read({ key: kept, sizeBytes: young.size_bytes })).length, young.size_bytes)
    assert.deepEqual((await removals())[0], ["raw mail", removed(1, 7)])
  })
})
