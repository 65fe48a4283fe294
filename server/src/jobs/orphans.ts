import type { WorkerEvents } from "graphile-worker"
import { type Db, sql } from "../db/db.ts"

/**
 * Releases jobs that are locked by this node and that none of its workers runs. The queue leaves such jobs behind when a
 * connection breaks while it takes a job or records a failure: it does not repeat either, and other nodes do not take
 * the jobs over, because this node lives.
 */
export class OrphanedJobs {
  readonly #running = new Set<number>()
  /** Failures that the queue was asked to record, which it may not have done. */
  readonly #failures = new Map<number, { message: string; failedAt: number }>()

  constructor(events: WorkerEvents) {
    events.on("job:start", ({ job }) => {
      this.#running.add(Number(job.id))
      this.#failures.delete(Number(job.id))
    })
    events.on("job:complete", ({ job, error }) => {
      this.#running.delete(Number(job.id))
      if (error) this.#failures.set(Number(job.id), { message: messageOf(error), failedAt: performance.now() })
    })
  }

  /**
   * Returns the released jobs. `lapseSeconds` is more time than the answer to a worker that takes a job needs. Should one
   * need more, its lease is gone and the job cannot change anything.
   */
  async release(db: Db, nodeId: string, lapseSeconds: number): Promise<number[]> {
    const begun = performance.now()
    const orphaned = sql`locked_by = ${nodeId} and id <> all(${[...this.#running]}::bigint[])
      and locked_at < clock_timestamp() - make_interval(secs => ${lapseSeconds})`
    const messages = JSON.stringify(
      Object.fromEntries([...this.#failures].map(([id, { message }]) => [id, message.replaceAll("\0", "")])),
    )
    const released = await db.transaction(async (db) => {
      // A job that was enqueued again under its key while it ran has a successor, and no attempts left.
      await db.run(sql`delete from graphile_worker._private_jobs
        where ${orphaned} and key is null and attempts >= max_attempts`)
      return db.many<{ id: number }>(sql`
        update graphile_worker._private_jobs set locked_by = null, locked_at = null,
          last_error = coalesce(${messages}::jsonb ->> id::text, ${connectionLost}),
          run_at = greatest(now(), run_at) + exp(least(attempts, 10)) * interval '1 second'
        where ${orphaned} returning id`)
    })
    for (const [id, { failedAt }] of this.#failures)
      if (failedAt < begun - lapseSeconds * 1_000) this.#failures.delete(id)
    return released.map(({ id }) => id)
  }
}

const connectionLost = "The connection to the database was lost before the job could begin"

function messageOf(error: unknown): string {
  return (error instanceof Error && error.message) || String(error)
}
