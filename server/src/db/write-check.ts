import { type Db, sql } from "./db.ts"

/**
 * Fails where the database cannot commit or has no space left. Existing pages of tables and of the write-ahead log
 * take small writes for a while when the disk is full, so this makes PostgreSQL allocate space too, for a temporary file.
 */
export async function checkWrites(db: Db): Promise<void> {
  await db.transaction(async (db) => {
    await db.run(sql`select set_config('work_mem', '64kB', true), set_config('temp_tablespaces', '', true)`)
    // More rows than fit into that memory: some 300 kB go to the disk of the tables.
    await db.run(sql`select count(*) from generate_series(1, 20000)`)
    // A write that needs no table, and that the commit has to flush.
    await db.run(sql`select pg_logical_emit_message(true, 'deskhand', 'write check')`)
  })
}
