import assert from "node:assert/strict"
import { readFile } from "node:fs/promises"
import { test } from "node:test"
import { testDatabase } from "../../test/desk/database.ts"
import { dumpSchema } from "./dump-schema.ts"

test("schema.sql is what the migrations make", async () => {
  const { db, drop } = await testDatabase()
  try {
    const committed = await readFile(new URL("./schema.sql", import.meta.url), "utf8")
    assert.ok((await dumpSchema(db)) === committed, "server/src/db/schema.sql is out of date: run npm run schema")
  } finally {
    await drop()
  }
})
