import { type Db, raw, sql } from "../db/db.ts"

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
const mostLeft = 1_000

const left = new WeakMap<Db, number>()

/** PostgreSQL itself comes by once a minute, or later where it has large tables to look after. */
async function clearAway(db: Db, settled: number): Promise<void> {
  const amount = (left.get(db) ?? 0) + settled
  left.set(db, amount < mostLeft ? amount : 0)
  if (amount < mostLeft) return
  const { bytes } = await db.one<{ bytes: number }>(sql`select pg_relation_size('conversation_count_changes') as bytes`)
  // What a change of very many has left is given back: every total would read it. Otherwise without truncation, for whose lock
  // readers of a replica would have to go.
  await db.run(sql`vacuum (skip_locked, truncate ${raw(bytes > mostBytes ? "on" : "off")}) conversation_count_changes,
    tag_count_changes, table_count_changes, organization_count_changes, conversation_counts, cell_counts`)
}

const mostBytes = 1_000_000
