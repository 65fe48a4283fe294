import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { ensureInstalled } from "./apt.ts"

const run = promisify(execFile)

/** Sees to it that there is a Dovecot for the tests to start; gives the reason where there cannot be one. */
export async function ensureDovecot(signal: AbortSignal): Promise<string | undefined> {
  const reason =
    (await ensureInstalled("/usr/lib/dovecot/imap", "dovecot-imapd", signal)) ??
    (await ensureInstalled("/usr/lib/dovecot/lmtp", "dovecot-lmtpd", signal))
  if (reason !== undefined) return reason
  await leaveOff("dovecot.service", "dovecot.socket")
  const { stdout } = await run("/usr/sbin/dovecot", ["--version"])
  // What is written for 2.3, 2.4 does not read.
  return stdout.startsWith("2.3.") ? undefined : `the tests know how to set up version 2.3, not ${stdout.trim()}.`
}

/** Likewise for Postfix. */
export async function ensurePostfix(signal: AbortSignal): Promise<string | undefined> {
  const reason = await ensureInstalled("/usr/sbin/postfix", "postfix", signal)
  if (reason === undefined) await leaveOff("postfix.service")
  return reason
}

/** The tests start their own: nothing has to run on this machine. */
async function leaveOff(...services: string[]): Promise<void> {
  await run("systemctl", ["disable", ...services]).catch(() => {})
}
