import type { FastifyBaseLogger } from "fastify"
import { type Db, type Sql, sql } from "../db/db.ts"
import { referenceVersion } from "../db/reference-version.ts"
import { type RunningTurns, startTurns } from "../events/turns.ts"

/** What had been committed, and what names stood for, when something was read. */
export interface ReadAt {
  snapshot: string
  reference: string
}

/** In a transaction whose statements all see the same. */
export function readAt(db: Db): Promise<ReadAt> {
  return db.one(sql`select pg_current_snapshot()::text as snapshot, ${referenceVersion} as reference`)
}

export interface Noted {
  /** Conversations that were written to since then. */
  changed: number[]
  /** Those of them that match now. */
  matching: number[]
}

/** So many are looked at again; where there are more, all is looked for. */
const mostChanged = 1_000

/** Undefined where they are too many, or not known any more. `matching` is told the ids, and gives those that match. */
export async function listChangedSince(
  db: Db,
  { snapshot, reference }: ReadAt,
  matching: (ids: Sql) => Sql,
): Promise<Noted | undefined> {
  const then = sql`(select ${snapshot}::pg_snapshot)`
  const noted = await db.one<Noted & { known: boolean | null }>(sql`
    with changed as materialized (
      select distinct conversation_id as id from conversation_changes
      where transaction_id >= pg_snapshot_xmin(${then}) and not pg_visible_in_snapshot(transaction_id, ${then})
      limit ${mostChanged + 1})
    select (select since from conversation_changes_kept) <= pg_snapshot_xmin(${then})
        and ${referenceVersion} = ${reference} as known,
      array(select id from changed) as changed,
      array(${matching(sql`array(select id from changed)`)}) as matching`)
  return noted.known && noted.changed.length <= mostChanged ? noted : undefined
}

/** How often old ones are forgotten, and how many are kept: those of minutes, where hundreds of people work. */
const forgetting = { everyMs: 60_000, kept: 20_000 }

export function startForgetting(db: Db, log: Pick<FastifyBaseLogger, "error">): RunningTurns {
  const work = async () => {
    await db.run(sql`select forget_conversation_changes(${forgetting.kept})`)
    return forgetting.everyMs
  }
  return startTurns({ name: "changes.forget", work, log })
}
