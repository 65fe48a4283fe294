import PQueue from "p-queue"
import type { Database } from "./db.ts"

/**
 * The same database for background work: one statement or transaction of all that is sent through it at a time. So it has one
 * connection, PostgreSQL gives one processor to it at most, and people have the rest.
 * Work that is inside a transaction must not use it: it would wait for itself.
 */
export function serialDatabase(db: Database): Database {
  const queue = new PQueue({ concurrency: 1 })
  return {
    ...db,
    many: (statement) => queue.add(() => db.many(statement)),
    maybe: (statement) => queue.add(() => db.maybe(statement)),
    one: (statement) => queue.add(() => db.one(statement)),
    run: (statement) => queue.add(() => db.run(statement)),
    transaction: (work) => queue.add(() => db.transaction(work)),
  }
}
