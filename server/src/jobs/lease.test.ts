import assert from "node:assert/strict"
import { after, afterEach, before, describe, test } from "node:test"
import { type TestDatabase, testDatabase } from "../../test/desk/database.ts"
import { type Db, sql } from "../db/db.ts"
import { fenced, finishJob, type Lease, LeaseLost } from "./lease.ts"
import { beat, leave, takeOver } from "./nodes.ts"
import { findJob, listJobs, retryJobs } from "./queue.ts"

let database: TestDatabase

before(async () => {
  database = await testDatabase()
})
afterEach(async () => {
  await database.db.run(sql`delete from graphile_worker._private_jobs`)
  await database.db.run(sql`delete from job_nodes`)
  await database.db.run(sql`delete from job_crashes`)
  await database.db.run(sql`delete from tags`)
})
after(() => database.drop())

const lapseSeconds = 20

async function addJob(): Promise<number> {
  const { id } = await database.db.one<{ id: number }>(sql`select id from graphile_worker.add_job('test.job')`)
  return id
}

/** As the queue does it for a node. */
async function take(jobId: number, nodeId: string): Promise<Lease> {
  const { takenAt } = await database.db.one<{ takenAt: Date }>(sql`
    update graphile_worker._private_jobs set locked_by = ${nodeId}, locked_at = now(), attempts = attempts + 1
    where id = ${jobId} and locked_at is null returning locked_at as "takenAt"`)
  return { jobId, nodeId, takenAt }
}

/** Nobody has heard of the node for so long, nor has anything been taken since. */
async function silence(nodeId: string, seconds: number): Promise<void> {
  const ago = sql`make_interval(secs => ${seconds})`
  await database.db.run(sql`update job_nodes set seen_at = seen_at - ${ago} where id = ${nodeId}`)
  await database.db.run(sql`
    update graphile_worker._private_jobs set locked_at = locked_at - ${ago} where locked_by = ${nodeId}`)
}

async function dieWith(jobId: number, nodeId: string): Promise<void> {
  await beat(database.db, nodeId)
  await take(jobId, nodeId)
  await silence(nodeId, lapseSeconds + 1)
}

const only = async (db: Db = database.db) =>
  (await listJobs(db, { states: ["waiting", "running", "retrying", "dead"], size: 9 }))[0]

describe("jobs of a node that is not heard of any more", () => {
  test("are free for others, and the attempt counts", async () => {
    const id = await addJob()
    await dieWith(id, "dead")
    assert.deepEqual(await takeOver(database.db, lapseSeconds), {
      nodeIds: ["dead"],
      jobs: [{ id, name: "test.job", crashes: 1 }],
    })
    const job = await only()
    assert.deepEqual([job?.state, job?.attempts], ["retrying", 1])
    assert.ok((job?.dueSeconds ?? 1) <= 0)
    assert.deepEqual(await database.db.many(sql`select from job_nodes`), [])
  })

  test("go where they were asked for anew while they ran: their successor is there", async () => {
    const ask = () =>
      database.db.one<{ id: number }>(sql`select id from graphile_worker.add_job('test.job', job_key => 'again')`)
    const { id } = await ask()
    await beat(database.db, "dead")
    await take(id, "dead")
    const successor = await ask()
    await silence("dead", lapseSeconds + 1)
    assert.deepEqual((await takeOver(database.db, lapseSeconds)).jobs, [])
    assert.equal(await findJob(database.db, id), undefined)
    assert.deepEqual(await findJob(database.db, successor.id), {
      id: successor.id,
      name: "test.job",
      state: "waiting",
    })
  })

  test("are free also when the node died before it had said that it was there", async () => {
    const id = await addJob()
    await take(id, "unheard")
    assert.deepEqual((await takeOver(database.db, lapseSeconds)).nodeIds, [])
    await silence("unheard", lapseSeconds + 1)
    assert.deepEqual((await takeOver(database.db, lapseSeconds)).nodeIds, ["unheard"])
    assert.equal((await findJob(database.db, id))?.state, "retrying")
  })

  test("stay where the node is heard of, however long they take", async () => {
    const id = await addJob()
    await beat(database.db, "living")
    await take(id, "living")
    await silence("living", 3_600)
    await beat(database.db, "living")
    assert.deepEqual((await takeOver(database.db, lapseSeconds)).nodeIds, [])
    assert.equal((await findJob(database.db, id))?.state, "running")
  })

  test("stay with the node that asks, also where it was stopped since it was last heard of", async () => {
    const id = await addJob()
    await dieWith(id, "stopped")
    await database.db.run(sql`delete from job_nodes`)
    const nodeIds = async (asking: string) => (await takeOver(database.db, lapseSeconds, asking)).nodeIds
    assert.deepEqual(await nodeIds("stopped"), [])
    await beat(database.db, "stopped")
    await silence("stopped", lapseSeconds + 1)
    assert.deepEqual(await nodeIds("stopped"), [])
    assert.equal((await findJob(database.db, id))?.state, "running")
    assert.deepEqual(await nodeIds("other"), ["stopped"])
  })

  test("are tried after growing pauses, and are dead after the fifth time", async () => {
    const id = await addJob()
    const pauses: number[] = []
    for (let crash = 1; crash <= 5; crash++) {
      await dieWith(id, `dead ${crash}`)
      // In one transaction, in which the clock of the database stands still.
      await database.db.transaction(async (db) => {
        await takeOver(db, lapseSeconds)
        pauses.push(Math.round((await only(db))?.dueSeconds ?? Number.NaN))
      })
    }
    assert.deepEqual(pauses.slice(0, 4), [0, 2, 6, 19])
    const job = await only()
    assert.equal(job?.state, "dead")
    assert.match(job?.last_error ?? "", /The node that worked on it died, 5 times within a day/)
  })

  test("are counted anew when somebody retries them", async () => {
    const id = await addJob()
    for (let crash = 1; crash <= 5; crash++) {
      await dieWith(id, `dead ${crash}`)
      await takeOver(database.db, lapseSeconds)
    }
    assert.equal(await retryJobs(database.db, {}), 1)
    assert.deepEqual([(await only())?.state, (await only())?.attempts], ["waiting", 0])
    await dieWith(id, "dead again")
    assert.equal((await takeOver(database.db, lapseSeconds)).jobs[0]?.crashes, 1)
  })

  test("are free at once when it stops by itself, and that is no crash", async () => {
    const id = await addJob()
    await beat(database.db, "leaving")
    await take(id, "leaving")
    await leave(database.db, "leaving")
    assert.equal((await findJob(database.db, id))?.state, "retrying")
    assert.deepEqual(await database.db.many(sql`select from job_crashes`), [])
  })
})

describe("a lease", () => {
  const write = sql`insert into tags (name, slug) values ('Late', 'late')`
  const written = async () => (await database.db.many(sql`select from tags`)).length

  async function lose(): Promise<Lease> {
    const id = await addJob()
    await beat(database.db, "slow")
    const lease = await take(id, "slow")
    await silence("slow", lapseSeconds + 1)
    await takeOver(database.db, lapseSeconds)
    return lease
  }

  test("lets its node write and finish", async () => {
    const id = await addJob()
    await beat(database.db, "quick")
    const lease = await take(id, "quick")
    await fenced(database.db, lease).run(write)
    await fenced(database.db, lease).transaction(async (db) => db.run(sql`update tags set name = 'In time'`))
    await finishJob(database.db, lease)
    assert.equal(await written(), 1)
    assert.equal(await only(), undefined)
  })

  test("that is lost refuses whatever comes late: a write, a transaction, the end", async () => {
    const lease = await lose()
    const db = fenced(database.db, lease)
    await assert.rejects(db.run(write), LeaseLost)
    await assert.rejects(
      db.transaction((db) => db.run(write)),
      LeaseLost,
    )
    await assert.rejects(db.many(sql`select from tags`), LeaseLost)
    await assert.rejects(finishJob(database.db, lease), LeaseLost)
    assert.equal(await written(), 0)
    assert.equal((await findJob(database.db, lease.jobId))?.state, "retrying")
  })

  test("stays lost when the same node is back and takes the job again", async () => {
    const lease = await lose()
    await beat(database.db, "slow")
    const next = await take(lease.jobId, "slow")
    // The moment at which it was taken lies as far back as the node was silent.
    const takenAt = new Date(lease.takenAt.getTime() - (lapseSeconds + 1) * 1_000)
    await assert.rejects(finishJob(database.db, { ...lease, takenAt }), LeaseLost)
    await finishJob(database.db, next)
    assert.equal(await only(), undefined)
  })

  test("is not lost in the middle of a transaction", async () => {
    const id = await addJob()
    await beat(database.db, "busy")
    const lease = await take(id, "busy")
    await silence("busy", 0)
    await fenced(database.db, lease).transaction(async (db) => {
      await database.db.run(sql`update job_nodes set seen_at = seen_at - interval '1 hour'`)
      assert.deepEqual((await takeOver(database.db, lapseSeconds)).nodeIds, [])
      // Nor does the node's own beat wait for it.
      await beat(database.db, "busy")
      await db.run(write)
    })
    assert.equal(await written(), 1)
  })
})
