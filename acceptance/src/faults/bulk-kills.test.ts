import assert from "node:assert/strict"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { after, before, describe, test } from "node:test"
import type { BulkAction } from "@deskhand/contract/bulk-action"
import pg from "pg"
import { desk, finished, listening, removeFolder, spawnBareDesk, temporaryFolder } from "../processes.ts"
import { until } from "../until.ts"

let folder: string
let origin: string
let token: string
let inboxId: number
let databaseUrl: string
let db: pg.Client
let end: () => Promise<unknown>
let workers: ReturnType<typeof spawnBareDesk>[] = []

before(async () => {
  folder = await temporaryFolder()
  const environment = { DATA_DIR: join(folder, "data"), PORT: "0", LOG_LEVEL: "silent" }
  const ids = JSON.parse((await desk(["seed", "--scenario", "interface", "--json"], environment)).stdout)
  inboxId = ids.inboxes.paging
  token = (await desk(["token", "--user", ids.emails.ada], environment)).stdout.trim()
  // The node that holds the database answers, and leaves the jobs to others.
  const web = spawnBareDesk(["serve", "--web"], environment)
  origin = await listening(web)
  end = () => {
    web.kill("SIGTERM")
    return finished(web)
  }
  const password = (await readFile(join(folder, "data/postgres-password"), "utf8")).trim()
  const port = (await readFile(join(folder, "data/postgres/postmaster.pid"), "utf8")).split("\n")[3]
  databaseUrl = `postgres://deskhand:${encodeURIComponent(password)}@127.0.0.1:${port}/deskhand`
  db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
})
after(async () => {
  for (const worker of workers) await stop(worker, "SIGTERM")
  await db.end()
  await end()
  await removeFolder(folder)
})

function startWorker() {
  const worker = spawnBareDesk(["serve", "--worker"], {
    DATABASE_URL: databaseUrl,
    FILES_DIR: join(folder, "data/files"),
    LOG_LEVEL: "silent",
    JOB_LEASE: "2",
  })
  workers.push(worker)
  return worker
}

async function stop(worker: ReturnType<typeof spawnBareDesk>, signal: NodeJS.Signals): Promise<void> {
  const ended = finished(worker)
  worker.kill(signal)
  await ended
  workers = workers.filter((other) => other !== worker)
}

async function send(method: string, path: string, body?: object) {
  const response = await fetch(origin + path, {
    method,
    headers: { Authorization: `Bearer ${token}`, ...(body && { "Content-Type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === "" ? undefined : JSON.parse(text) }
}

const read = async (id: number): Promise<BulkAction> => (await send("GET", `/v2/bulk-actions/${id}`)).body

/** Kills a worker in the middle of the conversation that stands there in the order of their ids. */
async function killAt(place: number, id: number, changed: (bulk: BulkAction) => number): Promise<void> {
  const { rows } = await db.query("select id from conversations where inbox_id = $1 order by id", [inboxId])
  await db.query("begin")
  await db.query("select from conversations where id = $1 for update", [rows[place].id])
  const worker = startWorker()
  await until(async () => changed(await read(id)) === place)
  await stop(worker, "SIGKILL")
  await db.query("commit")
}

/** How many line items of this kind each conversation has. */
async function countLines(): Promise<number[]> {
  const { rows } = await db.query(
    `select count(threads.id)::int as count from conversations
      left join threads on conversation_id = conversations.id and action_type = 'status-changed'
      where inbox_id = $1 group by conversations.id`,
    [inboxId],
  )
  return rows.map(({ count }) => count)
}

describe("a bulk action whose workers are killed", () => {
  test("goes on with the next worker, and changes each conversation once; so does its undoing", async () => {
    const begun = await send("POST", "/v2/bulk-actions", {
      filters: { mailbox: [inboxId], status: "all" },
      action: "status",
      status: "spam",
    })
    assert.equal(begun.status, 202)
    const id = Number(begun.headers.get("resource-id"))
    await killAt(20, id, ({ changed }) => changed)
    await killAt(40, id, ({ changed }) => changed)
    const last = startWorker()
    await until(async () => (await read(id)).state === "done")
    const { total = 0, changed, failed } = await read(id)
    assert.ok(total > 50, `only ${total}`)
    assert.deepEqual([changed, failed], [total, 0])
    assert.deepEqual(new Set(await countLines()), new Set([1]))
    await stop(last, "SIGTERM")

    assert.equal((await send("POST", `/v2/bulk-actions/${id}/undo`)).status, 202)
    await killAt(30, id, ({ undone }) => undone)
    startWorker()
    await until(async () => (await read(id)).state === "undone")
    const { undone, kept } = await read(id)
    assert.deepEqual([undone, kept], [total, 0])
    assert.deepEqual(new Set(await countLines()), new Set([2]))
    const { body } = await send("GET", `/v2/conversations?mailbox=${inboxId}&status=spam`)
    assert.equal(body.page.totalElements, 0)
  })
})
