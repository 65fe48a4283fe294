import { type Db, type Sql, sql, unnamed } from "../db/db.ts"
import type { Query, Term } from "./tree.ts"

export interface Probing {
  /** How many rows are few. */
  most: number
  /** A select of `id`s that has at least those a term finds, from an index of its own; undefined where there is none. */
  idsOf(term: Term): Sql | undefined
}

/**
 * All rows that can match, if some part of the query that must hold is so rare that there are at most `most`.
 * Undefined when there may be more.
 */
export async function findFew(db: Db, query: Query, probing: Probing): Promise<number[] | undefined> {
  const { most, idsOf } = probing
  switch (query.kind) {
    case "not":
      return undefined
    case "term": {
      const select = idsOf(query)
      if (select === undefined) return undefined
      const rows = await db.many<{ id: number }>(sql`${unnamed} ${select} limit ${most + 1}`)
      return rows.length > most ? undefined : [...new Set(rows.map(({ id }) => id))]
    }
    case "and":
      for (const part of query.parts.slice(0, mostProbes)) {
        const few = await findFew(db, part, probing)
        if (few) return few
      }
      return undefined
    case "or": {
      if (query.parts.length > mostProbes) return undefined
      const ids = new Set<number>()
      for (const part of query.parts) {
        const few = await findFew(db, part, probing)
        if (few === undefined) return undefined
        for (const id of few) ids.add(id)
      }
      return ids.size > most ? undefined : [...ids]
    }
  }
}

/** Each is a statement of its own. */
const mostProbes = 16
