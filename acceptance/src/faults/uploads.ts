import assert from "node:assert/strict"
import { createHash } from "node:crypto"
import { readdir, readFile, utimes, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { until } from "../until.ts"
import { type Ground, type Node, startNode } from "./ground.ts"

/** K8: the process that serves is killed while files are uploaded. No row is without its file, none acknowledged is lost. */
export async function crashUploads(ground: Ground): Promise<void> {
  const node = await startNode(ground)
  const before = (await stored(ground)).length
  const sending = Array.from({ length: 6 }, (_, index) => upload(ground, node, index))
  await until(async () => (await stored(ground)).length > before)
  await node.signal("SIGKILL")
  const acknowledged = (await Promise.all(sending)).filter((status) => status === 201).length
  const files = new Map((await stored(ground)).map((path) => [keyOf(ground, path), path]))
  for (const [key, size] of await kept(ground)) {
    const contents = await readFile(files.get(key) ?? assert.fail(`${key} is missing`))
    assert.deepEqual([contents.length, createHash("sha256").update(contents).digest("hex")], [size, key])
  }
  const { rowCount } = await ground.db.query("select from attachments where filename = 'large.txt'")
  assert.ok((rowCount ?? 0) >= acknowledged, `${rowCount} rows, ${acknowledged} acknowledged`)
}

/** What no row names is gone after a sweep, once it is a day old. */
export async function sweepUploads(ground: Ground): Promise<void> {
  await writeFile(join(storeOf(ground), "unfinished", "half-an-upload"), "half")
  const yesterday = new Date(Date.now() - 24 * 3_600_000)
  for (const path of await stored(ground)) await utimes(path, yesterday, yesterday)
  const { rows } = await ground.db.query("select (graphile_worker.add_job('attachments.remove-orphans')).id as id")
  await until(async () => {
    const { rowCount } = await ground.db.query("select from graphile_worker.jobs where id = $1", [rows[0].id])
    return rowCount === 0
  })
  const left = (await stored(ground)).map((path) => keyOf(ground, path))
  assert.deepEqual(left.sort(), [...(await kept(ground)).keys()].sort())
}

function storeOf({ dataDir }: Ground): string {
  return join(dataDir, "files")
}

/** Files under their own names, and those that are not whole yet. */
async function stored(ground: Ground): Promise<string[]> {
  const entries = await readdir(storeOf(ground), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

function keyOf(ground: Ground, path: string): string {
  return path.slice(storeOf(ground).length).replaceAll("/", "")
}

async function kept({ db }: Ground): Promise<Map<string, number>> {
  const { rows } = await db.query<{ storage_key: string; size_bytes: string }>(
    "select storage_key, size_bytes from attachments",
  )
  return new Map(rows.map((row) => [row.storage_key, Number(row.size_bytes)]))
}

/** Of contents that nobody else has; undefined where no answer came. */
async function upload(ground: Ground, node: Node, index: number): Promise<number | undefined> {
  const data = Buffer.alloc(2_000_000, `Upload ${index}. `).toString("base64")
  const attachments = [{ fileName: "large.txt", mimeType: "text/plain", data }]
  const answer = await fetch(`${node.origin}/v2/conversations/${ground.conversationId}/notes`, {
    method: "POST",
    headers: { Authorization: `Bearer ${ground.token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ text: "See the file.", attachments }),
  }).catch(() => undefined)
  return answer?.status
}
