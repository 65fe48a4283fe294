import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { type TestDatabase, testDatabase } from "../../test/desk/database.ts"
import { refusedWith } from "../../test/desk/embedded.ts"
import { patienceMs } from "../../test/until.ts"
import { openDatabase, raw, sql } from "./db.ts"
import { applyMigration, listMigrations, type Migration, migrate, pendingMigrations } from "./migrate.ts"

const limits = { statementTimeoutMs: 0, connectTimeoutMs: patienceMs }

describe("migrate", () => {
  let scratch: TestDatabase
  let known: Migration[]

  before(async () => {
    scratch = await testDatabase()
    known = await listMigrations()
  })
  after(() => scratch.drop())

  async function listSteps(): Promise<string[]> {
    const steps: string[] = []
    await migrate(scratch.db, (step) => steps.push(step))
    return steps
  }

  async function makeEmpty(): Promise<void> {
    await scratch.db.run(raw("drop schema if exists public, graphile_worker cascade; create schema public"))
  }

  test("migrations are numbered without a gap and without a double", () => {
    assert.deepEqual(
      known.map(({ number }) => number),
      known.map((_, index) => index + 1),
    )
  })

  test("creates the schema of an empty database, records every migration, and does nothing the second time", async () => {
    await makeEmpty()
    assert.deepEqual(await pendingMigrations(scratch.db), known)
    assert.deepEqual(await listSteps(), ["Created the schema"])
    assert.deepEqual(await pendingMigrations(scratch.db), [])
    const rows = sql`select number, name, hash, applied_at from migrations order by number`
    const first = await scratch.db.many(rows)
    assert.deepEqual(await listSteps(), [])
    assert.deepEqual(await scratch.db.many(rows), first)
  })

  test("creates the schema once when two nodes start at once", async () => {
    await makeEmpty()
    const other = openDatabase({ url: scratch.url, connections: 4, prepared: false, ...limits })
    const steps: string[] = []
    try {
      await Promise.all([scratch.db, other].map((db) => migrate(db, (step) => steps.push(step))))
    } finally {
      await other.close()
    }
    assert.deepEqual(steps, ["Created the schema"])
  })

  test("leaves an empty database empty when creating the schema fails", async () => {
    await makeEmpty()
    await haltAt("to_regclass('webhooks') is not null")
    await assert.rejects(migrate(scratch.db), /cut off/)
    await resume()
    const tables = await scratch.db.many(sql`select from pg_tables where schemaname = 'public'`)
    assert.equal(tables.length, 0)
    assert.deepEqual(await listSteps(), ["Created the schema"])
  })

  test("runs the migrations that an older database lacks, also after an interruption", async () => {
    const [...older] = known
    const [previous, last] = older.splice(-2)
    assert.ok(previous && last)
    await makeEmpty()
    for (const migration of older) await scratch.db.transaction((db) => applyMigration(db, migration))
    await haltAt(`(select count(*) from migrations) = ${known.length - 1}`)
    await assert.rejects(migrate(scratch.db), /cut off/)
    await resume()
    assert.deepEqual(await pendingMigrations(scratch.db), [last])
    assert.deepEqual(await listSteps(), [`Applied ${last.name}`])
  })

  async function haltAt(condition: string): Promise<void> {
    await scratch.db.run(
      raw(`create function halt() returns event_trigger language plpgsql as $$ begin
        if ${condition} then raise 'cut off'; end if; end $$;
      create event trigger halt on ddl_command_end execute function halt()`),
    )
  }

  async function resume(): Promise<void> {
    await scratch.db.run(raw("drop event trigger halt; drop function halt()"))
  }

  test("refuses one that was edited after it ran", async () => {
    await scratch.db.run(sql`update migrations set hash = 'another' where number = 2`)
    await assert.rejects(
      migrate(scratch.db),
      refusedWith(
        `Migration ${known[1]?.name} was changed after this database ran it. Restore the file; a change to the schema is a new migration.`,
      ),
    )
    await scratch.db.run(sql`update migrations set hash = ${known[1]?.hash} where number = 2`)
    assert.deepEqual(await listSteps(), [])
  })

  test("refuses the database of a newer Deskhand", async () => {
    await scratch.db.run(sql`insert into migrations (number, name, hash) values (9999, '9999-tomorrow', 'h')`)
    await assert.rejects(
      migrate(scratch.db),
      refusedWith(
        "This database was migrated by a newer Deskhand (it has 9999-tomorrow). Start that version, or a backup of before.",
      ),
    )
    await scratch.db.run(sql`delete from migrations where number = 9999`)
  })

  test("refuses a server older than PostgreSQL 15 and touches nothing", async () => {
    await makeEmpty()
    // A server that calls itself 14: its own current_setting stands before the real one.
    await scratch.db.run(
      raw(`create function public.current_setting(text) returns text language sql
      as $$ select case $1 when 'server_version_num' then '140011' else pg_catalog.current_setting($1) end $$`),
    )
    const url = new URL(scratch.url)
    url.searchParams.set("options", "-c search_path=public,pg_catalog")
    const old = openDatabase({ url: url.href, connections: 1, prepared: false, ...limits })
    try {
      await assert.rejects(
        migrate(old),
        refusedWith(
          "This database is PostgreSQL 14; Deskhand needs 15 or newer. " +
            "Upgrade it, or unset DATABASE_URL to use the embedded one.",
        ),
      )
      const tables = await scratch.db.many(sql`select from pg_tables where schemaname = 'public'`)
      assert.equal(tables.length, 0)
    } finally {
      await old.close()
    }
  })
})
