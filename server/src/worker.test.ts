import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { scenarioDesk, type TestDesk } from "../test/desk/desk.ts"
import { until } from "../test/until.ts"
import { readConfig } from "./config.ts"
import { sql } from "./db/db.ts"
import { startJobs } from "./jobs/worker.ts"
import { jobs } from "./worker.ts"

let desk: TestDesk
let stop: () => Promise<void>

before(async () => {
  ;({ desk } = await scenarioDesk())
  const parts = {
    config: readConfig({}),
    db: desk.db,
    replica: undefined,
    files: desk.files,
    outgoing: desk.outgoing,
    now: () => desk.clock.now,
  }
  const runner = await startJobs(parts, jobs, desk.app.log)
  stop = () => runner.stop()
})
after(async () => {
  await stop()
  await desk.close()
})

const rows = async (table: "conversation_count_changes" | "idempotency_keys" | "rate_windows" | "tokens") => {
  const { rows } = await desk.db.pool.query(`select count(*)::int as count from ${table}`)
  return rows[0].count
}

async function work(job: string): Promise<void> {
  await desk.db.run(sql`select graphile_worker.add_job(${job})`)
  await until(async () => {
    const { left } = await desk.db.one<{ left: number }>(sql`select count(*) as left from graphile_worker.jobs`)
    return left === 0
  })
}

describe("jobs", () => {
  test("every recurring one is known to the clock", async () => {
    // It learns of them after it has started.
    let known: { identifier: string }[] = []
    await until(async () => {
      known = await desk.db.many(
        sql`select identifier from graphile_worker._private_known_crontabs order by identifier`,
      )
      return known.length > 0
    })
    assert.deepEqual(
      known.map(({ identifier }) => identifier),
      [
        "attachments.remove-orphans",
        "attachments.scan-late",
        "auth.forget-expired",
        "bulk.forget-old",
        "conversations.purge",
        "customer-properties.remove",
        "events.forget-old",
        "http.forget-old",
        "mail.forget-old",
        "mail.remove-raw",
        "mail.scan-late",
        "notifications.forget-old",
        "organization-properties.remove",
        "presence.forget-old",
        "routing.drain-all",
        "webhooks.forget-old",
        "workflows.forget-old",
      ],
    )
  })

  test("counters.settle empties the changes and leaves the totals", async () => {
    const total = () => desk.db.one(sql`select sum(amount) as total from conversation_totals`)
    const before = await total()
    // Looked at before the end of the transaction, when nobody can have settled it.
    await desk.db.transaction(async (db) => {
      await db.run(sql`update conversations set status = 'spam' where status = 'active'`)
      const changes = await db.many(sql`select from conversation_count_changes`)
      assert.notEqual(changes.length, 0)
    })
    await until(async () => (await rows("conversation_count_changes")) === 0)
    assert.deepEqual(await total(), before)
  })

  test("http.forget-old drops keys of yesterday and minutes of an hour ago", async () => {
    const { id } = await desk.db.one<{ id: number }>(sql`select id from users where type = 'user' order by id limit 1`)
    const old = new Date(desk.clock.now.getTime() - 25 * 3_600_000)
    await desk.db.run(sql`insert into idempotency_keys (user_id, key, request_hash, created_at)
      values (${id}, 'old', sha256('x'), ${old}), (${id}, 'new', sha256('x'), ${desk.clock.now})`)
    await desk.db.run(sql`insert into rate_windows (minute, taken) values (${old}, 1), (${desk.clock.now}, 1)`)
    await work("http.forget-old")
    assert.equal(await rows("idempotency_keys"), 1)
    assert.equal(await rows("rate_windows"), 1)
  })

  test("auth.forget-expired drops tokens that ended", async () => {
    const { id } = await desk.db.one<{ id: number }>(sql`select id from users where type = 'user' order by id limit 1`)
    await desk.tokenFor(id)
    const before = await rows("tokens")
    await desk.db.run(sql`insert into tokens (hash, kind, user_id, name, expires_at)
      values (sha256('expired'), 'personal', ${id}, 'Old', ${new Date(desk.clock.now.getTime() - 40 * 86_400_000)})`)
    await work("auth.forget-expired")
    assert.equal(await rows("tokens"), before)
  })
})
