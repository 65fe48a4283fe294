import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import * as fs from "node:fs/promises"
import { createServer } from "node:net"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { type DeskError, refusal } from "../../errors.ts"
import { prepareCluster, settings } from "./cluster.ts"
import { ignoring, readIfThere } from "./files.ts"
import { findBinaries, type Place, runAs } from "./place.ts"
import { birthOf, signal } from "./processes.ts"
import { diskFull, fullDisk } from "./refusals.ts"

export interface Postmaster {
  pid: number
  port: number
  /** Where its socket is; empty where it has none. */
  socketFolder: string
  status: string | undefined
}

/** What postmaster.pid says, when the process it names is the one of this cluster. */
export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const lines = await readPid(cluster)
  const pid = Number(lines[0])
  if (!(pid > 0) || !isPostmaster(pid, cluster)) return undefined
  return { pid, port: Number(lines[3]), socketFolder: lines[4] ?? "", status: lines[7]?.trim() }
}

async function readPid(cluster: string): Promise<string[]> {
  return ((await readIfThere(join(cluster, "postmaster.pid"))) ?? "").split("\n")
}

function isPostmaster(pid: number, cluster: string): boolean {
  if (birthOf(pid) === undefined) return false
  try {
    const command =
      process.platform === "linux"
        ? readFileSync(`/proc/${pid}/cmdline`, "utf8")
        : execFileSync("ps", ["-o", "args=", "-p", String(pid)], { encoding: "utf8" })
    return command.includes(cluster)
  } catch {
    return birthOf(pid) !== undefined
  }
}

/** Recovery after a power cut reads up to `max_wal_size`; a slow disk needs a minute for that. */
export const startLimitMs = 120_000
/** For a port that was taken in between, and for processes of a killed PostgreSQL that have yet to end. */
const retryLimitMs = 15_000
const retryPauseMs = 100
export const pollMs = 10

/** On the port where one is named, or else on one that is free. */
export async function startOrJoin(
  place: Place,
  say: (line: string) => void,
  port?: number,
): Promise<Postmaster & { started: boolean }> {
  const begun = Date.now()
  let launched: Launch | undefined
  let worthAWordAt = begun + 1_500
  for (;;) {
    const running = await findPostmaster(place.cluster)
    if (running?.status === "ready") return { ...running, started: running.pid === launched?.child.pid }
    const waitedMs = Date.now() - begun
    if (running === undefined && launched?.hasEnded() !== false) {
      const log = (await launched?.readLog()) ?? ""
      const passes = /already in use|still in use|lock file .* already exists/.test(log) && waitedMs < retryLimitMs
      if (launched && !passes) throw startFailed(place, log)
      if (launched) await pause(retryPauseMs)
      launched = await launch(place, say, port)
      worthAWordAt = Date.now() + 1_500
    }
    if (waitedMs > startLimitMs) throw startFailed(place, (await launched?.readLog()) ?? "")
    if (running?.status === "starting" && Date.now() > worthAWordAt) {
      say("PostgreSQL is recovering from an interruption …")
      worthAWordAt = Number.POSITIVE_INFINITY
    }
    await pause(pollMs)
  }
}

function startFailed({ folder, cluster }: Place, log: string): DeskError {
  const said = log.trim().split("\n").slice(-8).join("\n")
  if (fullDisk.test(log)) return diskFull(folder, said)
  if (/still in use/.test(log))
    return refusal(`A PostgreSQL on ${cluster} was killed and its last queries still run: try again in a minute.`, said)
  return refusal(`PostgreSQL does not start on ${cluster}; the end of ${join(folder, "postgres.log")}:\n${said}`)
}

interface Launch {
  child: ChildProcess
  hasEnded(): boolean
  readLog(): Promise<string>
}

async function launch(place: Place, say: (line: string) => void, wantedPort?: number): Promise<Launch> {
  const binaries = await findBinaries(place, say)
  await prepareCluster(place, binaries, say)
  const port = wantedPort ?? (await freePort(await lastPort(place.cluster)))
  await removeRecycledPid(place.cluster)

  const log = await openLog(place.folder)
  const from = (await log.stat()).size
  const child = spawn(join(binaries.native, "bin/postgres"), ["-D", place.cluster, ...settings(place.cluster, port)], {
    ...runAs(place.account),
    // A session of its own: Ctrl-C in the terminal is for the desk, which then stops PostgreSQL in order.
    detached: true,
    stdio: ["ignore", log.fd, log.fd],
  })
  let failure: Error | undefined
  child.once("error", (error) => {
    failure = error
  })
  child.unref()
  await log.close()
  return {
    child,
    hasEnded: () => failure !== undefined || child.exitCode !== null || child.signalCode !== null,
    async readLog() {
      const content = await fs.readFile(join(place.folder, "postgres.log"))
      return `${content.subarray(from).toString()}\n${failure?.message ?? ""}`
    },
  }
}

/** PostgreSQL takes any live process of its own user for the one that postmaster.pid names, and would not start. */
async function removeRecycledPid(cluster: string): Promise<void> {
  const pid = Number((await readPid(cluster))[0])
  if (birthOf(pid) !== undefined && !isPostmaster(pid, cluster)) await fs.rm(join(cluster, "postmaster.pid"))
}

const largestLogBytes = 10_000_000

async function openLog(folder: string): Promise<fs.FileHandle> {
  const path = join(folder, "postgres.log")
  const size = (await fs.stat(path).catch(ignoring("ENOENT")))?.size ?? 0
  if (size > largestLogBytes) await fs.rename(path, `${path}.1`)
  return fs.open(path, "a", 0o600)
}

/** Of one that was killed: a desk may still live that waits for it there. */
async function lastPort(cluster: string): Promise<number> {
  const port = Number((await readPid(cluster))[3])
  return port >= 1024 ? port : 0
}

/** The wanted one where it is free. */
function freePort(wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once("error", (error) => (wanted === 0 ? reject(error) : resolve(freePort(0))))
    server.listen(wanted, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0))
    })
  })
}

const orderlyStopMs = 20_000
const stopLimitMs = 40_000

export async function stopPostmaster(pid: number): Promise<void> {
  const begun = Date.now()
  const birth = birthOf(pid)
  let urged = false
  signal(pid, "SIGINT")
  while (birth !== undefined && birthOf(pid) === birth) {
    const waitedMs = Date.now() - begun
    if (waitedMs > stopLimitMs)
      throw refusal(`PostgreSQL (process ${pid}) does not stop: end it with "kill -9 ${pid}".`)
    if (waitedMs > orderlyStopMs && !urged) {
      // Loses nothing that was committed, only the next start has to recover.
      signal(pid, "SIGQUIT")
      urged = true
    }
    await pause(pollMs)
  }
}
