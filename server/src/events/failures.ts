import { type Db, sql } from "../db/db.ts"
import type { Occasion, Reaction } from "./dispatch.ts"
import type { EventRow } from "./queries.ts"

/** An event that a reaction was given up on. It stays in the feed as long as it stands here. */
export interface Failure {
  reaction: string
  number: number
  /** Of the event; null where it is no longer kept. */
  kind: string | null
  error: string
  created_at: Date
}

export function listFailures(db: Db, size: number): Promise<Failure[]> {
  return db.many(sql`
    select reaction, failed_reactions.number, kind, error, failed_reactions.created_at
    from failed_reactions left join feed on feed.number = failed_reactions.number
    order by failed_reactions.number, reaction limit ${size}`)
}

export async function countFailures(db: Db): Promise<number> {
  return (await db.one<{ amount: number }>(sql`select count(*) as amount from failed_reactions`)).amount
}

export type FailureKey = Pick<Failure, "reaction" | "number">

/** Hears the event once more, late and out of turn. Nothing where somebody else has dealt with it. */
export function hearAgain(db: Db, reaction: Reaction, number: number, occasion: Occasion): Promise<void> {
  return db.transaction(async (db) => {
    if (!(await dropFailure(db, { reaction: reaction.name, number }))) return
    const event = await db.maybe<EventRow>(sql`select * from feed where number = ${number}`)
    if (event) await reaction.react(db, [event], occasion)
  })
}

/** Gives whether it was there. */
export async function dropFailure(db: Db, { reaction, number }: FailureKey): Promise<boolean> {
  return (await db.run(sql`delete from failed_reactions where reaction = ${reaction} and number = ${number}`)) > 0
}
