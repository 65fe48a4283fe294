import assert from "node:assert/strict"
import { after, before, beforeEach, describe, test } from "node:test"
import { type TestDatabase, testDatabase } from "../../test/desk/database.ts"
import { patientLimits } from "../../test/until.ts"
import { invalid } from "../errors.ts"
import { type Database, type Db, openDatabase, overtaken, raw, sql } from "./db.ts"
import { ask, Leaving, type Shared } from "./group.ts"
import { together } from "./sharing.ts"

let scratch: TestDatabase
let db: Database

before(async () => {
  scratch = await testDatabase()
  await scratch.db.run(
    raw("create table notes (word text primary key, by_itself boolean not null, check (word <> 'never'))"),
  )
  db = openDatabase({ url: scratch.url, connections: 4, prepared: true, ...patientLimits })
})
beforeEach(() => scratch.db.run(raw("truncate notes")))
after(async () => {
  await db.close()
  await scratch.drop()
})

const lengthOf: Shared<string, number> = {
  alone: async (db, word) => (await db.one<{ length: number }>(sql`select length(${word}::text) as length`)).length,
  async together(db, words) {
    const rows = await db.many<{ length: number }>(sql`select length(word) as length
      from unnest(${words}::text[]) with ordinality as given (word, place) order by place`)
    return rows.map(({ length }) => length)
  },
}

const note: Shared<string, string> = {
  async alone(db, word) {
    await db.run(sql`insert into notes values (${word}, true)`)
    return word
  },
  async together(db, words) {
    await db.run(sql`insert into notes select word, false from unnest(${words}::text[]) as word`)
    return words
  },
  last: true,
}

/** What has been written: the word, whether by a statement of its own, and how many transactions there were. */
async function written(): Promise<{ words: [string, boolean][]; transactions: number }> {
  const rows = await scratch.db.many<{ word: string; by_itself: boolean; xmin: string }>(
    sql`select word, by_itself, xmin::text from notes order by word`,
  )
  return {
    words: rows.map(({ word, by_itself: alone }) => [word, alone]),
    transactions: new Set(rows.map(({ xmin }) => xmin)).size,
  }
}

const writing = (word: string) => async (db: Db) => {
  const length = await ask(db, lengthOf, word)
  return { length, last: ask(db, note, word) }
}

const shared = { when: true }

/** All in one turn of the event loop. */
function atOnce<Result>(...works: ((db: Db) => Promise<Result>)[]): Promise<PromiseSettledResult<Result>[]> {
  return Promise.allSettled(works.map((work) => together(db, shared, work)))
}

const isDone = ({ status }: PromiseSettledResult<unknown>) => status === "fulfilled"

describe("work that comes at once", () => {
  test("shares a transaction and its statements, and each gets its own answer", async () => {
    const results = await atOnce(writing("one"), writing("three"))
    const answers = results.map((result) => (result.status === "fulfilled" ? result.value : assert.fail(result.reason)))
    assert.deepEqual(
      answers.map(({ length }) => length),
      [3, 5],
    )
    assert.deepEqual(await Promise.all(answers.map(({ last }) => last)), ["one", "three"])
    assert.deepEqual(await written(), {
      words: [
        ["one", false],
        ["three", false],
      ],
      transactions: 1,
    })
  })

  test("what is done last is one statement, however much some ask before, also where somebody waits for it", async () => {
    const calls: string[][] = []
    const counted: Shared<string, string> = {
      ...note,
      together: (db, words) => {
        calls.push(words)
        return note.together(db, words)
      },
    }
    const asking = (word: string, questions: number) => async (db: Db) => {
      for (let asked = 0; asked < questions; asked++) await ask(db, lengthOf, word)
      return { last: ask(db, counted, word) }
    }
    const waiting = async (db: Db) => ({ last: Promise.resolve(await ask(db, counted, "waiting")) })
    const forgetting = async (db: Db) => {
      // A question that nobody waits for.
      void ask(db, lengthOf, "forgotten")
      return { last: ask(db, counted, "forgetting") }
    }
    const results = await atOnce<unknown>(asking("none", 0), asking("one", 1), waiting, asking("three", 3), forgetting)
    assert.ok(results.every(isDone))
    assert.deepEqual(
      calls.map((words) => words.toSorted()),
      [["forgetting", "none", "one", "three", "waiting"]],
    )
    assert.equal((await written()).transactions, 1)
  })

  test("one that comes alone, is inside of another or wants none of it has a statement of its own", async () => {
    await together(db, shared, writing("one"))
    await db.transaction(async (db) => {
      await (await together(db, shared, writing("two"))).last
    })
    await Promise.all(["three", "four"].map((word) => together(db, { when: false }, writing(word))))
    assert.deepEqual((await written()).words, [
      ["four", true],
      ["one", true],
      ["three", true],
      ["two", true],
    ])
  })

  test("more than share one transaction come in several", async () => {
    const words = Array.from({ length: 100 }, (_, index) => `word ${index}`)
    assert.ok((await atOnce(...words.map(writing))).every(isDone))
    const { words: kept, transactions } = await written()
    assert.deepEqual([kept.length, transactions < 50], [100, true])
  })

  test("one that is refused leaves the others be", async () => {
    const refused = async (db: Db) => {
      await ask(db, lengthOf, "refused")
      throw invalid({ path: "word", message: "must be another", source: "JSON" })
    }
    const [one, two, three] = await atOnce<unknown>(writing("one"), refused, writing("three"))
    assert.ok(one && isDone(one) && three && isDone(three))
    assert.match(String(two?.status === "rejected" && two.reason.message), /word must be another/)
    assert.deepEqual([(await written()).words.length, (await written()).transactions], [2, 1])
  })

  test("one that needs more runs by itself, and so does one that was overtaken", async () => {
    const needing = async (db: Db) => {
      await ask(db, lengthOf, "more")
      await db.run(sql`select 1`)
      return ask(db, note, "more")
    }
    let tries = 0
    const late = async (db: Db) => {
      await ask(db, lengthOf, "late")
      if (tries++ === 0) throw overtaken()
      return ask(db, note, "late")
    }
    assert.ok((await atOnce<unknown>(writing("one"), needing, late, writing("two"))).every(isDone))
    assert.deepEqual((await written()).words, [
      ["late", true],
      ["more", true],
      ["one", false],
      ["two", false],
    ])
  })

  test("what cannot be answered for one of them is answered for it alone", async () => {
    const busy: Shared<string, string> = {
      alone: async (_db, word) => word,
      together: async (_db, words) => words.map((word) => (word === "busy" ? new Leaving() : word)),
    }
    const work = (word: string) => async (db: Db) => ({ last: ask(db, note, await ask(db, busy, word)) })
    assert.ok((await atOnce(work("busy"), work("one"), work("two"))).every(isDone))
    assert.deepEqual((await written()).words, [
      ["busy", true],
      ["one", false],
      ["two", false],
    ])
  })

  test("a statement that fails is the fault of one, and nobody else's", async () => {
    const results = await atOnce(writing("one"), writing("never"), writing("two"))
    const outcomes = await Promise.allSettled(
      results.map((result) => (result.status === "fulfilled" ? result.value.last : Promise.reject(result.reason))),
    )
    assert.deepEqual(outcomes.map(isDone), [true, false, true])
    assert.deepEqual((await written()).words, [
      ["one", true],
      ["two", true],
    ])
  })

  test("nothing is kept of one that fails after it has written, and the others are written by themselves", async () => {
    const failing = async (db: Db) => {
      void ask(db, note, "failing")
      throw new Error("It rained")
    }
    const results = await atOnce<unknown>(writing("one"), failing, writing("two"))
    assert.deepEqual(results.map(isDone), [true, false, true])
    assert.deepEqual((await written()).words, [
      ["one", true],
      ["two", true],
    ])
  })

  test("who waits for a row holds up nobody who comes later", async () => {
    const row = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    await scratch.db.run(sql`insert into notes values ('row', true)`)
    const holder = scratch.db.transaction(async (db) => {
      await db.run(sql`select from notes where word = 'row' for update`)
      held.resolve()
      await row.promise
    })
    await held.promise
    const patient = openDatabase({ url: scratch.url, connections: 4, prepared: true, ...patientLimits })
    const waiting: Promise<unknown>[] = []
    for (let place = 0; place < 2; place++) {
      waiting.push(together(patient, shared, (db) => db.run(sql`select from notes where word = 'row' for update`)))
      await new Promise(setImmediate)
    }
    await together(patient, shared, writing("later"))
    assert.equal((await written()).words.length, 2)
    row.resolve()
    await Promise.all([holder, ...waiting])
    await patient.close()
  })
})

describe("a connection that is lost", () => {
  test("while they write: each learns that the database is away, and none is written twice", async () => {
    const lost: Shared<string, string> = {
      alone: note.alone,
      async together(db, words) {
        await db.run(sql`select pg_terminate_backend(pg_backend_pid())`)
        return words
      },
    }
    const work = (word: string) => async (db: Db) => ({ last: ask(db, note, await ask(db, lost, word)) })
    const results = await atOnce(work("one"), work("two"))
    for (const result of results)
      assert.equal(result.status === "rejected" && (result.reason as { status?: number }).status, 503)
    assert.deepEqual((await written()).words, [])
  })
})
