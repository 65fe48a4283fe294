import assert from "node:assert/strict"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { after, afterEach, before, describe, test } from "node:test"
import { fileURLToPath } from "node:url"
import type { DyingSender } from "../../../test/mail/dying-sender.ts"
import { type Mailing, mailingDesk } from "../../../test/mail/mailing.ts"
import { eventually } from "../../../test/peers/events.ts"
import { patienceMs } from "../../../test/until.ts"
import { sql } from "../../db/db.ts"
import { startSending } from "./engine.ts"
import { claimDue } from "./queue.ts"
import { settleMail } from "./settle.ts"

let on: Mailing

before(async () => {
  on = await mailingDesk({ jobLease: 1 })
})
after(() => on.close())
afterEach(async () => {
  on.relay.taken.length = 0
  await on.desk.db.run(sql`truncate outgoing_mail, outgoing_recipients cascade`)
})

const deadly = Buffer.alloc(4_321, "x")

/** Before a mail is set aside: nobody waits for those before. */
const lastCrash = 4

/** Three replies that nothing is wrong with, and between them one that brings the deadly file and has one crash left. */
async function oweReplies(): Promise<{ deadlyThread: number }> {
  const attachments = [{ fileName: "deadly.txt", mimeType: "text/plain", data: deadly.toString("base64") }]
  await on.replied({ to: ["first@elsewhere.example"] })
  const { threadId } = await on.replied({ to: ["deadly@elsewhere.example"], attachments })
  for (const name of ["second", "third"]) await on.replied({ to: [`${name}@elsewhere.example`] })
  await on.hear()
  await on.desk.db.run(sql`update outgoing_mail set crashes = ${lastCrash} where thread_id = ${threadId}`)
  return { deadlyThread: threadId }
}

interface Row {
  thread_id: number
  state: string
  attempts: number
  crashes: number
  problem: string | null
}
const rows = () =>
  on.desk.db.many<Row>(sql`select thread_id, state, attempts, crashes, problem from outgoing_mail order by id`)

/** Each an hour after the one before, so that nobody waits for a lease to end. */
function startNode(hours: number): ChildProcess {
  // With a lease that no mail outlasts on a busy machine: only the deadly one is to count as a crash.
  const config = { ...on.node.config, jobLease: patienceMs / 1_000 }
  const now = new Date(on.desk.clock.now.getTime() + hours * 3_600_000).toISOString()
  const sender: DyingSender = { config, databaseUrl: on.desk.databaseUrl, deadlyBytes: deadly.length, now }
  const path = fileURLToPath(new URL("../../../test/mail/dying-sender.ts", import.meta.url))
  return spawn(process.execPath, [...process.execArgv.filter(isImport), path, JSON.stringify(sender)], {
    stdio: ["ignore", "ignore", "inherit"],
  })
}
const isImport = (flag: string, index: number, all: string[]) => flag === "--import" || all[index - 1] === "--import"

describe("a mail that ends its process each time", () => {
  test("is set aside after five times alone, with its reason; those beside it are sent and not counted", async () => {
    const { deadlyThread } = await oweReplies()
    const findBroken = async () => (await rows()).find(({ thread_id: id }) => id === deadlyThread)
    let deaths = 0
    for (let hours = 0; hours < 12; hours++) {
      const node = startNode(hours)
      const died = once(node, "exit").then(([, signal]) => signal as string)
      const setAside = eventually(async () => (await rows()).every(({ state }) => state !== "waiting") && "set aside")
      const outcome = await Promise.race([died, setAside])
      setAside.catch(() => {})
      if (outcome === "SIGKILL") {
        deaths++
        // Once beside others, which counts for none of them; then alone, which the third node counts.
        assert.equal((await findBroken())?.crashes, lastCrash)
      } else {
        node.kill("SIGKILL")
        await died
        break
      }
    }
    const all = await rows()
    const broken = await findBroken()
    assert.deepEqual(
      all
        .filter(({ thread_id: id }) => id !== deadlyThread)
        .map(({ state, attempts, crashes }) => [state, attempts, crashes]),
      Array(3).fill(["sent", 1, 0]),
    )
    // A mail that the relay accepted just before its process was killed is sent again: nobody can know.
    const reached = new Set(on.relay.taken.flatMap(({ recipients }) => recipients))
    assert.deepEqual([...reached].toSorted(), [
      "first@elsewhere.example",
      "second@elsewhere.example",
      "third@elsewhere.example",
    ])
    assert.equal(deaths, 2)
    assert.deepEqual([broken?.state, broken?.crashes], ["failed", 5])
    assert.equal(broken?.problem, "The desk stopped or stalled 5 times while it was writing this mail")
  })
})

describe("a mail that outlasts its lease", () => {
  test("counts where it was alone, and is set aside after five times", async () => {
    const { deadlyThread } = await oweReplies()
    const stallMs = 6_000
    let stalls = 0
    const files: Mailing["node"]["files"] = {
      ...on.node.files,
      async read(file) {
        if (file.sizeBytes === deadly.length) {
          stalls++
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, stallMs)
          // As the first timer of a process that has stalled: the lease has ended.
          await new Promise((resolve) => setTimeout(resolve, 50))
        }
        return on.node.files.read(file)
      },
    }
    const node = startSending({ ...on.node, files }, on.desk.app.log)
    const deadlyRow = async () => (await rows()).find(({ thread_id: id }) => id === deadlyThread)
    await eventually(async () => (await deadlyRow())?.state === "failed")
    await eventually(async () => (await rows()).filter(({ state }) => state === "sent").length === 3)
    await node.stop()
    assert.equal(stalls, 2)
    assert.match((await deadlyRow())?.problem ?? "", /stopped or stalled 5 times/)
    assert.ok((await rows()).every(({ thread_id: id, crashes }) => id === deadlyThread || crashes === 0))
  })
})

describe("a mail that ends its worker thread each time", () => {
  test("is tried again with a growing pause, and is set aside after five times with the reason", async () => {
    const { id } = await on.replied()
    await on.hear()
    const problem = "It could not be written: renderMail: took more than 10 seconds"
    for (let attempt = 1; attempt <= 5; attempt++) {
      on.later(86_000)
      const { now } = on.desk.clock
      const claiming = { now, lentUntil: new Date(now.getTime() + 30_000), most: 1, mostEach: 1, busy: new Map() }
      const [mail] = await claimDue(on.node.db, claiming)
      assert.ok(mail, `attempt ${attempt}`)
      await settleMail(on.node.db, { mail, outcome: { ended: "broken", problem } }, now)
    }
    const [mail] = await on.mails()
    assert.deepEqual([mail?.state, mail?.attempts, mail?.problem], ["failed", 5, problem])
    assert.equal((await on.read(id)).threads.find(({ type }) => type === "message")?.state, "bounced")
  })
})
