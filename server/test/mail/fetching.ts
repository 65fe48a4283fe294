import assert from "node:assert/strict"
import { Writable } from "node:stream"
import Fastify, { type FastifyBaseLogger } from "fastify"
import type { Config } from "../../src/config.ts"
import { type Database, sql } from "../../src/db/db.ts"
import { startFetching } from "../../src/email/imap/engine.ts"
import { type FetcherLimits, fetcherLimits } from "../../src/email/imap/fetcher.ts"
import type { Desk } from "../../src/http/route.ts"
import { type TestDesk, testDesk } from "../desk/desk.ts"

export interface FetchedRow {
  id: number
  inbox_id: number
  storage_key: string
  size_bytes: number
  outcome: string
  reason: string | null
  received_at: Date
  imported_as: string | null
  envelope: { imap: { folder: string; uidValidity: number; uid: number } }
}

/** A desk with inboxes that fetch, and nodes to fetch for them. */
export interface FetchingDesk {
  desk: TestDesk
  node: Desk
  owner: string
  logger: FastifyBaseLogger
  /** Everything that was logged. */
  logged: () => string
  start(limits?: Partial<FetcherLimits>, on?: Partial<Desk>): { stop(): Promise<void> }
  /** Stops every node that has been started. */
  stop(): Promise<void>
  /** Makes an inbox with a connection. */
  connect(settings: object): Promise<{ inboxId: number; id: number; path: string }>
  kept(inboxId: number): Promise<FetchedRow[]>
  rawOf(row: FetchedRow): Promise<string>
  close(): Promise<void>
}

export async function fetchingDesk(overrides: Partial<Config> = {}): Promise<FetchingDesk> {
  const limits = { outgoingAllow: ["127.0.0.2"], outgoingPorts: ["1024-65535"], mailLimit: 100_000 }
  const desk = await testDesk({ ...limits, ...overrides })
  desk.clock.now = new Date()
  const node: Desk = { ...desk, db: desk.appDb, replica: undefined, now: () => desk.clock.now }
  const owner = await desk.tokenFor(await desk.addUser({ email: "owner@desk.example", role: "owner" }))
  const lines: string[] = []
  const stream = new Writable({
    write(line, _encoding, done) {
      lines.push(String(line))
      done()
    },
  })
  const logger = Fastify({ logger: { level: "debug", stream } }).log
  const engines: { stop(): Promise<void> }[] = []
  const stop = async () => {
    await Promise.all(engines.splice(0).map((engine) => engine.stop()))
  }
  let made = 0
  return {
    desk,
    node,
    owner,
    logger,
    logged: () => lines.join(""),
    start(limits, on) {
      const engine = startFetching({ ...node, ...on }, logger, { ...fetcherLimits, lookMs: 50, pollMs: 200, ...limits })
      engines.push(engine)
      return engine
    },
    stop,
    async connect(settings) {
      const inboxId = await insertInbox(desk.db, `inbox${++made}@desk.example`)
      const path = `/v2/mailboxes/${inboxId}/connections`
      const body = {
        kind: "imap",
        host: "127.0.0.2",
        auth: "password",
        username: "desk",
        password: "secret",
        ...settings,
      }
      const answer = await desk.send("POST", path, { token: owner, body })
      assert.equal(answer.status, 201, JSON.stringify(answer.body))
      const id = Number(answer.headers.get("resource-id"))
      return { inboxId, id, path: `${path}/${id}` }
    },
    kept: (inboxId) => desk.db.many(sql`select * from mail_messages where inbox_id = ${inboxId} order by id`),
    rawOf: async ({ storage_key, size_bytes }) =>
      (await desk.files.read({ key: storage_key, sizeBytes: size_bytes })).toString("latin1"),
    async close() {
      await stop()
      await desk.close()
    },
  }
}

async function insertInbox(db: Database, email: string): Promise<number> {
  const { id } = await db.one<{ id: number }>(
    sql`insert into inboxes (name, email) values ('Inbox', ${email}) returning id`,
  )
  return id
}
