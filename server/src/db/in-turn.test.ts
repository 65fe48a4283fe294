import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { type TestDatabase, testDatabase } from "../../test/desk/database.ts"
import { sql } from "./db.ts"
import { inTurn } from "./in-turn.ts"

let scratch: TestDatabase

before(async () => {
  scratch = await testDatabase()
})
after(() => scratch.drop())

describe("work that is done in turn", () => {
  test("has one transaction at a time, in the order in which it came, and holds up nobody else", async () => {
    const db = inTurn(scratch.db)
    const done: string[] = []
    const held = Promise.withResolvers<void>()
    const first = db.transaction(async (db) => {
      await db.one(sql`select 1`)
      await held.promise
      done.push("the first")
    })
    const second = db.transaction(async () => done.push("the second"))
    const third = db.one(sql`select 1`).then(() => done.push("a statement"))
    await scratch.db.transaction((db) => db.one(sql`select 1`))
    const early = [...done]
    held.resolve()
    await Promise.all([first, second, third])
    assert.deepEqual(early, [])
    assert.deepEqual(done, ["the first", "the second", "a statement"])
  })

  test("goes on after what failed", async () => {
    const db = inTurn(scratch.db)
    const failing = db.transaction(() => Promise.reject(new Error("no")))
    const next = db.one<{ value: number }>(sql`select 7 as value`)
    await assert.rejects(failing, /no/)
    assert.deepEqual(await next, { value: 7 })
  })
})
