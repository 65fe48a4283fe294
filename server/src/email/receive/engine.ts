import { randomUUID } from "node:crypto"
import { setTimeout as pause } from "node:timers/promises"
import type { FastifyBaseLogger } from "fastify"
import { findSigningKey } from "../../account/queries.ts"
import { DeskError } from "../../errors.ts"
import { startTurns } from "../../events/turns.ts"
import type { Desk } from "../../http/route.ts"
import { openReader } from "../parse/reader.ts"
import { mailArrived } from "./keep.ts"
import { mailSettled } from "./metrics.ts"
import { type Prepared, prepareMessage, unreadable } from "./prepare.ts"
import { failMessage } from "./queries.ts"
import {
  type Claimed,
  claimFresh,
  claimSuspect,
  hasSuspects,
  postponeMessage,
  releaseMessages,
  renewClaims,
} from "./queue.ts"
import { settleMessage } from "./settle.ts"

/** As often does it look for itself, for what other nodes have taken in. */
const lookMs = 500

/** Messages under way on this node, which are read at the same time, and what they take of its memory. */
const most = 16
const mostBytes = 48_000_000

/** What has been tried so often is kept as it came, and said to be unreadable. */
const mostAttempts = 5

/** For so long after the database or the store was away. */
const restMs = 1_000

/** Who is still being read when the node stops is read again by another. */
const graceMs = 5_000

/**
 * Reads and settles what has come in until it is stopped. Several are read at once; those of one inbox are settled in
 * the order in which they came.
 */
export function startReceiving(desk: Desk, log: FastifyBaseLogger): { stop(): Promise<void> } {
  const { db, config, now } = desk
  const claim = randomUUID()
  const lentSeconds = config.jobLease
  const reader = openReader()
  const underWay = new Map<number, Promise<void>>()
  /** The end of what was begun last of each inbox. */
  const lanes = new Map<number, Promise<void>>()
  /** What could not be tried and is still to be given back. */
  let untried: number[] = []
  /** Nothing is begun before then. */
  let restsUntil = 0
  let renewedAt = now().getTime()
  let key: Buffer | undefined
  let stopping = false

  const settle = async (claimed: Claimed, prepared: Prepared) => {
    key ??= await findSigningKey(db)
    const result = await settleMessage(desk, { claim, key, claimed, prepared, now: now() })
    if (result) mailSettled.inc({ outcome: result.outcome })
  }

  const attempt = async (claimed: Claimed, before: Promise<void>) => {
    try {
      const prepared = await prepareMessage(desk, reader, claimed)
      await before
      await settle(claimed, prepared)
    } catch (error) {
      if (isPassing(error) || stopping) {
        untried.push(claimed.id)
        restsUntil = performance.now() + restMs
        log.warn({ err: error, message: claimed.id }, "a message waits until the database and the store are back")
        return
      }
      log.error({ err: error, message: claimed.id, attempts: claimed.attempts }, "a message could not be taken in")
      const dueAt = new Date(now().getTime() + 1_000 * 2 ** claimed.attempts)
      await postponeMessage(db, { id: claimed.id, claim, dueAt }).catch(() => {})
    }
  }

  /** Without looking into it any more; should even that fail, without a thread. */
  const giveUp = async (claimed: Claimed) => {
    try {
      await settle(claimed, unreadable)
    } catch (error) {
      if (isPassing(error)) {
        untried.push(claimed.id)
        restsUntil = performance.now() + restMs
      } else await failMessage(db, { id: claimed.id, claim, now: now() }).catch(() => {})
      log.error({ err: error, message: claimed.id }, "a message was given up")
    }
  }

  const begin = (claimed: Claimed) => {
    const { id, inbox_id: inboxId, attempts } = claimed
    const before = lanes.get(inboxId) ?? Promise.resolve()
    const ended = (attempts > mostAttempts ? giveUp(claimed) : attempt(claimed, before)).then(() => {
      underWay.delete(id)
      if (lanes.get(inboxId) === ended) lanes.delete(inboxId)
      turns.wake()
    })
    lanes.set(inboxId, ended)
    underWay.set(id, ended)
  }

  const giveBack = async () => {
    if (untried.length === 0) return
    const ids = untried
    await releaseMessages(db, ids, claim)
    untried = untried.filter((id) => !ids.includes(id))
  }

  const renew = async () => {
    const moment = now()
    if (underWay.size === 0 || moment.getTime() - renewedAt < lentSeconds * 250) return
    await renewClaims(db, [...underWay.keys()], { claim, now: moment, lentSeconds })
    renewedAt = moment.getTime()
  }

  const turns = startTurns({
    name: "mail.receive",
    log,
    async work() {
      await giveBack()
      await renew()
      const claiming = { claim, now: now(), lentSeconds }
      if (underWay.size === 0) renewedAt = claiming.now.getTime()
      const waits = Math.min(lookMs, lentSeconds * 250)
      if (performance.now() < restsUntil) return waits
      if (await hasSuspects(db, claiming.now)) {
        const suspect = underWay.size === 0 ? await claimSuspect(db, claiming) : undefined
        if (suspect) begin(suspect)
        return waits
      }
      // A few at a time, rather than one for every one that ends.
      if (underWay.size > most / 2) return waits
      for (const fresh of await claimFresh(db, { ...claiming, most: most - underWay.size, mostBytes })) begin(fresh)
      return waits
    },
  })
  const deafen = db.hear(mailArrived, turns.wake)
  return {
    async stop() {
      stopping = true
      deafen()
      await turns.stop()
      await Promise.race([Promise.all(underWay.values()), pause(graceMs, undefined, { ref: false })])
      await giveBack().catch((error: unknown) => log.warn({ err: error }, "messages wait for another node"))
      await reader.close()
    },
  }
}

/** Nothing about the message: the database or the store is away. */
function isPassing(error: unknown): boolean {
  return error instanceof DeskError && error.status === 503
}
