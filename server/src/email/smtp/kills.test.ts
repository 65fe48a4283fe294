import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { type TestDesk, testDesk } from "../../../test/desk/desk.ts"
import { type ServingNode, serveNode } from "../../../test/desk/serving.ts"
import { addressed, SmtpLine } from "../../../test/peers/smtp-line.ts"
import { reservePort } from "../../../test/ports.ts"
import { until } from "../../../test/until.ts"
import { raw, sql } from "../../db/db.ts"

let desk: TestDesk
let port: number
let node: ServingNode

before(async () => {
  desk = await testDesk()
  port = await reservePort("127.0.0.1")
  await desk.db.run(sql`insert into inboxes (name, email) values ('Support', 'support@desk.example')`)
  node = await start()
})
after(async () => {
  await node.end("SIGKILL")
  await desk.close()
})

const start = () =>
  serveNode({ DATABASE_URL: desk.databaseUrl, FILES_DIR: desk.config.filesDir, SMTP_PORT: String(port) })
const kept = () =>
  desk.db.many<{ storage_key: string; size_bytes: number }>(sql`select storage_key, size_bytes from mail_messages`)

async function begun(text: string): Promise<SmtpLine> {
  const line = await SmtpLine.open(port)
  assert.deepEqual(await addressed(line, ["support@desk.example"]), ["250 Accepted"])
  await line.say("DATA")
  line.write(text)
  return line
}

describe("kill -9 of the receiver of mail", () => {
  test("in a message, or at its end before it was answered, leaves nothing, and it can be sent again (K5)", async () => {
    const half = await begun("Subject: Half\r\n\r\nThe first li")
    const unanswered = await begun("Subject: Unanswered\r\n\r\nText\r\n")
    await desk.db.transaction(async (db) => {
      await db.run(raw("lock table mail_messages in share mode"))
      unanswered.write(".\r\n")
      await until(async () => {
        const waiting = await desk.appDb.many(sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
        return waiting.length > 0
      })
      await node.end("SIGKILL")
    })
    assert.deepEqual([await half.answer(), await unanswered.answer()], ["", ""])
    assert.deepEqual(await kept(), [])
    node = await start()
    const again = await begun("Subject: Unanswered\r\n\r\nText\r\n")
    assert.equal(await again.say("."), "250 2.0.0 It is kept")
    assert.equal((await kept()).length, 1)
  })

  test("just after it was answered loses nothing (K5)", async () => {
    await desk.db.run(sql`delete from mail_messages`)
    const text = "Subject: Answered\r\n\r\nText\r\n"
    const line = await begun(text)
    assert.equal(await line.say("."), "250 2.0.0 It is kept")
    await node.end("SIGKILL")
    const [row, ...others] = await kept()
    assert.ok(row)
    assert.deepEqual(others, [])
    assert.equal(String(await desk.files.read({ key: row.storage_key, sizeBytes: row.size_bytes })), text)
  })
})
