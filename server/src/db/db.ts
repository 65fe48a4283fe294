import { setTimeout as wait } from "node:timers/promises"
import pg from "pg"
import sql, { raw, type Sql } from "sql-template-tag"
import { DeskError, unavailable } from "../errors.ts"
import { Hearing } from "./hearing.ts"
import { Line } from "./line.ts"
import { defaultConnectTimeoutMs, PromptClient } from "./prompt-client.ts"

export { default as sql, empty, join, raw, type Sql } from "sql-template-tag"

/** A pool or a running transaction: what runs SQL. Rows have the type that the caller's SELECT says. */
export interface Db {
  many<Row>(statement: Sql): Promise<Row[]>
  maybe<Row>(statement: Sql): Promise<Row | undefined>
  /** For SELECTs and RETURNINGs that always give a row. */
  one<Row>(statement: Sql): Promise<Row>
  /** Gives the number of rows touched. */
  run(statement: Sql): Promise<number>
  /**
   * Inside a transaction this joins it, so that actions compose. Statements that need nothing of one another may be sent
   * at once; what nobody waits for fails the transaction nevertheless.
   */
  transaction<Result>(work: (db: Db) => Promise<Result>): Promise<Result>
  /** Wakes who hears this topic on this node, once the transaction is committed. */
  tell(topic: string): void
}

/**
 * What the last statement of a transaction gives, which goes out together with the commit: nobody waits for its answer
 * before that.
 */
export async function sentLast<Result>(transaction: Promise<{ last: Promise<Result> }>): Promise<Result> {
  return (await transaction).last
}

export interface Database extends Db {
  pool: pg.Pool
  /** Called whenever this node tells the topic, or any node by NOTIFY, with what that says. Gives what ends it. */
  hear(topic: string, listener: (said?: string) => void): () => void
  close(): Promise<void>
}

export interface DatabaseOptions {
  url: string
  connections: number
  prepared: boolean
  /** Requests are cut off so that one slow search cannot starve the rest; long commands set 0. */
  statementTimeoutMs: number
  /** For a new connection. Two seconds, unless set. */
  connectTimeoutMs?: number
  onIdleError?: (error: Error) => void
  /** One more way to a database that is open on this node: who hears there hears what is told here. */
  beside?: Database
  /** For work that comes again and again with other values: a plan is made once, for any. */
  keepsPlans?: boolean
  /** Told of each new connection which process of PostgreSQL has it. */
  onConnect?: (processId: number) => void
}

export function openDatabase(options: DatabaseOptions): Database {
  const { connectTimeoutMs = defaultConnectTimeoutMs } = options
  const config: pg.PoolConfig & { connectTimeoutMs: number } = {
    connectionString: options.url,
    connectTimeoutMs,
    Client: PromptClient,
    max: options.connections,
    // For one that others use. They work, or else their statements end by then.
    connectionTimeoutMillis: Math.max(connectTimeoutMs, options.statementTimeoutMs),
    idleTimeoutMillis: 60_000,
    // One that met a table while it was small may plan anew for ever; a new one compares the costs of today.
    maxLifetimeSeconds: 1_800,
    statement_timeout: options.statementTimeoutMs,
    lock_timeout: options.statementTimeoutMs * lockTimeoutShare,
    idle_in_transaction_session_timeout: options.statementTimeoutMs === 0 ? 0 : 30_000,
    application_name: options.beside ? "deskhand in turn" : "deskhand",
    // A pooler in between would not take it.
    ...(options.keepsPlans && options.prepared && { options: "-c plan_cache_mode=force_generic_plan" }),
    types,
    keepAlive: true,
  }
  const pool = new pg.Pool(config)
  const onIdleError = options.onIdleError ?? (() => {})
  pool.on("error", onIdleError)
  pool.on("connect", (client) => {
    client.on("error", onIdleError)
    options.onConnect?.((client as pg.PoolClient & { processID: number }).processID)
  })
  const names = options.prepared ? new StatementNames() : undefined
  const queries = queriesOn((statement) => pool.query(named(statement, names)))
  // Without names there is a pooler in between.
  const pipelined = options.prepared
  const hearing = options.beside ? hearingOf(options.beside) : new Hearing(options.url, onIdleError)
  const tell = (topic: string) => hearing.tell(topic)
  return {
    ...queries,
    pool,
    transaction: (work) => retrying(() => inTransaction(pool, { names, pipelined, tell }, work)),
    tell,
    hear: (topic, listener) => hearing.hear(topic, listener),
    async close() {
      await hearing.close()
      await pool.end()
    },
  }
}

/** That of another, which ends with it. */
function hearingOf({ hear, tell }: Database): Pick<Hearing, "hear" | "tell" | "close"> {
  return { hear, tell, close: async () => {} }
}

/** Of the statement timeout: shorter, so that waiting for a row and running long can be told apart. */
const lockTimeoutShare = 0.8

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => parsers.get(oid) ?? pg.types.getTypeParser(oid, format as "text"),
}
const int8 = 20
const int8Array = 1016
const numeric = 1700
/** Identifiers and counts stay far below 2^53. */
const parsers = new Map<number, (text: string) => unknown>([
  [int8, Number],
  [numeric, Number],
  [int8Array, (text) => (text === "{}" ? [] : text.slice(1, -1).split(",").map(Number))],
])

function queriesOn(send: (statement: Sql) => Promise<pg.QueryResult>): Omit<Db, "transaction" | "tell"> {
  const query = <Result>(statement: Sql, read: (result: pg.QueryResult) => Result): Promise<Result> =>
    send(statement).then(read, (error: unknown) => {
      throw readable(error)
    })
  return {
    many: <Row>(statement: Sql) => query(statement, ({ rows }) => rows as Row[]),
    maybe: <Row>(statement: Sql) => query(statement, ({ rows }) => rows[0] as Row | undefined),
    one: <Row>(statement: Sql) =>
      query(statement, ({ rows: [row] }) => {
        if (row === undefined) throw new Error("A statement that always gives a row gave none")
        return row as Row
      }),
    run: (statement) => query(statement, ({ rowCount }) => rowCount ?? 0),
  }
}

interface Settings {
  names: StatementNames | undefined
  pipelined: boolean
  tell: (topic: string) => void
}

async function inTransaction<Result>(
  pool: pg.Pool,
  { names, pipelined, tell }: Settings,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  const told = new Set<string>()
  const client = await pool.connect().catch((error: unknown) => {
    throw readable(error)
  })
  const line = new Line(client, { pipelined })
  const db: Db = {
    ...unheard(
      queriesOn((statement) => line.send(named(statement, names), { early: statement.text.includes(early.text) })),
    ),
    transaction: (inner) => inner(db),
    tell: (topic) => told.add(topic),
  }
  let broken: Error | undefined
  try {
    const result = await work(db)
    await line.commit()
    for (const topic of told) tell(topic)
    return result
  } catch (error) {
    await line.rollback().catch((rollbackError: Error) => {
      broken = rollbackError
    })
    throw readable(line.causeOf(error))
  } finally {
    line.release(broken)
  }
}

/** A failure that nobody waits for is no mistake of the program here: the transaction fails by it. */
function unheard(queries: ReturnType<typeof queriesOn>): ReturnType<typeof queriesOn> {
  const quiet = <Result>(answer: Promise<Result>) => {
    answer.catch(() => {})
    return answer
  }
  return {
    many: (statement) => quiet(queries.many(statement)),
    maybe: (statement) => quiet(queries.maybe(statement)),
    one: (statement) => quiet(queries.one(statement)),
    run: (statement) => quiet(queries.run(statement)),
  }
}

/**
 * Deadlocks, failed serialisation and what goes after it was looked up are nobody's fault: the transaction runs again,
 * up to three times.
 */
async function retrying<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (tries > 3 || !retriable.has(codeOf(error))) throw error
      await wait(Math.random() * 20 * 2 ** tries)
    }
  }
}

const foreignKeyViolation = "23503"
const retriable = new Set(["40001", "40P01", foreignKeyViolation])

/** Thrown by a transaction that another one has overtaken: it runs again, and sees what the other has done. */
export function overtaken(): Error {
  return Object.assign(new Error("Somebody else has changed this meanwhile"), { code: overtakenCode })
}

export const overtakenCode = "40001"

/** Turns what a lost, full, read-only or slow database throws, and what others do meanwhile, into what people can read. */
function readable(error: unknown): unknown {
  if (error instanceof DeskError) return error
  const code = codeOf(error)
  const message = error instanceof Error ? error.message : ""
  if (code === "57014") return unavailable("The database needed too long for this; narrow the request", error)
  if (code === foreignKeyViolation) {
    const message = "Something that this needs was deleted meanwhile, or is in use by now; look again"
    return new DeskError(409, "gone_meanwhile", message, { cause: error })
  }
  if (code === "55P03" || retriable.has(code)) return unavailable("Somebody else is changing this at the moment", error)
  if (code === "25006") return unavailable("The database is read-only at the moment", error)
  const away = /^(08|53|57P)/.test(code) || /^E(CONN|PIPE|HOST|NET|TIMEDOUT|AI_AGAIN)/.test(code)
  if (away || /timeout exceeded|timeout expired|Connection terminated|Query read timeout|not queryable/.test(message))
    return unavailable("The database is not reachable at the moment", error)
  return error
}

export function codeOf(error: unknown): string {
  if (error instanceof DeskError) return codeOf(error.cause)
  return typeof error === "object" && error !== null && "code" in error ? String(error.code) : ""
}

/**
 * Stands in statements whose text strangers shape: they are planned for their values, and do not take the few names
 * from statements that come again.
 */
export const unnamed = raw("/* unnamed */")

/**
 * Stands in statements that only read or lock: at the beginning of a transaction they go out together with `begin`, and
 * should that fail, they have changed nothing.
 */
export const early = raw("/* early */")

/** For `id = …`. The planner cannot see how many there are, so it keeps one plan for one and for many. */
export function anyOf(ids: number[]): Sql {
  return sql`any((select ${ids}::bigint[])::bigint[])`
}

function named(statement: Sql, names: StatementNames | undefined): pg.QueryConfig {
  const { text, values } = statement
  const name = text.includes(unnamed.text) ? undefined : names?.nameOf(text)
  return name === undefined ? { text, values } : { name, text, values }
}

/** Each connection keeps what it prepares, so only so many texts get a name; later ones are planned every time. */
class StatementNames {
  private readonly names = new Map<string, string>()

  nameOf(text: string): string | undefined {
    const known = this.names.get(text)
    if (known !== undefined || this.names.size >= 500) return known
    const name = `s${this.names.size + 1}`
    this.names.set(text, name)
    return name
  }
}
