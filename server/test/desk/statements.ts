import type { Database, Sql } from "../../src/db/db.ts"

/** The same database, whose reads and transactions are told before they are sent. Of a transaction that it is one. */
export function listeningTo(db: Database, tell: (text: string) => void): Database {
  const heard = (statement: Sql) => {
    tell(statement.text)
    return statement
  }
  return {
    ...db,
    many: (statement) => db.many(heard(statement)),
    maybe: (statement) => db.maybe(heard(statement)),
    one: (statement) => db.one(heard(statement)),
    transaction: (work) => {
      tell("transaction")
      return db.transaction(work)
    },
  }
}
