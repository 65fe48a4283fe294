import type pg from "pg"

/** Only while a transaction has it: who copies rows in takes the connection for something else. */
type Switchable = pg.PoolClient & { pipeline: boolean }

type Query = string | pg.QueryConfig

/**
 * The connection of one transaction. Statements are sent without waiting for the answers to those before them, and all
 * that are sent in one turn of the event loop in one write: those that do no harm outside of a transaction even with
 * `begin`, and the last ones with `commit`. PostgreSQL runs them one after the other, and none after one that failed.
 */
export class Line {
  readonly #client: Switchable
  readonly #pipelined: boolean
  readonly #begun: Promise<unknown>
  /** Whether statements go out at once; those that have to wait for `begin` keep their order. */
  #open = false
  #holdsBack = false
  #gathers = false
  #last: Promise<unknown> = Promise.resolve()
  /** Nothing is sent after the end: it would be kept by itself. */
  #ended = false
  /** What the first statement that failed threw; what comes after it only says that the transaction is lost. */
  #failure: Error | undefined

  constructor(client: pg.PoolClient, { pipelined }: { pipelined: boolean }) {
    this.#client = client as Switchable
    this.#pipelined = pipelined
    this.#client.pipeline = pipelined
    this.#begun = this.#put("begin").then(() => {
      this.#open = true
    })
    this.#begun.catch(() => {})
  }

  /** `early` ones do no harm where the transaction turns out not to have begun. */
  send(query: Query, { early = false } = {}): Promise<pg.QueryResult> {
    if (this.#ended) return Promise.reject(new Error("The transaction has ended"))
    if (this.#open || (early && !this.#holdsBack)) return this.#put(query)
    this.#holdsBack = true
    return this.#begun.then(() => this.#put(query))
  }

  /** Throws unless everything is kept, also what nobody waited for. */
  async commit(): Promise<void> {
    // Until what was held back is sent: it may turn out that it cannot be.
    if (this.#holdsBack) await this.#begun
    if (this.#failure) throw this.#failure
    const { command } = await this.#end("commit")
    if (this.#failure) throw this.#failure
    // What PostgreSQL says to the end of a transaction that failed.
    if (command !== "COMMIT") throw new Error(`The transaction ended with ${command}`)
  }

  async rollback(): Promise<void> {
    await this.#end("rollback")
  }

  /** What went wrong first, where an error only tells of what followed from it. */
  causeOf(error: unknown): unknown {
    const follows = error instanceof Error && "code" in error && error.code === inFailedTransaction
    return follows ? (this.#failure ?? error) : error
  }

  /** When everything is answered. */
  release(broken: Error | undefined): void {
    this.#client.pipeline = false
    this.#client.release(broken)
  }

  #end(query: "commit" | "rollback"): Promise<pg.QueryResult> {
    const answer = this.send(query, { early: true })
    this.#ended = true
    return answer
  }

  #put(query: Query): Promise<pg.QueryResult> {
    if (this.#pipelined) return this.#putNow(query)
    const put = () => this.#ask(query)
    const answer = this.#last.then(put, put)
    this.#last = answer
    return answer
  }

  #putNow(query: Query): Promise<pg.QueryResult> {
    if (!this.#gathers) {
      const { stream } = this.#client.connection
      this.#gathers = true
      stream.cork()
      process.nextTick(() => {
        this.#gathers = false
        stream.uncork()
      })
    }
    return this.#ask(query)
  }

  /** A failure is known at once, before anything else is sent: nobody may be waiting for the answer. */
  #ask(query: Query): Promise<pg.QueryResult> {
    const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>()
    promise.catch(() => {})
    const settle = (error: Error | null, result: pg.QueryResult) => {
      if (!error) return resolve(result)
      this.#failure ??= error
      reject(error)
    }
    void this.#client.query(query as pg.QueryConfig, settle)
    return promise
  }
}

const inFailedTransaction = "25P02"
