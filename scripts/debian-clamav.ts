import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { promisify } from "node:util"
import { installPackage } from "./apt.ts"

/** Sees to it that there is a ClamAV daemon for the tests to start; gives the reason where there cannot be one. */
export async function ensureClamav(signal: AbortSignal): Promise<string | undefined> {
  if (existsSync("/usr/sbin/clamd")) return undefined
  if (!existsSync("/usr/bin/apt-get")) return "/usr/sbin/clamd is not there, and there is no apt-get to install it."
  if (process.getuid?.() !== 0) return "it is not installed, and only root can do that (apt-get install clamav-daemon)."
  try {
    await installPackage("clamav-daemon", signal)
    // The tests bring their own signatures: nothing has to run, or to load any, on this machine.
    const services = ["clamav-daemon.service", "clamav-daemon.socket", "clamav-freshclam.service"]
    await promisify(execFile)("systemctl", ["disable", ...services]).catch(() => {})
    return undefined
  } catch (error) {
    return `it cannot be installed (${(error as Error).message.trim()}).`
  }
}
