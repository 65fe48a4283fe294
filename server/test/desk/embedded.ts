import assert from "node:assert/strict"
import { type ChildProcess, execFile, spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { once } from "node:events"
import { existsSync, readFileSync } from "node:fs"
import * as fs from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import type { TestContext } from "node:test"
import { promisify } from "node:util"
import pg from "pg"
import { openEmbedded } from "../../src/db/embedded/embedded.ts"
import { DeskError } from "../../src/errors.ts"
import { until } from "../until.ts"

export const isRoot = process.getuid?.() === 0
export const quietly = () => {}

/** Open to the user that PostgreSQL runs as; removed at the end of the test with whatever still runs there. */
export async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await fs.realpath(await fs.mkdtemp(join(tmpdir(), "deskhand-embedded-")))
  await fs.chmod(folder, 0o711)
  t.after(() => removeAll(folder))
  return folder
}

/** One with a stopped PostgreSQL that was never used: a copy takes a tenth of the time of making one. */
export async function clusterFolder(t: TestContext): Promise<string> {
  const folder = await temporaryFolder(t)
  await copyCluster(folder)
  return folder
}

let template: Promise<string> | undefined

/** Into a folder that is empty, or not there. */
export async function copyCluster(folder: string): Promise<void> {
  template ??= makeTemplate()
  await fs.mkdir(folder, { recursive: true })
  await promisify(execFile)("cp", ["-a", `${await template}/.`, folder])
}

/** Kept for all files of this process. It goes with the temporary folder of the run. */
async function makeTemplate(): Promise<string> {
  const folder = await fs.realpath(await fs.mkdtemp(join(tmpdir(), "deskhand-cluster-")))
  await fs.chmod(folder, 0o711)
  await (await openEmbedded(folder, quietly, { owner: false })).stop()
  await removeShelter(folder)
  return folder
}

export async function removeAll(folder: string): Promise<void> {
  const left = existsSync(join(folder, "postgres/postmaster.pid")) ? postmasterOf(folder) : undefined
  if (left !== undefined && isRunning(left)) {
    process.kill(left, "SIGQUIT")
    await until(() => !isRunning(left))
  }
  await fs.rm(folder, { recursive: true, force: true, maxRetries: 20 })
  await removeShelter(folder)
}

async function removeShelter(folder: string): Promise<void> {
  await fs.rm(shelterOf(folder), { recursive: true, force: true, maxRetries: 20 })
  if (isRoot) await fs.rmdir("/var/lib/deskhand").catch(quietly)
}

/**
 * Runs work with a PostgreSQL that no other test writes to: what it opens there is alone on the server. For what depends
 * on every commit of a server. Gives what it made, and what stops the server.
 */
export async function onOwnServer<Made>(work: () => Promise<Made>): Promise<{ made: Made; stop(): Promise<void> }> {
  const folder = await fs.realpath(await fs.mkdtemp(join(tmpdir(), "deskhand-server-")))
  await fs.chmod(folder, 0o711)
  await copyCluster(folder)
  const { url, stop } = await openEmbedded(folder, quietly, { owner: false })
  const shared = process.env["TEST_DATABASE_URL"]
  process.env["TEST_DATABASE_URL"] = url.replace(/[^/]*$/, "postgres")
  try {
    const made = await work()
    return {
      made,
      async stop() {
        await stop()
        await removeAll(folder)
      },
    }
  } finally {
    process.env["TEST_DATABASE_URL"] = shared
  }
}

export function shelterOf(folder: string): string {
  return join("/var/lib/deskhand", createHash("sha256").update(folder).digest("hex").slice(0, 12))
}

export function postmasterOf(folder: string): number {
  return Number.parseInt(readFileSync(join(folder, "postgres/postmaster.pid"), "utf8"), 10)
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"))
  } catch (error) {
    return (error as NodeJS.ErrnoException).syscall !== "kill" && !existsSync("/proc/self/stat")
  }
}

export async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** Runs the code, in which `folder` is known, and resolves at its first line of output. */
export async function inAnotherProcess(
  t: TestContext,
  code: string,
  folder: string,
  { unprivileged = false } = {},
): Promise<ChildProcess & { firstLine: string }> {
  const source = `import { openEmbedded } from ${JSON.stringify(import.meta.resolve("../../src/db/embedded/embedded.ts"))}
    import { claimDataDir } from ${JSON.stringify(import.meta.resolve("../../src/db/embedded/hold.ts"))}
    ${unprivileged && isRoot ? "process.setgroups([]); process.setgid(65534); process.setuid(65534)" : ""}
    const folder = ${JSON.stringify(folder)}
    ${code}`
  const child = spawn(process.execPath, ["--input-type=module", "--eval", source], {
    stdio: ["ignore", "pipe", "inherit"],
  })
  t.after(() => killNow(child))
  const [firstLine] = await once(createInterface(child.stdout), "line")
  return Object.assign(child, { firstLine: String(firstLine) })
}

export async function killNow(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, "exit")
  child.kill("SIGKILL")
  await gone
}

export function refusedWith(sentence: string | RegExp) {
  return (error: unknown) => {
    assert.ok(error instanceof DeskError, String(error))
    if (typeof sentence === "string") assert.equal(error.message, sentence)
    else assert.match(error.message, sentence)
    return true
  }
}
