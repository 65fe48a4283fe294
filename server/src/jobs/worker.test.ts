import assert from "node:assert/strict"
import { after, afterEach, before, describe, test } from "node:test"
import { type TestDesk, testDesk } from "../../test/desk/desk.ts"
import { until } from "../../test/until.ts"
import { sql } from "../db/db.ts"
import { enqueueJob } from "./enqueue.ts"
import { takeOver } from "./nodes.ts"
import { dropJob, findJob, listJobs, type QueuedJob, retryJobs } from "./queue.ts"
import { type Job, type RunningJobs, startJobs } from "./worker.ts"

let desk: TestDesk
const running: RunningJobs[] = []

before(async () => {
  desk = await testDesk()
})
afterEach(async () => {
  for (const jobs of running.splice(0)) await jobs.stop()
  await desk.db.run(sql`delete from graphile_worker._private_jobs`)
  await desk.db.run(sql`delete from tags`)
})
after(() => desk.close())

async function work(name: string, job: Job["work"], { jobLease }: { jobLease: number } = desk.config): Promise<void> {
  const { db, files, outgoing, clock } = desk
  const config = { ...desk.config, jobLease }
  const parts = { config, db, replica: undefined, files, outgoing, now: () => clock.now }
  running.push(await startJobs(parts, [{ name, work: job }], desk.app.log))
}

async function add(name: string): Promise<number> {
  const { id } = await desk.db.one<{ id: number }>(sql`select id from graphile_worker.add_job(${name})`)
  return id
}

const all = { states: ["waiting", "running", "retrying", "dead"] as QueuedJob["state"][], size: 9 }
const gone = async (id: number) => (await findJob(desk.db, id)) === undefined
const tags = async () =>
  (await desk.db.many<{ name: string }>(sql`select name from tags order by name`)).map((t) => t.name)
const tag = (name: string) => sql`insert into tags (name, slug) values (${name}, ${name})`

describe("a worker", () => {
  test("does a job, and takes it out of the queue", async () => {
    await work("test.tag", async ({ db }) => {
      await db.run(tag("done"))
    })
    const id = await add("test.tag")
    await until(() => gone(id))
    assert.deepEqual(await tags(), ["done"])
  })

  test("tries one that failed again, later and later, and says why it failed", async () => {
    await work("test.fail", async () => {
      throw new Error("It rained")
    })
    const id = await add("test.fail")
    let first: Awaited<ReturnType<typeof listJobs>>[number] | undefined
    // Together, because it is retried in a few seconds.
    await until(async () => {
      ;[first] = await listJobs(desk.db, all)
      return first?.state === "retrying"
    })
    assert.deepEqual([first?.attempts, first?.max_attempts, first?.last_error], [1, 25, "It rained"])
    assert.ok((first?.dueSeconds ?? 0) > 0)
    await desk.db.run(sql`select from graphile_worker.reschedule_jobs(array[${id}::bigint], now(), attempts => 24)`)
    await until(async () => (await findJob(desk.db, id))?.state === "dead")
  })

  test("leaves no dead one behind that was asked for anew while it ran, and failed", async () => {
    const begun = Promise.withResolvers<void>()
    const fail = Promise.withResolvers<void>()
    let runs = 0
    await work("test.again", async ({ db }) => {
      if (++runs > 1) return void (await db.run(tag("again")))
      begun.resolve()
      await fail.promise
      throw new Error("It rained")
    })
    const owe = () => enqueueJob(desk.db, "test.again", { key: "one", payload: {} })
    await owe()
    await begun.promise
    await owe()
    fail.resolve()
    await until(async () => (await listJobs(desk.db, all)).length === 0)
    assert.deepEqual(await tags(), ["again"])
  })

  test("gives back what is under way when it is stopped", async () => {
    const begun = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    await work("test.stop", async () => {
      begun.resolve()
      await release.promise
      throw new Error("Stopped")
    })
    const id = await add("test.stop")
    await begun.promise
    assert.equal((await findJob(desk.db, id))?.state, "running")
    const stopped = running.splice(0).map((jobs) => jobs.stop())
    release.resolve()
    await Promise.all(stopped)
    assert.equal((await findJob(desk.db, id))?.state, "retrying")
    assert.deepEqual(await desk.db.many(sql`select from job_nodes`), [])
  })

  test("gives back also what does not end when it is asked to", async () => {
    const begun = Promise.withResolvers<void>()
    const endless: Job["work"] = async ({ db }) => {
      begun.resolve()
      for (;;) await db.run(sql`select pg_sleep(0.01)`)
    }
    await work("test.deaf", endless, { jobLease: 1 })
    const id = await add("test.deaf")
    await begun.promise
    await running.pop()?.stop()
    assert.equal((await findJob(desk.db, id))?.state, "retrying")
  })

  test("writes nothing and removes nothing when its job has gone to another meanwhile", async () => {
    const begun = Promise.withResolvers<void>()
    const finish = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<unknown>()
    let runs = 0
    await work("test.slow", async ({ db }) => {
      if (++runs > 1) return new Promise(() => {}).then(() => {})
      begun.resolve()
      await finish.promise
      await db.run(tag("late")).then(ended.resolve, ended.resolve)
    })
    const id = await add("test.slow")
    await begun.promise
    // What another node does when it misses this one, which may say in between that it is there.
    await until(async () => {
      await desk.db.run(sql`update job_nodes set seen_at = seen_at - interval '1 hour'`)
      return (await takeOver(desk.db, 60)).jobs[0]?.id === id
    })
    await desk.db.run(sql`update graphile_worker._private_jobs set locked_by = 'another', locked_at = now(), attempts = 2
      where id = ${id}`)
    await desk.db.run(sql`insert into job_nodes (id, seen_at) values ('another', now() + interval '1 hour')`)
    finish.resolve()
    assert.match(String(await ended.promise), /is not .* any more/)
    await running.pop()?.stop()
    assert.deepEqual(await tags(), [])
    const [job] = await listJobs(desk.db, all)
    assert.deepEqual([job?.id, job?.state, job?.attempts, job?.last_error], [id, "running", 2, null])
    await desk.db.run(sql`delete from job_nodes`)
  })

  test("tells how long its runs took, and what is in the queue", async () => {
    const { id: userId } = await desk.db.one<{ id: number }>(sql`
      insert into users (type, first_name, email, role, initials, mention)
      values ('user', 'Owner', 'metrics@example.com', 'owner', 'O', 'metrics') returning id`)
    const token = await desk.tokenFor(userId)
    await work("test.timed", async () => {})
    const id = await add("test.timed")
    await until(() => gone(id))
    const dead = await add("test.dead")
    await desk.db.run(sql`select from graphile_worker.permanently_fail_jobs(array[${dead}::bigint], 'No')`)
    await desk.db.run(sql`select graphile_worker.add_job('test.late', run_at => now() - interval '1 hour')`)
    let body = ""
    // The end of a run is counted after the job is gone.
    await until(async () => {
      ;({ body } = await desk.get("/metrics", token))
      return body.includes('job_duration_seconds_count{job="test.timed",outcome="done"} 1')
    })
    assert.match(body, /^jobs\{job="test.dead",state="dead"\} 1$/m)
    assert.match(body, /^jobs\{job="test.late",state="waiting"\} 1$/m)
    const late = Number(/^jobs_oldest_due_seconds (\S+)$/m.exec(body)?.[1])
    assert.ok(late >= 3_600 && late < 3_700, String(late))
  })
})

describe("the queue", () => {
  test("retries one, those of a name, or all dead ones, and drops one", async () => {
    const [one, other, third] = [await add("test.a"), await add("test.a"), await add("test.b")]
    const kill = (ids: number[]) =>
      desk.db.run(sql`select from graphile_worker.permanently_fail_jobs(${ids}::bigint[], 'No')`)
    const dead = async () => (await listJobs(desk.db, { states: ["dead"], size: 9 })).map(({ id }) => id)
    await kill([one, other, third])
    assert.equal(await retryJobs(desk.db, { id: one }), 1)
    assert.deepEqual(await dead(), [other, third])
    assert.equal(await retryJobs(desk.db, { name: "test.a" }), 1)
    assert.deepEqual(await dead(), [third])
    await kill([one])
    assert.equal(await retryJobs(desk.db, {}), 2)
    assert.deepEqual(await dead(), [])
    assert.equal(await dropJob(desk.db, one), true)
    assert.equal(await dropJob(desk.db, one), false)
    await desk.db.run(sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'somebody'`)
    assert.equal(await retryJobs(desk.db, { id: other }), 0)
    assert.equal(await dropJob(desk.db, other), false)
  })
})
