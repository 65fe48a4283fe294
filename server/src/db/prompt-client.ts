import type { Socket } from "node:net"
import pg from "pg"

/** A caller learns within two seconds that the database is away. */
export const defaultConnectTimeoutMs = 2_000

/** PostgreSQL's own limit comes first. */
const graceMs = 500

/** What the driver's types do not tell. */
interface Wire {
  connection: { stream: Socket }
  /** Nothing is under way. */
  readyForQuery: boolean
}

/**
 * A connection of a pool, which has one limit for both: to wait for one that is busy, and to make a new one. New ones have a limit
 * of their own here.
 *
 * One that has gone silent is given up a moment after PostgreSQL would have ended the statement. The driver has a limit for that too
 * (`query_timeout`), but by it each statement has a function that knows the statement. With V8 13.6 such circles outlive
 * every scavenge, with all rows that were read, until the next full collection (ADR 64).
 */
export class PromptClient extends pg.Client {
  constructor(config: pg.ClientConfig & { connectTimeoutMs?: number } = {}) {
    super({ ...config, connectionTimeoutMillis: config.connectTimeoutMs ?? defaultConnectTimeoutMs })
    const { statement_timeout: limitMs } = config
    if (limitMs) this.once("connect", () => giveUpSilent(this as unknown as Wire, limitMs + graceMs))
  }
}

function giveUpSilent(wire: Wire, silentMs: number): void {
  const { stream } = wire.connection
  stream.setTimeout(silentMs)
  stream.on("timeout", () => {
    if (!wire.readyForQuery) stream.destroy(new Error("Query read timeout"))
  })
}
