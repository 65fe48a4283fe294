import { type Db, early, join, type Sql, sql } from "../db/db.ts"

/** How far a reaction has got. */
export interface Cursor {
  number: number
  /** An event that it failed on, which is tried again alone at `retry_at`. */
  failing: number | null
  tries: number
  retry_at: Date | null
}

/** A new reaction starts with the events from now on. */
export async function insertMissingCursor(db: Db, name: string): Promise<void> {
  await db.run(sql`
    insert into event_cursors (name, number) select ${name}, coalesce(max(number), 0) from feed
    on conflict (name) do nothing`)
}

export interface CursorState extends Cursor {
  name: string
  newest: number
  /** The first event after the cursor; null where there is none. */
  next: number | null
  /** The last event that was scanned for work; null where there is none after the cursor. */
  scanned_to: number | null
  /** Some scanned event is of a kind that the reaction hears, and what it needs is there. */
  has_work: boolean
}

export interface CursorReader {
  name: string
  hears: readonly string[]
  needs?: Sql
}

/**
 * The cursors of those that are due, in one statement, whose text depends on `readers` alone. It sees events and what a
 * reaction needs in one snapshot: what was there when an event happened is seen with it.
 */
export async function readCursors(
  db: Db,
  readers: readonly CursorReader[],
  due: readonly CursorReader[] = readers,
): Promise<Map<string, CursorState>> {
  const needs = readers.flatMap(({ needs }, place) => (needs ? sql`when ${place + 1} then ${needs}` : []))
  const isNeeded = needs.length > 0 ? sql`case place::integer ${join(needs, " ")} else true end` : sql`true`
  const rows = await db.many<CursorState>(sql`
    with readers as materialized (
      select place, name, string_to_array(hears, ' ') as kinds
      from unnest(${readers.map(({ name }) => name)}::text[], ${readers.map(({ hears }) => hears.join(" "))}::text[])
        with ordinality as reader (name, hears, place)
      where name = any(${due.map(({ name }) => name)}::text[]))
    select name, event_cursors.number, failing, tries, retry_at, next, scanned_to,
      case when has_kind then ${isNeeded} else false end as has_work,
      (select coalesce(max(number), 0) from feed) as newest
    from readers join event_cursors using (name)
    cross join lateral (
      select min(number) as next, max(number) as scanned_to, bool_or(kind = any(kinds)) as has_kind
      from (select number, kind from feed where feed.number > event_cursors.number order by feed.number
        limit ${scanSize}) as ahead) as ahead`)
  return new Map(rows.map((row) => [row.name, row]))
}

const scanSize = 500

export interface CursorMove {
  name: string
  from: number
  to: number
}

/** Moves cursors over events without work, except those that another node has locked or moved meanwhile. */
export async function skipEvents(db: Db, moves: readonly CursorMove[]): Promise<void> {
  await db.run(sql`
    update event_cursors set number = free.target
    from (
      select name, target from event_cursors join unnest(${moves.map(({ name }) => name)}::text[],
        ${moves.map(({ from }) => from)}::bigint[], ${moves.map(({ to }) => to)}::bigint[])
        as move (name, origin, target) using (name)
      where number = origin and failing is null
      for update of event_cursors skip locked) as free
    where event_cursors.name = free.name`)
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
