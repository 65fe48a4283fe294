import assert from "node:assert/strict"
import { after, before, describe, mock, test } from "node:test"
import { type MailDesk, mailDesk, mailOf } from "../../test/mail/mail.ts"
import type { Config } from "../config.ts"
import { sql } from "../db/db.ts"
import { DeskError } from "../errors.ts"
import { printMessage, printMessages, rerun } from "./mail.ts"

let on: MailDesk
let config: Config
let stored: number
let failed: number

before(async () => {
  on = await mailDesk()
  config = { ...on.desk.config, databaseUrl: on.desk.databaseUrl }
  on.start()
  stored = (await on.arrive({ from: "mary@elsewhere.example", subject: "=?utf-8?q?Red=1B[31m?=" })).id
  const hops = Array.from({ length: 51 }, (): [string, string] => ["Received", "from there"])
  failed = (await on.arrive({ from: "joe@elsewhere.example", headers: hops }, { inboxId: on.ids.inboxes.paging })).id
  await on.stop()
  await on.desk.db.run(sql`update mail_messages set reason = 'unreadable' where id = ${failed}`)
})
after(() => on.close())

/** What a command says and prints. */
async function said(command: () => Promise<void>): Promise<{ out: string; err: string }> {
  const texts = { out: "", err: "" }
  const mocks = (["stdout", "stderr"] as const).map((name) => {
    const write = process[name].write.bind(process[name])
    return mock.method(process[name], "write", (given: string | Uint8Array) => {
      // What the runner of the tests says of them is no text.
      if (typeof given !== "string") return write(given)
      texts[name === "stdout" ? "out" : "err"] += given
      return true
    })
  })
  try {
    await command()
  } finally {
    for (const one of mocks) one.mock.restore()
  }
  return texts
}

describe("desk mail", () => {
  test("list shows what came, newest first, by outcome and inbox, and nothing that steers a terminal", async () => {
    const { out } = await said(() => printMessages(config, {}))
    const lines = out.trimEnd().split("\n")
    assert.match(lines[0] ?? "", /^id +inbox +received +outcome +reason +from +subject$/)
    assert.match(lines[1] ?? "", new RegExp(`^${failed} .* failed +unreadable +joe@elsewhere.example +Late$`))
    assert.match(lines[2] ?? "", new RegExp(`^${stored} .* stored +mary@elsewhere.example +Red ?\\[31m$`))
    assert.equal((await said(() => printMessages(config, { outcome: "failed" }))).out.split("\n").length, 3)
    assert.equal((await said(() => printMessages(config, { inbox: on.ids.inboxes.support }))).out.split("\n").length, 3)
    assert.equal((await said(() => printMessages(config, { outcome: "held" }))).err, "There is none.\n")
  })

  test("show prints one with why it is so", async () => {
    const { out, err } = await said(() => printMessage(config, String(failed)))
    assert.deepEqual([JSON.parse(out).id, JSON.parse(out).outcome], [failed, "failed"])
    assert.equal(err, "It could not be read.\n")
  })

  test("rerun lets one or all that failed be read again", async () => {
    assert.equal(
      (await said(() => rerun(config, String(failed), { failed: false }))).err,
      `Message ${failed} is read again.\n`,
    )
    assert.equal((await said(() => rerun(config, undefined, { failed: true }))).err, "0 messages are read again.\n")
    on.start()
    // It still goes round in circles.
    assert.equal((await on.settled(failed)).reason, "loop")
    await on.stop()
    const raw = await on.keep(mailOf({ from: "ann@elsewhere.example" }))
    await on.desk.db.run(sql`
      update mail_messages set outcome = 'failed', reason = 'too_slow', settled_at = now() where id = ${raw}`)
    assert.equal((await said(() => rerun(config, undefined, { failed: true }))).err, "1 message is read again.\n")
  })

  test("says what is wrong with what it is asked", async () => {
    const refused = (command: () => Promise<void>, reason: RegExp) =>
      assert.rejects(command, (error) => error instanceof DeskError && reason.test(error.message))
    await refused(() => printMessages(config, { outcome: "lost" }), /There is no outcome "lost"; there is: waiting, /)
    await refused(() => printMessage(config, "999999"), /There is no message 999999/)
    await refused(() => printMessage(config, "many"), /named by its number/)
    await refused(() => rerun(config, undefined, { failed: false }), /Say which/)
    await refused(() => rerun(config, String(stored), { failed: true }), /Say which/)
    await refused(() => rerun(config, String(stored), { failed: false }), /has become a thread/)
  })
})
