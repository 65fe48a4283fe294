import assert from "node:assert/strict"
import { after, afterEach, before, describe, type TestContext, test } from "node:test"
import fc from "fast-check"
import { type TestDatabase, testDatabase } from "../../test/desk/database.ts"
import {
  eventually,
  listAll,
  listTokens,
  numberAll,
  olderTransactionsEnded,
  openTransaction,
  write,
} from "../../test/peers/events.ts"
import { patientLimits } from "../../test/until.ts"
import { type Database, openDatabase, sql } from "../db/db.ts"
import { batchSize, feedGrew, numberEvents } from "./number.ts"
import { listFeed } from "./queries.ts"
import { numberWaiting, startSequencer } from "./sequencer.ts"

let database: TestDatabase
let nodes: Database[]
let db: Database

/** Nothing is to go wrong. */
const log = {
  error(line: object) {
    throw new Error(JSON.stringify(line))
  },
}

before(async () => {
  database = await testDatabase()
  nodes = [1, 2, 3].map(() => openDatabase({ url: database.url, connections: 10, prepared: true, ...patientLimits }))
  db = nodes[0] as Database
})
after(async () => {
  for (const node of nodes) await node.close()
  await database.drop()
})
afterEach(async () => {
  await database.db.run(sql`delete from events`)
  await database.db.run(sql`truncate feed`)
})

/** Three transactions that write the events 1, 2 and 3 in this order and are still open. */
async function openOverlapping(t: TestContext) {
  const open = async (token: number) => {
    const transaction = await openTransaction(database.url)
    t.after(transaction.close)
    await transaction.write(token)
    return transaction
  }
  return [await open(1), await open(2), await open(3)] as const
}

describe("numbers", () => {
  test("are given in the order of writing, from one on, without a gap", async () => {
    for (const token of [7, 3, 9]) await write(db, token)
    await numberAll(db)
    await write(db, 5)
    await numberAll(db)
    assert.deepEqual(
      (await listAll(db)).map(({ number, subject_id }) => [number, subject_id]),
      [7, 3, 9, 5].map((token, index) => [index + 1, token]),
    )
    assert.equal((await numberEvents(db)).given, 0)
  })

  test("carry all that was recorded", async () => {
    const data = { threadId: 4 }
    await db.run(sql`insert into events (kind, subject_id, user_id, inbox_id, from_inbox_id, conversation_id, data, created_at, depth, workflow_id)
      values ('convo.moved', 1, 2, 3, 4, 5, ${JSON.stringify(data)}, '2026-03-04T05:06:07.891Z', 6, 7)`)
    await numberAll(db)
    assert.deepEqual(await listFeed(db, { after: 0, limit: 10 }), [
      {
        number: 1,
        kind: "convo.moved",
        subject_id: 1,
        user_id: 2,
        inbox_id: 3,
        from_inbox_id: 4,
        conversation_id: 5,
        data,
        created_at: new Date("2026-03-04T05:06:07.891Z"),
        depth: 6,
        workflow_id: 7,
      },
    ])
  })

  test("wait for a transaction that began before and commits after, whose event is not lost", async () => {
    const slow = await openTransaction(database.url)
    await slow.write(1)
    await write(db, 2)
    const { given, held } = await numberEvents(db)
    assert.deepEqual([given, held], [0, 1])
    await slow.end("commit")
    await numberAll(db)
    assert.deepEqual(await listTokens(db), [1, 2])
  })

  test("are given by the very next look after the oldest older transaction has ended", async (t) => {
    const { signal } = new AbortController()
    const look = async () => ({ nextLookMs: await numberWaiting(db, signal), tokens: await listTokens(db) })
    const [v, w, x] = await openOverlapping(t)
    assert.deepEqual(await look(), { nextLookMs: 500, tokens: [] })
    await v.end("commit")
    await olderTransactionsEnded(db, 1)
    assert.deepEqual(await look(), { nextLookMs: 500, tokens: [1] })
    await x.end("commit")
    assert.deepEqual(await look(), { nextLookMs: 50, tokens: [1] })
    assert.deepEqual(await look(), { nextLookMs: 50, tokens: [1] })
    await w.end("rollback")
    await olderTransactionsEnded(db, 3)
    assert.deepEqual(await look(), { nextLookMs: 500, tokens: [1, 3] })
  })

  test("are given one look after each commit of three transactions that overlap, in the order of writing", async (t) => {
    for (const [index, transaction] of (await openOverlapping(t)).entries()) {
      await transaction.end("commit")
      await olderTransactionsEnded(db, index + 1)
      assert.deepEqual(await numberEvents(db), { given: 1, held: 0 })
      assert.equal((await listTokens(db)).at(-1), index + 1)
    }
  })

  test("leave no hole for a transaction that is rolled back", async () => {
    const slow = await openTransaction(database.url)
    await slow.write(1)
    await write(db, 2)
    await slow.end("rollback")
    await numberAll(db)
    assert.deepEqual(
      (await listAll(db)).map(({ number, subject_id }) => [number, subject_id]),
      [[1, 2]],
    )
  })

  test("follow the order of writing where the transactions began in another, also around a third", async () => {
    // The early one has its id first and writes last, as after waiting for a row that the late one holds.
    const early = await openTransaction(database.url)
    await early.query("select pg_current_xact_id()")
    const between = await openTransaction(database.url)
    await between.query("select pg_current_xact_id()")
    await write(db, 1)
    await early.write(2)
    await early.end("commit")
    // The early one is older than all that run, but what it has seen done has no number yet.
    const { given, held } = await numberEvents(db)
    assert.deepEqual([given, held], [0, 2])
    await between.end("rollback")
    await numberAll(db)
    assert.deepEqual(await listTokens(db), [1, 2])
  })

  test("do not wait for transactions of another server, from whose dump events were restored", async () => {
    await db.run(sql`insert into events (kind, subject_id, transaction_id)
      select 'tag.created', 1, (pg_current_xact_id()::text::bigint + 1000000)::text::xid8`)
    await write(db, 2)
    await numberAll(db)
    assert.deepEqual(await listTokens(db), [1, 2])
  })

  test("do not wait for readers, however long they hold a snapshot", async () => {
    const reader = await openTransaction(database.url)
    await reader.query("set transaction isolation level repeatable read")
    await reader.query("select count(*) from events")
    await write(db, 1)
    await numberAll(db)
    await reader.end("commit")
  })

  test("are given in batches", async () => {
    await db.run(
      sql`insert into events (kind, subject_id) select 'tag.created', n from generate_series(1, ${batchSize + 5}) n`,
    )
    const next = () => eventually(async () => (await numberEvents(db)).given || undefined)
    assert.deepEqual([await next(), await next()], [batchSize, 5])
    const tokens = await listTokens(db)
    assert.deepEqual(
      tokens,
      tokens.map((_, index) => index + 1),
    )
  })

  test("are given once, however many give them", async () => {
    for (let token = 1; token <= 50; token++) await write(db, token)
    await Promise.all([...nodes, ...nodes].map((node) => numberAll(node)))
    assert.deepEqual(
      (await listAll(db)).map(({ number }) => number),
      Array.from({ length: 50 }, (_, index) => index + 1),
    )
  })
})

describe("sequencers on several nodes", () => {
  test("number what 50 write at once; a reader who resumes anywhere sees each once, in order, without a gap", async () => {
    const sequencers = nodes.map((node) => startSequencer(node, log))
    const [writers, each] = [50, 8]
    const seed = Number(process.env["DESKHAND_TEST_SEED"])
    const pauses = fc.sample(fc.nat(3), { seed, numRuns: writers * each })
    const limits = fc.sample(fc.integer({ min: 1, max: 40 }), { seed, numRuns: 10_000 })
    const writing = Array.from({ length: writers }, async (_, writer) => {
      for (let turn = 0; turn < each; turn++) {
        const index = writer * each + turn
        await (nodes[index % 3] as Database).transaction(async (db) => {
          // Some hold on to a transaction that has its place already.
          await db.run(sql`select pg_current_xact_id(), pg_sleep(${(pauses[index] ?? 0) / 500})`)
          await db.run(sql`insert into events (kind, subject_id) values ('tag.created', ${index})`)
          if (index % 7 === 0) await db.run(sql`select pg_sleep(0.004)`)
        })
      }
    })
    const seen: number[] = []
    const read = async () => {
      let [position, turn] = [0, 0]
      while (seen.length < writers * each) {
        const node = nodes[turn % 3] as Database
        const rows = await listFeed(node, { after: position, limit: limits[turn++ % limits.length] ?? 1 })
        for (const [index, row] of rows.entries()) assert.equal(row.number, position + index + 1, `seed ${seed}`)
        // It forgets some of what it has read, and reads that again.
        const kept = rows.slice(0, (limits[(turn + 1) % limits.length] ?? 1) % (rows.length + 1))
        seen.push(...kept.map((row) => row.subject_id))
        position += kept.length
      }
    }
    await Promise.all([...writing, read()])
    for (const sequencer of sequencers) await sequencer.stop()
    assert.deepEqual(
      seen.toSorted((one, other) => one - other),
      Array.from({ length: writers * each }, (_, index) => index),
    )
    assert.equal((await db.many(sql`select from events`)).length, 0)
  })

  test("are told by the commit itself, and tell every node", async () => {
    const [writer, reader] = nodes as [Database, Database]
    let heard = 0
    const deafen = reader.hear(feedGrew, () => heard++)
    await eventually(async () => {
      await database.db.run(sql`select pg_notify(${feedGrew}, '')`)
      return heard > 0
    })
    const known = heard
    const sequencer = startSequencer(writer, log)
    await write(writer, 1)
    await eventually(async () => heard > known && (await listTokens(reader)).length === 1)
    deafen()
    await sequencer.stop()
  })

  test("find one that was written long before it was committed, whatever was numbered meanwhile", async () => {
    const sequencer = startSequencer(db, log)
    const slow = await openTransaction(database.url)
    const slower = await openTransaction(database.url)
    await slower.query("select nextval('events_id_seq')")
    await slow.write(1)
    for (let token = 2; token <= 20; token++) await write(db, token)
    await slower.write(21)
    await slow.end("commit")
    await slower.end("commit")
    await eventually(async () => (await listTokens(db)).length === 21)
    for (let token = 22; token <= 30; token++) {
      await write(db, token)
      await eventually(async () => (await listTokens(db)).length === token)
    }
    const late = await openTransaction(database.url)
    await late.write(31)
    await write(db, 32)
    await late.end("commit")
    await eventually(async () => (await listTokens(db)).length === 32)
    await sequencer.stop()
    assert.deepEqual(
      await listTokens(db),
      Array.from({ length: 32 }, (_, index) => index + 1),
    )
  })

  test("number an event whose transaction ends last of three that overlap", async (t) => {
    const sequencer = startSequencer(db, log)
    // While the sequencer looks, transactions above the latest one that has ended are still running.
    for (const [index, transaction] of (await openOverlapping(t)).entries()) {
      await transaction.end("commit")
      await eventually(async () => (await listTokens(db)).length === index + 1)
    }
    await sequencer.stop()
    assert.deepEqual(await listTokens(db), [1, 2, 3])
  })

  test("find what another process has written", async () => {
    const sequencer = startSequencer(db, log)
    await database.db.run(sql`insert into events (kind, subject_id) values ('tag.created', 1)`)
    await eventually(async () => (await listTokens(db)).length === 1)
    await sequencer.stop()
  })
})
