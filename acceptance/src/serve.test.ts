import assert from "node:assert/strict"
import { join } from "node:path"
import { after, before, describe, test } from "node:test"
import pg from "pg"
import { urlOf } from "./faults/ground.ts"
import { copyDesk } from "./prepared.ts"
import {
  desk,
  finished,
  listening,
  removeFolder,
  type StartedDesk,
  spawnDesk,
  startDesk,
  temporaryFolder,
} from "./processes.ts"
import { until } from "./until.ts"

let folder: string
let first: StartedDesk
let databaseUrl: string
let token: string

// The database of a running desk, as a company's own would be.
before(async () => {
  folder = await temporaryFolder()
  const dataDir = join(folder, "data")
  token = (await copyDesk(dataDir)).owner.token
  first = await startDesk({ DATA_DIR: dataDir })
  databaseUrl = await urlOf(dataDir)
})
after(async () => {
  await first.stop()
  await removeFolder(folder)
})

/** The same database, with a setting that may lose acknowledged work. */
const unsafe = () => `${databaseUrl}?options=-c%20synchronous_commit%3Doff`

describe("desk serve", () => {
  test("a second node answers the same; serve says in its log which private networks it may call (S13)", async () => {
    const node = spawnDesk(["serve", "--web"], {
      DATABASE_URL: unsafe(),
      ALLOW_UNSAFE_DATABASE: "on",
      PORT: "0",
      LOG_LEVEL: "info",
      OUTGOING_ALLOW: "10.0.0.0/8",
    })
    const end = finished(node)
    const origin = await listening(node)
    const read = async (base: string) => {
      const response = await fetch(`${base}/v2/conversations`, { headers: { Authorization: `Bearer ${token}` } })
      assert.equal(response.status, 200)
      return (await response.text()).replaceAll(base, "")
    }
    assert.equal(await read(origin), await read(first.origin))
    node.kill("SIGTERM")
    const { code, stderr } = await end
    assert.equal(code, 0)
    assert.match(stderr, /outgoing calls go to public addresses, and private ones in 10\.0\.0\.0\/8 \(OUTGOING_ALLOW\)/)
  })

  test("--worker alone listens nowhere", async () => {
    const node = spawnDesk(["serve", "--worker"], { DATABASE_URL: databaseUrl, PORT: "0", LOG_LEVEL: "silent" })
    const end = finished(node)
    let said = ""
    node.stderr?.on("data", (text) => {
      said += text
    })
    await until(() => said.includes("Deskhand works through its jobs"))
    assert.doesNotMatch(said, /listens/)
    node.kill("SIGINT")
    assert.equal((await end).code, 0)
  })

  test("without its database it lives, says why, and answers 503; a signal ends it", async () => {
    const node = spawnDesk(["serve", "--web"], {
      DATABASE_URL: "postgres://desk:secret@127.0.0.1:1/desk",
      PORT: "0",
      // The log says where it listens.
      LOG_LEVEL: "info",
    })
    const end = finished(node)
    let said = ""
    node.stderr?.on("data", (text) => {
      said += text
    })
    await until(() => said.includes("Trying again in"))
    const origin = /listening at (http:[^"]+)/i.exec(said)?.[1] ?? assert.fail(said)
    assert.equal((await fetch(`${origin}/healthz`)).status, 200)
    const ready = await fetch(`${origin}/readyz`)
    assert.equal(ready.status, 503)
    const read = await fetch(`${origin}/v2/users/me`, { headers: { Authorization: `Bearer ${token}` } })
    assert.equal(read.status, 503)
    assert.equal(read.headers.get("retry-after"), "2")
    assert.equal(read.headers.get("content-type"), "application/vnd.error+json")
    node.kill("SIGTERM")
    const { code, stderr } = await end
    assert.equal(code, 0)
    assert.doesNotMatch(stderr, /secret|\n\s+at /)
  })

  test("refuses a database that is not migrated, and says how to", async () => {
    const { code, stderr } = await desk(["serve"], {
      DATABASE_URL: databaseUrl.replace(/deskhand$/, "postgres"),
      PORT: "0",
    })
    assert.equal(code, 1)
    assert.match(stderr, /The database lacks \d+ migrations\. Run: npm run -s desk -- migrate/)
  })

  test("refuses a database that may lose acknowledged work, unless told otherwise", async () => {
    // The second node above was told otherwise.
    const { code, stderr } = await desk(["serve"], { DATABASE_URL: unsafe(), PORT: "0", LOG_LEVEL: "silent" })
    assert.equal(code, 1)
    assert.match(stderr, /may lose acknowledged work in a crash: synchronous_commit is off/)
  })

  test("an event that waits for its number for more than 30 s shows in /readyz, metrics, doctor and reactions", async () => {
    const [older, writer] = [0, 1].map(() => new pg.Client({ connectionString: databaseUrl })) as [pg.Client, pg.Client]
    await Promise.all([older.connect(), writer.connect()])
    await older.query("begin")
    const { rows } = await older.query("select pg_current_xact_id(), pg_backend_pid() as pid")
    await writer.query(`insert into events (kind, subject_id, created_at)
      values ('tag.created', 1, now() - interval '31 seconds')`)
    const readiness = async () =>
      (await (await fetch(`${first.origin}/readyz`)).json()) as { status: string; checks: { events: string } }
    const { status } = await until(async () => {
      const ready = await readiness()
      return ready.checks.events === "late" && ready
    })
    assert.equal(status, "degraded")
    const metrics = await fetch(`${first.origin}/metrics`, { headers: { Authorization: `Bearer ${token}` } })
    assert.ok(Number(/^events_waiting_seconds (\S+)$/m.exec(await metrics.text())?.[1]) > 30)
    // With the key of the secrets in the database.
    const environment = { DATABASE_URL: databaseUrl, DATA_DIR: join(folder, "data") }
    const advice = `without a number, .*: select pg_terminate_backend\\(${rows[0].pid}\\)`
    const doctor = await desk(["doctor"], environment)
    assert.match(doctor.stdout, new RegExp(`^✗ Events: 1 ${advice}$`, "m"))
    assert.equal(doctor.code, 1)
    const reactions = await desk(["reactions"], environment)
    assert.match(reactions.stderr, new RegExp(`Events: 1 ${advice}`))
    assert.equal(reactions.code, 1)
    await older.query("rollback")
    await until(async () => (await readiness()).status === "ok")
    const healthy = await desk(["doctor"], environment)
    assert.equal(healthy.code, 0, healthy.stdout)
    for (const line of [/^✓ PostgreSQL: \d+\.\d+$/m, /^✓ Events: /m]) assert.match(healthy.stdout, line)
    await Promise.all([older.end(), writer.end()])
  })

  test("npm start with DATABASE_URL makes the owner and no samples, and leads to the first set-up", async () => {
    const own = databaseUrl.replace(/deskhand$/, "template1")
    const started = await startDesk({ DATABASE_URL: own, DATA_DIR: folder })
    const bearer = /Bearer (\S+)"/.exec(started.output)?.[1] ?? ""
    const countInboxes = async () => {
      const headers = { Authorization: `Bearer ${bearer}` }
      const response = await fetch(`${started.origin}/v2/mailboxes`, { headers })
      return ((await response.json()) as { page: { totalElements: number } }).page.totalElements
    }
    assert.equal(await countInboxes(), 0)
    await setUp(started)
    assert.equal(await countInboxes(), 1)
    assert.equal((await started.stop()).code, 0)
  })
})

/** Signs in with the printed password, and is led to the first set-up, once. */
async function setUp({ origin, output }: StartedDesk): Promise<void> {
  const password = /Password +(\S+)/.exec(output)?.[1] ?? ""
  const send = (method: string, path: string, { cookie, body }: { cookie?: string; body?: object }) =>
    fetch(origin + path, {
      method,
      headers: {
        "Sec-Fetch-Site": "same-origin",
        ...(cookie !== undefined && { Cookie: cookie }),
        ...(body && { "Content-Type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
  const signIn = await send("POST", "/session", { body: { email: "owner@example.com", password } })
  const cookie = signIn.headers.get("set-cookie")?.split(";")[0] ?? ""
  const open = async () => ((await (await send("GET", "/session/setup", { cookie })).json()) as { open: boolean }).open
  assert.equal(await open(), true)
  const body = {
    firstName: "Olga",
    password: "a password of my own",
    deskName: "Olga's",
    mailbox: { name: "Help", email: "help@example.com" },
  }
  assert.equal((await send("POST", "/session/setup", { cookie, body })).status, 201)
  assert.equal(await open(), false)
}
