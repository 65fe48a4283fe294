import { type Database, type Db, sql } from "../db/db.ts"

/** The right to work on a job: it is this node's since that moment, and only while the node is heard of. */
export interface Lease {
  nodeId: string
  jobId: number
  takenAt: Date
}

/** Thrown where another node may have the job by now. Nothing that was written in the transaction stays. */
export class LeaseLost extends Error {
  constructor({ nodeId, jobId }: Lease) {
    super(`Job ${jobId} is not ${nodeId}'s any more: the node was silent for too long, and the job went to another`)
  }
}

/**
 * The database as a job sees it: whatever it reads or writes is done under its lease, or not at all. A node that was
 * stopped for minutes and goes on then cannot write what another has written meanwhile.
 */
export function fenced(db: Database, lease: Lease): Database {
  const transaction = <Result>(work: (db: Db) => Promise<Result>) =>
    db.transaction(async (db) => {
      await holdLease(db, lease)
      return work(db)
    })
  return {
    ...db,
    many: (statement) => transaction((db) => db.many(statement)),
    maybe: (statement) => transaction((db) => db.maybe(statement)),
    one: (statement) => transaction((db) => db.one(statement)),
    run: (statement) => transaction((db) => db.run(statement)),
    transaction,
  }
}

/** The node's row cannot be removed before the transaction ends, so nobody takes the job over in between. */
async function holdLease(db: Db, lease: Lease): Promise<void> {
  // The queue's moment has microseconds, the lease's has not.
  const held = await db.maybe(sql`
    select from job_nodes join graphile_worker.jobs on locked_by = job_nodes.id
    where job_nodes.id = ${lease.nodeId} and jobs.id = ${lease.jobId}
      and abs(extract(epoch from locked_at - ${lease.takenAt}::timestamptz)) < 0.01
    for key share of job_nodes`)
  if (!held) throw new LeaseLost(lease)
}

/**
 * Takes the job out of the queue. The queue does that by itself after the work, but without asking whose the job is:
 * a late node would remove what another works on, or what somebody has asked for anew. Afterwards it finds nothing.
 */
export async function finishJob(db: Database, lease: Lease): Promise<void> {
  await fenced(db, lease).run(sql`delete from graphile_worker._private_jobs where id = ${lease.jobId}`)
}

/** Who was asked for anew under their key while they ran have a successor: nobody needs to know that they failed. */
export async function forgetReplaced(db: Database, lease: Lease): Promise<void> {
  await fenced(db, lease).run(sql`delete from graphile_worker._private_jobs where id = ${lease.jobId} and key is null`)
}
