import type { FastifyBaseLogger } from "fastify"
import type { Desk } from "../../http/route.ts"
import { startLoop } from "../../runtime/loop.ts"
import { Slots } from "../../runtime/slots.ts"
import { connectionsChanged } from "../connections/actions.ts"
import { type FetcherLimits, fetcherLimits, fetchMail } from "./fetcher.ts"
import { type Claimed, claimConnections, releaseClaims, renewClaims } from "./leases.ts"

/** Connections for which one node fetches. */
const most = 500

/** Batches that one node fetches at once, for however many connections. */
const mostAtOnce = 4

/** Whatever is under way when the node stops is given up after this: nothing of it is lost. */
const graceMs = 2_000

interface Running {
  stop: AbortController
  ended: Promise<void>
}

/** Fetches mail for every connection that no other node fetches for, until it is stopped. */
export function startFetching(
  desk: Desk,
  log: FastifyBaseLogger,
  limits: FetcherLimits = fetcherLimits,
): { stop(): Promise<void> } {
  const { db, now } = desk
  const leaseSeconds = desk.config.jobLease
  const slots = new Slots(mostAtOnce)
  const running = new Map<string, Running>()

  const begin = (connection: Claimed) => {
    const stop = new AbortController()
    const ended = fetchMail({ desk, connection, slots, limits, log, signal: stop.signal }).finally(() => {
      running.delete(connection.token)
      loop.wake()
    })
    running.set(connection.token, { stop, ended })
  }
  const loop = startLoop({
    name: "mail.fetch",
    log,
    async run(signal) {
      const tokens = [...running.keys()]
      const held = tokens.length > 0 ? await renewClaims(db, { tokens, leaseSeconds }) : new Set()
      for (const token of tokens) if (!held.has(token)) running.get(token)?.stop.abort()
      const free = most - running.size
      const claimed = free > 0 ? await claimConnections(db, { now: now(), leaseSeconds, most: free }) : []
      // What was claimed while the node was told to stop is given back below.
      for (const connection of claimed) if (!signal.aborted) begin(connection)
      if (signal.aborted)
        await releaseClaims(
          db,
          claimed.map(({ token }) => token),
        ).catch(() => {})
      return Math.min(limits.lookMs, (leaseSeconds * 1_000) / 3)
    },
  })
  const unsubscribe = db.hear(connectionsChanged, loop.wake)
  return {
    async stop() {
      unsubscribe()
      const tokens = [...running.keys()]
      const parts = [...running.values()]
      for (const { stop } of parts) stop.abort()
      const ending = Promise.all([loop.stop(), ...parts.map(({ ended }) => ended)]).then(() =>
        tokens.length > 0 ? releaseClaims(db, tokens) : undefined,
      )
      await within(graceMs, ending)
    },
  }
}

/** Waits so long and no longer, whatever becomes of it. */
async function within(limitMs: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs)
  })
  await Promise.race([work.catch(() => {}), late])
  clearTimeout(timer)
}
