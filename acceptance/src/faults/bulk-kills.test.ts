import assert from "node:assert/strict"
import { join } from "node:path"
import { after, before, describe, test } from "node:test"
import type { BulkAction } from "@deskhand/contract/conversations/bulk-action"
import pg from "pg"
import { type ClonedDesk, cloneDesk } from "../prepared.ts"
import { removeFolder, temporaryFolder } from "../processes.ts"
import { until } from "../until.ts"
import { type Node, startNode } from "./ground.ts"

let folder: string
let clone: ClonedDesk
let node: { databaseUrl: string; dataDir: string }
let web: Node
let origin: string
let token: string
let inboxId: number
let db: pg.Client
let workers: Node[] = []

before(async () => {
  folder = await temporaryFolder()
  const dataDir = join(folder, "data")
  clone = await cloneDesk(dataDir)
  node = { dataDir, databaseUrl: clone.environment["DATABASE_URL"] ?? "" }
  inboxId = clone.ids.inboxes.paging
  token = clone.tokens["ada"] ?? ""
  // It answers, and leaves the jobs to others.
  web = await startNode(node)
  origin = web.origin
  db = new pg.Client({ connectionString: node.databaseUrl })
  await db.connect()
})
after(async () => {
  for (const worker of workers) await stop(worker, "SIGTERM")
  await db.end()
  await web.signal("SIGTERM")
  await clone.drop()
  await removeFolder(folder)
})

async function startWorker(): Promise<Node> {
  const worker = await startNode(node, { role: "--worker", environment: { JOB_LEASE: "2" } })
  workers.push(worker)
  return worker
}

async function stop(worker: Node, signal: NodeJS.Signals): Promise<void> {
  await worker.signal(signal)
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
  const worker = await startWorker()
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
    await killAt(30, id, ({ changed }) => changed)
    const last = await startWorker()
    await until(async () => (await read(id)).state === "done")
    const { total = 0, changed, failed } = await read(id)
    assert.ok(total > 50, `only ${total}`)
    assert.deepEqual([changed, failed], [total, 0])
    assert.deepEqual(new Set(await countLines()), new Set([1]))
    await stop(last, "SIGTERM")

    assert.equal((await send("POST", `/v2/bulk-actions/${id}/undo`)).status, 202)
    await killAt(30, id, ({ undone }) => undone)
    await startWorker()
    await until(async () => (await read(id)).state === "undone")
    const { undone, kept } = await read(id)
    assert.deepEqual([undone, kept], [total, 0])
    assert.deepEqual(new Set(await countLines()), new Set([2]))
    const { body } = await send("GET", `/v2/conversations?mailbox=${inboxId}&status=spam`)
    assert.equal(body.page.totalElements, 0)
  })
})
