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
  } while (settled >= mostAtOnce && signal?.aborted !== true)
}

/** As in settle_counts(): it spells "sums". */
const lockNumber = 0x73756d73
