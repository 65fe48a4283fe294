import { createHash } from "node:crypto"
import { readdir, readFile } from "node:fs/promises"
import { runMigrations } from "graphile-worker"
import { refusal } from "../errors.ts"
import { type Database, type Db, raw, sql } from "./db.ts"

/** Migrations from before the schema was written by noun. Databases that ran only some of them still upgrade. */
const legacyFolder = new URL("./migrations/legacy/", import.meta.url)
const migrationFolder = new URL("./migrations/", import.meta.url)

/** Any number keeps two nodes that start at once from migrating at once; this one spells "desk". */
const lockNumber = 0x6465736b

export interface Migration {
  number: number
  name: string
  text: string
  hash: string
}

export async function listMigrations(): Promise<Migration[]> {
  return (await Promise.all([legacyFolder, migrationFolder].map(readMigrations))).flat()
}

async function readMigrations(folder: URL): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".sql")).sort()
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(new URL(file, folder), "utf8")
      const hash = createHash("sha256").update(text).digest("hex")
      return { number: Number.parseInt(file, 10), name: file.replace(/\.sql$/, ""), text, hash }
    }),
  )
}

/** Brings the schema up to date, each migration in a transaction of its own, and says which it ran. */
export async function migrate(db: Database, onApplied: (migration: Migration) => void = () => {}): Promise<void> {
  await refuseOldServer(db)
  const migrations = await listMigrations()
  refuseStrange(migrations, await listApplied(db))
  for (const migration of await pendingMigrations(db)) {
    const applied = await db.transaction((db) => apply(db, migration))
    if (applied) onApplied(migration)
  }
  await runMigrations({ pgPool: db.pool })
}

/** Nothing when another node was quicker. */
async function apply(db: Db, migration: Migration): Promise<boolean> {
  await db.run(sql`select pg_advisory_xact_lock(${lockNumber})`)
  await db.run(sql`create table if not exists migrations (number integer primary key, name text not null,
    hash text not null, applied_at timestamptz(3) not null default now())`)
  if (await db.maybe(sql`select from migrations where number = ${migration.number}`)) return false
  await db.run(raw(migration.text))
  await db.run(sql`insert into migrations (number, name, hash)
    values (${migration.number}, ${migration.name}, ${migration.hash})`)
  return true
}

type Applied = Pick<Migration, "number" | "name" | "hash">

async function listApplied(db: Db): Promise<Applied[]> {
  const { exists } = await db.one<{ exists: boolean }>(sql`select to_regclass('migrations') is not null as exists`)
  return exists ? db.many<Applied>(sql`select number, name, hash from migrations order by number`) : []
}

/** What the code knows and the database has not run. */
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
