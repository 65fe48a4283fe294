import { setTimeout as pause } from "node:timers/promises"
import type { FastifyBaseLogger } from "fastify"
import type { Desk } from "../../http/route.ts"
import { startLoop } from "../../runtime/loop.ts"
import { dropNotices, oweResets, releaseHeld } from "./chores.ts"
import { mailDue } from "./owe.ts"
import { type Claimed, claimDue, claimSuspect, clearSuspicion, hasSuspects, renewClaims } from "./queue.ts"
import { endsProcess, mostCrashes, type Result, settleMail } from "./settle.ts"
import { attemptMail } from "./transport/attempt.ts"
import { Lines } from "./transport/lines.ts"
import { forgetRelayHealth } from "./transport/relay-health.ts"

/** Mails under way on this node, in all and through one relay. */
const most = 64
const mostEach = 8

/** As often does it look for itself, for retries and for what other nodes have written. */
const lookMs = 500

/** As often does it look for what is not owed by events, and for what waits for a relay. */
const choresMs = 2_000

export const sendingLimits = {
  /** How long a stopped node waits for relays; after that it aborts, and another node retries. */
  graceMs: 2_000,
}

/** A database or a relay that is away does not keep a node from ending. */
const stopMs = 5_000

/** What a turn may take beside that before the claims are renewed again. */
const reserveSeconds = 4

interface UnderWay {
  mail: Claimed
  ended: Promise<void>
  stopping: AbortController
  /** Ends the attempt when nobody has lent the mail any longer. */
  limit: NodeJS.Timeout
  isWritten: boolean
  /** This process stalled for longer than the lease. */
  hasOutlasted: boolean
}

/** Sends what is due until it is stopped. */
export function startSending(
  desk: Desk,
  log: FastifyBaseLogger,
  { graceMs } = sendingLimits,
): { stop(): Promise<void> } {
  const { db, config, now } = desk
  const lentMs = (config.jobLease + reserveSeconds) * 1_000
  const underWay = new Map<string, UnderWay>()
  const results: Result[] = []
  const lines = new Lines((relay, weakness) => log.warn({ relay: relay.host }, `mail is sent ${weakness}`))
  let isFirst = true
  let renewedAt = performance.now()
  let choresAt = Number.NEGATIVE_INFINITY

  const begin = (mail: Claimed) => {
    const stopping = new AbortController()
    if (mail.crashes >= mostCrashes) {
      log.error({ mail: mail.id, crashes: mail.crashes }, "a mail was set aside, because the process ended with it")
      results.push({ mail, outcome: { ended: "broken", problem: endsProcess } })
      loop.wake()
      return
    }
    if (mail.unsure) log.warn({ mail: mail.id }, "an attempt did not end; the mail is possibly sent twice")
    const onWritten = async () => {
      attempt.isWritten = true
      // Written too late, it stays suspect.
      if (!mail.suspect || attempt.hasOutlasted) return
      await clearSuspicion(db, mail)
      mail.suspect = false
      loop.wake()
    }
    const ended = attemptMail(mail, { desk, lines, signal: stopping.signal, onWritten, log }).then((result) => {
      const { outcome } = result
      const isOutlasted = attempt.hasOutlasted && outcome.ended === "returned"
      results.push(isOutlasted ? { mail, outcome: { ended: "outlasted" } } : result)
      clearTimeout(attempt.limit)
      underWay.delete(mail.claim)
      loop.wake()
    })
    const attempt: UnderWay = {
      mail,
      ended,
      stopping,
      isWritten: false,
      hasOutlasted: false,
      limit: limitOf(() => attempt),
    }
    underWay.set(mail.claim, attempt)
  }

  const limitOf = (attempt: () => UnderWay) =>
    setTimeout(() => {
      attempt().hasOutlasted = true
      attempt().stopping.abort()
    }, lentMs)

  const settleAll = async () => {
    for (let result = results[0]; result; result = results[0]) {
      await settleMail(db, result, now())
      results.shift()
    }
  }

  const renew = async () => {
    if (underWay.size === 0 || performance.now() - renewedAt < lentMs / 3) return
    renewedAt = performance.now()
    const still = await renewClaims(db, [...underWay.keys()], later(now(), lentMs))
    for (const [claim, attempt] of underWay) {
      clearTimeout(attempt.limit)
      if (still.has(claim)) attempt.limit = limitOf(() => attempt)
      else attempt.stopping.abort()
    }
  }

  const doChores = async () => {
    if (performance.now() - choresAt < choresMs) return
    choresAt = performance.now()
    await oweResets(desk)
    await releaseHeld(desk)
  }

  const loop = startLoop({
    name: "mail.send",
    log,
    async run() {
      if (isFirst) await forgetRelayHealth(db)
      isFirst = false
      await settleAll()
      await renew()
      await doChores()
      await dropNotices(desk)
      const free = most - underWay.size
      const writing = [...underWay.values()].filter(({ isWritten }) => !isWritten)
      // Nobody else may be blamed for what a suspect does, so that it is written with no other beside it.
      if (writing.some(({ mail }) => mail.suspect)) return lookMs
      if (await hasSuspects(db, now())) {
        const claiming = { now: now(), lentUntil: later(now(), lentMs) }
        const suspect = writing.length === 0 && free > 0 ? await claimSuspect(db, claiming) : undefined
        if (suspect) begin(suspect)
        return lookMs
      }
      const busy = new Map<number, number>()
      for (const { mail } of underWay.values()) busy.set(mail.relay, (busy.get(mail.relay) ?? 0) + 1)
      if (free > 0) {
        const claiming = { now: now(), lentUntil: later(now(), lentMs), most: free, mostEach, busy }
        for (const mail of await claimDue(db, claiming)) begin(mail)
      }
      return lookMs
    },
  })
  const unsubscribe = db.hear(mailDue, loop.wake)

  const endInOrder = async () => {
    await loop.stop()
    const impatient = setTimeout(() => {
      for (const { stopping } of underWay.values()) stopping.abort()
    }, graceMs)
    await Promise.all([...underWay.values()].map(({ ended }) => ended))
    clearTimeout(impatient)
    await settleAll()
  }
  return {
    async stop() {
      unsubscribe()
      const ended = endInOrder().catch((error: unknown) =>
        log.warn({ err: error }, "mails that are not settled are sent by another node, possibly twice"),
      )
      const inTime = new AbortController()
      await Promise.race([ended, pause(stopMs, undefined, { signal: inTime.signal }).catch(() => {})])
      inTime.abort()
      for (const { stopping, limit } of underWay.values()) {
        clearTimeout(limit)
        stopping.abort()
      }
      lines.close()
    },
  }
}

function later(now: Date, milliseconds: number): Date {
  return new Date(now.getTime() + milliseconds)
}
