import { createHash, randomBytes } from "node:crypto"
import { type Database, openDatabase, raw, sql } from "../db/db.ts"
import { listMigrations, migrate } from "../db/migrate.ts"

export interface TestDatabase {
  url: string
  db: Database
  drop(): Promise<void>
}

/** A database of its own for one test file, cloned from a template that the first caller of a run makes. */
export async function testDatabase(): Promise<TestDatabase> {
  const server = process.env["TEST_DATABASE_URL"]
  if (!server) throw new Error("Run the tests with npm test: it starts the PostgreSQL that TEST_DATABASE_URL names")
  const name = `test_${randomBytes(6).toString("hex")}`
  const admin = open(server)
  const template = await ensureTemplate(admin, server)
  await admin.run(raw(`create database ${name} template ${template}`))
  const db = open(at(server, name))
  return {
    url: at(server, name),
    db,
    async drop() {
      await db.close()
      await admin.run(raw(`drop database ${name} with (force)`))
      await admin.close()
    },
  }
}

/** Of all transactions of this database so far. */
export async function countDeadlocks(db: Database): Promise<number> {
  await db.run(sql`select pg_stat_force_next_flush()`)
  const { count } = await db.one<{ count: number }>(
    sql`select deadlocks as count from pg_stat_database where datname = current_database()`,
  )
  return count
}

async function ensureTemplate(admin: Database, server: string): Promise<string> {
  const texts = (await listMigrations()).map((migration) => migration.hash).join()
  const name = `template_${createHash("sha256").update(texts).digest("hex").slice(0, 12)}`
  const client = await admin.pool.connect()
  try {
    await client.query("select pg_advisory_lock(1)")
    const { rowCount } = await client.query("select from pg_database where datname = $1 and datistemplate", [name])
    if (rowCount === 0) {
      await client.query(`drop database if exists ${name} with (force)`)
      await client.query(`create database ${name}`)
      const db = open(at(server, name))
      await migrate(db)
      await db.run(sql`analyze`)
      await db.close()
      await client.query(`alter database ${name} is_template true allow_connections false`)
    }
    return name
  } finally {
    await client.query("select pg_advisory_unlock(1)")
    client.release()
  }
}

function open(url: string): Database {
  return openDatabase({ url, connections: 4, prepared: false, statementTimeoutMs: 0 })
}

function at(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}
