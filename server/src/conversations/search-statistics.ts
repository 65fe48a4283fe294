import { type Db, sql } from "../db/db.ts"

/** How many conversations the index of words has, and which of them hold a word, as the planner's statistics tell. */
export interface WordStatistics {
  size: number
  /** Of all conversations, those that have a word. */
  shareOf(word: string): number
}

interface Remembered {
  statistics: Promise<WordStatistics>
  until: number
}

const remembered = new WeakMap<Db, Remembered>()

/** They only decide how to look, and ANALYZE renews them less often than that. */
const kept = 60_000

export function wordStatistics(db: Db): Promise<WordStatistics> {
  const known = remembered.get(db)
  if (known && performance.now() < known.until) return known.statistics
  const statistics = loadStatistics(db)
  remembered.set(db, { statistics, until: performance.now() + kept })
  statistics.catch(() => remembered.delete(db))
  return statistics
}

/** What the planner assumes of a word that is not among the common ones. */
const unknownShare = 0.005

async function loadStatistics(db: Db): Promise<WordStatistics> {
  const { size, words, shares } = await db.one<{ size: number; words: string[] | null; shares: number[] | null }>(sql`
    select greatest(reltuples, 0)::bigint as size, most_common_elems::text::text[] as words,
      most_common_elem_freqs as shares
    from pg_class left join pg_stats on schemaname = relnamespace::regnamespace::text
      and tablename = 'words_of_conversations' and most_common_elems is not null
    where oid = 'searched_conversations'::regclass`)
  const known = new Map((words ?? []).map((word, index) => [word, shares?.[index] ?? 0]))
  // Behind those of the words stands the lowest of them.
  const lowest = shares?.[known.size] ?? 1
  const rest = Math.min(unknownShare, lowest / 2)
  return { size, shareOf: (word) => known.get(word) ?? rest }
}
