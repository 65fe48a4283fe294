import { type Db, type Sql, sql } from "../db/db.ts"

export type JobState = "waiting" | "running" | "retrying" | "dead"

export interface QueuedJob {
  id: number
  name: string
  state: JobState
  key: string | null
  attempts: number
  max_attempts: number
  /** Since it was owed. */
  ageSeconds: number
  /** Until it is due; less than nothing where it is late. */
  dueSeconds: number
  last_error: string | null
}

const state = sql`case
    when locked_at is not null then 'running'
    when attempts >= max_attempts then 'dead'
    when attempts > 0 then 'retrying'
    else 'waiting'
  end`

/** Those that need somebody first. */
export function listJobs(db: Db, { states, size }: { states: JobState[]; size: number }): Promise<QueuedJob[]> {
  return db.many(sql`
    select id, task_identifier as name, ${state} as state, key, attempts, max_attempts, last_error,
      extract(epoch from now() - created_at)::float8 as "ageSeconds",
      extract(epoch from run_at - now())::float8 as "dueSeconds"
    from graphile_worker.jobs where ${state} = any(${states}::text[])
    order by array_position(array['dead', 'retrying', 'running', 'waiting'], ${state}), run_at, id limit ${size}`)
}

export interface JobCount {
  name: string
  state: JobState
  amount: number
  /** Of the one that has waited longest for a worker. */
  lateSeconds: number
}

export function countJobs(db: Db): Promise<JobCount[]> {
  return db.many(sql`
    select name, state, count(*) as amount,
      coalesce(max(extract(epoch from now() - run_at)) filter (where state in ('waiting', 'retrying')), 0)::float8
        as "lateSeconds"
    from (select task_identifier as name, ${state} as state, run_at from graphile_worker.jobs) jobs
    group by 1, 2 order by 1, 2`)
}

export function findJob(db: Db, id: number): Promise<{ id: number; name: string; state: JobState } | undefined> {
  return db.maybe(sql`select id, task_identifier as name, ${state} as state from graphile_worker.jobs where id = ${id}`)
}

/** From the first attempt on, and now. Gives how many there were. */
export function retryJobs(db: Db, which: { id?: number; name?: string }): Promise<number> {
  const condition: Sql =
    which.id !== undefined
      ? sql`id = ${which.id} and ${state} <> 'running'`
      : which.name !== undefined
        ? sql`task_identifier = ${which.name} and ${state} in ('retrying', 'dead')`
        : sql`${state} = 'dead'`
  return db.transaction(async (db) => {
    const ids = (await db.many<{ id: number }>(sql`select id from graphile_worker.jobs where ${condition}`)).map(
      ({ id }) => id,
    )
    await db.run(sql`delete from job_crashes where job_id = any(${ids}::bigint[])`)
    return db.run(sql`select from graphile_worker.reschedule_jobs(${ids}::bigint[], run_at => now(), attempts => 0)`)
  })
}

/** Leaves a running one alone. */
export async function dropJob(db: Db, id: number): Promise<boolean> {
  return (await db.run(sql`select from graphile_worker.complete_jobs(array[${id}::bigint])`)) > 0
}
