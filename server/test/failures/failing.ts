import type pg from "pg"

/** How a call fails: its connection is lost before it is sent, or PostgreSQL cannot do it. */
export type Failure = "lost" | "refused"

/** Makes one call of a pool fail, counted from the moment it is told to. */
export class FailingCalls {
  readonly #known = new WeakSet<pg.PoolClient>()
  #failing: { at: number; failure: Failure } | undefined
  #made = 0

  constructor(pool: pg.Pool) {
    pool.on("acquire", (client) => {
      if (this.#known.has(client)) return
      this.#known.add(client)
      const query = client.query.bind(client) as Query
      client.query = ((...given: unknown[]) => this.#pass(client, query, given)) as typeof client.query
    })
  }

  failAt(at: number, failure: Failure): void {
    this.#failing = { at, failure }
    this.#made = 0
  }

  /** Nothing fails any more; gives whether anything did. */
  end(): boolean {
    const happened = this.#failing !== undefined && this.#made >= this.#failing.at
    this.#failing = undefined
    return happened
  }

  #pass(client: pg.PoolClient, query: Query, given: unknown[]): unknown {
    if (this.#failing === undefined || ++this.#made !== this.#failing.at) return query(...given)
    if (this.#failing.failure === "refused")
      return query(refused, ...given.filter((part) => typeof part === "function"))
    const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
    connection.stream.destroy()
    return query(...given)
  }
}

type Query = (...given: unknown[]) => unknown

/** In place of what was to be done: there is no memory for it. */
const refused = "do $$ begin raise exception 'out of memory' using errcode = '53200'; end $$"
