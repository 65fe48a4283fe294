import { execFile } from "node:child_process"
import { randomBytes, randomUUID } from "node:crypto"
import * as fs from "node:fs/promises"
import { totalmem } from "node:os"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { refusal } from "../../errors.ts"
import { ignoring, readIfThere, replaceFile, syncFolder } from "./files.ts"
import { type Binaries, makeShelter, type Place, runAs } from "./place.ts"
import { diskFull, fullDisk } from "./refusals.ts"

export const superuser = "deskhand"

/** Makes the cluster where there is none, and refuses one that these binaries cannot run. */
export async function prepareCluster(place: Place, binaries: Binaries, say: (line: string) => void): Promise<void> {
  await removeLeftovers(place.cluster)
  if (!place.exists) await makeCluster(place, binaries, say)
  await checkVersion(place.cluster, binaries)
  await linkCluster(place)
}

/** Of a start that was killed while it made the cluster. */
async function removeLeftovers(cluster: string): Promise<void> {
  const home = dirname(cluster)
  const entries = (await fs.readdir(home).catch(ignoring("ENOENT"))) ?? []
  // An initdb may still be writing there; it gives up when it finds its files gone.
  for (const leftover of entries.filter((entry) => entry.startsWith("postgres.partial-")))
    await fs.rm(join(home, leftover), { recursive: true, force: true, maxRetries: 20 })
}

/** Made aside and moved into place when complete, so that a cluster that is there is always whole. */
async function makeCluster(place: Place, binaries: Binaries, say: (line: string) => void): Promise<void> {
  const { folder, cluster, account } = place
  if (dirname(cluster) === folder) say(`Making a new database in ${cluster} …`)
  else {
    say(
      `Making a new database in ${cluster}, because PostgreSQL runs as the user ${account?.name}, who may not enter ${folder} …`,
    )
    await makeShelter(folder)
  }
  const partial = join(dirname(cluster), `postgres.partial-${randomUUID()}`)
  try {
    await fs.mkdir(partial, { mode: 0o700 })
    await fs.writeFile(join(partial, "password"), await readPassword(place), { mode: 0o600 })
    if (account) for (const path of [partial, join(partial, "password")]) await fs.chown(path, account.uid, account.gid)
    await initdb(place, binaries, partial)
    await fs.rename(join(partial, "cluster"), cluster)
    await syncFolder(dirname(cluster))
  } finally {
    await fs.rm(partial, { recursive: true, force: true })
  }
  place.exists = true
}

/** Kept in the data folder, which stays the desk's own; PostgreSQL itself only has its hash. */
export async function readPassword({ folder, cluster, exists }: Place): Promise<string> {
  const path = join(folder, "postgres-password")
  const kept = (await readIfThere(path))?.trim()
  if (kept) return kept
  if (exists)
    throw refusal(`${path}, the key to the database in ${cluster}, is missing: put it back, or move both away.`)
  const password = randomBytes(24).toString("base64url")
  await replaceFile(path, `${password}\n`)
  return password
}

async function initdb({ folder, account }: Place, { native }: Binaries, partial: string): Promise<void> {
  const target = [`--pgdata=${join(partial, "cluster")}`, `--pwfile=${join(partial, "password")}`]
  const access = [`--username=${superuser}`, "--auth=scram-sha-256"]
  const locale = ["--encoding=UTF8", "--locale-provider=builtin", "--locale=C.UTF-8"]
  try {
    await promisify(execFile)(join(native, "bin/initdb"), [...target, ...access, ...locale], runAs(account))
  } catch (error) {
    const said = String((error as { stderr?: string }).stderr || (error as Error).message).trim()
    if (fullDisk.test(said)) throw diskFull(folder, error)
    throw refusal(`PostgreSQL could not make a new database in ${folder}; it said:\n${said}`, error)
  }
}

async function checkVersion(cluster: string, { version }: Binaries): Promise<void> {
  const made = (await fs.readFile(join(cluster, "PG_VERSION"), "utf8")).trim()
  const ours = version.split(".")[0]
  if (made !== ours)
    throw refusal(
      `The database in ${cluster} is of PostgreSQL ${made} and this Deskhand brings ${ours}: back it up with the Deskhand that made it and restore it into a new DATA_DIR, or run a PostgreSQL ${made} on it and set DATABASE_URL.`,
    )
}

/** So that people find a cluster that is not in the data folder, and we find it again. */
async function linkCluster({ folder, cluster }: Place): Promise<void> {
  if (dirname(cluster) !== folder) await fs.symlink(cluster, join(folder, "postgres")).catch(ignoring("EEXIST"))
}

/**
 * An eighth of the machine, up to what the lists and searches of 1,000,000 conversations use. PostgreSQL takes it page by
 * page as it is needed, so that a small desk has little of it.
 */
function sharedMegabytes(): number {
  return Math.min(2_048, Math.max(128, Math.round(totalmem() / 2 ** 23)))
}

/** The path of one may have 103 bytes on some systems, which a data folder may exceed; Windows has none. */
function hasSocket(cluster: string, port: number): boolean {
  return process.platform !== "win32" && Buffer.byteLength(join(cluster, `.s.PGSQL.${port}`)) <= 103
}

/** For a small machine that does other things too; whoever has a large one brings a PostgreSQL of their own. */
export function settings(cluster: string, port: number): string[] {
  const values = {
    listen_addresses: "127.0.0.1",
    port,
    unix_socket_directories: hasSocket(cluster, port) ? cluster : "",
    max_connections: 100,
    wal_level: "replica",
    // What there is for it here halves the log, and takes three quarters of the time of a change of a large desk.
    wal_compression: "off",
    max_wal_size: "2GB",
    checkpoint_timeout: "15min",
    shared_buffers: `${sharedMegabytes()}MB`,
    effective_cache_size: "1GB",
    // Sorts and hashes of some 100,000 rows, which far pages of rare filters take, stay off the disk.
    work_mem: "16MB",
    maintenance_work_mem: "128MB",
    random_page_cost: 1.1,
    jit: "off",
    // A query whose desk is gone ends soon, also when PostgreSQL was killed too and waits for it to start anew.
    client_connection_check_interval: "1s",
    // One call instead of opening every file of the cluster before recovery.
    ...(process.platform === "linux" ? { recovery_init_sync_method: "syncfs" } : {}),
    timezone: "UTC",
    log_timezone: "UTC",
    log_checkpoints: "off",
    // Statements and details hold what customers wrote, which does not belong in a log.
    log_min_error_statement: "panic",
    log_error_verbosity: "terse",
  }
  return Object.entries(values).flatMap(([name, value]) => ["-c", `${name}=${value}`])
}
