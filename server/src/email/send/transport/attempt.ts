import type { FastifyBaseLogger } from "fastify"
import { DeskError } from "../../../errors.ts"
import type { Desk } from "../../../http/route.ts"
import { WorkerFailure } from "../../../runtime/worker-pool.ts"
import { composeMail } from "../compose/compose.ts"
import { envelopeAddress } from "../compose/message.ts"
import type { Claimed } from "../queue.ts"
import type { Result } from "../settle.ts"
import type { Lines } from "./lines.ts"
import type { Outcome } from "./outcome.ts"
import { findRelay, noRelay } from "./relay.ts"
import { noteRelay } from "./relay-health.ts"

export interface Attempting {
  desk: Desk
  lines: Lines
  signal: AbortSignal
  /** Called when the mail is written, before it is sent. */
  onWritten: () => Promise<void>
  log: Pick<FastifyBaseLogger, "warn" | "error">
}

/** One attempt for those who have not got it yet, whatever comes of it. */
export async function attemptMail(mail: Claimed, attempting: Attempting): Promise<Result> {
  try {
    return { mail, outcome: await send(mail, attempting) }
  } catch (error) {
    // The database is away: that says nothing of the mail.
    if (error instanceof DeskError && error.status === 503) return { mail, outcome: { ended: "returned" } }
    attempting.log.error({ err: error, mail: mail.id }, "a mail could not be written")
    const problem = "Something unexpected went wrong here"
    return { mail, outcome: { ended: "lost", reason: "here", problem, unsure: false } }
  }
}

async function send(mail: Claimed, { desk, lines, signal, onWritten, log }: Attempting): Promise<Result["outcome"]> {
  const relay = await findRelay(desk, mail.inbox_id)
  if (!relay) return mail.kind === "notification" ? { ended: "gone", reason: noRelay } : { ended: "held" }
  const composed = await composeMail(desk, mail).catch((error: unknown) => {
    if (!(error instanceof WorkerFailure)) throw error
    log.error({ err: error, mail: mail.id }, "a mail could not be written")
    return { broken: error.message }
  })
  if ("broken" in composed) return { ended: "broken", problem: `It could not be written: ${composed.broken}` }
  await onWritten()
  if ("waits" in composed) return { ended: "waits" }
  if ("gone" in composed) return { ended: "gone", reason: composed.gone }
  const waiting = mail.recipients.filter(({ state }) => state === "waiting").map(({ address }) => address)
  const addresses = new Map(waiting.map((address) => [envelopeAddress(address).toLowerCase(), address]))
  const sent = await lines.send(
    relay,
    {
      sender: envelopeAddress(composed.sender),
      recipients: waiting.map(envelopeAddress),
      raw: composed.raw,
    },
    signal,
  )
  const outcome = withOwnSpelling(sent, addresses)
  if (outcome.ended === "lost" && outcome.reason === "stopped" && !outcome.unsure) return { ended: "returned" }
  if (outcome.ended === "lost") {
    const line = { mail: mail.id, relay: relay.host, reason: outcome.reason }
    log.warn(line, outcome.unsure ? "a mail may have been sent, and may be sent twice" : "a mail could not be sent")
  }
  await noteRelay(desk, { relay, outcome, now: desk.now() }).catch(() => {})
  return outcome
}

/** By the addresses as they are kept, whatever SMTP makes of them. */
function withOwnSpelling(outcome: Outcome, addresses: Map<string, string>): Outcome {
  if (outcome.ended === "lost") return outcome
  const own = (address: string) => addresses.get(address.toLowerCase()) ?? address
  const refused = outcome.refused.map((refusal) => ({ ...refusal, address: own(refusal.address) }))
  return outcome.ended === "taken"
    ? { ...outcome, refused, accepted: outcome.accepted.map(own) }
    : { ...outcome, refused }
}
