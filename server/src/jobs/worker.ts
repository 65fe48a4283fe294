import { EventEmitter } from "node:events"
import { setTimeout as pause } from "node:timers/promises"
import type { FastifyBaseLogger } from "fastify"
import {
  type JobHelpers,
  Logger,
  parseCronItems,
  type Runner,
  run,
  type TaskList,
  type WorkerEvents,
} from "graphile-worker"
import type { Desk } from "../http/route.ts"
import { type Loop, startLoop } from "../runtime/loop.ts"
import { fenced, finishJob, forgetReplaced } from "./lease.ts"
import { jobDurations } from "./metrics.ts"
import { beat, keepAlive, leave } from "./nodes.ts"
import { OrphanedJobs } from "./orphans.ts"

/** Work that is owed, done outside the request: by a row in the queue, or by the clock. */
export interface Job {
  /** Like `webhooks.deliver`. */
  name: string
  /** A cron pattern in UTC for what recurs; one node runs it, whichever is first. */
  every?: string
  /** For what cannot wait for a minute. Every node does it, one run after the other, and claims what it works on. */
  everySeconds?: number
  /**
   * The desk's database refuses everything once the job has gone to another node. The signal tells that the desk is being
   * stopped: what takes long should end, and is done again later.
   */
  work: (desk: Desk, payload: unknown, signal: AbortSignal) => Promise<void>
}

export interface RunningJobs {
  stop(): Promise<void>
}

/** Takes jobs until it is stopped; stopping waits for those under way, as long as a lease lasts. */
export async function startJobs(desk: Desk, jobs: Job[], log: FastifyBaseLogger): Promise<RunningJobs> {
  const { runner, nodeId, orphans } = await startRunner(desk, jobs, log)
  const lapseSeconds = desk.config.jobLease
  const beatAndTakeOver = keepAlive(desk.db, nodeId, { lapseSeconds, log })
  const heart = startEvery({
    name: "jobs.keep-alive",
    everySeconds: lapseSeconds / 4,
    async work() {
      await beatAndTakeOver()
      const released = await orphans.release(desk.db, nodeId, lapseSeconds)
      if (released.length > 0) log.warn({ jobs: released }, "released jobs that this node held and did not run")
    },
    log,
  })
  const queue = endedOnlyByUs(runner)
  const ticks = jobs.flatMap(({ name, everySeconds, work }) =>
    everySeconds === undefined
      ? []
      : [startEvery({ name, everySeconds, work: timed(name, (signal) => work(desk, undefined, signal)), log })],
  )
  return {
    async stop() {
      const ended = Promise.all([queue, ...ticks].map((running) => running.stop()))
      // Who does not heed the signal loses the lease after that, and with it the database.
      const waiting = new AbortController()
      await Promise.race([ended, pause(lapseSeconds * 1_000, undefined, waiting).catch(() => {})])
      waiting.abort()
      await heart.stop()
      // Where the database is away, others take the jobs over when they miss this node.
      await leave(desk.db, nodeId).catch((error: unknown) => log.warn({ err: error }, "could not give jobs back"))
      await ended
    },
  }
}

interface RecurringWork {
  name: string
  everySeconds: number
  work: (signal: AbortSignal) => Promise<void>
  log: FastifyBaseLogger
}

/** Runs start so many seconds apart; one that took longer is followed at once. */
function startEvery({ name, everySeconds, work, log }: RecurringWork): Loop {
  const run = async (signal: AbortSignal) => {
    const startedAt = performance.now()
    await work(signal)
    return Math.max(0, everySeconds * 1_000 - (performance.now() - startedAt))
  }
  return startLoop({ name, run, log })
}

/**
 * The queue ends by itself only when it is broken or newer than this node. A desk without jobs would accept mail and
 * never send any, so the process ends as after any other uncaught exception, and can be started again.
 */
function endedOnlyByUs(runner: Runner): RunningJobs {
  let hasEnded = false
  let isStopping = false
  const end = () => {
    hasEnded = true
    if (isStopping) return
    setImmediate(() => {
      throw new Error("The job queue ended by itself")
    })
  }
  runner.promise.then(end, end)
  return {
    async stop() {
      isStopping = true
      if (!hasEnded) await runner.stop()
    },
  }
}

/** Starts the queue's own machinery; `nodeId` is the name under which it takes jobs. */
async function startRunner(
  desk: Desk,
  jobs: Job[],
  log: FastifyBaseLogger,
): Promise<{ runner: Runner; nodeId: string; orphans: OrphanedJobs }> {
  const events: WorkerEvents = new EventEmitter()
  const orphans = new OrphanedJobs(events)
  // The queue caches a failure of its first statement for as long as it runs, and would never take a job.
  const firstLook = Promise.withResolvers<void>()
  firstLook.promise.catch(() => {})
  for (const event of ["worker:getJob:empty", "job:start"] as const) events.once(event, () => firstLook.resolve())
  events.once("worker:getJob:error", ({ error }) => firstLook.reject(error))
  const known = Promise.withResolvers<string>()
  // It takes jobs as soon as it is there, and the first of them wait here.
  const joined = known.promise.then(async (nodeId) => {
    await beat(desk.db, nodeId)
    return nodeId
  })
  joined.catch(() => {})
  events.once("pool:create", ({ workerPool }) => known.resolve(workerPool.id))
  const taskList: TaskList = {}
  for (const { name, work } of jobs)
    taskList[name] = timed(name, async (payload: unknown, { job, abortSignal }: JobHelpers) => {
      const lease = { nodeId: await joined, jobId: Number(job.id), takenAt: job.locked_at ?? new Date() }
      try {
        await work({ ...desk, db: fenced(desk.db, lease) }, payload, abortSignal)
      } catch (error) {
        if (job.key !== null) await forgetReplaced(desk.db, lease).catch(() => {})
        throw error
      }
      await finishJob(desk.db, lease)
    })
  const runner = await run({
    pgPool: desk.db.pool,
    taskList,
    events,
    parsedCronItems: parseCronItems(
      jobs.flatMap(({ name, every }) => (every === undefined ? [] : [{ task: name, match: every, identifier: name }])),
    ),
    concurrency: 4,
    pollInterval: 1_000,
    noHandleSignals: true,
    logger: new Logger((scope) => (level, message) => {
      const line = { worker: scope.workerId, job: scope.taskIdentifier }
      if (level === "error") log.error(line, message)
      else if (level === "warning") log.warn(line, message)
      else log.debug(line, message)
    }),
  })
  try {
    await firstLook.promise
    return { runner, nodeId: await joined, orphans }
  } catch (error) {
    await runner.stop()
    throw error
  }
}

function timed<Given extends unknown[]>(job: string, work: (...given: Given) => Promise<void>) {
  return async (...given: Given): Promise<void> => {
    const ended = jobDurations.startTimer({ job })
    try {
      await work(...given)
      ended({ outcome: "done" })
    } catch (error) {
      ended({ outcome: "failed" })
      throw error
    }
  }
}
