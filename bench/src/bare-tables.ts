import type pg from "pg"

/** More would take minutes to copy and change nothing that can be seen: the indexes are as deep. */
const mostConversations = 100_000

/**
 * The tables that the floor writes to: conversations and threads with the columns, checks and indexes of the desk's own
 * and with its newest rows, without its triggers and foreign keys.
 */
export async function makeBareTables(db: pg.Client): Promise<void> {
  await db.query("create schema if not exists bench")
  await db.query("drop table if exists bench.bare_conversations, bench.bare_threads")
  for (const table of ["conversations", "threads"])
    await db.query(`create table bench.bare_${table} (like ${table} including all)`)
  await copy(
    db,
    "conversations",
    `where id in (select id from conversations order by id desc limit ${mostConversations})`,
  )
  await copy(db, "threads", "where conversation_id in (select id from bench.bare_conversations)")
}

async function copy(db: pg.Client, table: string, condition: string): Promise<void> {
  const { rows } = await db.query<{ names: string }>(
    `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
    where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
    [table],
  )
  const names = rows[0]?.names
  await db.query(`insert into bench.bare_${table} (${names}) select ${names} from ${table} ${condition}`)
  await db.query(`select setval(pg_get_serial_sequence('bench.bare_${table}', 'id'), (select max(id) from ${table}))`)
}
