import { createHash, randomBytes } from "node:crypto"
import { readdir, readFile } from "node:fs/promises"
import { resolve } from "node:path"
import pg from "pg"
import { type Database, openDatabase, raw, sql } from "../../src/db/db.ts"
import { listMigrations, listSchemaFiles, migrate } from "../../src/db/migrate.ts"
import { loadScenario, type ScenarioIds } from "../../src/seed/scenario.ts"
import { patienceMs } from "../until.ts"

export interface TestDatabase {
  url: string
  db: Database
  drop(): Promise<void>
}

/** A database of its own for one test file, cloned from a template that the first caller of a run makes. */
export async function testDatabase(): Promise<TestDatabase> {
  const server = openServer()
  return clone(server, await ensureMigrated(server))
}

/** One without any schema, for tests of migrations. */
export function emptyDatabase(): Promise<TestDatabase> {
  return clone(openServer(), "template1")
}

/** When the clock of a test desk begins, and the scenario was loaded. */
export const firstMoment = "2026-03-04T05:06:07.891Z"

/** One with the scenario, which is loaded once for all. */
export async function scenarioDatabase(): Promise<TestDatabase & { ids: ScenarioIds }> {
  const server = openServer()
  const template = await ensureScenario(server)
  const { ids } = await server.admin.one<{ ids: string }>(sql`
    select shobj_description(oid, 'pg_database') as ids from pg_database where datname = ${template}`)
  return { ...(await clone(server, template)), ids: JSON.parse(ids) }
}

/** Of all transactions of this database so far. */
export async function countDeadlocks(db: Database): Promise<number> {
  await db.run(sql`select pg_stat_force_next_flush()`)
  const { count } = await db.one<{ count: number }>(
    sql`select deadlocks as count from pg_stat_database where datname = current_database()`,
  )
  return count
}

interface Server {
  url: string
  admin: Database
}

function openServer(): Server {
  const url = process.env["TEST_DATABASE_URL"]
  if (!url) throw new Error("Run the tests with npm test: it starts the PostgreSQL that TEST_DATABASE_URL names")
  return { url, admin: open(url) }
}

async function clone({ url: server, admin }: Server, template: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString("hex")}`
  await admin.run(raw(`create database ${name} template ${template} strategy file_copy`))
  const url = at(server, name)
  const db = open(url)
  return {
    url,
    db,
    async drop() {
      await db.close()
      await admin.run(raw(`drop database ${name} with (force)`))
      await admin.close()
    },
  }
}

async function ensureMigrated(server: Server): Promise<string> {
  const files = [...(await listSchemaFiles()), ...(await listMigrations())]
  const name = `template_${hashOf(files.map(({ text }) => text))}`
  await ensureTemplate(server, { name, source: "template1", fill: migrate })
  return name
}

function hashOf(texts: string[]): string {
  return createHash("sha256").update(texts.join()).digest("hex").slice(0, 12)
}

interface Template {
  name: string
  source: string
  fill(db: Database): Promise<void>
}

async function ensureTemplate({ url, admin }: Server, { name, source, fill }: Template): Promise<void> {
  const client = await admin.pool.connect()
  try {
    await client.query("select pg_advisory_lock(hashtext($1))", [name])
    const { rowCount } = await client.query("select from pg_database where datname = $1 and datistemplate", [name])
    if (rowCount !== 0) return
    await client.query(`drop database if exists ${name} with (force)`)
    await client.query(`create database ${name} template ${source}`)
    const db = open(at(url, name))
    await fill(db)
    await db.run(sql`analyze`)
    await db.close()
    await client.query(`alter database ${name} is_template true allow_connections false`)
  } finally {
    await client.query("select pg_advisory_unlock(hashtext($1))", [name])
    client.release()
  }
}

/** Its ids are kept as the comment of the template. */
async function ensureScenario(server: Server): Promise<string> {
  const source = await ensureMigrated(server)
  const name = `scenario_${hashOf([source, firstMoment, ...(await readSeeds())])}`
  await ensureTemplate(server, {
    name,
    source,
    async fill(db) {
      const ids = await loadScenario(db, new Date(firstMoment))
      await db.run(raw(`comment on database ${name} is ${pg.escapeLiteral(JSON.stringify(ids))}`))
    },
  })
  return name
}

/** A server that outlives the run has the scenarios of older sources, too. */
async function readSeeds(): Promise<string[]> {
  const folder = resolve(import.meta.dirname, "../../src/seed")
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith(".ts")).sort()
  return Promise.all(files.map((file) => readFile(resolve(folder, file), "utf8")))
}

function open(url: string): Database {
  return openDatabase({ url, connections: 4, prepared: false, statementTimeoutMs: 0, connectTimeoutMs: patienceMs })
}

function at(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}
