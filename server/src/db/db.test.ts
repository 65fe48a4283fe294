import assert from "node:assert/strict"
import { once } from "node:events"
import { type AddressInfo, createServer, type Socket } from "node:net"
import type { Duplex } from "node:stream"
import { after, before, describe, test } from "node:test"
import { type TestDatabase, testDatabase } from "../../test/desk/database.ts"
import { FailingCalls } from "../../test/failures/failing.ts"
import { patientLimits, until } from "../../test/until.ts"
import { DeskError } from "../errors.ts"
import { type Database, type DatabaseOptions, type Db, early, openDatabase, raw, type Sql, sql, unnamed } from "./db.ts"

let scratch: TestDatabase
const opened: Database[] = []

before(async () => {
  scratch = await testDatabase()
  await scratch.db.run(raw("create table accounts (id int primary key, balance int not null check (balance >= 0))"))
  await scratch.db.run(raw("insert into accounts values (1, 100), (2, 100)"))
  await scratch.db.run(
    raw(`create function raise_code(code text) returns int language plpgsql as
      $$ begin raise exception using errcode = code; end $$`),
  )
})
after(async () => {
  await Promise.all(opened.map((db) => db.close()))
  await scratch.drop()
})

function open(options: Partial<DatabaseOptions> = {}): Database {
  const db = openDatabase({ url: scratch.url, connections: 4, prepared: true, ...patientLimits, ...options })
  opened.push(db)
  return db
}

/**
 * One connection whose statements PostgreSQL ends soon. On a busy machine it may be late with that, and the client, which gives
 * a connection up a moment after the limit that it knows, is patient.
 */
async function openImpatient(setting: "statement_timeout" | "lock_timeout", options: Partial<DatabaseOptions> = {}) {
  const db = open({ connections: 1, ...options })
  await db.run(raw(`set ${setting} = '1s'`))
  return db
}

/** Uses its connection for the first time, however long it takes to make it. */
async function connected(db: Database): Promise<Database> {
  await until(() =>
    db.run(sql`select 1`).then(
      () => true,
      () => false,
    ),
  )
  return db
}

async function balanceOf(id: number): Promise<number> {
  return (await scratch.db.one<{ balance: number }>(sql`select balance from accounts where id = ${id}`)).balance
}

function setBalance(db: Db, id: number, balance: number): Promise<number> {
  return db.run(sql`update accounts set balance = ${balance} where id = ${id}`)
}

/** A condition that ends the statement with this code. */
function failingWith(code: string): Sql {
  return raw(`from raise_code('${code}')`)
}

function unavailableWith(message: string) {
  return (error: unknown) => {
    assert.ok(error instanceof DeskError, String(error))
    assert.deepEqual([error.status, error.code, error.message], [503, "unavailable", message])
    assert.ok(Number(error.headers["Retry-After"]) > 0)
    return true
  }
}

/** Asked over another connection, of the database that these tests have for themselves. */
function idleInTransaction(): Promise<unknown[]> {
  return scratch.db.many(sql`select query from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`)
}

describe("values", () => {
  test("bigints and arrays of them are numbers, numerics too, moments keep milliseconds", async () => {
    const db = open()
    const row = await db.one(sql`select 9007199254740991::bigint as large, array[1, 9007199254740991]::bigint[] as many,
      '{}'::bigint[] as none, null::bigint as nothing, 12.5::numeric as share, count(*) as count,
      ${new Date("2026-03-04T05:06:07.891Z")}::timestamptz as moment`)
    assert.deepEqual(row, {
      large: 9007199254740991,
      many: [1, 9007199254740991],
      none: [],
      nothing: null,
      share: 12.5,
      count: 1,
      moment: new Date("2026-03-04T05:06:07.891Z"),
    })
  })

  test("many, maybe, one and run give rows, a row or nothing, a row, and how many rows were touched", async () => {
    const db = open()
    assert.deepEqual(await db.many(sql`select id from accounts order by id`), [{ id: 1 }, { id: 2 }])
    assert.equal(await db.maybe(sql`select id from accounts where id = 3`), undefined)
    await assert.rejects(db.one(sql`select id from accounts where id = 3`), /always gives a row gave none/)
    assert.equal(await db.run(sql`update accounts set balance = balance`), 2)
  })

  test("an unnamed statement takes no name", async () => {
    const db = open({ connections: 1 })
    assert.deepEqual(await db.many(sql`${unnamed} select ${1}::int as one`), [{ one: 1 }])
    const held = sql`select count(*) from pg_prepared_statements where statement like '%as one'`
    assert.deepEqual(await db.one(held), { count: 0 })
    await db.many(sql`select ${1}::int as one`)
    assert.deepEqual(await db.one(held), { count: 1 })
  })

  for (const prepared of [true, false])
    test(`more than 500 different statements, and each again, ${prepared ? "with" : "without"} names`, async () => {
      const db = open({ prepared, connections: 1 })
      for (let round = 0; round < 2; round++)
        for (let number = 0; number < 520; number++) {
          const { sum } = await db.one<{ sum: number }>(sql`select ${raw(String(number))} + ${round}::int as sum`)
          assert.equal(sum, number + round)
        }
      const { count } = await db.one<{ count: number }>(sql`select count(*) from pg_prepared_statements`)
      assert.equal(count, prepared ? 500 : 0)
    })
})

describe("transaction", () => {
  test("keeps what was done, and nothing when the work throws or the database refuses", async () => {
    const db = open()
    await db.transaction((db) => setBalance(db, 1, 90))
    assert.equal(await balanceOf(1), 90)
    const mistake = new Error("changed my mind")
    const givenUp = db.transaction(async (db) => {
      await setBalance(db, 1, 80)
      throw mistake
    })
    await assert.rejects(givenUp, mistake)
    const refused = db.transaction(async (db) => {
      await setBalance(db, 1, 80)
      await setBalance(db, 2, -1)
    })
    await assert.rejects(refused, { code: "23514" })
    assert.equal(await balanceOf(1), 90)
    assert.deepEqual(await idleInTransaction(), [])
  })

  test("inside another one joins it", async () => {
    const db = open({ connections: 1 })
    const undone = db.transaction(async (db) => {
      const inner = await db.transaction(async (db) => {
        await setBalance(db, 1, 70)
        return "inner"
      })
      assert.equal(inner, "inner")
      assert.deepEqual(await db.one(sql`select balance from accounts where id = 1`), { balance: 70 })
      throw new Error("undo both")
    })
    await assert.rejects(undone, /undo both/)
    assert.notEqual(await balanceOf(1), 70)
  })

  test("that deadlocks with another runs again, and both succeed", async () => {
    const db = open()
    await setBalance(db, 1, 100)
    await setBalance(db, 2, 100)
    let attempts = 0
    let arrived = 0
    const bothHoldOne = Promise.withResolvers<void>()
    const move = (from: number, to: number) =>
      db.transaction(async (db) => {
        attempts++
        await db.run(sql`update accounts set balance = balance - 10 where id = ${from}`)
        if (++arrived === 2) bothHoldOne.resolve()
        await bothHoldOne.promise
        await db.run(sql`update accounts set balance = balance + 20 where id = ${to}`)
      })
    await Promise.all([move(1, 2), move(2, 1)])
    // More than three where the first to run again is faster than the other is to wake, and they deadlock once more.
    assert.ok(attempts >= 3)
    assert.deepEqual([await balanceOf(1), await balanceOf(2)], [110, 110])
  })

  test("that needs what has just gone runs again, and sees that it has; otherwise it is told so", async () => {
    const db = open()
    await db.run(raw("create table visits (account int references accounts)"))
    const looks: number[] = []
    const visited = await db.transaction(async (db) => {
      const wanted = looks.push(99) > 1 ? 1 : 99
      await db.run(sql`insert into visits values (${wanted})`)
      return wanted
    })
    assert.deepEqual([visited, looks.length], [1, 2])
    const gone = { status: 409, code: "gone_meanwhile" }
    await assert.rejects(
      db.transaction((db) => db.run(sql`insert into visits values (99)`)),
      gone,
    )
    await assert.rejects(db.run(sql`delete from accounts where id = 1`), gone)
    await db.run(raw("drop table visits"))
  })
})

for (const prepared of [true, false])
  describe(`statements that nobody waits for, ${prepared ? "sent at once" : "sent in turn"}`, () => {
    test("are kept in their order, the last of them with the commit", async () => {
      const db = open({ prepared })
      const { second } = await db.transaction(async (db) => {
        const first = setBalance(db, 1, 60)
        const doubled = db.one<{ balance: number }>(
          sql`update accounts set balance = balance * 2 where id = 1 returning balance`,
        )
        assert.equal(await first, 1)
        return { second: doubled }
      })
      assert.deepEqual([await second, await balanceOf(1)], [{ balance: 120 }, 120])
    })

    test("undo everything where one of them fails, which is told instead of what follows from it", async () => {
      const db = open({ prepared })
      await setBalance(db, 1, 100)
      const late = db.transaction(async (db) => {
        await setBalance(db, 1, 10)
        return { refused: setBalance(db, 2, -1) }
      })
      await assert.rejects(late, { code: "23514" })
      const early = db.transaction(async (db) => {
        const refused = setBalance(db, 2, -1)
        await setBalance(db, 1, 10)
        return { refused }
      })
      await assert.rejects(early, { code: "23514" })
      const caught = db.transaction(async (db) => {
        await setBalance(db, 1, 10)
        await setBalance(db, 2, -1).catch(() => {})
      })
      await assert.rejects(caught, { code: "23514" })
      assert.equal(await balanceOf(1), 100)
      assert.deepEqual(await idleInTransaction(), [])
      assert.deepEqual(await db.one(sql`select 1 as one`), { one: 1 })
    })

    test("undo everything where the commit itself is refused", async () => {
      const db = open({ prepared })
      await db.run(raw(`create table debts (id int references accounts deferrable initially deferred)`))
      const refused = db.transaction(async (db) => ({ sent: db.run(sql`insert into debts values (99)`) }))
      await assert.rejects(refused, { status: 409, code: "gone_meanwhile" })
      assert.deepEqual(await db.many(sql`select from debts`), [])
      await db.run(raw("drop table debts"))
    })

    test("run again with the others where one of them is the victim of a deadlock", async () => {
      const db = open({ prepared })
      let tries = 0
      await db.transaction(async (db) => ({
        sent: db.run(sql`select pg_sleep(0) ${tries++ === 0 ? failingWith("40P01") : sql``}`),
      }))
      assert.equal(tries, 2)
    })

    test("503 and nothing kept where the connection is lost between them", async () => {
      const db = open({ prepared, connections: 1 })
      await setBalance(db, 1, 100)
      const cut = db.transaction(async (db) => {
        const changed = setBalance(db, 1, 10)
        const lost = db.run(sql`select pg_terminate_backend(pg_backend_pid())`)
        return { changed, lost, after: setBalance(db, 2, 10) }
      })
      await assert.rejects(cut, unavailableWith("The database is not reachable at the moment"))
      assert.equal(await balanceOf(1), 100)
      assert.deepEqual(await db.one(sql`select 1 as one`), { one: 1 })
    })

    test("503 and nothing kept where one of them takes too long", async () => {
      const db = await openImpatient("statement_timeout", { prepared })
      await scratch.db.run(sql`update accounts set balance = 100 where id = 1`)
      const slow = db.transaction(async (db) => {
        const changed = setBalance(db, 1, 10)
        return { changed, slept: db.run(sql`select pg_sleep(10)`) }
      })
      await assert.rejects(slow, unavailableWith("The database needed too long for this; narrow the request"))
      assert.equal(await balanceOf(1), 100)
      assert.deepEqual(await idleInTransaction(), [])
    })
  })

describe("what goes out together", () => {
  test("what only reads goes with `begin`, and what nobody waits for with `commit`", async (t) => {
    const db = open({ connections: 1 })
    await db.transaction((db) => setBalance(db, 1, 1))
    const client = await db.pool.connect()
    const stream = client.connection.stream as Duplex & { _writev: () => void }
    const written = t.mock.method(stream, "_writev")
    client.release()
    await db.transaction(async (db) => {
      const read = db.one<{ balance: number }>(sql`${early} select balance from accounts where id = 1`)
      const both = await Promise.all([read, db.one(sql`${early} select ${1}::int as one`)])
      assert.deepEqual(both, [{ balance: 1 }, { one: 1 }])
      return { last: setBalance(db, 1, 4) }
    })
    assert.equal(written.mock.callCount(), 2)
    assert.equal(await balanceOf(1), 4)
  })

  test("nothing is written where the transaction could not begin, and nothing after its end", async () => {
    const db = open({ connections: 1 })
    await setBalance(db, 1, 100)
    const calls = new FailingCalls(db.pool)
    calls.failAt(1, "refused")
    const refused = db.transaction(async (db) => {
      const read = db.one<{ balance: number }>(sql`${early} select balance from accounts where id = 1`)
      const written = setBalance(db, 1, 10)
      return { read: await read, written, early: db.one(sql`${early} select ${1}::int as one`) }
    })
    await assert.rejects(refused, unavailableWith("The database is not reachable at the moment"))
    assert.ok(calls.end())
    let late: Promise<number> | undefined
    await db.transaction(async (db) => {
      setImmediate(() => {
        late = setBalance(db, 1, 10)
      })
    })
    await new Promise((resolve) => setImmediate(resolve))
    await assert.rejects(late ?? Promise.resolve(), /transaction has ended/)
    assert.equal(await balanceOf(1), 100)
  })

  test("nothing is kept where a value cannot be sent", async () => {
    const db = open()
    await setBalance(db, 1, 100)
    const circular: unknown[] = []
    circular.push({ circular })
    const refused = db.transaction(async (db) => {
      const written = setBalance(db, 1, 10)
      return { written, unsendable: db.run(sql`select ${circular[0]}::jsonb`) }
    })
    await assert.rejects(refused, TypeError)
    assert.equal(await balanceOf(1), 100)
  })
})

describe("a database that is slow or away", () => {
  test("PostgreSQL is given the limits, to wait for a row the shorter one", async () => {
    const db = open({ statementTimeoutMs: 60_000 })
    const limits = sql`select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`
    assert.deepEqual(await db.one(limits), { statement: "1min", lock: "48s" })
  })

  test("503 when a statement takes too long; the connection serves the next one", async () => {
    const db = await openImpatient("statement_timeout")
    const tooLong = unavailableWith("The database needed too long for this; narrow the request")
    await assert.rejects(
      db.transaction((db) => db.run(sql`select pg_sleep(10)`)),
      tooLong,
    )
    assert.deepEqual(await db.one(sql`select 1 as one`), { one: 1 })
    // The pool replaces a connection whose statement failed outside of a transaction, and its settings with it.
    await assert.rejects(db.run(sql`select pg_sleep(10)`), tooLong)
    assert.deepEqual(await db.one(sql`select 1 as one`), { one: 1 })
    assert.deepEqual(await idleInTransaction(), [])
  })

  test("503 when somebody else holds the row for too long", async () => {
    const db = await openImpatient("lock_timeout")
    await scratch.db.transaction(async (holder) => {
      await holder.run(sql`select from accounts where id = 1 for update`)
      const wait = db.transaction((db) => setBalance(db, 1, 1))
      await assert.rejects(wait, unavailableWith("Somebody else is changing this at the moment"))
    })
    assert.equal(await setBalance(db, 1, 1), 1)
    assert.deepEqual(await idleInTransaction(), [])
  })

  const away = unavailableWith("The database is not reachable at the moment")
  /** Waits only so long for a connection, and for as long as it takes for what it is used for. */
  const hasty = { connectTimeoutMs: 500, statementTimeoutMs: 0 }

  test("503 when nothing listens there", async () => {
    const port = await listen(createServer(), (server) => server.close())
    await assertAway(open({ url: `postgres://desk@127.0.0.1:${port}/desk` }))
  })

  test("503 when what listens there never answers", async () => {
    const sockets: Socket[] = []
    const silent = createServer((socket) => sockets.push(socket.on("error", () => {})))
    const port = await listen(silent, () => {})
    try {
      await assertAway(open({ url: `postgres://desk@127.0.0.1:${port}/desk`, ...hasty }))
    } finally {
      for (const socket of sockets) socket.destroy()
      silent.close()
    }
  })

  test("503 when all connections are busy for longer than a caller is to wait", async () => {
    const db = await connected(open({ connections: 1, ...hasty }))
    await db.transaction(() => assertAway(db))
    assert.deepEqual(await db.one(sql`select 1 as one`), { one: 1 })
  })

  test("a connection that others use is waited for longer than a new one, as long as statements may take", async () => {
    const db = await connected(open({ connections: 1, connectTimeoutMs: 500 }))
    const held = db.run(sql`select pg_sleep(1)`)
    assert.deepEqual(await db.one(sql`select 1 as one`), { one: 1 })
    await held
  })

  test("a connection that was ended from outside is replaced", async () => {
    const db = open({ connections: 1 })
    const pidOf = async (db: Db) => (await db.one<{ pid: number }>(sql`select pg_backend_pid() as pid`)).pid
    const endBackend = (pid: number) => scratch.db.run(sql`select pg_terminate_backend(${pid}::int)`)
    const killed = await pidOf(db)
    const noticed = new Promise((resolve) => db.pool.once("remove", resolve))
    await endBackend(killed)
    await noticed
    assert.notEqual(await pidOf(db), killed)

    const cut = db.transaction(async (db) => {
      await setBalance(db, 1, 5)
      await endBackend(await pidOf(db))
      await setBalance(db, 2, 5)
    })
    await assert.rejects(cut, away)
    assert.notEqual(await balanceOf(1), 5)
    assert.deepEqual(await db.one(sql`select 1 as one`), { one: 1 })
    assert.deepEqual(await idleInTransaction(), [])
  })

  async function assertAway(db: Database): Promise<void> {
    const calls = [db.many(sql`select 1`), db.transaction((db) => db.many(sql`select 1`))]
    await Promise.all(calls.map((call) => assert.rejects(call, away)))
  }
})

async function listen(
  server: ReturnType<typeof createServer>,
  then: (server: ReturnType<typeof createServer>) => void,
): Promise<number> {
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  then(server)
  return port
}
