import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { sql } from "../db/db.ts"
import { migrate } from "../db/migrate.ts"
import { type TestDatabase, testDatabase } from "../testing/database.ts"
import { write } from "../testing/events.ts"
import { numberEvents } from "./number.ts"

let scratch: TestDatabase

before(async () => {
  scratch = await testDatabase()
})
after(() => scratch.drop())

describe("events in a dump of a cluster with higher transaction numbers", () => {
  test("get their numbers after the database was restored and migrated", async () => {
    const { db } = scratch
    await write(db, 1)
    await write(db, 2)
    await db.run(sql`update events set transaction_id = '900000000000' where subject_id = 1`)
    await migrate(db)
    assert.equal((await numberEvents(db)).given, 2)
    const rows = await db.many<{ subject_id: number }>(sql`select subject_id from feed order by number`)
    assert.deepEqual(
      rows.map(({ subject_id }) => subject_id),
      [1, 2],
    )
  })
})
