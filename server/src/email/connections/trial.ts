import type { MailConnectionTrial } from "@deskhand/contract/mail/mail-connection"
import type { Desk } from "../../http/route.ts"
import { imapFailure, openImap } from "../imap/client.ts"
import { MailFailure, type Step } from "./failure.ts"
import type { ConnectionRow } from "./queries.ts"
import { trySmtp } from "./smtp.ts"

/** The answer comes within so long, whatever the server does. */
const limitMs = 14_000

/** Connects and signs in as the desk does itself, and changes nothing itself. */
export async function tryConnection(desk: Desk, connection: ConnectionRow): Promise<MailConnectionTrial> {
  const steps = stepsOf(connection)
  const ending = new AbortController()
  const slow = () => ending.abort(new MailFailure("connect", `${connection.host} did not answer in time`))
  const timer = setTimeout(slow, limitMs)
  try {
    const attempt = connection.kind === "imap" ? tryImap : trySmtp
    const over = new Promise<never>((_, reject) => {
      ending.signal.addEventListener("abort", () => reject(ending.signal.reason))
    })
    await Promise.race([attempt(desk, connection, ending.signal), over])
    return { ok: true, steps: steps.map((step) => ({ step, ok: true })) }
  } catch (error) {
    const failure = imapFailure(error, { host: connection.host, connected: true })
    const failed = steps.includes(failure.step) ? failure.step : (steps[0] ?? "connect")
    const before = steps.slice(0, steps.indexOf(failed)).map((step) => ({ step, ok: true }))
    return { ok: false, steps: [...before, { step: failed, ok: false, problem: failure.message }] }
  } finally {
    clearTimeout(timer)
    ending.abort()
  }
}

function stepsOf({ kind, security, auth }: ConnectionRow): Step[] {
  const encrypted: Step[] = security === "none" ? [] : ["encrypt"]
  const signedIn: Step[] = auth === "none" ? [] : ["sign-in"]
  return ["connect", ...encrypted, ...signedIn, ...(kind === "imap" ? (["folder"] as Step[]) : [])]
}

async function tryImap(desk: Desk, connection: ConnectionRow, signal: AbortSignal): Promise<void> {
  const limits = { connectMs: limitMs - 2_000, silenceMs: limitMs }
  const client = await openImap(desk, connection, { signal, limits })
  signal.addEventListener("abort", () => client.close())
  try {
    await client
      .mailboxOpen(connection.folder, { readOnly: true })
      .catch((error: Error & { responseStatus?: string }) => {
        if (error.responseStatus === undefined) throw error
        throw new MailFailure("folder", "There is no such folder, or it may not be opened", { lasting: true })
      })
  } finally {
    client.close()
  }
}
