import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { rm, writeFile } from "node:fs/promises"
import { promisify } from "node:util"

/** Stopped in the middle, dpkg leaves a package half installed: this is for one that hangs, not for a slow machine. */
const installLimitMs = 1_200_000
/** Another program may be installing something. */
const lockLimitSeconds = 300
const startPolicy = "/usr/sbin/policy-rc.d"

/** Sees to it that a program of a Debian package is there; gives the reason where it cannot be. */
export async function ensureInstalled(program: string, name: string, signal: AbortSignal): Promise<string | undefined> {
  if (existsSync(program)) return undefined
  if (!existsSync("/usr/bin/apt-get")) return `${program} is not there, and there is no apt-get to install it.`
  if (process.getuid?.() !== 0) return `it is not installed, and only root can do that (apt-get install ${name}).`
  try {
    await installPackage(name, signal)
    return undefined
  } catch (error) {
    return `it cannot be installed (${(error as Error).message.trim()}).`
  }
}

/** apt-get refuses to run twice at the same time. */
let lastInstall: Promise<unknown> = Promise.resolve()

/** Installs a Debian package without starting what it brings, after those that are being installed. Only root can. */
export function installPackage(name: string, signal: AbortSignal): Promise<void> {
  const done = lastInstall.then(() => install(name, signal))
  lastInstall = done.catch(() => {})
  return done
}

async function install(name: string, signal: AbortSignal): Promise<void> {
  const begun = Date.now()
  console.log(`Installing ${name} with apt-get (about 20 s) …`)
  // Some packages run as another user while they are set up, who cannot enter the temporary folder of the tests.
  const { TMPDIR: _, ...environment } = process.env
  const options = { env: { ...environment, DEBIAN_FRONTEND: "noninteractive" }, timeout: installLimitMs, signal }
  const settings = ["Dpkg::Options::=--force-confold", `DPkg::Lock::Timeout=${lockLimitSeconds}`]
  const aptGet = (...args: string[]) =>
    promisify(execFile)("apt-get", ["-qq", ...settings.flatMap((setting) => ["-o", setting]), ...args], options)
  const installNow = () => aptGet("install", "-y", "--no-install-recommends", name)
  await withoutStarting(() =>
    installNow().catch(async () => {
      // Finishes what an interrupted installation has left, which apt-get refuses to go on with.
      await promisify(execFile)("dpkg", ["--force-confold", "--configure", "-a"], options).catch(() => {})
      await aptGet("update")
      await installNow()
    }),
  )
  console.log(`Installed ${name} in ${Math.round((Date.now() - begun) / 1_000)} s.`)
}

/** Debian asks this file before it starts a service of a new package. */
async function withoutStarting(work: () => Promise<unknown>): Promise<void> {
  const isOurs = !existsSync(startPolicy)
  if (isOurs) await writeFile(startPolicy, "#!/bin/sh\nexit 101\n", { mode: 0o755 })
  try {
    await work()
  } finally {
    if (isOurs) await rm(startPolicy, { force: true })
  }
}
