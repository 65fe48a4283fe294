import type { FastifyBaseLogger } from "fastify"
import { Logger, parseCronItems, type Runner, run, type TaskList } from "graphile-worker"
import type { Desk } from "../http/route.ts"

/** Work that is owed, done outside the request: by a row in the queue, or by the clock. */
export interface Job {
  /** Like `webhooks.deliver`. */
  name: string
  /** A cron pattern in UTC for what recurs; one node runs it, whichever is first. */
  every?: string
  /** The signal tells that the desk is being stopped: what takes long should end, and is done again later. */
  work: (desk: Desk, payload: unknown, signal: AbortSignal) => Promise<void>
}

/** Takes jobs until it is stopped; stopping waits for those under way. */
export function startJobs(desk: Desk, jobs: Job[], log: FastifyBaseLogger): Promise<Runner> {
  const taskList: TaskList = {}
  for (const job of jobs) taskList[job.name] = (payload, { abortSignal }) => job.work(desk, payload, abortSignal)
  return run({
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
}
