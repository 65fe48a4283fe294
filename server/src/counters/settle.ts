import { type Db, sql } from "../db/db.ts"

/** A statement that moves so many ends well within its time. */
const mostAtOnce = 10_000

/** Moves what has changed into the settled amounts; not at all where another node is at it. */
export async function settleCounts(db: Db, signal?: AbortSignal): Promise<void> {
  let settled: number
  do {
    // The function takes the same lock, and would wait for it.
    const turn = await db.maybe<{ settled: number }>(sql`
      select settle_counts(${mostAtOnce}) as settled where pg_try_advisory_xact_lock(${lockNumber})`)
    settled = turn?.settled ?? 0
    await clearAway(db, settled)
  } while (settled >= mostAtOnce && signal?.aborted !== true)
}

/** As in settle_counts(): it spells "sums". */
const lockNumber = 0x73756d73

/** So many that were moved stay behind as dead rows, which every total reads over. */
const mostLeft = 5_000

const left = new WeakMap<Db, number>()

/** PostgreSQL itself comes by once a minute, or later where it has large tables to look after. */
async function clearAway(db: Db, settled: number): Promise<void> {
  const amount = (left.get(db) ?? 0) + settled
  left.set(db, amount < mostLeft ? amount : 0)
  if (amount < mostLeft) return
  // Without truncation, for whose lock readers of a replica would have to go.
  await db.run(sql`vacuum (skip_locked, truncate off) conversation_count_changes, tag_count_changes, table_count_changes,
    organization_count_changes, conversation_counts, cell_counts`)
}
