import assert from "node:assert/strict"
import { type Db, sql } from "../../src/db/db.ts"
import { until } from "../until.ts"

/**
 * Begins the second while the first is in the middle: it has changed things and cannot tell of them before the second has
 * come to wait for it, or is over because it does not wait.
 */
export async function crossing<First, Second>(
  db: Db,
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> {
  let both: Promise<[First, Second]> | undefined
  await db.transaction(async (held) => {
    await held.run(sql`lock table events in share mode`)
    const one = first()
    await until(async () => (await countWaiting(db)) === 1)
    let over = false
    const other = second().finally(() => {
      over = true
    })
    both = Promise.all([one, other])
    await until(async () => over || (await countWaiting(db)) === 2)
  })
  return both ?? assert.fail()
}

async function countWaiting(db: Db): Promise<number> {
  const { waiting } = await db.one<{ waiting: number }>(sql`
    select count(*) as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
  return waiting
}
