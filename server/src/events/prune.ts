import { type Db, sql } from "../db/db.ts"

export interface Kept {
  /** What happened before this may go. */
  since: Date
  /** Reactions that must have heard an event first; cursors of others hold nothing up. */
  reactions: readonly string[]
}

/** Few enough for one short transaction. */
const batchSize = 5_000

/** Forgets old events from the first on. The newest stays, because the next number follows from it. */
export async function pruneFeed(db: Db, { since, reactions }: Kept, signal?: AbortSignal): Promise<number> {
  let forgotten = 0
  while (!signal?.aborted) {
    const batch = await db.run(sql`
      with heads as materialized (
        select number, created_at from feed
        where number < (select max(number) from feed)
          and number <= coalesce((select min(number) from event_cursors where name = any(${[...reactions]}::text[])),
            ${2n ** 63n - 1n})
          -- What somebody may still want to be heard again.
          and number < coalesce((select min(number) from failed_reactions), ${2n ** 63n - 1n})
        order by number limit ${batchSize}
      )
      delete from feed where number >= (select min(number) from heads) and number <= (select max(number) from heads)
        and number < coalesce((select min(number) from heads where created_at >= ${since}), ${2n ** 63n - 1n})`)
    forgotten += batch
    if (batch < batchSize) break
  }
  return forgotten
}
