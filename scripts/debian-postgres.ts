import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { chown, mkdir, readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { reservePort } from "../server/test/ports.ts"
import { installPackage } from "./apt.ts"
import { makeTemporaryFolder, type ThrowawayPostgres } from "./throwaway-postgres.ts"

const binaries = "/usr/lib/postgresql/15/bin"
/** Of nobody and nogroup on every Debian. PostgreSQL refuses to run as root. */
const nobody = 65_534

/** The oldest PostgreSQL that we support, installed where that is possible; or the reason why there is none. */
export async function openDebianPostgres(signal: AbortSignal): Promise<ThrowawayPostgres | string> {
  return (await ensureDebianPostgres(signal)) ?? start()
}

/** Gives the reason where it is not there and cannot be installed. */
async function ensureDebianPostgres(signal: AbortSignal): Promise<string | undefined> {
  if (existsSync(binaries)) return undefined
  return install(signal).catch((error: Error) => `it cannot be installed (${error.message.trim()}).`)
}

async function install(signal: AbortSignal): Promise<string | undefined> {
  const system = await readFile("/etc/os-release", "utf8").catch(() => "")
  if (!/^ID=debian$/m.test(system) || !/^VERSION_ID="12"$/m.test(system))
    return "only Debian 12 brings it, and /usr/lib/postgresql/15 is not there."
  if (process.getuid?.() !== 0) return "it is not installed, and only root can do that (apt-get install postgresql-15)."
  // Without this the package makes a cluster and starts it.
  await mkdir("/etc/postgresql-common", { recursive: true })
  const settings = "/etc/postgresql-common/createcluster.conf"
  if (!existsSync(settings)) await writeFile(settings, "create_main_cluster = false\n")
  await installPackage("postgresql-15", signal)
  return undefined
}

async function start(): Promise<ThrowawayPostgres> {
  const folder = await makeTemporaryFolder()
  const data = join(folder, "data")
  const port = await reservePort("127.0.0.1")
  const settings = { port, listen_addresses: "127.0.0.1", unix_socket_directories: "", fsync: "off", timezone: "UTC" }
  const asNobody = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
  const call = (program: string, ...args: string[]) =>
    promisify(execFile)(join(binaries, program), args, { cwd: "/", ...asNobody })
  const remove = async () => {
    await call("pg_ctl", "stop", "-D", data, "-m", "immediate").catch(() => {})
    await rm(folder, { recursive: true, force: true, maxRetries: 20 })
  }
  try {
    await mkdir(data, { mode: 0o700 })
    if (asNobody.uid !== undefined) await chown(data, nobody, nobody)
    await call("initdb", "-D", data, "--username=deskhand", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "-N")
    const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
    await call("pg_ctl", "start", "-D", data, "-w", "-l", join(data, "log"), "-o", options.join(" "))
    return { url: `postgres://deskhand@127.0.0.1:${port}/postgres`, folder, remove }
  } catch (error) {
    await remove()
    throw error
  }
}
