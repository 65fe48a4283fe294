import assert from "node:assert/strict"
import { after, before, beforeEach, describe, test } from "node:test"
import fc from "fast-check"
import { type TestDatabase, testDatabase } from "../../test/desk/database.ts"
import { runs } from "../../test/property.ts"
import { patientLimits } from "../../test/until.ts"
import { invalid } from "../errors.ts"
import { batched, type Outcome, withEach } from "./batch.ts"
import { type Database, type Db, empty, openDatabase, overtaken, raw, sql } from "./db.ts"

let scratch: TestDatabase
let db: Database

before(async () => {
  scratch = await testDatabase()
  await scratch.db.run(
    raw("create table notes (word text primary key, amount bigint not null, check (word <> 'never'))"),
  )
  await scratch.db.run(raw("create table accounts (id bigint primary key, balance bigint not null)"))
  db = openDatabase({ url: scratch.url, connections: 4, prepared: true, ...patientLimits })
})
beforeEach(() => scratch.db.run(raw("truncate notes, accounts")))
after(async () => {
  await db.close()
  await scratch.drop()
})

/** Notes down each word and how many came with it. */
const note = (db: Db, words: string[]): Promise<Outcome<string>[]> =>
  db.transaction(async (db) => {
    const outcomes = withEach(words, (word) => {
      if (word === "refused") throw invalid({ path: "word", message: "must be another", source: "JSON" })
      return word
    })
    const accepted = outcomes.filter((outcome) => !(outcome instanceof Error))
    await db.run(sql`insert into notes select word, ${words.length} from unnest(${accepted}::text[]) as word`)
    return outcomes
  })

const always = () => true

/** All in one turn of the event loop. */
function atOnce(words: string[], many = note, when: (word: string) => boolean = always) {
  const one = batched(many, when)
  return Promise.allSettled(words.map((word) => one(db, word)))
}

/** What has been written: the word, how many came together, and how many transactions there were. */
async function written(): Promise<{ words: [string, number][]; transactions: number }> {
  const rows = await scratch.db.many<{ word: string; amount: number; xmin: string }>(
    sql`select word, amount, xmin::text from notes order by word`,
  )
  return {
    words: rows.map(({ word, amount }) => [word, amount]),
    transactions: new Set(rows.map(({ xmin }) => xmin)).size,
  }
}

const isDone = ({ status }: PromiseSettledResult<unknown>) => status === "fulfilled"

describe("inputs that come at once", () => {
  test("share a transaction, and each gets its own result", async () => {
    const results = await atOnce(["one", "two", "three"])
    assert.deepEqual(
      results.map((result) => result.status === "fulfilled" && result.value),
      ["one", "two", "three"],
    )
    assert.deepEqual((await written()).transactions, 1)
  })

  test("one that comes alone, within a transaction, or is left out is an array of one", async () => {
    await atOnce(["one"])
    await db.transaction(async (db) => {
      await Promise.all(["two", "three"].map((word) => batched(note, always)(db, word)))
    })
    await atOnce(["four", "five"], note, () => false)
    assert.deepEqual(
      (await written()).words.map(([, amount]) => amount),
      [1, 1, 1, 1, 1],
    )
  })

  test("more than one batch takes come in several", async () => {
    const words = Array.from({ length: 100 }, (_, index) => `word ${index}`)
    assert.ok((await atOnce(words)).every(isDone))
    const { words: kept, transactions } = await written()
    assert.deepEqual([kept.length, transactions < 50], [100, true])
    assert.ok(kept.every(([, amount]) => amount <= 32))
  })

  test("one that a rule refuses leaves the others be", async () => {
    const [one, two, three] = await atOnce(["one", "refused", "three"])
    assert.ok(one && isDone(one) && three && isDone(three))
    assert.match(String(two?.status === "rejected" && two.reason.message), /word must be another/)
    assert.deepEqual([(await written()).words.length, (await written()).transactions], [2, 1])
  })

  test("one that was overtaken runs again by itself", async () => {
    const busy = async (db: Db, words: string[]) =>
      words.length === 1
        ? note(db, words)
        : note(
            db,
            words.filter((word) => word !== "busy"),
          ).then((outcomes) => words.map((word) => (word === "busy" ? overtaken() : (outcomes.shift() as string))))
    assert.ok((await atOnce(["busy", "one", "two"], busy)).every(isDone))
    assert.deepEqual((await written()).words, [
      ["busy", 1],
      ["one", 2],
      ["two", 2],
    ])
  })

  test("a statement that fails is the fault of one, and nobody else's", async () => {
    const results = await atOnce(["one", "never", "two"])
    assert.deepEqual(results.map(isDone), [true, false, true])
    assert.deepEqual((await written()).words, [
      ["one", 1],
      ["two", 1],
    ])
  })

  test("nothing is kept where the action itself breaks, and each learns of it", async () => {
    const breaking = (db: Db, words: string[]) =>
      db.transaction(async (db) => {
        await note(db, words)
        throw new Error("It rained")
      })
    const results = await atOnce(["one", "two"], breaking)
    assert.deepEqual(results.map(isDone), [false, false])
    assert.deepEqual((await written()).words, [])
  })

  test("who waits for a row holds up nobody who comes later", async () => {
    const row = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    await scratch.db.run(sql`insert into notes values ('row', 1)`)
    const holder = scratch.db.transaction(async (db) => {
      await db.run(sql`select from notes where word = 'row' for update`)
      held.resolve()
      await row.promise
    })
    await held.promise
    const waiter = async (db: Db, words: string[]) => {
      if (words.includes("later")) return note(db, words)
      await db.run(sql`select from notes where word = 'row' for update`)
      return words
    }
    const one = batched(waiter, always)
    const waiting: Promise<unknown>[] = []
    for (let place = 0; place < 2; place++) {
      waiting.push(one(db, "waiting"))
      await new Promise(setImmediate)
    }
    await one(db, "later")
    assert.equal((await written()).words.length, 2)
    row.resolve()
    await Promise.all([holder, ...waiting])
  })
})

describe("a connection that is lost", () => {
  test("while they write: each learns that the database is away, and none is written twice", async () => {
    const lost = (db: Db, words: string[]) =>
      db.transaction(async (db) => {
        await note(db, words)
        await db.run(sql`select pg_terminate_backend(pg_backend_pid())`)
        return words
      })
    const results = await atOnce(["one", "two"], lost)
    for (const result of results)
      assert.equal(result.status === "rejected" && (result.reason as { status?: number }).status, 503)
    assert.deepEqual((await written()).words, [])
  })
})

/** Takes some from an account where there is enough, in real transactions that overlap. */
const spend = (db: Db, given: { id: number; amount: number }[]): Promise<Outcome<number>[]> =>
  db.transaction(async (db) => {
    const ids = [...new Set(given.map(({ id }) => id))]
    const rows = await db.many<{ id: number; balance: number }>(sql`
      select id, balance from accounts where id = any(${ids}::bigint[])
      for update ${given.length > 1 ? sql`skip locked` : empty}`)
    const free = new Map(rows.map(({ id, balance }) => [id, balance]))
    const outcomes = withEach(given, ({ id, amount }) => {
      const balance = free.get(id)
      free.delete(id)
      if (balance === undefined) throw overtaken()
      if (balance < amount) throw invalid({ path: "amount", message: "is more than there is", source: "JSON" })
      return balance - amount
    })
    for (const [index, { id }] of given.entries()) {
      const left = outcomes[index]
      if (typeof left === "number") await db.run(sql`update accounts set balance = ${left} where id = ${id}`)
    }
    return outcomes
  })

test("overlapping batches take as much as they say, and never more than there is", async () => {
  const one = batched(spend, always)
  const start = 20
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 8 }), fc.boolean()), {
        minLength: 5,
        maxLength: 60,
      }),
      async (wishes) => {
        await scratch.db.run(sql`truncate accounts`)
        await scratch.db.run(sql`insert into accounts select id, ${start} from generate_series(1, 4) as id`)
        const spent = new Map<number, number>()
        const works: Promise<void>[] = []
        for (const [id, amount, pause] of wishes) {
          works.push(
            one(db, { id, amount }).then(
              () => void spent.set(id, (spent.get(id) ?? 0) + amount),
              (error: { status?: number }) => assert.equal(error.status, 400),
            ),
          )
          if (pause) await new Promise(setImmediate)
        }
        await Promise.all(works)
        const left = await scratch.db.many<{ id: number; balance: number }>(sql`select id, balance from accounts`)
        for (const { id, balance } of left) assert.equal(balance, start - (spent.get(id) ?? 0))
      },
    ),
    { numRuns: runs(30) },
  )
})
