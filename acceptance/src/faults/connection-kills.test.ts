import assert from "node:assert/strict"
import { join } from "node:path"
import { after, before, describe, test } from "node:test"
import { setTimeout as pause } from "node:timers/promises"
import pg from "pg"
import { type ClonedDesk, cloneDesk } from "../prepared.ts"
import { finished, listening, removeFolder, spawnBareDesk, temporaryFolder } from "../processes.ts"
import { until } from "../until.ts"
import { isThorough } from "./extent.ts"
import { type Scanner, startScanner } from "./scanner.ts"

const kills = isThorough ? 30 : 4

let folder: string
let clone: ClonedDesk
let db: pg.Pool
let node: ReturnType<typeof spawnBareDesk>
let output = ""
let origin: string
let token: string
let inboxId: number
let scanner: Scanner

before(async () => {
  folder = await temporaryFolder()
  clone = await cloneDesk(join(folder, "data"))
  inboxId = clone.ids.inboxes.support
  token = clone.tokens["ada"] ?? ""
  scanner = await startScanner()
  db = new pg.Pool({ connectionString: clone.environment["DATABASE_URL"], max: 3 })
  // The scenario has unscanned attachments, which a job scans every five minutes.
  await db.query("update attachments set state = 'valid' where state = 'pending'")
  node = spawnBareDesk(["serve"], {
    ...clone.environment,
    PORT: "0",
    LOG_LEVEL: "error",
    CLAMAV_ADDRESS: scanner.address,
    JOB_LEASE: "2",
  })
  node.stderr?.on("data", (text) => {
    output += text
  })
  origin = await listening(node)
})
after(async () => {
  await db.end()
  const ended = finished(node)
  node.kill("SIGTERM")
  if (node.exitCode === null) await ended
  await scanner.close().catch(() => {})
  await clone.drop()
  await removeFolder(folder)
})

interface ScanJob {
  id: string
  attempts: number
  locked_by: string | null
  last_error: string | null
}

async function listJobs(): Promise<ScanJob[]> {
  const { rows } = await db.query(`
    select id, attempts, locked_by, last_error from graphile_worker.jobs
    where task_identifier = 'attachments.scan' order by id`)
  return rows
}

const makeJobsDue = () =>
  db.query("update graphile_worker._private_jobs set run_at = now(), attempts = 0 where locked_at is null")

/** As a failover or a restarted pooler does it. */
async function killConnections(): Promise<number> {
  const { rowCount } = await db.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name like 'deskhand%'`,
  )
  return rowCount ?? 0
}

const authorized = () => ({ Authorization: `Bearer ${token}` })

/** Gives the number of the new conversation. */
async function upload(): Promise<string> {
  const attachment = { fileName: "note.txt", mimeType: "text/plain", data: Buffer.from("Hello").toString("base64") }
  const created = await fetch(`${origin}/v2/conversations`, {
    method: "POST",
    headers: { ...authorized(), "Content-Type": "application/json" },
    body: JSON.stringify({
      subject: "Scan me",
      type: "email",
      mailboxId: inboxId,
      status: "active",
      customer: { email: "sender@faults.example" },
      threads: [{ type: "customer", text: "See attachment", attachments: [attachment] }],
    }),
  })
  assert.equal(created.status, 201, await created.text())
  return created.headers.get("resource-id") ?? ""
}

const pendingScans = async () =>
  Number((await db.query("select count(*) from attachments where state = 'pending'")).rows[0].count)

function assertAlive(): void {
  assert.deepEqual([node.exitCode, node.signalCode], [null, null], `the desk ended:\n${output}`)
}

/** Answers whoever asks, until every attachment is scanned and no job is left. */
async function scanAll(): Promise<void> {
  await until(async () => {
    assertAlive()
    for (const socket of scanner.asking.splice(0)) socket.end("stream: OK\0")
    await makeJobsDue()
    return (await pendingScans()) === 0 && (await listJobs()).length === 0
  })
}

describe("a desk whose jobs fail while its database connections are killed", () => {
  test("goes on when the failure of a job cannot be recorded, and tries the job again (K19)", async () => {
    await upload()
    await until(() => scanner.asking.length === 1)
    const [scan] = await listJobs()
    const lock = await db.connect()
    try {
      // Holds the job's row, so that recording the failure waits here until its connection is killed. And it is not tried
      // again before the test has read everything.
      await lock.query("begin")
      await lock.query("update graphile_worker._private_jobs set run_at = now() + interval '4 minutes' where id = $1", [
        scan?.id,
      ])
      scanner.asking.splice(0)[0]?.destroy()
      await until(async () => {
        const { rowCount } = await db.query(`
          select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'
          -- Not the release of jobs that the node does not run, which may wait for the same row.
          and query like '%last_error = (el->>%'`)
        return rowCount === 1
      })
      assert.ok((await killConnections()) > 0)
    } finally {
      await lock.query("commit")
      lock.release()
    }
    await until(async () => {
      assertAlive()
      const [job] = await listJobs()
      return job?.locked_by === null
    })
    const [job] = await listJobs()
    assert.equal(job?.attempts, 1)
    assert.match(job?.last_error ?? "", /The scanner gave no whole answer/)
    const metrics = await (await fetch(`${origin}/metrics`, { headers: authorized() })).text()
    assert.match(metrics, /^process_unhandled_rejections_total [1-9]/m)
    await until(() => output.includes("a promise was rejected and nothing handled it"))
    await scanAll()
  })

  test("frees a job that was taken when the answer to the queue was lost (K19)", async () => {
    await upload()
    await until(() => scanner.asking.length === 1)
    const [running] = await listJobs()
    // The same trace in the database: the job is locked by this node, which never got to know. It stays due later, so
    // that it is not tried again before the test has read it.
    const { rows } = await db.query(
      "select graphile_worker.add_job('attachments.scan', '{\"attachmentId\": 0}', run_at => now() + interval '1 hour') as job",
    )
    const lostId = /^\((\d+)/.exec(rows[0].job)?.[1]
    await db.query(
      "update graphile_worker._private_jobs set locked_by = $1, locked_at = now(), attempts = 1 where id = $2",
      [running?.locked_by, lostId],
    )
    await until(async () => (await listJobs()).find(({ id }) => id === lostId)?.locked_by === null)
    const [kept, freed] = await listJobs()
    assert.deepEqual([kept?.locked_by, freed?.id], [running?.locked_by, lostId])
    assert.match(freed?.last_error ?? "", /The connection to the database was lost/)
    await db.query("delete from graphile_worker._private_jobs where id = $1", [lostId])
    await scanAll()
  })

  test("lives through kills with the scanner away, and scans everything when it is back (K19)", async () => {
    scanner.leave()
    for (let count = 0; count < 8; count++) await upload()
    for (let kill = 0; kill < kills; kill++) {
      await makeJobsDue()
      // Spread over the time that eight failing jobs take.
      await pause((kill * 37) % 60)
      await killConnections()
      assertAlive()
    }
    scanner.comeBack()
    await scanAll()
    const answer = await fetch(`${origin}/v2/users/me`, { headers: authorized() })
    assert.equal(answer.status, 200)
  })
})
