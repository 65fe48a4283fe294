import { createHash } from "node:crypto"
import { readdir, readFile } from "node:fs/promises"
import { runMigrations } from "graphile-worker"
import { refusal } from "../errors.ts"
import { type Database, type Db, raw, sql } from "./db.ts"

/** Migrations from before the schema was written by noun. Databases that ran only some of them still upgrade. */
const legacyFolder = new URL("./migrations/legacy/", import.meta.url)
const migrationFolder = new URL("./migrations/", import.meta.url)
const schemaFolder = new URL("./schema/", import.meta.url)

/** Any number keeps two nodes that start at once from migrating at once; this one spells "desk". */
const lockNumber = 0x6465736b

interface SqlFile {
  name: string
  text: string
}

export interface Migration extends SqlFile {
  number: number
  hash: string
}

export async function listMigrations(): Promise<Migration[]> {
  const files = await Promise.all([legacyFolder, migrationFolder].map(readSqlFiles))
  return files.flat().map(({ name, text }) => {
    const hash = createHash("sha256").update(text).digest("hex")
    return { number: Number.parseInt(name, 10), name, text, hash }
  })
}

/** The present schema, which a new database takes in place of all migrations. */
export function listSchemaFiles(): Promise<SqlFile[]> {
  return readSqlFiles(schemaFolder)
}

async function readSqlFiles(folder: URL): Promise<SqlFile[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".sql")).sort()
  return Promise.all(
    files.map(async (file) => ({
      name: file.replace(/\.sql$/, ""),
      text: await readFile(new URL(file, folder), "utf8"),
    })),
  )
}

/** Creates the schema of a new database; an older one runs the migrations that it lacks, each in its own transaction. */
export async function migrate(db: Database, onStep: (step: string) => void = () => {}): Promise<void> {
  await refuseOldServer(db)
  const migrations = await listMigrations()
  const applied = await listApplied(db)
  refuseStrange(migrations, applied)
  if (applied.length === 0 && (await db.transaction((db) => createSchema(db, migrations)))) onStep("Created the schema")
  for (const migration of await pendingMigrations(db))
    if (await db.transaction((db) => applyMigration(db, migration))) onStep(`Applied ${migration.name}`)
  await runMigrations({ pgPool: db.pool })
}

/** Returns false when another node was quicker. */
async function createSchema(db: Db, migrations: Migration[]): Promise<boolean> {
  await lockMigrations(db)
  if (await db.maybe(sql`select from migrations limit 1`)) return false
  for (const { text } of await listSchemaFiles()) await db.run(raw(text))
  await recordMigrations(db, migrations)
  return true
}

/** Returns false when another node was quicker. */
export async function applyMigration(db: Db, migration: Migration): Promise<boolean> {
  await lockMigrations(db)
  if (await db.maybe(sql`select from migrations where number = ${migration.number}`)) return false
  await db.run(raw(migration.text))
  await recordMigrations(db, [migration])
  return true
}

async function lockMigrations(db: Db): Promise<void> {
  await db.run(sql`select pg_advisory_xact_lock(${lockNumber})`)
  await db.run(sql`create table if not exists migrations (number integer primary key, name text not null,
    hash text not null, applied_at timestamptz(3) not null default now())`)
}

async function recordMigrations(db: Db, migrations: Migration[]): Promise<void> {
  await db.run(sql`
    insert into migrations (number, name, hash)
    select * from unnest(${migrations.map(({ number }) => number)}::integer[],
      ${migrations.map(({ name }) => name)}::text[], ${migrations.map(({ hash }) => hash)}::text[])`)
}

type Applied = Pick<Migration, "number" | "name" | "hash">

async function listApplied(db: Db): Promise<Applied[]> {
  const { exists } = await db.one<{ exists: boolean }>(sql`select to_regclass('migrations') is not null as exists`)
  return exists ? db.many<Applied>(sql`select number, name, hash from migrations order by number`) : []
}

/** Migrations that the database has not run. */
export async function pendingMigrations(db: Db): Promise<Migration[]> {
  const applied = new Set((await listApplied(db)).map(({ number }) => number))
  return (await listMigrations()).filter(({ number }) => !applied.has(number))
}

async function refuseOldServer(db: Database): Promise<void> {
  const { version } = await db.one<{ version: number }>(
    sql`select current_setting('server_version_num')::integer as version`,
  )
  if (version < 150_000)
    throw refusal(
      `This database is PostgreSQL ${Math.floor(version / 10_000)}; Deskhand needs 15 or newer. ` +
        "Upgrade it, or unset DATABASE_URL to use the embedded one.",
    )
}

function refuseStrange(known: Migration[], applied: Applied[]): void {
  for (const { number, name, hash } of applied) {
    const migration = known.find((candidate) => candidate.number === number)
    if (!migration)
      throw refusal(
        `This database was migrated by a newer Deskhand (it has ${name}). Start that version, or a backup of before.`,
      )
    if (migration.hash !== hash)
      throw refusal(
        `Migration ${name} was changed after this database ran it. ` +
          "Restore the file; a change to the schema is a new migration.",
      )
  }
}
