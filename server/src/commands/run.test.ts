import assert from "node:assert/strict"
import { getPriority } from "node:os"
import { PassThrough } from "node:stream"
import { after, before, describe, test } from "node:test"
import { type TestDatabase, testDatabase } from "../../test/desk/database.ts"
import { eventually } from "../../test/peers/events.ts"
import { type Config, readConfig } from "../config.ts"
import { sql } from "../db/db.ts"
import { loadScenario } from "../seed/scenario.ts"
import { type Roles, runDesk } from "./run.ts"

let scratch: TestDatabase
let config: Config

before(async () => {
  scratch = await testDatabase()
  config = readConfig({ PORT: "0", LOG_LEVEL: "silent", ALLOW_UNSAFE_DATABASE: "on" })
})
after(() => scratch.drop())

interface Connection {
  pid: number
  name: string
}

/** Of reactions and of who takes in mail, as long as it takes until both were seen. */
async function connectionsOfWork(roles: Roles): Promise<Connection[]> {
  const running = await runDesk(config, { databaseUrl: scratch.url, log: new PassThrough().resume(), ...roles })
  const seen = new Map<number, Connection>()
  const kinds = new Set<string>()
  try {
    await eventually(async () => {
      const rows = await scratch.db.many<Connection & { kind: string }>(sql`
        select pid, application_name as name, found[1] as kind
        from pg_stat_activity, regexp_match(query, 'join event_cursors|select from mail_messages where outcome') as found
        where datname = current_database() and pid <> pg_backend_pid() and found is not null`)
      for (const { pid, name, kind } of rows) {
        seen.set(pid, { pid, name })
        kinds.add(kind)
      }
      return kinds.size === 2
    })
    if (process.platform === "linux")
      for (const { pid, name } of seen.values())
        assert.equal(getPriority(pid), name === "deskhand" ? getPriority() : 10)
  } finally {
    await running.stop()
  }
  return [...seen.values()]
}

describe("what nobody waits for", () => {
  test("has one connection on a node that answers people too, which gives way to theirs", async () => {
    const connections = await connectionsOfWork({ web: true, worker: true })
    assert.deepEqual(
      connections.map(({ name }) => name),
      ["deskhand in turn"],
    )
  })

  test("has all of them on a node that does nothing else", async () => {
    const connections = await connectionsOfWork({ web: false, worker: true })
    assert.deepEqual([...new Set(connections.map(({ name }) => name))], ["deskhand"])
  })

  test("sorts new words into their index", async () => {
    const { db, url } = scratch
    await loadScenario(db, new Date())
    await db.run(sql`create extension pgstattuple`)
    const left = async () =>
      (
        await db.one<{ pages: number }>(
          sql`select pending_pages as pages from pgstatginindex('search_documents_by_word')`,
        )
      ).pages
    assert.ok((await left()) > 0)
    const running = await runDesk(config, {
      databaseUrl: url,
      log: new PassThrough().resume(),
      web: true,
      worker: true,
    })
    try {
      await eventually(async () => (await left()) === 0)
    } finally {
      await running.stop()
    }
  })
})

test("a start that may have other settings forgets the proxy that was ignored before", async () => {
  await scratch.db.run(sql`
    insert into ignored_proxies (header, address, seen_at) values ('Forwarded', '10.0.0.5', now())`)
  const forgotten = async (roles: Roles) => {
    const running = await runDesk(config, { databaseUrl: scratch.url, log: new PassThrough().resume(), ...roles })
    await running.stop()
    return (await scratch.db.many(sql`select from ignored_proxies`)).length === 0
  }
  assert.equal(await forgotten({ web: false, worker: false }), false)
  assert.equal(await forgotten({ web: true, worker: false }), true)
})
