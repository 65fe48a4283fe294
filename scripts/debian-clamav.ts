import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { promisify } from "node:util"
import { ensureInstalled } from "./apt.ts"

const daemon = "/usr/sbin/clamd"

/** Sees to it that there is a ClamAV daemon for the tests to start; gives the reason where there cannot be one. */
export async function ensureClamav(signal: AbortSignal): Promise<string | undefined> {
  if (existsSync(daemon)) return undefined
  const reason = await ensureInstalled(daemon, "clamav-daemon", signal)
  // The tests bring their own signatures: nothing has to run, or to load any, on this machine.
  const services = ["clamav-daemon.service", "clamav-daemon.socket", "clamav-freshclam.service"]
  if (reason === undefined) await promisify(execFile)("systemctl", ["disable", ...services]).catch(() => {})
  return reason
}
