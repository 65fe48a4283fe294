import type { Database } from "./db.ts"

/**
 * The same database for work that nobody waits for: one statement or transaction of all that is sent through it at a
 * time, however much there is. So it has one connection, and PostgreSQL gives one processor to it at most, and people have the rest.
 * Work that is inside a transaction must not ask here: it would wait for itself.
 */
export function inTurn(db: Database): Database {
  let last: Promise<unknown> = Promise.resolve()
  const next = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = last.then(work)
    last = result.catch(() => {})
    return result
  }
  return {
    ...db,
    many: (statement) => next(() => db.many(statement)),
    maybe: (statement) => next(() => db.maybe(statement)),
    one: (statement) => next(() => db.one(statement)),
    run: (statement) => next(() => db.run(statement)),
    transaction: (work) => next(() => db.transaction(work)),
  }
}
