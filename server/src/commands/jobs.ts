import type { Config } from "../config.ts"
import { type Database, sql } from "../db/db.ts"
import { refusal } from "../errors.ts"
import { countJobs, dropJob, findJob, type JobState, listJobs, type QueuedJob, retryJobs } from "../jobs/queue.ts"
import { say, withDatabase } from "./database.ts"
import { tableOf } from "./table.ts"

const states: JobState[] = ["dead", "retrying", "running", "waiting"]
const mostShown = 100

export async function printJobs(config: Config, options: { state?: string }): Promise<void> {
  const wanted = states.filter((state) => options.state === undefined || state === options.state)
  if (wanted.length === 0) throw refusal(`There is no state "${options.state}"; there is: ${states.join(", ")}`)
  await withQueue(config, async (db) => {
    const jobs = await listJobs(db, { states: wanted, size: mostShown })
    if (jobs.length > 0) process.stdout.write(table(jobs))
    const counts = await countJobs(db)
    const amount = (state: JobState) =>
      counts.reduce((sum, count) => sum + (count.state === state ? count.amount : 0), 0)
    say(states.map((state) => `${amount(state)} ${state}`).join(", "))
    const total = wanted.reduce((sum, state) => sum + amount(state), 0)
    if (total > jobs.length) say(`Only the first ${jobs.length} are shown; --state narrows the list.`)
    if (amount("dead") > 0) say("Dead ones are not tried again by themselves: desk jobs retry <id>, or drop <id>.")
  })
}

export async function retry(config: Config, which: string | undefined, { all }: { all: boolean }): Promise<void> {
  if ((which === undefined) !== all)
    throw refusal("Say which: desk jobs retry <id>, <name>, or --all for all dead ones")
  await withQueue(config, async (db) => {
    const id = which !== undefined && /^\d{1,15}$/.test(which) ? Number(which) : undefined
    if (id !== undefined) await refuseRunning(db, id)
    const name = id === undefined ? which : undefined
    const retried = await retryJobs(db, { ...(id !== undefined && { id }), ...(name !== undefined && { name }) })
    if (retried === 0 && which !== undefined)
      throw refusal(`No job "${which}" has failed. See: npm run -s desk -- jobs`)
    say(retried === 1 ? "1 job is due again." : `${retried} jobs are due again.`)
  })
}

export async function drop(config: Config, which: string): Promise<void> {
  if (!/^\d{1,15}$/.test(which)) throw refusal("A job is dropped by its id. See: npm run -s desk -- jobs")
  await withQueue(config, async (db) => {
    const { name } = await refuseRunning(db, Number(which))
    if (!(await dropJob(db, Number(which)))) throw refusal(`Job ${which} has just been taken up or done.`)
    say(`Dropped job ${which} (${name}); it will not be done.`)
  })
}

function withQueue(config: Config, work: (db: Database) => Promise<void>): Promise<void> {
  return withDatabase(config, async (db) => {
    const { exists } = await db.one<{ exists: boolean }>(sql`
      select to_regclass('graphile_worker.jobs') is not null and to_regclass('job_crashes') is not null as exists`)
    if (!exists) throw refusal("There is no queue yet. Run: npm run -s desk -- migrate")
    await work(db)
  })
}

async function refuseRunning(db: Database, id: number) {
  const job = await findJob(db, id)
  if (!job) throw refusal(`There is no job ${id}: it is done, or never was. See: npm run -s desk -- jobs`)
  if (job.state === "running")
    throw refusal(`Job ${id} (${job.name}) is running. If its node has died, it is free again within a minute.`)
  return job
}

function table(jobs: QueuedJob[]): string {
  const rows = jobs.map((job) => [
    String(job.id),
    job.name,
    job.state,
    // What it is about stands behind its name.
    job.key?.replace(`${job.name}:`, "") ?? "",
    span(job.ageSeconds),
    job.state === "running" || job.state === "dead" ? "" : dueIn(job.dueSeconds),
    `${job.attempts}/${job.max_attempts}`,
    (job.last_error ?? "").split("\n")[0]?.slice(0, 100) ?? "",
  ])
  return tableOf([["id", "job", "state", "about", "age", "due", "attempts", "last error"], ...rows])
}

function dueIn(seconds: number): string {
  return seconds <= 0 ? "now" : `in ${span(seconds)}`
}

function span(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`
  if (seconds < 172_800) return `${Math.round(seconds / 3_600)} h`
  return `${Math.round(seconds / 86_400)} d`
}
