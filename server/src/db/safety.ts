import { type Db, sql } from "./db.ts"

/** Settings that may lose acknowledged work in a crash, as sentences with the cure; none when all is well. */
export async function unsafeSettings(db: Db): Promise<string[]> {
  const rows = await db.many<{ name: string }>(sql`
    select name from pg_settings
    where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off' order by name`)
  return rows.map(({ name }) => `${name} is off: run "ALTER SYSTEM SET ${name} = on" and reload PostgreSQL`)
}
