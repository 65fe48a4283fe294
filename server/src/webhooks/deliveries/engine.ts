import type { FastifyBaseLogger } from "fastify"
import type { Desk } from "../../http/route.ts"
import { startLoop } from "../../runtime/loop.ts"
import { carryOut, limitMs, type Result } from "./deliver.ts"
import { Pace } from "./pace.ts"
import { type Claimed, claimDue, deliveriesDue } from "./queue.ts"
import { settle } from "./settle.ts"

/** Attempts under way on this node. */
const most = 256

/** Attempts under way on this node for one webhook. */
const mostEach = 16

/** As often does it look for itself, for retries and for what other nodes have written. */
const lookMs = 500

/** Where a webhook has been sent as much as it may be in a second, the rest comes soon. */
const pacedMs = 20

/** Who is slow to answer when the node is stopped is asked again by another. */
const graceMs = 2_000

/**
 * Sends what is due until it is stopped. What a turn finds goes out at once; what has come back since the last turn is
 * settled together.
 */
export function startDeliveries(desk: Desk, log: FastifyBaseLogger): { stop(): Promise<void> } {
  const { db, config, now } = desk
  const stopping = new AbortController()
  const underWay = new Map<number, Promise<void>>()
  const pace = new Pace(config.webhookRate, () => performance.now())
  // Longer than an attempt and its settling take: who claims something after that must be the only one.
  const lentSeconds = limitMs / 1_000 + config.jobLease
  let results: Result[] = []

  const settleAll = async () => {
    const settling = results
    results = []
    try {
      await settle(db, settling, now())
    } catch (error) {
      results = [...settling, ...results]
      throw error
    }
  }

  const begin = (claimed: Claimed) => {
    pace.begin(claimed.webhook_id)
    const ended = carryOut(desk, claimed, stopping.signal)
      .then((result) => {
        results.push(result)
      })
      // Its claim expires, and then it is tried again.
      .catch((error: unknown) => log.error({ err: error, delivery: claimed.id }, "a delivery ended unexpectedly"))
      .finally(() => {
        pace.end(claimed.webhook_id)
        underWay.delete(claimed.id)
        loop.wake()
      })
    underWay.set(claimed.id, ended)
  }

  const loop = startLoop({
    name: "webhooks.deliver",
    log,
    async run() {
      // At the same time: who can be sent something need not wait until what others answered is written down.
      const settling = results.length > 0 ? settleAll() : Promise.resolve()
      settling.catch(() => {})
      const free = most - underWay.size
      const claiming = { now: now(), lentSeconds, most: free, mostEach, loads: pace.loads() }
      for (const delivery of free > 0 ? await claimDue(db, claiming) : []) begin(delivery)
      await settling
      return pace.isFull() ? pacedMs : lookMs
    },
  })
  const unsubscribe = db.hear(deliveriesDue, loop.wake)
  return {
    async stop() {
      unsubscribe()
      await loop.stop()
      const impatient = setTimeout(() => stopping.abort(), graceMs)
      await Promise.all(underWay.values())
      clearTimeout(impatient)
      if (results.length > 0)
        await settleAll().catch((error: unknown) => log.warn({ err: error }, "deliveries are settled by another node"))
    },
  }
}
