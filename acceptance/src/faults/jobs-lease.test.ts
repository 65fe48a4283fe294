import assert from "node:assert/strict"
import { join } from "node:path"
import { after, afterEach, before, describe, test } from "node:test"
import pg from "pg"
import { type ClonedDesk, cloneDesk } from "../prepared.ts"
import { desk, type Finished, finished, listening, removeFolder, spawnBareDesk, temporaryFolder } from "../processes.ts"
import { until } from "../until.ts"
import { type Scanner, startScanner } from "./scanner.ts"

let folder: string
let clone: ClonedDesk
let db: pg.Pool
let origin: string
let token: string
let inboxId: number
let web: Worker
const workers: Worker[] = []
const scanners: Scanner[] = []

before(async () => {
  folder = await temporaryFolder()
  clone = await cloneDesk(join(folder, "data"))
  inboxId = clone.ids.inboxes.support
  token = clone.tokens["ada"] ?? ""
  db = new pg.Pool({ connectionString: clone.environment["DATABASE_URL"], max: 2 })
  // What the scenario leaves unscanned is looked for every five minutes, and would come in between.
  await db.query("update attachments set state = 'valid' where state = 'pending'")
  // It answers, and leaves the jobs to others.
  web = start(["serve", "--web"], { PORT: "0", LOG_LEVEL: "silent", CLAMAV_ADDRESS: "127.0.0.1:1" })
  origin = await listening(web.child)
})
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.signal("SIGTERM")
  for (const scanner of scanners.splice(0)) await scanner.close()
})
after(async () => {
  await web.signal("SIGTERM")
  await db.end()
  await clone.drop()
  await removeFolder(folder)
})

const authorized = () => ({ Authorization: `Bearer ${token}` })

async function run(args: string[]): Promise<Finished> {
  const result = await desk(args, clone.environment)
  assert.equal(result.code, 0, result.stderr)
  return result
}

interface Worker {
  child: ReturnType<typeof spawnBareDesk>
  said: () => string
  /** Gives how it ended. */
  signal(name: NodeJS.Signals): Promise<Finished>
}

function start(args: string[], environment: Record<string, string>): Worker {
  const child = spawnBareDesk(args, { ...clone.environment, ...environment })
  const end = finished(child)
  let said = ""
  child.stderr?.on("data", (text) => {
    said += text
  })
  return {
    child,
    said: () => said,
    signal(name) {
      child.kill(name)
      return end
    },
  }
}

/** One whose scanner is this one: a scan is a job that lasts as long as the scanner likes. */
function startWorker(scanner: Scanner): Worker {
  const worker = start(["serve", "--worker"], {
    CLAMAV_ADDRESS: scanner.address,
    LOG_LEVEL: "warn",
    JOB_LEASE: "2",
  })
  workers.push(worker)
  return worker
}

async function openScanner(): Promise<Scanner> {
  const scanner = await startScanner()
  scanners.push(scanner)
  return scanner
}

/** Gives the path of an attachment that waits to be scanned. */
async function upload(): Promise<string> {
  const headers = { ...authorized(), "Content-Type": "application/json" }
  const attachment = { fileName: "note.txt", mimeType: "text/plain", data: Buffer.from("Hello").toString("base64") }
  const created = await fetch(`${origin}/v2/conversations`, {
    method: "POST",
    headers,
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
  const { rows } = await db.query("select id from attachments where state = 'pending'")
  assert.equal(rows.length, 1)
  return `/v2/conversations/${created.headers.get("resource-id")}/attachments/${rows[0].id}`
}

interface ListedJob {
  id: string
  state: string
  attempts: string
}

/** As `desk jobs` prints them. */
async function listJobs(): Promise<ListedJob[]> {
  const { stdout } = await run(["jobs"])
  return stdout
    .split("\n")
    .slice(1, -1)
    .filter((line) => line.includes("attachments.scan "))
    .map((line) => {
      const [id = "", , state = ""] = line.split(/ {2,}/)
      return { id, state, attempts: /\b(\d+)\/\d+\b/.exec(line)?.[1] ?? "" }
    })
}

interface ScanJob {
  attempts: number
  last_error: string | null
}

/** Straight from the queue: a command takes a second, too long to wait with. */
async function readJobs(): Promise<ScanJob[]> {
  const { rows } = await db.query(
    "select attempts, last_error from graphile_worker.jobs where task_identifier = 'attachments.scan'",
  )
  return rows
}

async function statusOf(path: string): Promise<number> {
  const response = await fetch(`${origin}${path}/file`, { headers: authorized() })
  await response.arrayBuffer()
  return response.status
}

const waiting = 409
const harmless = 200
const malicious = 403

describe("a worker that holds a job", () => {
  test("is killed: another takes it, and the attempt shows (K4)", async () => {
    const [silent, speaking] = [await openScanner(), await openScanner()]
    const path = await upload()
    const killed = startWorker(silent)
    await until(() => silent.asking.length === 1)
    await killed.signal("SIGKILL")
    assert.deepEqual(
      (await readJobs()).map(({ attempts }) => attempts),
      [1],
    )
    startWorker(speaking)
    await until(() => speaking.asking.length === 1)
    assert.deepEqual(
      (await listJobs()).map(({ state, attempts }) => [state, attempts]),
      [["running", "2"]],
    )
    assert.equal(await statusOf(path), waiting)
    speaking.asking[0]?.end("stream: OK\0")
    await until(async () => (await statusOf(path)) === harmless)
    await until(async () => (await readJobs()).length === 0)
  })

  test("is killed when it has its answer and has not noted it: the question is put again (K3)", async () => {
    const [answering, speaking] = [await openScanner(), await openScanner()]
    const path = await upload()
    const killed = startWorker(answering)
    await until(() => answering.asking.length === 1)
    // Stopped, so that it has received the answer and done nothing with it.
    killed.child.kill("SIGSTOP")
    answering.asking[0]?.end("stream: OK\0")
    await killed.signal("SIGKILL")
    assert.equal(await statusOf(path), waiting)
    startWorker(speaking)
    await until(() => speaking.asking.length === 1)
    speaking.asking[0]?.end("stream: OK\0")
    await until(async () => (await statusOf(path)) === harmless)
    await until(async () => (await readJobs()).length === 0)
  })

  test("is stopped for too long: what it does late is refused (K10)", async () => {
    const [slow, broken] = [await openScanner(), await openScanner()]
    const path = await upload()
    const stopped = startWorker(slow)
    await until(() => slow.asking.length === 1)
    stopped.child.kill("SIGSTOP")
    const other = startWorker(broken)
    await until(() => broken.asking.length === 1)
    broken.asking[0]?.end("Broken. ERROR\0")
    await until(async () => (await readJobs())[0]?.last_error?.includes("The scanner answered: Broken") === true)
    assert.equal((await other.signal("SIGTERM")).code, 0)

    // Its verdict comes too late, though nobody else has given one.
    slow.asking[0]?.end("stream: OK\0")
    stopped.child.kill("SIGCONT")
    await until(() => /Job \d+ is not \S+ any more/.test(stopped.said()))
    assert.equal(await statusOf(path), waiting)
    assert.equal((await readJobs()).length, 1)

    // It goes on as a worker like any other, and takes the job when its pause is over.
    await until(() => slow.asking.length === 2)
    slow.asking[1]?.end("stream: Win.Test FOUND\0")
    await until(async () => (await statusOf(path)) === malicious)
    await until(async () => (await readJobs()).length === 0)
  })

  test("is asked to end: it gives the job back at once", async () => {
    const [silent, speaking] = [await openScanner(), await openScanner()]
    const path = await upload()
    const ending = startWorker(silent)
    await until(() => silent.asking.length === 1)
    assert.equal((await ending.signal("SIGTERM")).code, 0)
    const [job] = await listJobs()
    assert.deepEqual([job?.state, job?.attempts], ["retrying", "1"])
    startWorker(speaking)
    await until(() => speaking.asking.length === 1)
    speaking.asking[0]?.end("stream: OK\0")
    await until(async () => (await statusOf(path)) === harmless)
  })
})

describe("desk jobs", () => {
  test("lists what waits, retries what failed and drops what nobody wants", async () => {
    await upload()
    const [job] = await listJobs()
    assert.deepEqual([job?.state, job?.attempts], ["waiting", "0"])
    const id = job?.id ?? ""
    assert.match((await run(["jobs", "retry", id])).stderr, /1 job is due again/)
    assert.match((await run(["jobs", "drop", id])).stderr, /Dropped job \d+ \(attachments\.scan\)/)
    assert.deepEqual(await readJobs(), [])
    assert.match((await run(["jobs"])).stderr, /^\d+ dead, \d+ retrying, \d+ running, \d+ waiting$/m)
  })

  test("says what to do where it cannot", async () => {
    for (const [args, words] of [
      [["jobs", "retry"], /Say which: desk jobs retry <id>, <name>, or --all/],
      [["jobs", "retry", "nothing.like-it"], /No job "nothing\.like-it" has failed\. See: npm run -s desk -- jobs/],
      [["jobs", "drop", "999999"], /There is no job 999999: it is done, or never was/],
      [["jobs", "drop", "many"], /A job is dropped by its id/],
      [["jobs", "--state", "asleep"], /There is no state "asleep"; there is: dead, retrying, running, waiting/],
    ] as const) {
      const { code, stderr } = await desk([...args], clone.environment)
      assert.equal(code, 1, args.join(" "))
      assert.match(stderr, words)
      assert.doesNotMatch(stderr, /\n\s+at /)
    }
  })
})

describe("desk reactions", () => {
  test("lists what reactions were given up on, lets it be heard again, or drops it", async () => {
    const { rows } = await db.query(`
      insert into failed_reactions (reaction, number, error)
      select name, (select min(number) from feed), 'It rained' from unnest(array['routing', 'gone']) as name
      returning number`)
    const number = String(rows[0].number)
    const listed = await run(["reactions"])
    assert.match(listed.stdout, new RegExp(`^routing +${number} +\\S+ +It rained$`, "m"))
    const retried = await desk(["reactions", "retry"], clone.environment)
    assert.match(retried.stderr, /There is no reaction "gone" any more/)
    assert.match(retried.stderr, /1 heard again, 1 left\./)
    assert.equal(retried.code, 1)
    assert.match((await run(["reactions", "drop", "gone", number])).stderr, /Dropped: gone/)
    assert.match((await run(["reactions"])).stderr, /No reaction has failed\./)
    const again = await desk(["reactions", "drop", "gone", number], clone.environment)
    assert.match(again.stderr, /has not failed on event/)
    assert.equal(again.code, 1)
  })
})

describe("desk counters", () => {
  test("finds nothing wrong with a desk on which others work", async () => {
    const { stdout, stderr } = await run(["counters", "--verify"])
    assert.equal(stdout, "")
    assert.match(stderr, /Every counter is right\./)
    assert.equal((await desk(["counters", "--repair"], clone.environment)).code, 0)
  })
})
