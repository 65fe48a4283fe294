import type { FastifyBaseLogger } from "fastify"
import { type Database, type Db, sql } from "../db/db.ts"
import { feedGrew } from "../events/number.ts"
import { startTurns } from "../events/turns.ts"

/** For what was written while nobody told of it. */
const lookMs = 60_000

/** So much is written in one beat that to look after it is worth a statement. */
const gatherMs = 1_000

/** What the index of words is spared while somebody waits, by somebody for whom nobody does. */
export function startTidying(db: Database, log: Pick<FastifyBaseLogger, "error">): { stop(): Promise<void> } {
  let putInAt = performance.now()
  let disturbedAt = Number.NEGATIVE_INFINITY
  const turns = [
    startTurns({
      name: "search.put-in",
      gatherMs,
      log,
      async work(signal) {
        const at = performance.now()
        const waiting = { quietMs: at - disturbedAt, waitingMs: at - putInAt, bytes: await countBytes(db) }
        if (!isTimeToPutIn(waiting)) return longEnough.quietMs
        await putInWords(db, signal)
        putInAt = performance.now()
        return lookMs
      },
    }),
    startTurns({
      name: "search.sort-in",
      gatherMs,
      log,
      async work() {
        await sortInWords(db)
        return lookMs
      },
    }),
  ]
  const deafen = db.hear(feedGrew, () => {
    disturbedAt = performance.now()
    for (const { wake } of turns) wake()
  })
  return {
    async stop() {
      deafen()
      await Promise.all(turns.map((each) => each.stop()))
    },
  }
}

interface Waiting {
  /** Nothing has happened on the desk for so long. */
  quietMs: number
  waitingMs: number
  bytes: number
}

/** Searches begin to feel so many bytes, which they all read; of twice as many, note_new_entries() puts words in at once. */
const longEnough: Waiting = { quietMs: 3_000, waitingMs: 60_000, bytes: 2_000_000 }

/** In the first quiet moment, or when it has been long, or is much. */
export function isTimeToPutIn({ quietMs, waitingMs, bytes }: Waiting): boolean {
  return quietMs >= longEnough.quietMs || waitingMs >= longEnough.waitingMs || bytes >= longEnough.bytes
}

async function countBytes(db: Db): Promise<number> {
  return (await db.one<{ bytes: number }>(sql`select pg_relation_size('new_words') as bytes`)).bytes
}

/**
 * PostgreSQL puts new words of conversations on a list, which every search reads, and sorts them into the index when that is 4 MB: whoever
 * writes then waits for it. Sorted in every second, it never gets so long.
 */
async function sortInWords(db: Db): Promise<void> {
  await db.run(sql`select gin_clean_pending_list('words_of_conversations')`)
}

/** Who changes one of so many conversations meanwhile waits for a moment only. */
const atOnce = 10

/** So many leave enough dead rows behind that to clear them away is worth a statement: every search reads over them. */
const mostLeft = 500

/** Words of added threads go from where they wait into the index, those of a conversation all at once. */
export async function putInWords(db: Db, signal?: AbortSignal): Promise<void> {
  let amount = 0
  for (let last = 0; signal?.aborted !== true; ) {
    const { ids } = await db.one<{ ids: number[] }>(sql`
      select array(select distinct conversation_id from new_words where conversation_id > ${last} order by 1
        limit ${atOnce}) as ids`)
    if (ids.length === 0) break
    await putIn(db, ids)
    amount += ids.length
    last = ids.at(-1) ?? last
  }
  if (amount >= mostLeft) await db.run(sql`vacuum (skip_locked) new_words`)
}

/** Those that somebody changes are left for another turn. Should this be lost, they wait on. */
function putIn(db: Db, ids: number[]): Promise<unknown> {
  return db.transaction(async (db) => {
    await db.run(sql`select set_config('synchronous_commit', 'off', true)`)
    await db.run(sql`
      select renew_searched_words(array(select conversation_id from searched_conversations
        where conversation_id = any(${ids}::bigint[]) order by conversation_id for update skip locked))`)
    await db.run(sql`
      delete from new_words where conversation_id = any(${ids}::bigint[])
        and conversation_id not in (select conversation_id from searched_conversations where conversation_id = any(${ids}::bigint[]))`)
  })
}
