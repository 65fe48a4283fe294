import type { FastifyBaseLogger } from "fastify"
import { Logger, parseCronItems, run, type TaskList } from "graphile-worker"
import type { Desk } from "../http/route.ts"
import { startTicking } from "./tick.ts"

/** Work that is owed, done outside the request: by a row in the queue, or by the clock. */
export interface Job {
  /** Like `webhooks.deliver`. */
  name: string
  /** A cron pattern in UTC for what recurs; one node runs it, whichever is first. */
  every?: string
  /** For what cannot wait for a minute. Every node does it, one turn after the other, and claims what it works on. */
  everySeconds?: number
  /** The signal tells that the desk is being stopped: what takes long should end, and is done again later. */
  work: (desk: Desk, payload: unknown, signal: AbortSignal) => Promise<void>
}

export interface RunningJobs {
  stop(): Promise<void>
}

/** Takes jobs until it is stopped; stopping waits for those under way. */
export async function startJobs(desk: Desk, jobs: Job[], log: FastifyBaseLogger): Promise<RunningJobs> {
  const taskList: TaskList = {}
  for (const job of jobs) taskList[job.name] = (payload, { abortSignal }) => job.work(desk, payload, abortSignal)
  const runner = await run({
    pgPool: desk.db.pool,
    taskList,
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
  const ticks = jobs.flatMap(({ name, everySeconds, work }) =>
    everySeconds === undefined
      ? []
      : [startTicking({ name, everySeconds, work: (signal) => work(desk, undefined, signal), log })],
  )
  return {
    async stop() {
      await Promise.all([runner, ...ticks].map((running) => running.stop()))
    },
  }
}
