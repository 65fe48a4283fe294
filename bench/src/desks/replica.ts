import { spawn } from "node:child_process"
import { once } from "node:events"
import { constants, readFileSync, readlinkSync } from "node:fs"
import { chmod, chown, copyFile, mkdir, mkdtemp, open, readdir, readFile, rm, stat, writeFile } from "node:fs/promises"
import { type AddressInfo, createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import pg from "pg"

export interface Replica {
  pid: number
  url: string
}

interface Primary {
  pid: number
  url: string
  cluster: string
}

const slot = "deskhand_bench"
const startLimitMs = 120_000

/**
 * A streaming replica of a running PostgreSQL, made from a copy of its files while it runs, because the binaries that
 * come with the desk have no pg_basebackup. It runs the same program with the same settings, as the same user.
 * It ends with `left`.
 */
export async function openReplica(primary: Primary, left: AsyncDisposableStack): Promise<Replica> {
  const folder = await mkdtemp(join(tmpdir(), "deskhand-replica-"))
  left.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  await chmod(folder, 0o711)
  const db = new pg.Client({ connectionString: primary.url })
  await db.connect()
  left.defer(() => db.end())
  await dropSlot(db)
  // Keeps what the copy still needs of the log until the replica has read it.
  await db.query("select pg_create_physical_replication_slot($1, true)", [slot])
  left.defer(() => dropSlot(db))
  const cluster = join(folder, "postgres")
  await copyCluster(db, primary.cluster, cluster)
  const replica = await start(primary, { cluster, logPath: join(folder, "log") }, left)
  await untilCaughtUp(db, replica.url)
  return replica
}

/** One that is still in use is let go a moment after who used it has ended. */
async function dropSlot(db: pg.Client): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    const { rows } = await db.query<{ active: boolean }>(
      "select active from pg_replication_slots where slot_name = $1",
      [slot],
    )
    if (rows[0] === undefined) return
    if (rows[0].active) await pause(100)
    else await db.query("select pg_drop_replication_slot($1)", [slot])
  }
}

/** What belongs to the running PostgreSQL alone: the folders stay, empty. */
const leftOut = new Set(["postmaster.pid", "postmaster.opts"])
const emptied = new Set(["pg_replslot", "pg_wal", "pg_stat_tmp", "pg_subtrans"])

async function copyCluster(db: pg.Client, from: string, to: string): Promise<void> {
  const { uid, gid } = await stat(from)
  const own = async (path: string) => {
    if (process.getuid?.() === 0) await chown(path, uid, gid)
  }
  const copyFolder = async (from: string, to: string): Promise<void> => {
    await mkdir(to, { mode: 0o700 })
    await own(to)
    for (const entry of await readdir(from, { withFileTypes: true })) {
      const [source, target] = [join(from, entry.name), join(to, entry.name)]
      if (leftOut.has(entry.name)) continue
      if (emptied.has(entry.name)) {
        await mkdir(target, { mode: 0o700 })
        await own(target)
      } else if (entry.isDirectory()) await copyFolder(source, target)
      else await copyFile(source, target, constants.COPYFILE_FICLONE).then(() => own(target), unlessGone)
    }
  }
  await db.query("select pg_backup_start('bench', fast => true)")
  await copyFolder(from, to)
  const { rows } = await db.query<{ labelfile: string }>(
    "select labelfile from pg_backup_stop(wait_for_archive => false)",
  )
  for (const [name, text] of [
    ["backup_label", rows[0]?.labelfile ?? ""],
    ["standby.signal", ""],
  ] as const) {
    await writeFile(join(to, name), text)
    await own(join(to, name))
  }
}

/** Files that PostgreSQL removes while they are copied are not needed: the log says so. */
function unlessGone(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error
}

async function start(
  primary: Primary,
  { cluster, logPath }: { cluster: string; logPath: string },
  left: AsyncDisposableStack,
): Promise<Replica> {
  const { username, password, port: primaryPort } = new URL(primary.url)
  const port = await freePort()
  const [, ...args] = readFileSync(`/proc/${primary.pid}/cmdline`, "utf8").split("\0").slice(0, -1)
  const same = args.map((part) => (part === primary.cluster ? cluster : part.replace(/^port=.*/, `port=${port}`)))
  const source = `host=127.0.0.1 port=${primaryPort} user=${username} password=${password}`
  const settings = { primary_conninfo: source, primary_slot_name: slot }
  const more = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])
  const { uid, gid } = await stat(primary.cluster)
  const log = await open(logPath, "w")
  const child = spawn(readlinkSync(`/proc/${primary.pid}/exe`), [...same, ...more], {
    cwd: "/",
    ...(process.getuid?.() === 0 && { uid, gid }),
    stdio: ["ignore", log.fd, log.fd],
  })
  await log.close()
  const ended = once(child, "close")
  left.defer(async () => {
    child.kill("SIGINT")
    await ended
  })
  const url = primary.url.replace(`:${primaryPort}/`, `:${port}/`)
  for (const begun = performance.now(); !(await answers(url)); await pause(100)) {
    if (child.exitCode === null && performance.now() - begun < startLimitMs) continue
    throw new Error(`The replica does not start. It said:\n${await readFile(logPath, "utf8")}`)
  }
  return { pid: child.pid ?? 0, url }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

async function answers(url: string): Promise<boolean> {
  const db = new pg.Client({ connectionString: url })
  db.on("error", () => {})
  try {
    await db.connect()
    return true
  } catch {
    return false
  } finally {
    await db.end().catch(() => {})
  }
}

async function untilCaughtUp(primary: pg.Client, url: string): Promise<void> {
  const { rows } = await primary.query<{ position: string }>("select pg_current_wal_lsn()::text as position")
  const db = new pg.Client({ connectionString: url })
  await db.connect()
  try {
    for (const begun = performance.now(); ; await pause(50)) {
      const { rows: reached } = await db.query<{ there: boolean }>(
        "select pg_last_wal_replay_lsn() >= $1::pg_lsn as there",
        [rows[0]?.position],
      )
      if (reached[0]?.there) return
      if (performance.now() - begun > startLimitMs) throw new Error("The replica does not catch up")
    }
  } finally {
    await db.end()
  }
}
