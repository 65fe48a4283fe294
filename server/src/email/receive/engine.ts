import { randomUUID } from "node:crypto"
import { setTimeout as pause } from "node:timers/promises"
import type { FastifyBaseLogger } from "fastify"
import { findSigningKey } from "../../account/queries.ts"
import { DeskError } from "../../errors.ts"
import type { Desk } from "../../http/route.ts"
import { startLoop } from "../../runtime/loop.ts"
import { mailSettled } from "../metrics.ts"
import { openReader } from "../parse/reader.ts"
import type { Verdicts } from "../trust/verdicts.ts"
import { mostTogether } from "./begin-many.ts"
import { mailArrived } from "./keep.ts"
import { Lane, type Ready } from "./lane.ts"
import { prepareMessage, unreadable } from "./prepare.ts"
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
import { settleMessages } from "./settle.ts"

/** As often does it look for itself, for what other nodes have taken in. */
const lookMs = 500

/** At the default MAIL_RATE as many messages come within this time as are settled in one transaction. */
const minIntervalMs = 200

/** Messages under way on this node, which are read at the same time, and what they take of its memory. */
const most = 32
const mostBytes = 48_000_000

export interface ReceivingLimits {
  /** A message waits so long for DNS; after that it is stored, and its verdicts come later. */
  verdictWaitMs: number
}

/** Servers that answer do so in this time; others must not hold up mail. */
export const receivingLimits: ReceivingLimits = { verdictWaitMs: 300 }

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
export function startReceiving(
  desk: Desk,
  log: FastifyBaseLogger,
  limits: ReceivingLimits = receivingLimits,
): { stop(): Promise<void> } {
  const { db, config, now } = desk
  const claim = randomUUID()
  const lentSeconds = config.jobLease
  const reader = openReader()
  const underWay = new Map<number, Promise<void>>()
  /** One for each inbox of which anything has come since the node began. */
  const lanes = new Map<number, Lane>()
  /** For those whose verdicts decide where they belong, while DNS is slow: the others go on without them. */
  const waitingLanes = new Map<number, Lane>()
  const handedOver = new Map<number, Promise<void>>()
  /** What could not be tried and is still to be given back. */
  let untried: number[] = []
  /** Nothing is begun before then. */
  let restsUntil = 0
  let renewedAt = now().getTime()
  let key: Buffer | undefined
  let stopping = false

  const settle = async (found: Ready[]) => {
    const [first] = found
    const awaited = first?.prepared.awaited
    if (first && awaited !== undefined) {
      handOver(first, awaited)
      return 1
    }
    const end = found.findIndex(({ prepared }) => prepared.awaited !== undefined)
    const ready = end === -1 ? found : found.slice(0, end)
    key ??= await findSigningKey(db)
    const signing = { claim, key, now: now() }
    const results = await settleMessages(
      desk,
      ready.map((one) => ({ ...one, ...signing })),
    )
    for (const result of results) if (result) mailSettled.inc({ outcome: result.outcome })
    return results.length
  }

  /** Later, and others first; or, after many attempts, never more: should not even a placeholder do, without a thread. */
  const fail = async (claimed: Claimed, error: unknown) => {
    const { id, attempts } = claimed
    if (attempts > mostAttempts) {
      log.error({ err: error, message: id }, "a message was given up")
      await failMessage(db, { id, claim, now: now() }).catch(() => {})
      return
    }
    log.error({ err: error, message: id, attempts }, "a message could not be taken in")
    const dueAt = new Date(now().getTime() + 1_000 * 2 ** attempts)
    await postponeMessage(db, { id, claim, dueAt }).catch(() => {})
  }

  const putBack = (messages: Claimed[], error: unknown) => {
    untried.push(...messages.map(({ id }) => id))
    restsUntil = performance.now() + restMs
    log.warn({ err: error, messages: messages.length }, "messages wait until the database and the store are back")
  }

  const isPassing = (error: unknown) => stopping || isAway(error)

  const laneIn = (lanes: Map<number, Lane>, inboxId: number) => {
    const lane = lanes.get(inboxId) ?? new Lane({ most: mostTogether, settle, fail, isPassing, putBack })
    lanes.set(inboxId, lane)
    return lane
  }

  const handOver = ({ claimed, prepared }: Ready, awaited: Promise<Verdicts>) => {
    const { awaited: _, ...understood } = prepared
    const judged = awaited.then((verdicts) => ({ ...understood, verdicts, isPending: false }))
    handedOver.set(claimed.id, laneIn(waitingLanes, claimed.inbox_id).add(claimed, judged))
  }

  const begin = (claimed: Claimed) => {
    const { id, inbox_id: inboxId, attempts } = claimed
    // After so many attempts nobody looks into it any more.
    const prepared =
      attempts > mostAttempts ? Promise.resolve(unreadable) : prepareMessage(desk, reader, { claimed, ...limits })
    const ended = laneIn(lanes, inboxId)
      .add(claimed, prepared)
      .then(async () => {
        await handedOver.get(id)
        handedOver.delete(id)
        underWay.delete(id)
        loop.wake()
      })
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

  const loop = startLoop({
    name: "mail.receive",
    minIntervalMs,
    log,
    async run() {
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
  const unsubscribe = db.hear(mailArrived, loop.wake)
  return {
    async stop() {
      stopping = true
      unsubscribe()
      await loop.stop()
      await Promise.race([Promise.all(underWay.values()), pause(graceMs, undefined, { ref: false })])
      await giveBack().catch((error: unknown) => log.warn({ err: error }, "messages wait for another node"))
      await reader.close()
    },
  }
}

/** Nothing about the message: the database or the store is. */
function isAway(error: unknown): boolean {
  return error instanceof DeskError && error.status === 503
}
