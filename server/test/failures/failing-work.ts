import assert from "node:assert/strict"
import { raw, sql } from "../../src/db/db.ts"
import type { TestDesk } from "../desk/desk.ts"
import { countRows } from "../desk/seeded.ts"
import { until } from "../until.ts"
import type { FailingCalls, Failure } from "./failing.ts"

/** What is done in one transaction, each time for another token. */
export interface Work {
  /** What has to be there before. */
  prepare?: (token: string) => Promise<void>
  /** Gives whether it was done; may be tried again. */
  attempt: (token: string) => Promise<boolean>
  /** Whether it is there once and whole. */
  isDone: (token: string) => Promise<boolean>
}

let made = 0

/** Fails the first call, then the second, and so on until there is none left to fail. */
export async function failAtEach(
  desk: TestDesk,
  calls: FailingCalls,
  { work, failure }: { work: Work; failure: Failure },
): Promise<void> {
  for (let call = 1; ; call++) {
    const token = `token${++made}`
    await work.prepare?.(token)
    const before = await everything(desk)
    calls.failAt(call, failure)
    const done = await work.attempt(token)
    const failed = calls.end()
    await assertAtRest(desk)
    if (!done) {
      assert.ok(failed)
      assert.deepEqual(await everything(desk), before, `something of it is there after call ${call} failed`)
      assert.ok(await work.attempt(token), `not done when tried again after call ${call} failed`)
    }
    assert.ok(await work.isDone(token), `not there, or not once, when call ${call} failed`)
    if (failed) continue
    assert.ok(call > 5, `only ${call - 1} calls`)
    return
  }
}

/** What is changed and not only added. */
const contents = ["conversations", "customers", "routing_users", "conversation_tags", "webhooks", "webhook_deliveries"]

async function everything({ db }: TestDesk): Promise<object> {
  const sums = contents.map(
    (table) => `(select sum(hashtextextended(row::text, 0)) from ${table} row)::text as ${table}`,
  )
  const changed = await db.one<object>(sql`select ${raw(sums.join())},
    (select sum(hashtextextended(concat(id, state, customer_id, scheduled_for), 0)) from threads)::text as threads`)
  return { ...(await countRows(db)), changed }
}

/** No connection is kept, none stays in a transaction, and nobody waits for one. */
async function assertAtRest({ db, appDb }: TestDesk): Promise<void> {
  const { totalCount, idleCount, waitingCount } = appDb.pool
  assert.deepEqual({ idleCount, waitingCount }, { idleCount: totalCount, waitingCount: 0 })
  const countBusy = async () =>
    (
      await db.one<{ busy: number }>(sql`
        select count(*) as busy from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
          and state <> 'idle'`)
    ).busy
  await until(async () => (await countBusy()) === 0)
}
