import { type Db, sql } from "../../../db/db.ts"
import { QueryProblem } from "../../../search/problem.ts"
import type { Resolved } from "../../../search/tree.ts"

/** For whom a query is resolved, and how. */
export interface Searcher {
  /** Who looks; undefined where nobody does, as in a workflow. */
  userId: number | undefined
  /** Names of inboxes, folders and custom fields are those of these inboxes. */
  inboxIds: number[]
  now: Date
  /** How many customers a word of free text stands for at most, by their names. Undefined: free text finds no names. */
  mostNamed?: number
  /** An unknown field matches nothing instead of being refused: stored queries outlive custom fields. */
  isLenient?: boolean
  /** Whether fields of the older language are explained too, which costs a lookup each. */
  explainsAll?: boolean
}

/** Why a field matches nothing, or less than all. */
export interface Note {
  /** Of the term, in the query. */
  at: number
  message: string
}

/** One resolution of one query. */
export class Resolving {
  readonly db: Db
  readonly searcher: Searcher
  readonly notes: Note[] = []
  private zone: Promise<string> | undefined

  constructor(db: Db, searcher: Searcher) {
    this.db = db
    this.searcher = searcher
  }

  note(at: number, message: string): void {
    this.notes.push({ at, message })
  }

  /** The viewer's; UTC where nobody looks. */
  timezone(): Promise<string> {
    const { userId } = this.searcher
    if (userId === undefined) return Promise.resolve("UTC")
    this.zone ??= this.db
      .maybe<{ timezone: string }>(sql`select timezone from users where id = ${userId}`)
      .then((user) => user?.timezone ?? "UTC")
    return this.zone
  }

  viewerId(at: number, written: string): number {
    const { userId } = this.searcher
    if (userId !== undefined) return userId
    throw new QueryProblem(
      at,
      `expected a person by name, such as assigned:"Ada Lovelace": ${written} means the person who looks, and nobody looks here`,
    )
  }
}

export function nothingFound(at: number): Resolved {
  return { kind: "resolved", condition: sql`false`, words: { words: "'$0'", exact: true, rows: 0 }, at }
}

export function everythingFound(at: number): Resolved {
  return { kind: "resolved", condition: sql`true`, at }
}
