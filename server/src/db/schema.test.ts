import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { emptyDatabase, type TestDatabase, testDatabase } from "../../test/desk/database.ts"
import { describeSchema } from "../../test/desk/describe-schema.ts"
import { type Db, raw, sql } from "./db.ts"
import { applyMigration, listMigrations, migrate } from "./migrate.ts"

describe("a new database and one that ran every migration", () => {
  let created: TestDatabase
  let upgraded: TestDatabase

  before(async () => {
    created = await testDatabase()
    upgraded = await emptyDatabase()
    for (const migration of await listMigrations()) await upgraded.db.transaction((db) => applyMigration(db, migration))
    await migrate(upgraded.db)
  })
  after(() => Promise.all([created.drop(), upgraded.drop()]))

  test("have the same schema", async () => {
    assert.deepEqual(await describeSchema(created.db), await describeSchema(upgraded.db))
  })

  test("have the same rows", async () => {
    const rows = await listRows(created.db)
    assert.equal(rows["account"]?.length, 1)
    assert.equal(rows["event_cursors"]?.length, 11)
    assert.deepEqual(rows, await listRows(upgraded.db))
  })
})

/** Without columns that differ in every database. */
async function listRows(db: Db): Promise<Record<string, unknown[]>> {
  const tables = await db.many<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const rows: Record<string, unknown[]> = {}
  for (const { name } of tables)
    rows[name] = (
      await db.many<{ row: unknown }>(
        raw(`select to_jsonb(t) - array['signing_key', 'created_at', 'applied_at'] as row from ${name} t order by row`),
      )
    ).map(({ row }) => row)
  return rows
}
