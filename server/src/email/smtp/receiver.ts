import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { hostname } from "node:os"
import type { FastifyBaseLogger } from "fastify"
import { SMTPServer, type SMTPServerAddressArgs, type SMTPServerSession } from "smtp-server"
import type { Desk } from "../../http/route.ts"
import { trafficOf } from "../metrics.ts"
import { crowded, goodbye, nobody, noRoom, refusalOf, tooMany } from "./answers.ts"
import type { ReceiverCertificate } from "./certificate.ts"
import { BadLines } from "./lines.ts"
import { findInbox } from "./recipients.ts"
import { hasRoom } from "./room.ts"
import { takeMessage } from "./take.ts"

export interface ReceiverOptions {
  protocol: "smtp" | "lmtp"
  /** 0 takes a free one. */
  port: number
  certificate?: ReceiverCertificate | undefined
  limits?: Partial<typeof receiverLimits>
}

export const receiverLimits = {
  connections: 500,
  connectionsOfOne: 20,
  recipients: 100,
  /** Of one connection: whoever tries more is looking for addresses. */
  unknownRecipients: 50,
  /** As the standard wants it; a sender may have to think. */
  idleMs: 300_000,
  /** For a message, and a second more for each so many bytes of it that have come. */
  messageMs: 300_000,
  bytesASecond: 16_384,
  /** Who is in the middle of a message when the node stops may end it within this. */
  graceMs: 2_000,
}

export interface RunningReceiver {
  port: number
  stop(): Promise<void>
}

/** What is known of a connection beside what the protocol says. */
interface Visit {
  inboxes: Map<string, number>
  unknown: number
  /** Something was so wrong that whatever else it sends may not be what its sender meant. */
  tainted: boolean
}

/** Takes mail for the inboxes of this desk, and nothing else: nobody signs in, nothing is passed on. */
export async function startReceiver(
  desk: Desk,
  { protocol, port, certificate, limits: changed }: ReceiverOptions,
  log: FastifyBaseLogger,
): Promise<RunningReceiver> {
  const { config, db } = desk
  const limits = { ...receiverLimits, ...changed }
  const traffic = trafficOf(db)
  const visits = new Map<string, Visit>()
  const callers = new Map<string, Set<string>>()

  /** Turns what a step throws into the answer that its sender gets. */
  const answering = (work: Promise<void>, session: SMTPServerSession, done: (error?: Error) => void) => {
    work.then(
      () => done(),
      (error: unknown) => {
        const refusal = refusalOf(error)
        traffic.refused.set(refusal.responseCode, (traffic.refused.get(refusal.responseCode) ?? 0) + 1)
        if (refusal.responseCode === 451) log.warn({ err: error, session: session.id }, "a mail was not taken")
        done(refusal)
      },
    )
  }
  const visitOf = ({ id }: SMTPServerSession): Visit => {
    const visit = visits.get(id) ?? { inboxes: new Map(), unknown: 0, tainted: false }
    visits.set(id, visit)
    return visit
  }
  const greet = async ({ id, remoteAddress }: SMTPServerSession) => {
    const others = callers.get(remoteAddress) ?? new Set()
    if (others.size >= limits.connectionsOfOne) throw crowded()
    callers.set(remoteAddress, others.add(id))
    traffic.sessions++
  }
  const leave = ({ id, remoteAddress }: SMTPServerSession) => {
    visits.delete(id)
    const others = callers.get(remoteAddress)
    if (!others?.delete(id)) return
    traffic.sessions--
    if (others.size === 0) callers.delete(remoteAddress)
  }
  const begin = async (session: SMTPServerSession, declaredBytes: number) => {
    if (visitOf(session).tainted) throw goodbye()
    if (!(await hasRoom(config.filesDir, declaredBytes))) throw noRoom()
  }
  const address = async (session: SMTPServerSession, given: string) => {
    const visit = visitOf(session)
    if (visit.unknown >= limits.unknownRecipients) throw goodbye()
    if (session.envelope.rcptTo.length >= limits.recipients) throw tooMany()
    const inboxId = await findInbox(db, config, given)
    if (inboxId === undefined) {
      visit.unknown++
      throw nobody()
    }
    visit.inboxes.set(given.toLowerCase(), inboxId)
  }
  const cutOff = (session: SMTPServerSession) => {
    const line = [...server.connections].find(({ id }) => id === session.id)
    line?.send(421, "4.4.2 The message took too long")
  }

  const server = new SMTPServer({
    lmtp: protocol === "lmtp",
    name: config.replyDomain ?? (config.publicUrl ? new URL(config.publicUrl).hostname : hostname()),
    banner: "ready",
    size: config.mailLimit,
    authOptional: true,
    disabledCommands: ["AUTH", "WIZ", "SHELL", "KILL", ...(certificate ? [] : ["STARTTLS"])],
    ...certificate?.read(),
    logger: false,
    disableReverseLookup: true,
    maxClients: limits.connections,
    socketTimeout: limits.idleMs,
    closeTimeout: limits.graceMs,
    maxCommandLength: 2_048,
    onConnect: (session, done) => answering(greet(session), session, done),
    onClose: leave,
    onMailFrom: ({ args }, session, done) => answering(begin(session, sizeIn(args)), session, done),
    onRcptTo: (given, session, done) => answering(address(session, given.address), session, done),
    onData(stream, session, done) {
      const visit = visitOf(session)
      const due = startDue(stream, limits, config.mailLimit, () => cutOff(session))
      const taking = takeMessage(desk, { via: protocol, stream, session, inboxes: visit.inboxes })
        .then(() => {
          traffic.taken[protocol]++
        })
        .catch((error: unknown) => {
          visit.tainted ||= error instanceof BadLines
          throw error
        })
        .finally(due.stop)
      answering(taking, session, (error) => done(error, "2.0.0 It is kept"))
    },
  })
  server.on("error", (error) => log.debug({ err: error }, "a connection to the receiver of mail broke"))
  const forget = certificate?.watch((files) => server.updateSecureContext(files))
  server.listen(port, config.smtpHost)
  await once(server.server, "listening")
  return {
    port: (server.server.address() as AddressInfo).port,
    async stop() {
      forget?.()
      await new Promise<void>((closed) => server.close(() => closed()))
    },
  }
}

function sizeIn(args: SMTPServerAddressArgs | false): number {
  return args === false ? 0 : Number(args["SIZE"] ?? 0)
}

/** Looks now and then whether a message comes at least as fast as it must. */
function startDue(
  stream: { byteLength: number },
  { messageMs, bytesASecond }: typeof receiverLimits,
  mostBytes: number,
  onLate: () => void,
): { stop: () => void } {
  const begun = performance.now()
  const timer = setInterval(
    () => {
      const allowedMs = messageMs + (Math.min(stream.byteLength, mostBytes) / bytesASecond) * 1_000
      if (performance.now() - begun > allowedMs) onLate()
    },
    Math.min(messageMs / 4, 5_000),
  )
  return { stop: () => clearInterval(timer) }
}
