import assert from "node:assert/strict"
import type { ChildProcess } from "node:child_process"
import { join } from "node:path"
import { after, before, describe, test } from "node:test"
import pg from "pg"
import { urlOf } from "./faults/ground.ts"
import { copyDesk } from "./prepared.ts"
import {
  desk,
  deskProcessOf,
  type Finished,
  finished,
  postmasterOf,
  removeFolder,
  spawnStart,
  temporaryFolder,
} from "./processes.ts"
import { until } from "./until.ts"

let folder: string
let dataDir: string
let token: string
/** Where the desk answers that is ready now. */
let origin: () => string
const launchers: ChildProcess[] = []

before(async () => {
  folder = await temporaryFolder()
  dataDir = join(folder, "data")
  token = (await copyDesk(dataDir)).tokens["ada"] ?? ""
})
after(async () => {
  for (const launcher of launchers) launcher.kill("SIGTERM")
  await until(() => launchers.every(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null))
  await removeFolder(folder)
})

interface Launched {
  launcher: ChildProcess
  output: () => string
  end: Promise<Finished>
  /** Waits until the desk has become ready this many times. */
  ready(times: number): Promise<unknown>
  /** Waits until the launcher has printed this. */
  said(words: RegExp): Promise<unknown>
}

function launch(environment: Record<string, string> = {}): Launched {
  const launcher = spawnStart([], { DATA_DIR: dataDir, PORT: "0", ...environment })
  launchers.push(launcher)
  let output = ""
  for (const stream of [launcher.stdout, launcher.stderr])
    stream?.on("data", (text) => {
      output += text
    })
  const waitFor = (isThere: () => boolean) =>
    until(() => {
      assert.equal(launcher.exitCode, null, `npm start ended:\n${output}`)
      return isThere()
    })
  origin = () => [...output.matchAll(/ready at (http:\S+)/g)].at(-1)?.[1] ?? assert.fail(output)
  return {
    launcher,
    output: () => output,
    end: finished(launcher),
    ready: (times) => waitFor(() => output.split("Ctrl-C").length > times),
    said: (words) => waitFor(() => words.test(output)),
  }
}

const headers = () => ({ Authorization: `Bearer ${token}`, "Content-Type": "application/json" })

async function createTag(name: string): Promise<void> {
  const created = await fetch(`${origin()}/v2/tags`, {
    method: "POST",
    headers: headers(),
    body: JSON.stringify({ name }),
  })
  assert.equal(created.status, 201, await created.text())
}

async function tagNames(): Promise<string[]> {
  const answer = await fetch(`${origin()}/v2/tags?pageSize=100`, { headers: headers() })
  assert.equal(answer.status, 200)
  const { _embedded } = (await answer.json()) as { _embedded: { tags: { name: string }[] } }
  return _embedded.tags.map(({ name }) => name)
}

const runStopPostgres = async () => (await desk(["stop-postgres"], { DATA_DIR: dataDir })).stderr

const killDesk = () => process.kill(deskProcessOf(dataDir), "SIGKILL")

describe("npm start", () => {
  // The two tests share a launcher, because its delays grow: the last one is long enough to be interrupted in it.
  let launched: Launched

  test("starts a killed desk again, later each time, with everything that was acknowledged (K20)", async () => {
    launched = launch()
    const { ready, said } = launched
    await ready(1)
    await createTag("before the first kill")
    killDesk()
    await said(/The desk stopped unexpectedly \(killed by SIGKILL\)\. Starting again in 1 s …\n/)
    await ready(2)
    assert.ok((await tagNames()).includes("before the first kill"))

    // An out-of-memory killer takes PostgreSQL as well.
    await createTag("before the second kill")
    const postmaster = postmasterOf(dataDir) ?? assert.fail()
    killDesk()
    process.kill(postmaster, "SIGKILL")
    await said(/Starting again in 2 s …\n/)
    await ready(3)
    const names = await tagNames()
    assert.ok(["before the first kill", "before the second kill"].every((name) => names.includes(name)))
  })

  test("starts a desk again that crashed, until it is interrupted (K20)", async () => {
    const { launcher, ready, said, end, output } = launched
    assert.match(await runStopPostgres(), /in use by a desk or a command/)
    const db = new pg.Client({ connectionString: await urlOf(dataDir) })
    // The desk may have stopped PostgreSQL before this connection is closed.
    db.on("error", () => {})
    await db.connect()
    // The job queue ends by itself when it is told that a newer version has changed its tables.
    await db.query(`select pg_notify('worker:migrate', '{"breaking": true, "migrationNumber": 999}')`)
    await db.end()
    await said(
      /Stopping after an unexpected error: The job queue ended by itself\n[\s\S]*Stopped\. Everything is kept\.\n/,
    )
    await said(/The desk stopped unexpectedly \(exit code 70\)\. Starting again in 4 s …\n/)
    await ready(4)
    assert.equal((await tagNames()).length > 0, true)

    killDesk()
    await said(/Starting again in 8 s …\n/)
    launcher.kill("SIGINT")
    assert.equal((await end).code, 0, output())
    assert.match(output(), /PostgreSQL is stopped\. Everything is kept\.\n$/)
    assert.equal(postmasterOf(dataDir), undefined)
    assert.match(await runStopPostgres(), /No PostgreSQL of this desk is running/)
  })

  test("does not start a desk again that was asked to stop, whoever asked it", async () => {
    const { ready, end, output } = launch()
    await ready(1)
    process.kill(deskProcessOf(dataDir), "SIGTERM")
    assert.equal((await end).code, 0)
    assert.match(output(), /Stopped\. Everything is kept\.\n$/)
    assert.equal(postmasterOf(dataDir), undefined)
  })

  test("doubles the delay up to a minute, and begins anew after five good minutes", async () => {
    const { nextDelay } = await import(import.meta.resolve("../../scripts/restart.mjs"))
    const delays: number[] = []
    for (let previous: number | undefined, count = 0; count < 8; count++) {
      previous = nextDelay(previous, 299_999) as number
      delays.push(previous)
    }
    assert.deepEqual(delays, [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000])
    assert.equal(nextDelay(60_000, 300_000), 1_000)
  })
})
