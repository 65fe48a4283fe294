import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import fc from "fast-check"
import { onOwnServer } from "../testing/embedded.ts"
import { runs } from "../testing/property.ts"
import { patientLimits, until } from "../testing/until.ts"
import { type Database, openDatabase, raw, sql } from "./db.ts"
import { momentOf } from "./moment.ts"

let db: Database
let stop: () => Promise<void>

/** On a PostgreSQL that nobody else writes to, because every commit makes a new moment, in any of its databases. */
before(async () => {
  const server = await onOwnServer(async () => process.env["TEST_DATABASE_URL"] ?? assert.fail())
  stop = server.stop
  db = openDatabase({ url: server.made, connections: 5, prepared: true, ...patientLimits })
  await db.run(raw("create table notes (word integer not null)"))
})
after(async () => {
  await db.close()
  await stop()
})

const words = async () => (await db.many(sql`select word from notes order by word`)).map((row) => JSON.stringify(row))

describe("a moment of the database", () => {
  test("stays the same while nothing is committed, and is another one afterwards", async () => {
    let first: string | undefined
    // PostgreSQL itself commits something now and then.
    await until(async () => {
      first = await momentOf(db)
      await words()
      return first !== undefined && (await momentOf(db)) === first
    })
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
