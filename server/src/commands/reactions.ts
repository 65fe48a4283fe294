import type { Config } from "../config.ts"
import type { Database } from "../db/db.ts"
import { findWaitingEvents } from "../db/late-events.ts"
import { DeskError, refusal } from "../errors.ts"
import { countFailures, dropFailure, type Failure, hearAgain, listFailures } from "../events/failures.ts"
import { ownOrigin } from "../http/origin.ts"
import { reactions } from "../reactions.ts"
import { say, withDatabase } from "./database.ts"
import { explainLateEvents } from "./doctor-events.ts"

const mostShown = 100

export async function printFailures(config: Config): Promise<void> {
  await withDatabase(config, async (db) => {
    const failures = await listFailures(db, mostShown)
    for (const { reaction, number, kind, error } of failures)
      process.stdout.write(
        `${reaction}  ${number}  ${kind ?? "(no longer kept)"}  ${error.split("\n")[0]?.slice(0, 100)}\n`,
      )
    const waiting = await findWaitingEvents(db)
    if (waiting.late > 0) {
      say(`Events: ${await explainLateEvents(db, waiting)}.`)
      process.exitCode = 1
    }
    const total = await countFailures(db)
    if (total === 0) return say("No reaction has failed.")
    if (total > failures.length) say(`Only the first ${failures.length} of ${total} are shown.`)
    say("Let them be heard again, when what was wrong is mended: desk reactions retry, or drop <reaction> <number>.")
  })
}

/** All of them, one by one: one that fails again stays. */
export async function retryFailures(config: Config): Promise<void> {
  await withDatabase(config, async (db) => {
    let heard = 0
    const failures = await listFailures(db, Number.MAX_SAFE_INTEGER)
    for (const failure of failures) if (await retryOne(db, failure, config)) heard++
    say(`${heard} heard again, ${failures.length - heard} left.`)
    if (heard < failures.length) process.exitCode = 1
  })
}

async function retryOne(db: Database, { reaction: name, number }: Failure, config: Config): Promise<boolean> {
  const reaction = reactions.find((known) => known.name === name)
  if (!reaction) {
    say(`There is no reaction "${name}" any more: drop it with desk reactions drop ${name} ${number}`)
    return false
  }
  try {
    await hearAgain(db, reaction, number, { now: new Date(), origin: ownOrigin(config) })
    return true
  } catch (error) {
    if (error instanceof DeskError && error.code === "unavailable") throw error
    say(`${name} failed on event ${number} again: ${error}`)
    return false
  }
}

export async function dropOne(config: Config, reaction: string, given: string): Promise<void> {
  const number = /^\d{1,15}$/.test(given) ? Number(given) : 0
  await withDatabase(config, async (db) => {
    if (!(await dropFailure(db, { reaction, number })))
      throw refusal(`Reaction "${reaction}" has not failed on event ${given}. See: npm run -s desk -- reactions`)
    say(`Dropped: ${reaction} never hears of event ${given}.`)
  })
}
