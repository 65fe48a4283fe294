import { type Db, early, sql } from "../db/db.ts"

/** How far a reaction has heard. */
export interface Cursor {
  number: number
  /** An event that it failed on, heard again alone at `retry_at`. */
  failing: number | null
  tries: number
  retry_at: Date | null
}

/** A reaction that is new to the desk hears what happens from now on. */
export async function insertMissingCursor(db: Db, name: string): Promise<void> {
  await db.run(sql`
    insert into event_cursors (name, number) select ${name}, coalesce(max(number), 0) from feed
    on conflict (name) do nothing`)
}

export interface KnownCursor extends Cursor {
  newest: number
  /** Some of what comes next is for it. */
  concerned: boolean
}

export function findCursor(
  db: Db,
  { name, hears }: { name: string; hears: readonly string[] },
): Promise<KnownCursor | undefined> {
  return db.maybe(sql`
    select number, failing, tries, retry_at, (select coalesce(max(number), 0) from feed) as newest,
      exists (select from (
        select kind from feed where feed.number > event_cursors.number order by feed.number limit 500) as ahead
        where kind = any(${hears}::text[])) as concerned
    from event_cursors where name = ${name}`)
}

/** Nothing while another node has it. */
export function claimCursor(db: Db, name: string): Promise<Cursor | undefined> {
  return db.maybe(sql`
    ${early} select number, failing, tries, retry_at from event_cursors where name = ${name} for update skip locked`)
}

export function lockCursor(db: Db, name: string): Promise<Cursor> {
  return db.one(sql`select number, failing, tries, retry_at from event_cursors where name = ${name} for update`)
}

export function updateCursor(db: Db, name: string, cursor: Cursor): Promise<number> {
  return db.run(sql`
    update event_cursors set number = ${cursor.number}, failing = ${cursor.failing}, tries = ${cursor.tries},
      retry_at = ${cursor.retry_at}
    where name = ${name}`)
}

export async function insertFailure(
  db: Db,
  failure: { reaction: string; number: number; error: string; now: Date },
): Promise<void> {
  await db.run(sql`
    insert into failed_reactions (reaction, number, error, created_at)
    values (${failure.reaction}, ${failure.number}, ${failure.error}, ${failure.now})
    on conflict (reaction, number) do update set error = excluded.error, created_at = excluded.created_at`)
}
