import type { FastifyBaseLogger } from "fastify"
import { type Database, type Db, sql } from "../db/db.ts"

/** A job whose node has died so often within a day is the likely cause, and is not tried again by itself. */
const mostCrashes = 5

export interface Lapse {
  nodeIds: string[]
  jobs: { id: number; name: string; crashes: number }[]
}

/** Says that the node is there. By the database's clock, so that those of the nodes do not matter. */
export async function beat(db: Db, nodeId: string): Promise<void> {
  await db.run(sql`
    insert into job_nodes (id) values (${nodeId}) on conflict (id) do update set seen_at = clock_timestamp()`)
}

/** Gives back what the node holds: at the end, when it has stopped working. */
export function leave(db: Db, nodeId: string): Promise<void> {
  return db.transaction(async (db) => {
    await db.run(sql`delete from job_nodes where id = ${nodeId}`)
    await db.run(sql`select graphile_worker.force_unlock_workers(array[${nodeId}::text])`)
  })
}

/**
 * Sets free the jobs of nodes that were not heard of for so long. A node that is in the middle of a transaction of a job
 * keeps them until that ends: the database ends one that does nothing. Never those of the node that asks: where it was
 * stopped since it last said that it was there, it would take away what it works on.
 */
export function takeOver(db: Db, lapseSeconds: number, nodeId = ""): Promise<Lapse> {
  const lapsed = sql`clock_timestamp() - make_interval(secs => ${lapseSeconds})`
  return db.transaction(async (db) => {
    const silent = await db.many<{ id: string }>(sql`
      delete from job_nodes where id in (
        select id from job_nodes where seen_at < ${lapsed} and id <> ${nodeId} order by id for update skip locked)
      returning id`)
    // Also of one that died before it had said that it was there.
    const strays = await db.many<{ id: string }>(sql`
      select distinct locked_by as id from graphile_worker.jobs
      where locked_at < ${lapsed} and locked_by <> ${nodeId} and not exists (select from job_nodes where job_nodes.id = locked_by)`)
    const nodeIds = [...new Set([...silent, ...strays].map(({ id }) => id))]
    if (nodeIds.length === 0) return { nodeIds, jobs: [] }
    // Asked for anew under its key while it ran, it has a successor, and the queue has taken its attempts.
    await db.run(sql`delete from graphile_worker._private_jobs
      where locked_by = any(${nodeIds}::text[]) and key is null and attempts >= max_attempts`)
    await db.run(sql`
      insert into job_crashes (job_id, node_id)
      select id, locked_by from graphile_worker.jobs where locked_by = any(${nodeIds}::text[])
      on conflict do nothing`)
    await db.run(sql`delete from job_crashes where crashed_at < clock_timestamp() - interval '1 day'`)
    const jobs = await db.many<Lapse["jobs"][number]>(sql`
      select id, task_identifier as name, (select count(*) from job_crashes where job_id = jobs.id) as crashes
      from graphile_worker.jobs where locked_by = any(${nodeIds}::text[])`)
    await db.run(sql`select graphile_worker.force_unlock_workers(${nodeIds}::text[])`)
    for (const job of jobs) await reschedule(db, job)
    return { nodeIds, jobs }
  })
}

/** At once for the first time, then after growing pauses: a job that brings down its node must not bring down all. */
async function reschedule(db: Db, { id, crashes }: Lapse["jobs"][number]): Promise<void> {
  if (crashes >= mostCrashes) {
    const reason = `The node that worked on it died, ${crashes} times within a day`
    await db.run(sql`select graphile_worker.permanently_fail_jobs(array[${id}::bigint], ${reason})`)
  } else {
    const pauseSeconds = Math.exp(crashes - 1) - 1
    await db.run(sql`select graphile_worker.reschedule_jobs(array[${id}::bigint],
      run_at => now() + make_interval(secs => ${pauseSeconds}))`)
  }
}

/** Beats, and looks for others that do not. Called every quarter of the time after which a node counts as gone. */
export function keepAlive(
  db: Database,
  nodeId: string,
  { lapseSeconds, log }: { lapseSeconds: number; log: FastifyBaseLogger },
) {
  let steadySince: number | undefined
  let lastBeat = Number.NEGATIVE_INFINITY
  return async (): Promise<void> => {
    const now = performance.now()
    // Where the database was away, or this node was stopped, others were perhaps not heard of for the same reason.
    if (now - lastBeat > lapseSeconds * 1_000) steadySince = undefined
    await beat(db, nodeId)
    lastBeat = now
    steadySince ??= now
    if (now - steadySince < lapseSeconds * 1_000) return
    const { nodeIds, jobs } = await takeOver(db, lapseSeconds, nodeId)
    if (nodeIds.length > 0) log.warn({ nodes: nodeIds, jobs }, "nodes were not heard of any more; their jobs are free")
  }
}
