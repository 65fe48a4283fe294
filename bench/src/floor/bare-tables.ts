import type pg from "pg"

/** Of these all threads are copied: new ones come after all others, and what they come after does not matter to them. */
export const newest = "(select id from conversations order by id desc limit 100000)"

/**
 * The tables that the floor writes to: conversations and threads with the columns, checks and indexes of the desk's own,
 * without its triggers and foreign keys. All conversations are there: a changed one is written to each index at a place of its
 * own, and how many other changes share that page depends on how many there are.
 */
export async function makeBareTables(db: pg.Client): Promise<void> {
  await db.query("create schema if not exists bench")
  await db.query("drop table if exists bench.bare_conversations, bench.bare_threads")
  await copy(db, "conversations", "order by id")
  await copy(db, "threads", `where conversation_id in ${newest}`)
}

async function copy(db: pg.Client, table: string, part: string): Promise<void> {
  await db.query(`create table bench.bare_${table} (like ${table} including all excluding indexes)`)
  const { rows } = await db.query<{ names: string }>(
    `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
    where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
    [table],
  )
  const names = rows[0]?.names
  await db.query(`insert into bench.bare_${table} (${names}) select ${names} from ${table} ${part}`)
  await db.query(`select setval(pg_get_serial_sequence('bench.bare_${table}', 'id'), (select max(id) from ${table}))`)
  await copyIndexes(db, table)
}

/** Filled tables are indexed many times sooner than indexed ones are filled. */
async function copyIndexes(db: pg.Client, table: string): Promise<void> {
  const { rows } = await db.query<{ made: string }>(
    `select regexp_replace(indexdef, 'INDEX \\S+ ON public\\.', 'INDEX ON bench.bare_') as made
    from pg_indexes where schemaname = 'public' and tablename = $1`,
    [table],
  )
  for (const { made } of rows) await db.query(made)
}
