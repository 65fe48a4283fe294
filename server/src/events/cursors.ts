import { type Db, early, sql } from "../db/db.ts"
import { gatheringIn } from "../db/gathering.ts"

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
  /** The first behind its own; null where there is none. */
  next: number | null
  /** So far was looked ahead: up to there nothing is for it unless it is concerned. */
  seen: number | null
  concerned: boolean | null
}

/** A reaction as far as its cursor is concerned. */
export interface Hearer {
  name: string
  hears: readonly string[]
}

/** Those who ask at the same time share a statement: all reactions wake when the feed has grown. */
export function findCursor(db: Db, hearer: Hearer): Promise<KnownCursor | undefined> {
  return cursors(db).find(hearer)
}

const cursors = gatheringIn(mapCursors)

async function mapCursors(db: Db, hearers: Hearer[]): Promise<Map<Hearer, KnownCursor>> {
  const rows = await db.many<KnownCursor & { place: number }>(sql`
    with hearers as materialized (
      select place::integer, name, string_to_array(hears, ' ') as kinds
      from unnest(${hearers.map(({ name }) => name)}::text[], ${hearers.map(({ hears }) => hears.join(" "))}::text[])
        with ordinality as hearer (name, hears, place))
    select place, event_cursors.number, failing, tries, retry_at, next, seen, concerned,
      (select coalesce(max(number), 0) from feed) as newest
    from hearers join event_cursors using (name)
    cross join lateral (
      select min(number) as next, max(number) as seen, bool_or(kind = any(kinds)) as concerned
      from (select number, kind from feed where feed.number > event_cursors.number order by feed.number
        limit ${lookedAhead}) as ahead) as ahead`)
  return new Map(rows.map(({ place, ...cursor }) => [hearers[place - 1] as Hearer, cursor]))
}

const lookedAhead = 500

/** Over what nobody need hear, unless another node has moved it meanwhile. */
export async function passBy(db: Db, name: string, { from, to }: { from: number; to: number }): Promise<void> {
  await db.run(sql`
    update event_cursors set number = ${to} where name = ${name} and number = ${from} and failing is null`)
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
