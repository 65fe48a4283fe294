import { type ChildProcess, spawn } from "node:child_process"
import { performance } from "node:perf_hooks"
import pg from "pg"
import { type Database, sql } from "../../src/db/db.ts"
import { eventsWritten } from "../../src/events/record.ts"

/** An event as its writer knows it. Times are of `performance.now()`. */
export interface WrittenEvent {
  token: number
  id: number
  transaction: WriterTransaction
  /** Tokens that had to be numbered before it: committed, or written by the same transaction, before it was written. */
  after: number[]
}

export interface WriterTransaction {
  xid: bigint
  outcome: "open" | "committed" | "rolled back" | "unknown"
  endedAt: number | undefined
}

interface OpenTransaction extends WriterTransaction {
  client: pg.Client
}

/** Transactions that overlap on a server which may be killed, and all that is known of what they wrote. */
export class OverlappingWriters {
  readonly events: WrittenEvent[] = []
  readonly transactions: WriterTransaction[] = []
  /** When PostgreSQL last answered again after it was killed. */
  recoveredAt = 0
  private readonly url: string
  private readonly db: Database
  private readonly open = new Map<number, OpenTransaction>()
  private nextToken: number

  constructor({ url, db, firstToken }: { url: string; db: Database; firstToken: number }) {
    this.url = url
    this.db = db
    this.nextToken = firstToken
  }

  /** Begins the transaction of a slot if it has none, and writes an event in it. */
  async write(slot: number): Promise<void> {
    const transaction = await this.begin(slot)
    const token = this.nextToken++
    const own = this.events.filter((event) => event.transaction === transaction)
    const after = [...this.committed(), ...own].map((event) => event.token)
    const { rows } = await transaction.client.query(
      "insert into events (kind, subject_id) values ('tag.created', $1) returning id",
      [token],
    )
    this.events.push({ token, id: Number(rows[0].id), transaction, after })
  }

  /** Gives the transaction of a slot its id, long before it writes. */
  async begin(slot: number): Promise<OpenTransaction> {
    const known = this.open.get(slot)
    if (known) return known
    const client = new pg.Client({ connectionString: this.url })
    client.on("error", () => {})
    await client.connect()
    await client.query("begin")
    const { rows } = await client.query("select pg_current_xact_id()::text as xid")
    const transaction: OpenTransaction = { xid: BigInt(rows[0].xid), outcome: "open", endedAt: undefined, client }
    this.open.set(slot, transaction)
    this.transactions.push(transaction)
    return transaction
  }

  async end(slot: number, how: "commit" | "rollback"): Promise<void> {
    const transaction = this.open.get(slot)
    if (!transaction) return
    this.open.delete(slot)
    await transaction.client.query(how)
    this.settle(transaction, how === "commit" ? "committed" : "rolled back")
    await transaction.client.end()
    this.db.tell(eventsWritten)
  }

  async endAll(): Promise<void> {
    for (const slot of [...this.open.keys()]) await this.end(slot, "commit")
  }

  /** Several transactions of one event each, at once, as the desk itself writes them. */
  async burst(count: number): Promise<void> {
    const after = this.committed().map((event) => event.token)
    const tokens = Array.from({ length: count }, () => this.nextToken++)
    await Promise.all(tokens.map((token) => this.writeAlone(token, after)))
  }

  private async writeAlone(token: number, after: number[]): Promise<void> {
    const transaction: WriterTransaction = { xid: 0n, outcome: "open", endedAt: undefined }
    const event: WrittenEvent = { token, id: 0, transaction, after }
    this.events.push(event)
    this.transactions.push(transaction)
    const insert = this.db.transaction(async (db) => {
      const { id, xid } = await db.one<{ id: number; xid: string }>(sql`
        insert into events (kind, subject_id) values ('tag.created', ${token}) returning id, transaction_id::text as xid`)
      event.id = id
      transaction.xid = BigInt(xid)
      db.tell(eventsWritten)
    })
    await insert.then(
      () => this.settle(transaction, "committed"),
      // It may be committed nevertheless.
      () => this.settle(transaction, "unknown"),
    )
  }

  /** To be called when PostgreSQL was killed: no open transaction can be committed any more. */
  async dropOpen(): Promise<void> {
    for (const transaction of this.open.values()) {
      this.settle(transaction, "rolled back")
      await transaction.client.end().catch(() => {})
    }
    this.open.clear()
  }

  private settle(transaction: WriterTransaction, outcome: WriterTransaction["outcome"]): void {
    Object.assign(transaction, { outcome, endedAt: performance.now() })
  }

  private committed(): WrittenEvent[] {
    return this.events.filter(({ transaction }) => transaction.outcome === "committed")
  }
}

/** When each token was first seen with a number. */
export function watchFeed(db: Database): { seenAt: Map<number, number>; stop(): Promise<void> } {
  const seenAt = new Map<number, number>()
  let [isStopped, newest] = [false, 0]
  const look = async () => {
    const rows = await db.many<{ number: number; subject_id: number }>(
      sql`select number, subject_id from feed where number > ${newest} order by number`,
    )
    for (const { number, subject_id } of rows) {
      seenAt.set(subject_id, seenAt.get(subject_id) ?? performance.now())
      newest = number
    }
  }
  const watching = (async () => {
    while (!isStopped) {
      await look().catch(() => {})
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  })()
  return {
    seenAt,
    stop() {
      isStopped = true
      return watching
    },
  }
}

/** A sequencer in a process of its own, which can be killed. */
export function spawnSequencer(url: string): ChildProcess {
  const source = `import { openDatabase } from ${JSON.stringify(import.meta.resolve("../../src/db/db.ts"))}
    import { startSequencer } from ${JSON.stringify(import.meta.resolve("../../src/events/sequencer.ts"))}
    import { patientLimits } from ${JSON.stringify(import.meta.resolve("../until.ts"))}
    const url = ${JSON.stringify(url)}
    const db = openDatabase({ url, connections: 2, prepared: true, ...patientLimits })
    startSequencer(db, { error() {} })`
  return spawn(process.execPath, [...process.execArgv, "--input-type=module", "--eval", source], { stdio: "ignore" })
}
