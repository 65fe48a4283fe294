import { type Db, sql } from "../db/db.ts"

/**
 * Owed with the change that owes it: in one transaction. A job that is owed again under its key is done once, and at
 * once if it was waiting for its next attempt.
 */
export async function enqueueJob(db: Db, name: string, { key, payload }: { key: string; payload: object }) {
  await db.run(sql`
    select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json, job_key => ${`${name}:${key}`})`)
}
