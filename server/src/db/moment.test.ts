import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import fc from "fast-check"
import { type TestDatabase, testDatabase } from "../testing/database.ts"
import { runs } from "../testing/property.ts"
import { patienceMs } from "../testing/until.ts"
import { type Database, openDatabase, raw, sql } from "./db.ts"
import { momentOf } from "./moment.ts"

let scratch: TestDatabase
let db: Database

before(async () => {
  scratch = await testDatabase()
  await scratch.db.run(raw("create table notes (word integer not null)"))
  db = openDatabase({ url: scratch.url, connections: 5, prepared: true, statementTimeoutMs: patienceMs })
})
after(async () => {
  await db.close()
  await scratch.drop()
})

const words = async () => (await db.many(sql`select word from notes order by word`)).map((row) => JSON.stringify(row))

describe("a moment of the database", () => {
  test("stays the same while nothing is committed, and is another one afterwards", async () => {
    let first: string | undefined
    // Other databases of the same PostgreSQL are written to as well, and every commit makes a new moment.
    for (let tries = 0; first === undefined && tries < 1_000; tries++) {
      const moment = await momentOf(db)
      await words()
      if ((await momentOf(db)) === moment) first = moment
    }
    assert.ok(first)
    await db.run(sql`insert into notes values (0)`)
    assert.notEqual(await momentOf(db), first)
  })

  test("that has the same name shows the same, whoever writes meanwhile", async () => {
    const writers = ["a", "b", "c"] as const
    const step = fc.tuple(
      fc.constantFrom(...writers),
      fc.constantFrom("write", "write in part", "commit", "roll back", "nothing"),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30, size: "max" }), async (steps) => {
        const clients = await Promise.all(writers.map(() => db.pool.connect()))
        const open = new Set<string>()
        const shown = new Map<string, string[]>()
        try {
          for (const [index, [writer, what]] of steps.entries()) {
            const client = clients[writers.indexOf(writer)]
            if (what.startsWith("write") && !open.has(writer)) {
              await client?.query("begin")
              open.add(writer)
            }
            if (what === "write in part") await client?.query(`savepoint part${index}`)
            if (what.startsWith("write")) await client?.query(`insert into notes values (${index})`)
            if (what === "commit") await client?.query("commit")
            if (what === "roll back") await client?.query("rollback")
            if (what === "commit" || what === "roll back") open.delete(writer)
            const moment = (await momentOf(db)) ?? assert.fail("a moment without a name")
            const seen = await words()
            assert.deepEqual(seen, shown.get(moment) ?? seen)
            shown.set(moment, seen)
          }
        } finally {
          for (const client of clients) {
            await client.query("rollback")
            client.release()
          }
        }
      }),
      { numRuns: runs(6) },
    )
  })
})
