import type pg from "pg"

/** Only while a transaction has it: who copies rows in takes the connection for something else. */
type Switchable = pg.PoolClient & { pipeline: boolean }

/**
 * The connection of one transaction. Statements are sent without waiting for the answers to those before them, and all
 * that are sent in one turn of the event loop in one write: `begin` with the first of them, the last ones with `commit`.
 * PostgreSQL runs them one after the other, and none after one that failed.
 */
export class Line {
  readonly #client: Switchable
  readonly #pipelined: boolean
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
  }

  /** Nobody waits for it: what fails it fails everything that follows. */
  begin(): void {
    void this.send("begin")
  }

  send(query: string | pg.QueryConfig): Promise<pg.QueryResult> {
    if (this.#ended) return Promise.reject(new Error("The transaction has ended"))
    const answer = this.#pipelined ? this.#sendNow(query) : this.#sendInTurn(query)
    // Heard here too, because nobody may be waiting for it: then the transaction fails at its end.
    answer.catch((error: Error) => {
      this.#failure ??= error
    })
    return answer
  }

  /** Throws unless everything is kept, also what nobody waited for. */
  async commit(): Promise<void> {
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
    this.#ended = false
    const answer = this.send(query)
    this.#ended = true
    return answer
  }

  #sendNow(query: string | pg.QueryConfig): Promise<pg.QueryResult> {
    if (!this.#gathers) {
      const { stream } = this.#client.connection
      this.#gathers = true
      stream.cork()
      process.nextTick(() => {
        this.#gathers = false
        stream.uncork()
      })
    }
    return this.#client.query(query)
  }

  #sendInTurn(query: string | pg.QueryConfig): Promise<pg.QueryResult> {
    const send = () => this.#client.query(query)
    const answer = this.#last.then(send, send)
    this.#last = answer
    return answer
  }
}

const inFailedTransaction = "25P02"
