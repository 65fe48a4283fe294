import type { FastifyBaseLogger } from "fastify"
import { startSearchUpkeep } from "../conversations/list/upkeep.ts"
import type { Database } from "../db/db.ts"
import { startFetching } from "../email/imap/engine.ts"
import { startReceiving } from "../email/receive/engine.ts"
import { startSending } from "../email/send/engine.ts"
import { startReactions } from "../events/reaction-loop.ts"
import type { Desk } from "../http/route.ts"
import { startJobs } from "../jobs/worker.ts"
import { reactions } from "../reactions.ts"
import { startDeliveries } from "../webhooks/deliveries/engine.ts"
import { jobs } from "../worker.ts"

export interface Engine {
  stop(): Promise<void>
}

export interface EngineOptions {
  /** For work that nobody waits for. */
  quiet: Database
  /** The address of the desk in what it sends. */
  origin: string
  log: FastifyBaseLogger
  /** Adds each engine that has started, so that a failed start can stop it. */
  onStart(engine: Engine): void
}

/** Starts the background loops of a worker. */
export async function startEngines(desk: Desk, options: EngineOptions): Promise<void> {
  const { quiet, origin, log, onStart } = options
  onStart(startReactions({ db: quiet, reactions, now: desk.now, origin, log }))
  onStart(startSearchUpkeep(quiet, log))
  onStart(startDeliveries(desk, log))
  onStart(startReceiving({ ...desk, db: quiet }, log))
  onStart(startSending(desk, log))
  onStart(startFetching(desk, log))
  onStart(await startJobs(desk, jobs, log))
}
